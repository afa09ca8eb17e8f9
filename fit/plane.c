/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/held.h"

static const double reach = 3; /* standard uncertainties to either side */
enum { SIDE = FIT_PLANE_SIDE, MIDDLE = SIDE / 2 };

struct work {
    const struct fit_problem *problem;
    const struct fit_plane_wish *wish;
    const struct fit_control *control;
    struct fit_plane *plane;
};

/* where the grid does not leave the bounds */
static void make_grid(struct work *w)
{
    for (int k = 0; k < 2; k++) {
        const size_t i = w->wish->parameters[k];
        const struct fit_parameter *parameter = &w->problem->parameters[i];
        const double width = parameter->high - parameter->low, u = w->wish->uncertainty[i];
        const double step = (isfinite(u) ? fmin(reach * u, 0.5 * width) : 0.5 * width) / MIDDLE;
        for (int g = 0; g < SIDE; g++)
            w->plane->values[k][g] = fmin(fmax(w->wish->p[i] + step * (g - MIDDLE), parameter->low),
                                          parameter->high);
    }
}

/* The costs of a row, from its middle outwards to both sides: each search begins where the one
 * before it, nearer to the minimum, has ended. */
static enum error_code follow_row(const struct work *w, struct fit_held *held,
                                  const struct fit_rows *rows, int row, struct error *err)
{
    const size_t n = held->problem.n;
    double *p = malloc((2 * n + 1) * sizeof *p), *middle = p ? p + n : NULL;
    enum error_code code = p ? ERROR_OK : error_memory(err);
    for (int side = -1; !code && side <= 1; side += 2)
        for (int g = side < 0 ? MIDDLE : MIDDLE + 1; !code && g >= 0 && g < SIDE; g += side) {
            const double values[2] = {w->plane->values[0][row], w->plane->values[1][g]};
            double cost = NAN;
            if (g == MIDDLE || (side > 0 && g == MIDDLE + 1))
                memcpy(p, g == MIDDLE ? held->p : middle, n * sizeof *p);
            code = fit_held_cost(held, rows, w->control, values, p, &cost, err);
            if (g == MIDDLE)
                memcpy(middle, p, n * sizeof *p);
            w->plane->rise[row][g] = code ? NAN : 2 * cost / w->wish->variance;
            if (code == ERROR_NUMERIC)
                code = ERROR_OK;
        }
    free(p);
    return code;
}

static enum error_code make_row(const struct work *w, int row, struct error *err)
{
    struct fit_held held;
    struct fit_rows *rows = NULL;
    enum error_code code = fit_held_make(w->problem, w->wish->p, w->wish->parameters, 2, &held,
                                         err);
    if (!code)
        code = fit_rows_create(&held.problem, w->wish->stage, &w->control->loss, held.p, &rows,
                               err);
    if (!code)
        code = follow_row(w, &held, rows, row, err);
    fit_rows_free(rows);
    fit_held_free(&held);
    return code;
}

enum error_code fit_plane_make(const struct fit_problem *problem, const struct fit_plane_wish *wish,
                               const struct fit_control *control, struct fit_plane *plane,
                               struct error *err)
{
    struct work w = {problem, wish, control, plane};
    struct error failures[SIDE] = {{0}};
    *plane = (struct fit_plane){.parameters = {wish->parameters[0], wish->parameters[1]}};
    make_grid(&w);
#pragma omp parallel for schedule(dynamic, 1)
    for (int row = 0; row < SIDE; row++)
        failures[row].code = make_row(&w, row, &failures[row]);
    for (int row = 0; row < SIDE; row++)
        if (failures[row].code) {
            *err = failures[row];
            return failures[row].code;
        }
    const double least = plane->rise[MIDDLE][MIDDLE];
    for (int row = 0; row < SIDE; row++)
        for (int g = 0; g < SIDE; g++)
            plane->rise[row][g] -= least;
    return ERROR_OK;
}
