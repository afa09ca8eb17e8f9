/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/residual.h"

#include <math.h>

/* |sum| over the sum of the sizes; 0/0 is 0 */
struct balance {
    double sum, size;
};

static double larger(double a, double b) { return b > a ? b : a; }

static void add(struct balance *balance, double term)
{
    balance->sum += term;
    balance->size += fabs(term);
}

static double ratio(const struct balance *balance)
{
    return balance->size > 0 ? fabs(balance->sum) / balance->size : 0;
}

/* the worst row of M v' - h - w F; all rows are measured by the largest. Inlined, so that two
 * coordinates, the commonest, are unrolled */
static inline __attribute__((always_inline)) double motion_residual(const struct sim_inputs *in,
                                                                    size_t n,
                                                                    const struct sim_terms *k,
                                                                    const struct sim_motion *m)
{
    double worst = 0, largest = 0;
    for (size_t i = 0; i < n; i++) {
        struct balance row = {0, 0};
        for (size_t j = 0; j < n; j++)
            add(&row, k->mass[i][j] * m->acceleration[j]);
        add(&row, -k->h[i]);
        add(&row, -k->w_t[i] * m->force_t);
        add(&row, -k->w_n[i] * m->force_n);
        if (in->model->line_contact)
            add(&row, -k->w_l[i] * m->force_l);
        worst = larger(worst, fabs(row.sum));
        largest = larger(largest, row.size);
    }
    return largest > 0 ? worst / largest : 0;
}

static double normal_residual(const struct sim_inputs *in, const struct sim_terms *k,
                              const struct sim_motion *m)
{
    /* at rest the accelerations vanish, but the terms that they are the balance of do not */
    struct balance lift = {0, fabs(m->contact.b_n) + fabs(m->contact.q_nn * m->force_n)};
    add(&lift, k->s_n);
    for (size_t i = 0; i < in->n; i++)
        add(&lift, k->w_n[i] * m->acceleration[i]);
    double penetrating = m->force_n < 0 ? 1 : 0;
    return in->law == RIG_LAW_RIGID ? larger(ratio(&lift), penetrating) : penetrating;
}

static double friction_residual(const struct sim_inputs *in, enum sim_mode mode, double t,
                                const struct sim_motion *m)
{
    const int slip = sim_mode_slip(mode);
    struct balance friction = {0, 0};
    if (slip) {
        add(&friction, m->force_t);
        add(&friction, slip * sim_motion_friction(in, mode, m->slip) * m->force_n);
        return ratio(&friction);
    }
    double excess = fabs(m->force_t) - sim_motion_holds(in, t) * m->force_n;
    return excess > 0 ? excess / (fabs(m->force_t) + fabs(m->force_n)) : 0;
}

double sim_residual(const struct sim_inputs *in, enum sim_mode mode, double t, const double *x,
                    const struct sim_motion *motion)
{
    struct sim_terms room;
    const struct sim_terms *k = sim_motion_terms(in, x, &room);
    double worst = in->n == 2 ? motion_residual(in, 2, k, motion)
                              : motion_residual(in, in->n, k, motion);
    if (mode == SIM_FLIGHT)
        return larger(worst, fabs(motion->force_t) + fabs(motion->force_n) > 0 ? 1 : 0);
    worst = larger(worst, normal_residual(in, k, motion));
    return larger(worst, friction_residual(in, mode, t, motion));
}
