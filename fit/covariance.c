/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/covariance.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>

#include "fit/tall.h"

/* directions in which the squared length of the Jacobian is below this share of
 * the largest are not determined */
static const double least_share = 1e-12;
/* part that a parameter has in such a direction to count as not determined */
static const double involved = 0.1;
enum { LONGEST_LAG = 2000 };

/* ---- variance and colour of the residuals */

static double correlation_at(const double *r, const struct fit_stretch *stretches, size_t n,
                             int group, size_t lag, double *pairs)
{
    double product = 0, square = 0;
    size_t count = 0, samples = 0;
    for (size_t s = 0; s < n; s++) {
        if (stretches[s].group != group)
            continue;
        const double *v = r + stretches[s].row;
        for (size_t i = 0; i < stretches[s].n; i++)
            square += v[i] * v[i];
        samples += stretches[s].n;
        for (size_t i = 0; i + lag < stretches[s].n; i++, count++)
            product += v[i] * v[i + lag];
    }
    *pairs = (double)count;
    return count && square > 0 ? product / (double)count / (square / (double)samples) : 0;
}

/* 1 + 2 (sum of the autocorrelations of r over the stretches of a group), cut
 * where they are lost in noise; 1 at the least */
static double colour_of(const double *r, const struct fit_stretch *stretches, size_t n, int group)
{
    double colour = 1, pairs;
    for (size_t lag = 1; lag < LONGEST_LAG; lag++) {
        const double here = correlation_at(r, stretches, n, group, lag, &pairs);
        if (pairs < 10 || here < 2 / sqrt(pairs))
            break;
        colour += 2 * here;
    }
    return colour;
}

double fit_covariance_colour(const double *r, size_t n)
{
    return colour_of(r, &(struct fit_stretch){0, n, 0}, 1, 0);
}

double fit_covariance_variance(const double *r, size_t n)
{
    double square = 0;
    for (size_t i = 0; i < n; i++)
        square += r[i] * r[i];
    return n ? square / (double)n : 1;
}

static double variance_of(const struct fit_jacobian *jacobian, int group)
{
    double square = 0;
    size_t n = 0;
    for (size_t s = 0; s < jacobian->n_stretches; s++)
        if (jacobian->stretches[s].group == group) {
            const struct fit_stretch *stretch = &jacobian->stretches[s];
            for (size_t i = 0; i < stretch->n; i++)
                square += pow(jacobian->r[stretch->row + i], 2);
            n += stretch->n;
        }
    /* the parameters took their share of the freedom of all rows */
    const double left = 1 - (double)jacobian->n / (double)jacobian->rows;
    return n && left > 0 ? square / ((double)n * left) : 1;
}

static void judge_groups(const struct fit_jacobian *jacobian, struct fit_covariance *c)
{
    for (size_t g = 0; g < jacobian->n_groups; g++) {
        c->variance[g] = c->colour[g] = 1;
        if (jacobian->scaling[g] == FIT_SCALE_NONE)
            continue;
        c->variance[g] = variance_of(jacobian, (int)g);
        if (jacobian->scaling[g] == FIT_SCALE_UP)
            c->variance[g] = fmax(c->variance[g], 1);
        else
            c->colour[g] = colour_of(jacobian->r, jacobian->stretches, jacobian->n_stretches,
                                     (int)g);
    }
}

/* ---- the matrix */

