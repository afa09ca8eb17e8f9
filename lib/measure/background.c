/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/background.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_linalg.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_multifit.h>

enum { FEWEST = 50, MOST_COLUMNS = 2 + 2 * MEASURE_HARMONICS };

static const double periods_of_hum = 2; /* of the mains, that tell it from a drift */
static const double below_nyquist = 0.8;
/* By Akaike's criterion alone one quiet channel of a hundred has a hum, and with it goes noise of
 * low frequency that is then missed in its colour. What sines and cosines of three harmonics take
 * of noise exceeds this beyond the criterion's 12 in one of a thousand (chi-square, 6 degrees). */
static const double hum_doubt = 22.5 - 12;

/* ---- noise with a memory */

double measure_noise_slow(const struct measure_noise *noise)
{
    double left = 1;
    for (size_t k = 0; k < noise->order; k++)
        left -= noise->a[k];
    return sqrt(noise->innovation) / fabs(left);
}

double measure_noise_of_sum(const struct measure_noise *noise, const double *weight, size_t n)
{
    /* the sum is one of independent e: their weights are the filter run backwards */
    enum { TAIL = 2000 };
    double past[MEASURE_NOISE_ORDER] = {0}, square = 0;
    for (size_t i = 0; i < n + TAIL; i++) {
        double y = i < n ? weight[n - 1 - i] : 0;
        for (size_t k = 0; k < noise->order; k++)
            y += noise->a[k] * past[k];
        memmove(past + 1, past, (MEASURE_NOISE_ORDER - 1) * sizeof *past);
        past[0] = y;
        square += y * y;
        if (noise->order == 0 && i + 1 >= n)
            break;
    }
    return sqrt(noise->innovation * square);
}

/* ---- a model of the background */

struct model {
    double mains; /* 0: no hum */
    bool drifts;
};

static size_t harmonics_of(double mains, double period)
{
    size_t k = 0;
    while (mains > 0 && k < MEASURE_HARMONICS &&
           (double)(k + 1) * mains * period < 0.5 * below_nyquist)
        k++;
    return k;
}

struct trial {
    struct model model;
    size_t n_columns;
    double c[MOST_COLUMNS];
    struct measure_noise noise;
    double merit;
};

static size_t fill_row(const struct model *model, double period, size_t n, size_t i, double *row)
{
    const double t = (double)i * period;
    size_t p = 0;
    row[p++] = 1;
    if (model->drifts)
        row[p++] = t - 0.5 * (double)(n - 1) * period;
    for (size_t k = 1; k <= harmonics_of(model->mains, period); k++) {
        row[p++] = sin(2 * M_PI * (double)k * model->mains * t);
        row[p++] = cos(2 * M_PI * (double)k * model->mains * t);
    }
    return p;
}

/* what is looked at: a stretch of a channel */
struct stretch {
    const double *values;
    const unsigned char *flags; /* NULL: all samples are good */
    size_t n;
    double period;
};

/* By the normal equations: columns of ones, of sines and of a centred time are nearly orthogonal,
 * and an orthogonal decomposition takes several times as long. False: they do not tell all columns.
 */
