/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/rail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/belt.h"

struct work {
    struct fit_rows rows; /* the same over another belt */
    struct fit_problem problem;
    double *r[2], *change, *moved; /* rows, rows, n, n */
};

/* half the difference of a run's residuals between the two ways, into r[0] */
static enum error_code differ(struct work *w, size_t run, int mode, const double *p,
                              struct error *err)
{
    enum error_code code = ERROR_OK;
    for (int side = 0; !code && side < 2; side++) {
        struct fit_run *moved = &w->problem.runs[run];
        const struct fit_run as_it_was = *moved;
        const double amount = (side ? -1 : 1) * fit_belt_uncertainty(moved, mode);
        code = fit_belt_move(&as_it_was, mode, &amount, 1, &moved->belt, err);
        moved->base.inputs.belt = moved->belt;
        if (!code)
            code = fit_rows_evaluate_run(&w->rows, run, p, w->r[side], NULL, err);
        sim_belt_free(moved->belt);
        *moved = as_it_was;
    }
    const size_t first = w->rows.parts[run].row, end = fit_rows_end(&w->rows, run);
    for (size_t i = first; i < end; i++)
        w->r[0][i] = 0.5 * (w->r[0][i] - w->r[1][i]);
    return code;
}

/* what a change of the residuals makes of the parameters: C J^T r */
static void carry(struct work *w, size_t run, const double *jacobian, struct fit_covariance *c,
                  double *added)
{
    const size_t n = c->n, end = fit_rows_end(&w->rows, run);
    memset(w->change, 0, n * sizeof *w->change);
    for (size_t i = w->rows.parts[run].row; i < end; i++)
        for (size_t j = 0; j < n; j++)
            w->change[j] += jacobian[i * n + j] * w->r[0][i];
    for (size_t i = 0; i < n; i++) {
        w->moved[i] = 0;
        for (size_t j = 0; j < n; j++)
            w->moved[i] += c->inverse[i * n + j] * w->change[j];
        added[i] += w->moved[i] * w->moved[i];
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            c->matrix[i * n + j] += w->moved[i] * w->moved[j];
}

static enum error_code propagate(struct work *w, const double *p, const double *jacobian,
                                 struct fit_covariance *c, double *added, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t run = 0; !code && run < w->problem.n_runs; run++) {
        const int modes = fit_belt_modes(&w->problem.runs[run]);
        for (int mode = FIT_BELT_FITTED; !code && mode < modes; mode++) {
            code = differ(w, run, mode, p, err);
            if (!code)
                carry(w, run, jacobian, c, added);
        }
    }
    for (size_t i = 0; i < c->n; i++)
        if (c->determined[i])
            c->uncertainty[i] = sqrt(c->matrix[i * c->n + i]);
    return code;
}

enum error_code fit_rail_propagate(const struct fit_rows *rows, const double *p,
                                   const double *jacobian, struct fit_covariance *covariance,
                                   double *added, struct error *err)
{
    const struct fit_problem *problem = rows->problem;
    struct work w = {.rows = *rows, .problem = *problem};
    w.problem.runs = malloc(problem->n_runs * sizeof *w.problem.runs);
    double *room = calloc(2 * rows->n + 2 * problem->n, sizeof *room);
    memset(added, 0, problem->n * sizeof *added);
    enum error_code code = w.problem.runs && room ? ERROR_OK : error_memory(err);
    if (!code) {
        memcpy(w.problem.runs, problem->runs, problem->n_runs * sizeof *problem->runs);
        w.rows.problem = &w.problem;
        w.r[0] = room;
        w.r[1] = room + rows->n;
        w.change = room + 2 * rows->n;
        w.moved = w.change + problem->n;
        code = propagate(&w, p, jacobian, covariance, added, err);
    }
    free(w.problem.runs);
    free(room);
    return code;
}
