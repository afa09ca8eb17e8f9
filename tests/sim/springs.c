/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/springs.h"

#include <math.h>
#include <stdbool.h>

/* Velocity Verlet in the way of the point; the tangential spring is stretched from a foot that is
 * dragged along when it would pull more than friction holds. The normal spring gives back along
 * 1 / e^2, from where its force ends. */
void springs_strike(struct springs *s, double step)
{
    const double k_t = 1 / s->compliance, e2 = s->restitution * s->restitution;
    double along = 0, into = 0, foot = 0, deepest = 0;
    double f_t = 0, f_n = 0;
    bool gives_back = false;
    s->impulse_t = s->impulse_n = 0;
    do {
        const double a_t = s->q_tt * f_t + s->q_tn * f_n, a_n = s->q_tn * f_t + s->q_nn * f_n;
        const double was_t = f_t, was_n = f_n;
        along += step * (s->slip + 0.5 * step * a_t);
        into -= step * (s->normal + 0.5 * step * a_n);
        if (!gives_back && s->normal + step * a_n > 0) {
            gives_back = true;
            deepest = into;
        }
        f_n = fmax(0, gives_back ? (into - (1 - e2) * deepest) / e2 : into);
        f_t = -k_t * (along - foot);
        if (fabs(f_t) > s->friction * f_n) {
            f_t = copysign(s->friction * f_n, f_t);
            foot = along + f_t / k_t;
        }
        s->slip += 0.5 * step * (a_t + s->q_tt * f_t + s->q_tn * f_n);
        s->normal += 0.5 * step * (a_n + s->q_tn * f_t + s->q_nn * f_n);
        s->impulse_t += 0.5 * step * (was_t + f_t);
        s->impulse_n += 0.5 * step * (was_n + f_n);
    } while (!gives_back || f_n > 0);
}