/* sum over the rows of factor(group) * outer product, columns divided by length */
static enum error_code add_products(const struct fit_jacobian *jacobian, const double *factor,
                                    const double *length, gsl_matrix *out, struct error *err)
{
    const size_t n = jacobian->n;
    enum error_code code = ERROR_OK;
    gsl_matrix_set_zero(out);
    for (size_t s = 0; !code && s < jacobian->n_stretches; s++) {
        const struct fit_stretch *stretch = &jacobian->stretches[s];
        const double f = factor ? factor[stretch->group] : 1;
        const struct fit_tall part = {jacobian->j + stretch->row * n, stretch->n, n};
        code = fit_tall_square(&part, f, out->data, err);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            *gsl_matrix_ptr(out, i, j) /= length[i] * length[j];
    return code;
}

static void column_lengths(const struct fit_jacobian *jacobian, double *length)
{
    for (size_t j = 0; j < jacobian->n; j++) {
        double sum = 0;
        for (size_t i = 0; i < jacobian->rows; i++)
            sum += pow(jacobian->j[i * jacobian->n + j], 2);
        length[j] = sum > 0 ? sqrt(sum) : 1;
    }
}

struct work {
    gsl_matrix *normal, *vectors, *inverse, *meat, *half;
    gsl_vector *values;
    gsl_eigen_symmv_workspace *eigen;
    double *length, *factor;
};

/* (J^T J)^-1 without the directions that are not determined */
static void invert(struct work *w, struct fit_covariance *c)
{
    const size_t n = c->n;
    gsl_eigen_symmv(w->normal, w->values, w->vectors, w->eigen);
    const double largest = gsl_vector_max(w->values);
    double least = largest;
    gsl_matrix_set_zero(w->inverse);
    for (size_t k = 0; k < n; k++) {
        const double value = gsl_vector_get(w->values, k);
        gsl_vector_const_view v = gsl_matrix_const_column(w->vectors, k);
        least = fmin(least, fmax(value, 0));
        if (value > least_share * largest) {
            gsl_blas_dsyr(CblasUpper, 1 / value, &v.vector, w->inverse);
            continue;
        }
        for (size_t i = 0; i < n; i++)
            if (fabs(gsl_vector_get(&v.vector, i)) > involved)
                c->determined[i] = false;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            gsl_matrix_set(w->inverse, i, j, gsl_matrix_get(w->inverse, j, i));
    c->condition = least > 0 ? sqrt(largest / least) : INFINITY;
}

static enum error_code compute(const struct fit_jacobian *jacobian, struct work *w,
                               struct fit_covariance *c, struct error *err)
{
    const size_t n = c->n;
    column_lengths(jacobian, w->length);
    enum error_code code = add_products(jacobian, NULL, w->length, w->normal, err);
    for (size_t i = 0; i < n; i++)
        c->determined[i] = gsl_matrix_get(w->normal, i, i) > 0;
    invert(w, c);
    judge_groups(jacobian, c);
    for (size_t g = 0; g < jacobian->n_groups; g++)
        w->factor[g] = fmax(1, c->variance[g] * c->colour[g]); /* noise is no less than at rest */
    if (!code)
        code = add_products(jacobian, w->factor, w->length, w->meat, err);
    /* (J^T J)^-1 (J^T V J) (J^T J)^-1, V being what the residuals really are */
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, w->inverse, w->meat, 0, w->half);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, w->half, w->inverse, 0, w->meat);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            const double lengths = w->length[i] * w->length[j];
            c->matrix[i * n + j] = gsl_matrix_get(w->meat, i, j) / lengths;
            c->inverse[i * n + j] = gsl_matrix_get(w->inverse, i, j) / lengths;
        }
        c->uncertainty[i] = c->determined[i] ? sqrt(c->matrix[i * n + i]) : INFINITY;
    }
    return code;
}

static void work_free(struct work *w)
{
    gsl_matrix_free(w->normal);
    gsl_matrix_free(w->vectors);
    gsl_matrix_free(w->inverse);
    gsl_matrix_free(w->meat);
    gsl_matrix_free(w->half);
    gsl_vector_free(w->values);
    if (w->eigen)
        gsl_eigen_symmv_free(w->eigen);
    free(w->length);
    free(w->factor);
}

enum error_code fit_covariance_make(const struct fit_jacobian *jacobian,
                                    struct fit_covariance *covariance, struct error *err)
{
    const size_t n = jacobian->n, groups = jacobian->n_groups + 1;
    *covariance = (struct fit_covariance){.n = n,
                                          .matrix = calloc(n * n, sizeof(double)),
                                          .inverse = calloc(n * n, sizeof(double)),
                                          .uncertainty = calloc(n, sizeof(double)),
                                          .determined = calloc(n, sizeof(bool)),
                                          .variance = calloc(groups, sizeof(double)),
                                          .colour = calloc(groups, sizeof(double))};
    struct work w = {
        gsl_matrix_alloc(n, n),   gsl_matrix_alloc(n, n),    gsl_matrix_alloc(n, n),
        gsl_matrix_alloc(n, n),   gsl_matrix_alloc(n, n),    gsl_vector_alloc(n),
        gsl_eigen_symmv_alloc(n), calloc(n, sizeof(double)), calloc(groups, sizeof(double))};
    const bool room = covariance->matrix && covariance->inverse && covariance->uncertainty &&
                      covariance->determined && covariance->variance && covariance->colour &&
                      w.normal && w.vectors && w.inverse && w.meat && w.half && w.values &&
                      w.eigen && w.length && w.factor;
    const enum error_code code = room ? compute(jacobian, &w, covariance, err) : error_memory(err);
    work_free(&w);
    if (code)
        fit_covariance_free(covariance);
    return code;
}

void fit_covariance_free(struct fit_covariance *covariance)
{
    free(covariance->matrix);
    free(covariance->inverse);
    free(covariance->uncertainty);
    free(covariance->determined);
    free(covariance->variance);
    free(covariance->colour);
    *covariance = (struct fit_covariance){0};
}

double fit_covariance_correlation(const struct fit_covariance *covariance, size_t i, size_t j)
{
    const double *m = covariance->matrix;
    const size_t n = covariance->n;
    const double both = sqrt(m[i * n + i] * m[j * n + j]);
    return both > 0 ? m[i * n + j] / both : 0;
}
