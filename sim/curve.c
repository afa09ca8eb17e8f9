/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/curve.h"

#include <math.h>

static double secant(const struct rig_curve *c, size_t i)
{
    return (c->value[i + 1] - c->value[i]) / (c->speed[i + 1] - c->speed[i]);
}

/* Steffen's slope at a point (his (8) to (11)). At the ends it is zero: the curve is constant
 * beyond them, and is smooth there too */
static double slope_at(const struct rig_curve *c, size_t i)
{
    if (i == 0 || i + 1 == c->n)
        return 0;
    const double left = secant(c, i - 1), right = secant(c, i);
    const double a = c->speed[i] - c->speed[i - 1], b = c->speed[i + 1] - c->speed[i];
    const double middle = (left * b + right * a) / (a + b);
    if (left * right <= 0)
        return 0;
    return copysign(fmin(fmin(2 * fabs(left), 2 * fabs(right)), fabs(middle)), left);
}

struct sim_curve_piece sim_curve_piece(const struct rig_curve *c, double speed)
{
    const size_t last = c->n - 1;
    size_t i = 0;
    if (!(speed > c->speed[0]))
        return (struct sim_curve_piece){
            .origin = c->speed[0], .from = -INFINITY, .to = c->speed[0], .c = {c->value[0]}};
    if (speed >= c->speed[last])
        return (struct sim_curve_piece){.origin = c->speed[last],
                                        .from = c->speed[last],
                                        .to = INFINITY,
                                        .c = {c->value[last]}};
    while (speed >= c->speed[i + 1])
        i++;
    const double h = c->speed[i + 1] - c->speed[i];
    const double rise = secant(c, i), from = slope_at(c, i), to = slope_at(c, i + 1);
    return (struct sim_curve_piece){
        .origin = c->speed[i],
        .from = c->speed[i],
        .to = c->speed[i + 1],
        .c = {c->value[i], from, (3 * rise - 2 * from - to) / h, (from + to - 2 * rise) / (h * h)}};
}

double sim_curve_at(const struct rig_curve *curve, double speed, double *slope)
{
    const struct sim_curve_piece piece = sim_curve_piece(curve, speed);
    const double *c = piece.c, s = speed - piece.origin;
    *slope = c[1] + s * (2 * c[2] + 3 * c[3] * s);
    return c[0] + s * (c[1] + s * (c[2] + c[3] * s));
}
