/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Q of an impact by its three entries. */
#ifndef TESTS_SIM_DELASSUS_H
#define TESTS_SIM_DELASSUS_H

#include "sim/impact.h"

struct delassus {
    double tt, tn, nn;
};

static inline void delassus_set(struct sim_impact *im, struct delassus q)
{
    im->q_tt = q.tt;
    im->hold = -q.tn / q.tt;
    im->q_hold = q.nn - q.tn * q.tn / q.tt;
}

static inline struct delassus delassus_of(const struct sim_impact *im)
{
    const double tn = -im->hold * im->q_tt;
    return (struct delassus){im->q_tt, tn, im->q_hold - im->hold * tn};
}

#endif
