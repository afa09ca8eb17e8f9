/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/normal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_randist.h>

struct measure_normal {
    size_t n;
    gsl_matrix *vectors; /* of the correlation, in columns */
    gsl_vector *roots;   /* of its eigenvalues */
    double *spread;      /* standard deviations */
};

static void take_correlation(const double *covariance, struct measure_normal *normal,
                             gsl_matrix *correlation)
{
    const size_t n = normal->n;
    for (size_t i = 0; i < n; i++) {
        const double variance = covariance[i * n + i];
        normal->spread[i] = variance > 0 && isfinite(variance) ? sqrt(variance) : 0;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const double both = normal->spread[i] * normal->spread[j];
            gsl_matrix_set(correlation, i, j, both > 0 ? covariance[i * n + j] / both : 0);
        }
}

enum error_code measure_normal_open(const double *covariance, size_t n,
                                    struct measure_normal **normal, struct error *err)
{
    struct measure_normal *new = *normal = calloc(1, sizeof *new);
    gsl_matrix *correlation = gsl_matrix_alloc(n, n);
    gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc(n);
    if (new)
        *new = (struct measure_normal){n, gsl_matrix_alloc(n, n), gsl_vector_alloc(n),
                                       calloc(n, sizeof(double))};
    const bool room = new &&correlation &&work &&new->vectors &&new->roots &&new->spread;
    if (room) {
        take_correlation(covariance, new, correlation);
        gsl_eigen_symmv(correlation, new->roots, new->vectors, work);
        for (size_t i = 0; i < n; i++)
            gsl_vector_set(new->roots, i, sqrt(fmax(gsl_vector_get(new->roots, i), 0)));
    }
    gsl_matrix_free(correlation);
    if (work)
        gsl_eigen_symmv_free(work);
    if (room)
        return ERROR_OK;
    measure_normal_close(new);
    *normal = NULL;
    return error_memory(err);
}

void measure_normal_close(struct measure_normal *normal)
{
    if (!normal)
        return;
    gsl_matrix_free(normal->vectors);
    gsl_vector_free(normal->roots);
    free(normal->spread);
    free(normal);
}

void measure_normal_draw(const struct measure_normal *normal, gsl_rng *rng, double *out)
{
    for (size_t i = 0; i < normal->n; i++)
        out[i] = 0;
    for (size_t k = 0; k < normal->n; k++) {
        const double amount = gsl_ran_gaussian(rng, gsl_vector_get(normal->roots, k));
        for (size_t i = 0; i < normal->n; i++)
            out[i] += amount * gsl_matrix_get(normal->vectors, i, k);
    }
    for (size_t i = 0; i < normal->n; i++)
        out[i] *= normal->spread[i];
}
