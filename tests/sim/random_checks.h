/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold of every simulation, whatever the mechanism: put together from
 * the laws (docs/physics.md), not from the simulator. */
#ifndef TESTS_SIM_RANDOM_CHECKS_H
#define TESTS_SIM_RANDOM_CHECKS_H

#include <stdbool.h>

#include "tests/sim/random_mechanism.h"

struct random_verdict {
    char why[1024]; /* what does not hold; empty: all does */
    long samples, events, impacts, steps, stretched;
    long balanced;            /* phases whose energy was balanced against the work of all forces */
    double largest_rise;      /* of the energy, as a share of the energies that there are */
    double deepest;           /* penetration (m) */
    double largest_error;     /* of the energy's balance over a phase, as such a share */
    enum sim_event_kind last; /* the event before the end */
};

/* simulate and look at every sample and event; balance: follow every phase again and
 * compare its energy with the work done; verbose: print the events */
void random_checks_run(const struct sim_problem *problem, bool balance, bool verbose,
                       struct random_verdict *verdict);

#endif
