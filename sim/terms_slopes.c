/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/terms_slopes.h"

#include "sim/equations.h"
#include "sim/own.h"

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

void sim_terms_slopes_by_step(const struct sim_model *model, const double *p, size_t n,
                              const double *x, size_t count, const struct sim_move *moves,
                              struct sim_terms *slopes)
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

void sim_terms_slopes(const struct sim_model *model, const double *p, size_t n, const double *x,
                      size_t count, const struct sim_move *moves, struct sim_terms *slopes)
{
    if (model->own)
        sim_own_slopes(model->own, p, n, x, count, moves, slopes);
    else if (model->terms_slopes)
        model->terms_slopes(p, n, x, x + n, count, moves, slopes);
    else
        sim_terms_slopes_by_step(model, p, n, x, count, moves, slopes);
}
