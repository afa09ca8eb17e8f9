/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_linalg.h>

/* ---- white noise */

static int by_size(const void *a, const void *b)
{
    const double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

/* Standard deviation of normal numbers, whatever the larger half of them is: the mean square of the
 * smaller half. A median is as robust, but it is one of the steps of a converter, which may be a
 * tenth of it apart; the mean is of many of them. Orders d by size. */
static double inner_deviation(double *d, size_t n)
{
    static const double share = 0.14265; /* 1 - 4 z phi(z), where half of them are within z */
    double square = 0;
    qsort(d, n, sizeof *d, by_size);
    for (size_t i = 0; i < n / 2; i++)
        square += d[i] * d[i];
    return sqrt(square / (share * (double)(n / 2)));
}

enum error_code measure_noise_white(const double *values, const unsigned char *flags, size_t n,
                                    double *noise, struct error *err)
{
    enum { FEWEST = 16, ENOUGH = 100000 };
    *noise = 0;
    if (n < FEWEST)
        return ERROR_OK;
    const size_t stride = 1 + n / ENOUGH;
    size_t count = 0;
    double *d = malloc((n / stride + 1) * sizeof *d);
    if (!d)
        return error_memory(err);
    for (size_t i = 0; i + 2 < n; i += stride)
        if (!flags || !(flags[i] || flags[i + 1] || flags[i + 2]))
            d[count++] = values[i] - 2 * values[i + 1] + values[i + 2];
    /* white noise of rms s gives second differences of rms s sqrt(6) */
    if (count > 1)
        *noise = inner_deviation(d, count) / sqrt(6);
    free(d);
    return ERROR_OK;
}

/* ---- the autoregressive model */

static double mean_square(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum / (double)n;
}

/* the reflection coefficient of one order more, from forward and backward errors */
static double reflection(const double *forward, const double *backward, size_t order, size_t n)
{
    double over = 0, under = 0;
    for (size_t i = order; i < n; i++) {
        over += forward[i] * backward[i - 1];
        under += forward[i] * forward[i] + backward[i - 1] * backward[i - 1];
    }
    return under > 0 ? 2 * over / under : 0;
}

static void raise_order(double *a, size_t order, double k)
{
    double old[MEASURE_NOISE_ORDER];
    memcpy(old, a, sizeof old);
    for (size_t i = 0; i + 1 < order; i++)
        a[i] = old[i] - k * old[order - 2 - i];
    a[order - 1] = k;
}

static void update_errors(double *forward, double *backward, size_t order, size_t n, double k)
{
    for (size_t i = n; i-- > order;) {
        const double f = forward[i], b = backward[i - 1];
        forward[i] = f - k * b;
        backward[i] = b - k * f;
    }
}

static double aicc(double variance, size_t order, size_t n)
{
    const double k = (double)order + 1, left = (double)n - k - 1;
    return (double)n * log(variance) + 2 * k + 2 * k * (k + 1) / left;
}

static void burg(double *forward, double *backward, size_t n, struct measure_noise *noise)
{
    const size_t most = n / 10 < MEASURE_NOISE_ORDER ? n / 10 : MEASURE_NOISE_ORDER;
    double a[MEASURE_NOISE_ORDER] = {0}, variance = noise->variance;
    double best = aicc(variance, 0, n);
    for (size_t order = 1; order <= most; order++) {
        const double k = reflection(forward, backward, order, n);
        raise_order(a, order, k);
        update_errors(forward, backward, order, n, k);
        variance *= 1 - k * k;
        if (!(variance > 0))
            return;
        const double merit = aicc(variance, order, n);
        if (merit < best) {
            best = merit;
            noise->order = order;
            memcpy(noise->a, a, sizeof a);
            noise->innovation = variance;
        }
    }
}

enum error_code measure_noise_fit(const double *residuals, size_t n, size_t parameters,
                                  struct measure_noise *noise, struct error *err)
{
    *noise = (struct measure_noise){.order = 0};
    if (n < parameters + 3)
        return error_set(err, ERROR_NUMERIC,
                         "%zu samples are too few to tell the noise from %zu parameters", n,
                         parameters);
    double *errors = malloc(2 * n * sizeof *errors);
    if (!errors)
        return error_memory(err);
    memcpy(errors, residuals, n * sizeof *errors);
    memcpy(errors + n, residuals, n * sizeof *errors);
    noise->variance = noise->innovation = mean_square(residuals, n);
    if (noise->variance > 0)
        burg(errors, errors + n, n, noise);
    const double freed = (double)n / (double)(n - parameters);
    noise->variance *= freed;
    noise->innovation *= freed;
    free(errors);
    return ERROR_OK;
}

/* ---- what least squares is worth */

/* u = A^-T x, where A is the filter that makes the noise white */
static void pass_back(const struct measure_noise *noise, const double *x, size_t n, double *u)
{
    for (size_t i = n; i-- > 0;) {
        double sum = x[i];
        for (size_t k = 0; k < noise->order && i + k + 1 < n; k++)
            sum += noise->a[k] * u[i + k + 1];
        u[i] = sum;
    }
}

static void products(double *const *columns, size_t p, size_t n, const double *scale,
                     double *matrix)
{
    for (size_t r = 0; r < p; r++)
        for (size_t c = 0; c <= r; c++) {
            double sum = 0;
            for (size_t i = 0; i < n; i++)
                sum += columns[r][i] * columns[c][i];
            matrix[r * p + c] = matrix[c * p + r] = sum / (scale[r] * scale[c]);
        }
}

/* inverse of the scaled normal matrix; false when columns depend on each other */
static int invert(double *matrix, size_t p)
{
    gsl_matrix_view view = gsl_matrix_view_array(matrix, p, p);
    for (size_t i = 0; i < p * p; i++)
        if (!isfinite(matrix[i]))
            return 0;
    if (gsl_linalg_cholesky_decomp1(&view.matrix))
        return 0;
    return gsl_linalg_cholesky_invert(&view.matrix) == 0;
}

/* covariance = inverse * middle * inverse, with the scales taken off */
static void sandwich(const double *inverse, const double *middle, size_t p, const double *scale,
                     double variance, double *covariance)
{
    for (size_t r = 0; r < p; r++)
        for (size_t c = 0; c < p; c++) {
            double sum = 0;
            for (size_t i = 0; i < p; i++)
                for (size_t j = 0; j < p; j++)
                    sum += inverse[r * p + i] * middle[i * p + j] * inverse[j * p + c];
            covariance[r * p + c] = variance * sum / (scale[r] * scale[c]);
        }
}

enum error_code measure_noise_covariance(const struct measure_noise *noise, double *const *columns,
                                         size_t p, size_t n, double *covariance, double *naive,
                                         struct error *err)
{
    enum { MOST = MEASURE_NOISE_COLUMNS };
    double scale[MOST] = {0}, normal[MOST * MOST], inverse[MOST * MOST], middle[MOST * MOST];
    double *filtered[MOST] = {NULL};
    double *room = malloc(p * n * sizeof *room);
    if (!room)
        return error_memory(err);
    for (size_t i = 0; i < p; i++) {
        scale[i] = sqrt(mean_square(columns[i], n) * (double)n);
        scale[i] = scale[i] > 0 ? scale[i] : 1;
        filtered[i] = room + i * n;
        pass_back(noise, columns[i], n, filtered[i]);
    }
    products(columns, p, n, scale, normal);
    products(filtered, p, n, scale, middle);
    free(room);
    memcpy(inverse, normal, p * p * sizeof *normal);
    if (!invert(inverse, p))
        return error_set(err, ERROR_NUMERIC,
                         "the data do not tell the %zu parameters of the model apart", p);
    sandwich(inverse, middle, p, scale, noise->innovation, covariance);
    sandwich(inverse, normal, p, scale, noise->variance, naive);
    return ERROR_OK;
}
