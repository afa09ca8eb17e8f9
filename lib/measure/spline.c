/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/measure/spline.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_bspline.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_statistics_double.h>

enum { ORDER = 4, MOST_ROUNDS = 100 };
static const double mad_to_sigma = 1 / 0.6745, settled = 1e-10;
/* no value is left out altogether, or a stretch of outliers would leave nothing to solve */
static const double least_weight = 1e-6;

static double huber(double u) { return 1 / fmax(1, fabs(u)); }

static double bisquare(double u)
{
    return fmax(fabs(u) < 1 ? (1 - u * u) * (1 - u * u) : 0, least_weight);
}

/* Huber's weights have one solution, which outliers still draw a little; Tukey's, from
 * there, leave them out. Limits in sigma with 95 % of the efficiency of plain least squares
 * for normal noise. */
static const struct weighing {
    double (*weight)(double);
    double limit;
} weighings[] = {{huber, 1.345}, {bisquare, 4.685}};

struct measure_spline {
    gsl_bspline_workspace *basis;
    gsl_vector *part; /* the ORDER of the basis that are not zero */
    gsl_vector *coefficients;
    gsl_matrix *root; /* of the normal equations: Cholesky's factor, by bands */
};

/* a row of the design is zero but for ORDER elements, so that the normal equations have a
 * band of that width and the time grows with n alone */
struct design {
    size_t n, *first;
    double *rows; /* ORDER of each */
    const double *v;
    double *weights, *residuals, *sizes;
    gsl_matrix *band;
    gsl_vector *next;
};

void measure_spline_free(struct measure_spline *s)
{
    if (!s)
        return;
    if (s->basis)
        gsl_bspline_free(s->basis);
    gsl_vector_free(s->part);
    gsl_vector_free(s->coefficients);
    gsl_matrix_free(s->root);
    free(s);
}

/* the first of the coefficients that count at t; their factors are in s->part */
static size_t basis_at(struct measure_spline *s, double t)
{
    size_t first, last;
    gsl_bspline_eval_nonzero(t, s->part, &first, &last, s->basis);
    return first;
}

static double inside(struct measure_spline *s, const gsl_vector *coefficients, double t)
{
    const size_t first = basis_at(s, t);
    double v = 0;
    for (size_t k = 0; k < ORDER; k++)
        v += gsl_vector_get(s->part, k) * gsl_vector_get(coefficients, first + k);
    return v;
}

/* beyond the ends the cubic of the piece there, which ORDER of its points tell (Lagrange) */
static double value_at(struct measure_spline *s, const gsl_vector *coefficients, double t)
{
    const gsl_vector *breaks = s->basis->knots;
    const double low = gsl_vector_get(breaks, 0), high = gsl_vector_get(breaks, breaks->size - 1);
    if (t >= low && t <= high)
        return inside(s, coefficients, t);
    const size_t pieces = gsl_bspline_nbreak(s->basis) - 1;
    const double end = t < low ? low : high;
    const double step = (t < low ? 1 : -1) * (high - low) / (double)(pieces * ORDER);
    double v = 0;
    for (int i = 0; i < ORDER; i++) {
        double factor = 1;
        for (int j = 0; j < ORDER; j++)
            factor *= j == i ? 1 : ((t - end) / step - j) / (i - j);
        v += factor * inside(s, coefficients, end + i * step);
    }
    return v;
}

double measure_spline_at(struct measure_spline *s, double t)
{
    return value_at(s, s->coefficients, t);
}

size_t measure_spline_ways(const struct measure_spline *s) { return s->coefficients->size; }

/* The covariance of the coefficients is (L L^T)^-1: its root is L^-T, of which this solves for a
 * column. */
enum error_code measure_spline_way(struct measure_spline *s, size_t way, const double *t, size_t n,
                                   double *off, struct error *err)
{
    gsl_vector *x = gsl_vector_calloc(s->coefficients->size);
    if (!x)
        return error_memory(err);
    gsl_vector_set(x, way, 1);
    for (size_t i = way + 1; i-- > 0;) {
        double sum = gsl_vector_get(x, i);
        for (size_t k = 1; k < ORDER && i + k <= way; k++)
            sum -= gsl_matrix_get(s->root, i, k) * gsl_vector_get(x, i + k);
        gsl_vector_set(x, i, sum / gsl_matrix_get(s->root, i, 0));
    }
    for (size_t i = 0; i < n; i++)
        off[i] = value_at(s, x, t[i]);
    gsl_vector_free(x);
    return ERROR_OK;
}

static void design_free(struct design *d)
{
    free(d->first);
    free(d->rows);
    free(d->weights);
    gsl_matrix_free(d->band);
    gsl_vector_free(d->next);
}

