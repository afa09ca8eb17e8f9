/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/hold.h"

#include "sim/contact_solve.h"
#include "sim/equations.h"

/* add w_t to w_h until it is conjugate to w_t */
static void move_along_t(size_t n, const real *w_t, const struct SIM_NAME(sim_contact) * c,
                         real share, real *w_h, struct SIM_NAME(sim_hold) * out)
{
    out->hold += share;
    for (size_t i = 0; i < n; i++) {
        w_h[i] += share * w_t[i];
        out->along[i] += share * c->along_t[i];
    }
}

void SIM_NAME(sim_hold_at)(const struct SIM_NAME(sim_inputs) * in, const real *x,
                           const struct SIM_NAME(sim_contact) * c, struct SIM_NAME(sim_hold) * out)
{
    const size_t n = in->n;
    struct SIM_NAME(sim_terms) room;
    const struct SIM_NAME(sim_terms) *k = SIM_NAME(sim_motion_terms)(in, x, &room);
    real mass[SIM_MAX_COORDINATES][SIM_MAX_COORDINATES];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            mass[i][j] = k->mass[i][j];
    /* a tip that cannot move along the surface: nothing is to be held */
    const bool moves = re(c->q_tt) > 0;
    real w_h[SIM_MAX_COORDINATES];
    out->hold = moves ? -c->q_tn / c->q_tt : 0;
    for (size_t i = 0; i < n; i++)
        w_h[i] = k->w_n[i] + out->hold * k->w_t[i];
    factor(n, mass);
    solve(n, mass, w_h, out->along);
    if (in->model->line_contact) {
        real along_l[SIM_MAX_COORDINATES];
        solve(n, mass, k->w_l, along_l);
        close_line(n, k->w_l, along_l, out->along);
    }
    /* where w_h is short, the rounding of the long w_n leaves it not quite conjugate: once more */
    if (moves)
        move_along_t(n, k->w_t, c, -dot(n, k->w_t, out->along) / c->q_tt, w_h, out);
    out->q_hold = dot(n, w_h, out->along);
}
