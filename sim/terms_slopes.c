/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/terms_slopes.h"

#include "sim/equations.h"
#include "sim/evaluate.h"

static double slope(double complex z) { return cimag(z) * (1 / SIM_STEP); }

static void take_slopes(size_t n, const struct sim_terms_c *k, struct sim_terms *out)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            out->mass[i][j] = slope(k->mass[i][j]);
        out->h[i] = slope(k->h[i]);
        out->w_t[i] = slope(k->w_t[i]);
        out->w_n[i] = slope(k->w_n[i]);
    }
    out->s_t = slope(k->s_t);
    out->s_n = slope(k->s_n);
    out->gap = slope(k->gap);
}

static void by_step(const struct sim_model *model, const double *p, size_t n, const double *x,
                    size_t count, const struct sim_move *moves, struct sim_terms *slopes)
{
    for (size_t k = 0; k < count; k++) {
        const struct sim_move *move = &moves[k];
        double complex moved_p[SIM_MAX_PARAMETERS], moved_x[2 * SIM_MAX_COORDINATES];
        struct sim_terms_c terms;
        for (size_t i = 0; i < model->table.n_parameters; i++)
            moved_p[i] = __builtin_complex(p[i], move->p ? SIM_STEP * move->p[i] : 0);
        for (size_t i = 0; i < 2 * n; i++)
            moved_x[i] = __builtin_complex(x[i], move->x ? SIM_STEP * move->x[i] : 0);
        model->terms_c(moved_p, n, moved_x, moved_x + n, &terms);
        take_slopes(n, &terms, &slopes[k]);
    }
}

/* as many directions at once as the code has lanes; lanes without one compute for nobody */
static void by_code(const struct sim_code *code, const double *p, size_t n, const double *x,
                    size_t count, const struct sim_move *moves, struct sim_terms *slopes)
{
    static const double none[SIM_MAX_PARAMETERS + 2 * SIM_MAX_COORDINATES];
    struct sim_terms nobody;
    for (size_t first = 0; first < count; first += SIM_CODE_LANES) {
        const double *dp[SIM_CODE_LANES], *dx[SIM_CODE_LANES];
        double *out[SIM_CODE_LANES];
        bool parameters = false;
        for (size_t k = 0; k < SIM_CODE_LANES; k++) {
            const bool there = first + k < count;
            const struct sim_move *move = there ? &moves[first + k] : &moves[first];
            parameters |= there && move->p;
            dp[k] = there && move->p ? move->p : none;
            dx[k] = there && move->x ? move->x : none;
            // cppcheck-suppress uninitvar ; it is written to, never read
            out[k] = (double *)(there ? &slopes[first + k] : &nobody);
        }
        code->slopes(p, x, x + n, parameters ? dp : NULL, dx, out);
    }
}

void sim_terms_slopes(const struct sim_model *model, const double *p, size_t n, const double *x,
                      size_t count, const struct sim_move *moves, struct sim_terms *slopes)
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