static enum error_code design_make(struct measure_spline *s, const double *t, const double *v,
                                   size_t n, struct design *d, struct error *err)
{
    const size_t p = s->coefficients->size;
    *d = (struct design){.n = n,
                         .v = v,
                         .first = malloc(n * sizeof *d->first),
                         .rows = malloc(n * ORDER * sizeof *d->rows),
                         .weights = malloc(3 * n * sizeof *d->weights),
                         .band = gsl_matrix_alloc(p, ORDER),
                         .next = gsl_vector_alloc(p)};
    if (!d->first || !d->rows || !d->weights || !d->band || !d->next)
        return error_memory(err);
    d->residuals = d->weights + n;
    d->sizes = d->weights + 2 * n;
    for (size_t i = 0; i < n; i++) {
        d->first[i] = basis_at(s, t[i]);
        for (size_t k = 0; k < ORDER; k++)
            d->rows[ORDER * i + k] = gsl_vector_get(s->part, k);
        d->weights[i] = 1;
    }
    return ERROR_OK;
}

/* weighted normal equations; element (i + j, i) is at (i, j) of the band, as GSL has it */
static bool solve(struct design *d)
{
    gsl_matrix_set_zero(d->band);
    gsl_vector_set_zero(d->next);
    for (size_t i = 0; i < d->n; i++) {
        const double *row = d->rows + ORDER * i;
        for (size_t k = 0; k < ORDER; k++) {
            const double weighted = d->weights[i] * row[k];
            *gsl_vector_ptr(d->next, d->first[i] + k) += weighted * d->v[i];
            for (size_t j = 0; k + j < ORDER; j++)
                *gsl_matrix_ptr(d->band, d->first[i] + k, j) += weighted * row[k + j];
        }
    }
    return !gsl_linalg_cholesky_band_decomp(d->band) &&
           !gsl_linalg_cholesky_band_svx(d->band, d->next);
}

/* by what the solution leaves, and its scale */
static void reweight(struct design *d, const struct weighing *by)
{
    for (size_t i = 0; i < d->n; i++) {
        d->residuals[i] = d->v[i];
        for (size_t k = 0; k < ORDER; k++)
            d->residuals[i] -= d->rows[ORDER * i + k] * gsl_vector_get(d->next, d->first[i] + k);
        d->sizes[i] = fabs(d->residuals[i]);
    }
    const double limit = by->limit * mad_to_sigma * gsl_stats_median(d->sizes, 1, d->n);
    for (size_t i = 0; i < d->n && limit > 0; i++)
        d->weights[i] = by->weight(d->residuals[i] / limit);
}

/* how far the coefficients are from those before, as a part of the largest */
static double moved(const gsl_vector *before, const gsl_vector *now)
{
    double distance = 0, size = 0;
    for (size_t i = 0; i < now->size; i++) {
        distance = fmax(distance, fabs(gsl_vector_get(now, i) - gsl_vector_get(before, i)));
        size = fmax(size, fabs(gsl_vector_get(now, i)));
    }
    return size > 0 ? distance / size : 0;
}

static enum error_code settle(struct measure_spline *s, struct design *d, struct error *err)
{
    bool solved = solve(d);
    for (size_t i = 0; i < sizeof weighings / sizeof *weighings; i++)
        for (int round = 0; solved && round < MOST_ROUNDS; round++) {
            gsl_vector_memcpy(s->coefficients, d->next);
            reweight(d, &weighings[i]);
            solved = solve(d);
            if (moved(s->coefficients, d->next) <= settled)
                break;
        }
    gsl_vector_memcpy(s->coefficients, d->next);
    gsl_matrix_memcpy(s->root, d->band);
    return solved ? ERROR_OK
                  : error_set(err, ERROR_INPUT, "no spline through the values can be determined");
}

enum error_code measure_spline_create(const double *t, const double *v, size_t n, size_t knots,
                                      struct measure_spline **spline, struct error *err)
{
    struct measure_spline *s = *spline = calloc(1, sizeof *s);
    if (!s)
        return error_memory(err);
    *s = (struct measure_spline){gsl_bspline_alloc(ORDER, knots), gsl_vector_alloc(ORDER),
                                 gsl_vector_calloc(knots + ORDER - 2),
                                 gsl_matrix_calloc(knots + ORDER - 2, ORDER)};
    enum error_code code = s->basis && s->part && s->coefficients && s->root ? ERROR_OK
                                                                             : error_memory(err);
    if (!code) {
        struct design design;
        gsl_bspline_knots_uniform(t[0], t[n - 1], s->basis);
        code = design_make(s, t, v, n, &design, err);
        if (!code)
            code = settle(s, &design, err);
        design_free(&design);
    }
    if (code) {
        measure_spline_free(s);
        *spline = NULL;
    }
    return code;
}
