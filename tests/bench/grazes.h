/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shallow impacts: an oscillator whose swings grow by 0.2 % each comes nearer and nearer
 * to a wall, passes 1e-3 of its amplitude before it in one swing, and dips 1e-3
 * beyond it in the next. All in closed form:
 *     y = A exp(zeta t) cos(omega t + phase),   the wall at y = -1 */
#ifndef TESTS_BENCH_GRAZES_H
#define TESTS_BENCH_GRAZES_H

#include <math.h>

enum { GRAZES = 100 }; /* phases of the start, so that steps fall anywhere in the swing */

#define GRAZE_PI 3.14159265358979323846
#define GRAZE_ZETA (2e-3 / (2 * GRAZE_PI))

struct graze {
    double y, rate; /* at the start */
    double t;       /* when it is deepest in the wall, in the seventh swing */
};

static inline struct graze graze_at(int i)
{
    const double zeta = GRAZE_ZETA, omega = sqrt(1 - zeta * zeta);
    const double phase = 2 * GRAZE_PI * i / GRAZES, lag = atan2(zeta, omega);
    const double t = (13 * GRAZE_PI + lag - phase) / omega;
    const double a = 1.001 / (exp(zeta * t) * cos(lag));
    return (struct graze){
        .y = a * cos(phase), .rate = a * (zeta * cos(phase) - omega * sin(phase)), .t = t};
}

#endif
