/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/curve.h"

#include <math.h>
#include <string.h>

enum { MAX = ORBIT_MAX_UNKNOWNS, MAX_ITERATIONS = 20, MAX_HALVINGS = 6 };

/* converged; and what is still good where rounding allows no better */
static const double small_residual = 1e-11, fair_residual = 1e-8;

static double largest(size_t n, const double *values)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fabs(values[i]) > most || isnan(values[i]) ? fabs(values[i]) : most;
    return most;
}

/* the jacobian with the row under it */
static void border(size_t n, const double *jacobian, const double *row, double *matrix)
{
    memcpy(matrix, jacobian, n * (n + 1) * sizeof *matrix);
    memcpy(matrix + n * (n + 1), row, (n + 1) * sizeof *matrix);
}

/* one Newton step, shortened until the residual falls; ERROR_OK with
 * *moved = false where it does not */
static enum error_code improve(const struct orbit_curve *curve, const double *row,
                               struct orbit_curve_point *point, double *residual, bool *moved,
                               struct error *err)
{
    const size_t n = curve->n;
    double matrix[MAX * MAX], right[MAX] = {0}, step[MAX], jacobian[MAX * MAX], tried[MAX];
    border(n, point->jacobian, row, matrix);
    for (size_t i = 0; i < n; i++)
        right[i] = -residual[i];
    *moved = false;
    if (!orbit_matrix_solve(n + 1, matrix, right, step))
        return error_set(err, ERROR_NUMERIC, "the derivatives of the return map are not finite");
    double share = 1;
    for (int i = 0; i < MAX_HALVINGS && !*moved; i++, share *= 0.5) {
        double y[MAX];
        for (size_t j = 0; j <= n; j++)
            y[j] = point->y[j] + share * step[j];
        struct error unused;
        if (curve->evaluate(curve->context, y, tried, jacobian, &unused))
            continue;
        const double most = largest(n, tried);
        if (!(most < point->residual))
            continue;
        memcpy(point->y, y, sizeof y);
        memcpy(point->jacobian, jacobian, n * (n + 1) * sizeof *jacobian);
        memcpy(residual, tried, n * sizeof *residual);
        point->residual = most;
        *moved = true;
    }
    return ERROR_OK;
}

enum error_code orbit_curve_correct(const struct orbit_curve *curve, const double *row,
                                    struct orbit_curve_point *point, struct error *err)
{
    double residual[MAX];
    bool moved = true;
    enum error_code code = curve->evaluate(curve->context, point->y, residual, point->jacobian,
                                           err);
    if (code)
        return code;
    point->residual = largest(curve->n, residual);
    for (point->iterations = 0; point->iterations < MAX_ITERATIONS && moved; point->iterations++) {
        if (point->residual < small_residual)
            return ERROR_OK;
        code = improve(curve, row, point, residual, &moved, err);
        if (code)
            return code;
    }
    if (!(point->residual < fair_residual))
        return error_set(err, ERROR_NUMERIC,
                         "Newton's method does not converge: after %d iterations the motion "
                         "still misses its start by %.3g of its size",
                         point->iterations, point->residual);
    /* shorter steps were tried since: let the context see this point last */
    return curve->evaluate(curve->context, point->y, residual, point->jacobian, err);
}

bool orbit_curve_tangent(const struct orbit_curve *curve, const struct orbit_curve_point *point,
                         const double *along, double *tangent)
{
    const size_t n = curve->n + 1;
    double along_it = 0;
    if (!orbit_matrix_orthogonal(n, point->jacobian, tangent))
        return false;
    for (size_t i = 0; i < n; i++)
        along_it += tangent[i] * along[i];
    for (size_t i = 0; i < n; i++)
        tangent[i] *= along_it < 0 ? -1 : 1;
    return true;
}
