/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/rail.h"

#include <stdlib.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>

#include "fit/belt.h"
#include "fit/tall.h"

void fit_rail_free(struct fit_rail *rail)
{
    if (!rail)
        return;
    free(rail->way);
    gsl_matrix_free(rail->columns);
    gsl_matrix_free(rail->square);
    gsl_matrix_free(rail->factor);
    free(rail);
}

struct fit_rail *fit_rail_create(const struct fit_run *run, size_t n_ways, size_t residuals)
{
    struct fit_rail *rail = calloc(1, sizeof *rail);
    if (!rail)
        return NULL;
    *rail = (struct fit_rail){.n = n_ways,
                              .way = calloc(n_ways, sizeof *rail->way),
                              .columns = gsl_matrix_calloc(residuals, n_ways),
                              .square = gsl_matrix_calloc(n_ways, n_ways),
                              .factor = gsl_matrix_calloc(n_ways, n_ways)};
    if (!rail->way || !rail->columns || !rail->square || !rail->factor) {
        fit_rail_free(rail);
        return NULL;
    }
    for (size_t k = 0, j = 0; k < run->rail.n_ways && j < n_ways; k++)
        if (fit_belt_counts(run, k))
            rail->way[j++] = k;
    return rail;
}

enum error_code fit_rail_factor(struct fit_rail *rail, struct error *err)
{
    const struct fit_tall g = {rail->columns->data, rail->columns->size1, rail->n};
    gsl_matrix_set_zero(rail->square);
    const enum error_code code = fit_tall_square(&g, 1, rail->square->data, err);
    if (code)
        return code;
    gsl_matrix_memcpy(rail->factor, rail->square);
    gsl_matrix_add_diagonal(rail->factor, 1);
    if (gsl_linalg_cholesky_decomp1(rail->factor))
        return error_set(err, ERROR_NUMERIC, "what the rail does to a run cannot be told");
    return ERROR_OK;
}

/* x, which is G^T times something, becomes -(G^T G + 1)^-1 x, column by column */
static void solve(const struct fit_rail *rail, gsl_matrix *x)
{
    gsl_blas_dtrsm(CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, -1, rail->factor, x);
    gsl_blas_dtrsm(CblasLeft, CblasLower, CblasTrans, CblasNonUnit, 1, rail->factor, x);
}

enum error_code fit_rail_absorb(const struct fit_rail *rail, const double *stands, double *values,
                                size_t many, struct error *err)
{
    const struct fit_tall g = {rail->columns->data, rail->columns->size1, rail->n},
                          v = {values, rail->columns->size1, many};
    gsl_matrix *z = gsl_matrix_calloc(rail->n, many);
    if (!z)
        return error_memory(err);
    gsl_matrix_view prior = gsl_matrix_view_array(values + g.rows * many, rail->n, many);
    enum error_code code = fit_tall_product(&g, &v, z->data, err);
    for (size_t j = 0; stands && j < rail->n; j++)
        *gsl_matrix_ptr(z, j, 0) += stands[rail->way[j]];
    solve(rail, z);
    if (!code)
        code = fit_tall_combine(&g, z->data, many, values, err);
    gsl_matrix_memcpy(&prior.matrix, z);
    for (size_t j = 0; stands && j < rail->n; j++)
        *gsl_matrix_ptr(&prior.matrix, j, 0) += stands[rail->way[j]];
    gsl_matrix_free(z);
    return code;
}
