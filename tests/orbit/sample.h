/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of a branch that are made up, to see how they are written and drawn. */
#ifndef TESTS_ORBIT_SAMPLE_H
#define TESTS_ORBIT_SAMPLE_H

#include <stdio.h>

#include "orbit/point.h"

/* u1_dot goes from -peak to peak / 2 */
static inline struct orbit_point orbit_sample(double value, double peak,
                                              enum orbit_stability stability)
{
    struct orbit_point point = {.periodic = true,
                                .stability = stability,
                                .n_values = 3,
                                .place = {.value = value, .period = 0.1 + value}};
    point.values[0] = 0.25 - 1.0 / 3 * I;
    point.values[1] = -0.5;
    for (int i = 0; i < 4; i++) {
        point.place.x[i] = 1.0 / (3 + i);
        point.measure.low[i] = -(i + 1.0) / 7;
        point.measure.high[i] = (i + 1.0) / 7;
    }
    point.measure.low[2] = -peak;
    point.measure.high[2] = peak / 2;
    snprintf(point.sequence, sizeof point.sequence, "impact flight");
    return point;
}

#endif
