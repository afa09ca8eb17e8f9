/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/terms_slopes.h"

#include <string.h>

#include "sim/equations.h"
#include "sim/evaluate.h"

static double slope(double complex z) { return cimag(z) * (1 / SIM_STEP); }

static void take_slopes(size_t n, const struct sim_terms_c *k, size_t lane,
                        struct sim_terms_lanes *out)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            out->mass[i][j][lane] = slope(k->mass[i][j]);
        out->h[i][lane] = slope(k->h[i]);
        out->w_t[i][lane] = slope(k->w_t[i]);
        out->w_n[i][lane] = slope(k->w_n[i]);
    }
    out->s_t[lane] = slope(k->s_t);
    out->s_n[lane] = slope(k->s_n);
    out->gap[lane] = slope(k->gap);
}

static void by_step(const struct sim_model *model, const double *p, size_t n, const double *x,
                    size_t count, const struct sim_move *moves, struct sim_terms_lanes *slopes)
{
    memset(slopes, 0, sim_lanes_of(count) * sizeof *slopes);
    for (size_t k = 0; k < count; k++) {
        const struct sim_move *move = &moves[k];
        double complex moved_p[SIM_MAX_PARAMETERS], moved_x[2 * SIM_MAX_COORDINATES];
        struct sim_terms_c terms;
        for (size_t i = 0; i < model->table.n_parameters; i++)
            moved_p[i] = __builtin_complex(p[i], move->p ? SIM_STEP * move->p[i] : 0);
        for (size_t i = 0; i < 2 * n; i++)
            moved_x[i] = __builtin_complex(x[i], move->x ? SIM_STEP * move->x[i] : 0);
        model->terms_c(moved_p, n, moved_x, moved_x + n, &terms);
        take_slopes(n, &terms, k % SIM_LANES, &slopes[k / SIM_LANES]);
    }
}

static void by_code(const struct sim_code *code, const double *p, size_t n, const double *x,
                    size_t count, const struct sim_move *moves, struct sim_terms_lanes *slopes)
{
    static const double none[SIM_MAX_PARAMETERS + 2 * SIM_MAX_COORDINATES];
    for (size_t first = 0; first < count; first += SIM_LANES, slopes++, moves += SIM_LANES) {
        const double *dp[SIM_LANES], *dx[SIM_LANES];
        bool parameters = false;
        for (size_t k = 0; k < SIM_LANES; k++) {
            const bool there = first + k < count;
            parameters |= there && moves[k].p;
            dp[k] = there && moves[k].p ? moves[k].p : none;
            dx[k] = there && moves[k].x ? moves[k].x : none;
        }
        code->slopes(p, x, x + n, parameters ? dp : NULL, dx, (double(*)[SIM_LANES])slopes);
    }
}

void sim_terms_slopes(const struct sim_model *model, const double *p, size_t n, const double *x,
                      size_t count, const struct sim_move *moves, struct sim_terms_lanes *slopes)
{
    double room[SIM_MAX_PARAMETERS];
    p = sim_schedules_inputs(sim_schedules_of(model), p, x, room);
    if (model->code[n])
        by_code(model->code[n], p, n, x, count, moves, slopes);
    else if (model->own)
        sim_own_slopes(model->own, p, n, x, count, moves, slopes);
    else
        by_step(model, p, n, x, count, moves, slopes);
}
