/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/leverage.h"

#include <math.h>
#include <stdlib.h>

#include "fit/covariance.h"

/* a run that takes less than this share off a variance says nothing of the parameter */
static const double least_share = 1e-6;

/* the rows before and after those of a run; run: n_runs for all rows */
static void stretches_without(const struct fit_rows *rows, size_t run, struct fit_stretch out[2])
{
    const bool all = run == rows->problem->n_runs;
    const struct fit_part *part = all ? NULL : &rows->parts[run];
    const size_t from = all ? rows->n : part->row;
    const size_t to = all ? rows->n : part->rail_row + part->n_rail;
    out[0] = (struct fit_stretch){0, from, 0};
    out[1] = (struct fit_stretch){to, rows->n - to, 0};
}

/* J^T r over both stretches */
static void add_gradient(const struct fit_jacobian *jacobian, double *gradient)
{
    for (size_t s = 0; s < jacobian->n_stretches; s++) {
        const struct fit_stretch *stretch = &jacobian->stretches[s];
        for (size_t row = stretch->row; row < stretch->row + stretch->n; row++)
            for (size_t i = 0; i < jacobian->n; i++)
                gradient[i] += jacobian->j[row * jacobian->n + i] * jacobian->r[row];
    }
}

/* shift: NULL where only the uncertainty is wanted */
static enum error_code look_without(const struct fit_rows *rows, size_t run, const double *r,
                                    const double *j, double *shift, double *uncertainty,
                                    struct error *err)
{
    const size_t n = rows->problem->n;
    const enum fit_scaling scaling[1] = {FIT_SCALE_NONE};
    struct fit_stretch stretches[2];
    stretches_without(rows, run, stretches);
    const struct fit_jacobian jacobian = {.r = r,
                                          .j = j,
                                          .rows = rows->n,
                                          .n = n,
                                          .stretches = stretches,
                                          .n_stretches = 2,
                                          .scaling = scaling,
                                          .n_groups = 1};
    struct fit_covariance covariance;
    double *gradient = calloc(n, sizeof *gradient);
    enum error_code code = gradient ? fit_covariance_make(&jacobian, &covariance, err)
                                    : error_memory(err);
    if (code) {
        free(gradient);
        return code;
    }
    add_gradient(&jacobian, gradient);
    for (size_t i = 0; i < n; i++) {
        uncertainty[i] = covariance.uncertainty[i];
        double step = 0;
        for (size_t k = 0; k < n; k++)
            step -= covariance.inverse[i * n + k] * gradient[k];
        if (shift)
            shift[i] = covariance.determined[i] ? step : NAN;
    }
    fit_covariance_free(&covariance);
    free(gradient);
    return ERROR_OK;
}

enum error_code fit_leverage_make(const struct fit_rows *rows, const double *r,
                                  const double *jacobian, struct fit_leverage *leverage,
                                  struct error *err)
{
    const size_t n_runs = rows->problem->n_runs, n = rows->problem->n;
    *leverage = (struct fit_leverage){.n = n};
    if (n_runs < 2 || n == 0)
        return ERROR_OK;
    leverage->n_runs = n_runs;
    leverage->shift = calloc(n_runs * n, sizeof *leverage->shift);
    leverage->uncertainty = calloc(n_runs * n, sizeof *leverage->uncertainty);
    leverage->whole = calloc(n, sizeof *leverage->whole);
    enum error_code code = leverage->shift && leverage->uncertainty && leverage->whole
                               ? look_without(rows, n_runs, r, jacobian, NULL, leverage->whole, err)
                               : error_memory(err);
    for (size_t run = 0; !code && run < n_runs; run++)
        code = look_without(rows, run, r, jacobian, leverage->shift + run * n,
                            leverage->uncertainty + run * n, err);
    if (code)
        fit_leverage_free(leverage);
    return code;
}

void fit_leverage_free(struct fit_leverage *leverage)
{
    free(leverage->shift);
    free(leverage->uncertainty);
    free(leverage->whole);
    *leverage = (struct fit_leverage){0};
}

double fit_leverage_apart(const struct fit_leverage *leverage, size_t run, size_t parameter)
{
    const size_t at = run * leverage->n + parameter;
    const double without = leverage->uncertainty[at], with = leverage->whole[parameter];
    const double adds = without * without - with * with;
    if (!isfinite(leverage->shift[at]) || !(adds > least_share * without * without))
        return 0;
    return leverage->shift[at] / sqrt(adds);
}