static bool solve(const gsl_matrix *columns, const struct stretch *stretch, struct trial *trial)
{
    const size_t p = trial->n_columns;
    double normal[MOST_COLUMNS * MOST_COLUMNS] = {0}, right[MOST_COLUMNS] = {0};
    for (size_t i = 0; i < stretch->n; i++) {
        const double *row = gsl_matrix_const_ptr(columns, i, 0);
        if (stretch->flags && stretch->flags[i])
            continue;
        for (size_t a = 0; a < p; a++) {
            right[a] += row[a] * stretch->values[i];
            for (size_t b = 0; b <= a; b++)
                normal[a * p + b] += row[a] * row[b];
        }
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(normal, p, p);
    const gsl_vector_const_view y = gsl_vector_const_view_array(right, p);
    gsl_vector_view c = gsl_vector_view_array(trial->c, p);
    return !gsl_linalg_cholesky_decomp1(&matrix.matrix) &&
           !gsl_linalg_cholesky_solve(&matrix.matrix, &y.vector, &c.vector);
}

/* least squares, and what the residuals remember */
static enum error_code try_model(const struct stretch *stretch, gsl_matrix *columns,
                                 struct trial *trial, struct error *err)
{
    const double *values = stretch->values, period = stretch->period;
    const unsigned char *flags = stretch->flags;
    const size_t n = stretch->n;
    double row[MOST_COLUMNS];
    for (size_t i = 0; i < n; i++) {
        trial->n_columns = fill_row(&trial->model, period, n, i, row);
        for (size_t p = 0; p < trial->n_columns; p++)
            gsl_matrix_set(columns, i, p, row[p]);
    }
    trial->merit = INFINITY;
    if (!solve(columns, stretch, trial))
        return ERROR_OK;
    double *left = calloc(n, sizeof *left);
    if (!left)
        return error_memory(err);
    for (size_t i = 0; i < n; i++) {
        left[i] = flags && flags[i] ? 0 : values[i];
        for (size_t p = 0; p < trial->n_columns && !(flags && flags[i]); p++)
            left[i] -= trial->c[p] * gsl_matrix_get(columns, i, p);
    }
    enum error_code code = measure_noise_fit(left, n, trial->n_columns, &trial->noise, err);
    free(left);
    const double k = (double)(trial->n_columns + trial->noise.order + 1), m = (double)n;
    trial->merit = m * log(fmax(trial->noise.innovation, 1e-300)) + 2 * k +
                   2 * k * (k + 1) / fmax(m - k - 1, 1);
    return code;
}

static void take_trial(const struct trial *trial, size_t n, double period,
                       struct measure_background *out)
{
    size_t p = 1;
    out->noise = trial->noise;
    out->mains = harmonics_of(trial->model.mains, period) ? trial->model.mains : 0;
    if (trial->model.drifts) {
        out->drift = trial->c[p++];
        out->drift_u = measure_noise_slow(&trial->noise) * sqrt(12 / (double)n) /
                       ((double)n * period);
    }
    for (size_t k = 0; k < harmonics_of(trial->model.mains, period); k++) {
        out->sine[k] = trial->c[p++];
        out->cosine[k] = trial->c[p++];
        out->hum = fmax(out->hum, hypot(out->sine[k], out->cosine[k]));
    }
}

/* the level is that of the whole stretch, with what its memory makes of its uncertainty */
static enum error_code take_level(const double *values, const unsigned char *flags, size_t n,
                                  double period, struct measure_background *out, struct error *err)
{
    double *left = malloc(n * sizeof *left);
    if (!left)
        return error_memory(err);
    out->rest = (struct measure_level){.n = n}; /* where the drift is counted from */
    for (size_t i = 0; i < n; i++)
        left[i] = values[i] - measure_background_at(out, period, i);
    out->rest = measure_level_of(left, flags, 0, n, period);
    out->rest.uncertainty = fmax(out->rest.uncertainty,
                                 measure_noise_slow(&out->noise) / sqrt((double)n));
    free(left);
    return ERROR_OK;
}

enum error_code measure_background_find(const double *values, const unsigned char *flags, size_t n,
                                        double period, struct measure_background *background,
                                        struct error *err)
{
    static const struct model models[] = {{0, false}, {0, true},   {50, false},
                                          {50, true}, {60, false}, {60, true}};
    *background = (struct measure_background){.drift = 0};
    size_t good = 0;
    for (size_t i = 0; i < n; i++)
        good += !flags || !flags[i];
    if (good < FEWEST)
        return ERROR_OK;
    gsl_matrix *columns = gsl_matrix_alloc(n, MOST_COLUMNS);
    enum error_code code = columns ? ERROR_OK : error_memory(err);
    struct trial best = {.merit = INFINITY};
    for (size_t k = 0; !code && k < sizeof models / sizeof *models; k++) {
        struct trial trial = {.model = models[k]};
        if (trial.model.mains > 0 && (double)n * period * trial.model.mains < periods_of_hum)
            continue;
        code = try_model(&(struct stretch){values, flags, n, period}, columns, &trial, err);
        trial.merit += trial.model.mains > 0 ? hum_doubt : 0;
        if (!code && trial.merit < best.merit)
            best = trial;
    }
    gsl_matrix_free(columns);
    if (code)
        return code;
    take_trial(&best, n, period, background);
    return take_level(values, flags, n, period, background, err);
}

double measure_background_at(const struct measure_background *background, double period, size_t i)
{
    const struct measure_background *b = background;
    const double t = (double)i * period;
    double value = b->rest.mean + b->drift * (t - 0.5 * (double)(b->rest.n - 1) * period);
    for (size_t k = 0; b->mains > 0 && k < MEASURE_HARMONICS; k++) {
        const double turn = 2 * M_PI * (double)(k + 1) * b->mains * t;
        value += b->sine[k] * sin(turn) + b->cosine[k] * cos(turn);
    }
    return value;
}

/* ---- without a rest */

/* a cubic parabola through `length` samples, and what it leaves of them */
struct parabola {
    size_t length;
    gsl_matrix *x;
    gsl_multifit_linear_workspace *w;
    double *left;
};

/* the sum of squares of what it leaves */
static double leave(const struct parabola *parabola, const double *values)
{
    const size_t n = parabola->length;
    gsl_matrix *x = parabola->x;
    gsl_multifit_linear_workspace *w = parabola->w;
    double c[4], spread[16], square = 0;
    gsl_vector_view solution = gsl_vector_view_array(c, 4);
    gsl_matrix_view covariance = gsl_matrix_view_array(spread, 4, 4);
    const gsl_vector_const_view y = gsl_vector_const_view_array(values, n);
    gsl_multifit_linear(x, &y.vector, &solution.vector, &covariance.matrix, &square, w);
    gsl_vector_view residuals = gsl_vector_view_array(parabola->left, n);
    gsl_multifit_linear_residuals(x, &y.vector, &solution.vector, &residuals.vector);
    return square;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* `pieces`: scatter and number of each; returns how many are without a flag */
static size_t scatter_of_pieces(const double *values, const unsigned char *flags, size_t n,
                                const struct parabola *parabola, double (*pieces)[2])
{
    const size_t length = parabola->length;
    size_t count = 0;
    for (size_t at = 0; at + length <= n; at += length) {
        bool good = true;
        for (size_t i = at; good && flags && i < at + length; i++)
            good = !flags[i];
        if (!good)
            continue;
        pieces[count][0] = leave(parabola, values + at);
        pieces[count++][1] = (double)at;
    }
    qsort(pieces, count, sizeof *pieces, by_size);
    return count;
}

enum error_code measure_background_of_motion(const double *values, const unsigned char *flags,
                                             size_t n, double period, struct measure_noise *noise,
                                             struct error *err)
{
    const size_t length = (size_t)fmax(FEWEST, round(0.01 / period));
    *noise = (struct measure_noise){.order = 0};
    if (n < length)
        return ERROR_OK;
    double(*pieces)[2] = malloc((n / length) * sizeof *pieces);
    const struct parabola parabola = {.length = length,
                                      .x = gsl_matrix_alloc(length, 4),
                                      .w = gsl_multifit_linear_alloc(length, 4),
                                      .left = malloc(length * sizeof(double))};
    const bool whole = pieces && parabola.left && parabola.x && parabola.w;
    enum error_code code = whole ? ERROR_OK : error_memory(err);
    for (size_t i = 0; !code && i < length; i++) {
        const double d = 2 * (double)i / (double)(length - 1) - 1;
        for (size_t k = 0; k < 4; k++)
            gsl_matrix_set(parabola.x, i, k, gsl_pow_int(d, (int)k));
    }
    const size_t count = code ? 0 : scatter_of_pieces(values, flags, n, &parabola, pieces);
    if (count > 0) {
        leave(&parabola, values + (size_t)pieces[count / 2][1]);
        code = measure_noise_fit(parabola.left, length, 4, noise, err);
    }
    free(pieces);
    free(parabola.left);
    gsl_matrix_free(parabola.x);
    if (parabola.w)
        gsl_multifit_linear_free(parabola.w);
    return code;
}

double measure_background_drift(const struct measure_background *background, double noise,
                                double period)
{
    const double n = (double)background->rest.n;
    /* the slope of a straight line through n points in such noise */
    return n < 3 ? 0 : fmax(background->drift_u, noise * sqrt(12 / n) / (n * period));
}
