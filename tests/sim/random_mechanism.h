/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism, its start, its contact and its belt, all drawn from one seed: the
 * mechanisms of the registry and the linear one, with values that rigs have and
 * some that none has. */
#ifndef TESTS_SIM_RANDOM_MECHANISM_H
#define TESTS_SIM_RANDOM_MECHANISM_H

#include <stdint.h>

#include "sim/problem.h"

struct random_mechanism {
    uint64_t seed;
    struct sim_problem problem; /* 0.2 s; inputs.p points into it: it must not be moved */
    struct sim_belt *belt;
    struct rig_surface surface; /* likewise */
};

/* seeds from here on give starts near A = B = 0, where there are such */
#define RANDOM_SINGULAR 1000000000000ULL
/* and these have laws of the surface: friction by slip or age, restitution by approach, or impacts
 * that give way along the surface */
#define RANDOM_SURFACE 2000000000000ULL

void random_mechanism_draw(uint64_t seed, struct random_mechanism *drawn);
void random_mechanism_free(struct random_mechanism *drawn);

/* all that was drawn, on standard output */
void random_mechanism_print(const struct random_mechanism *drawn);

#endif
