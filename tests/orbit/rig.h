/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system from one of the rig files of the papers, for the tests of orbits,
 * and the closed forms of Leine 2002 for the simplified oscillator. */
#ifndef TESTS_ORBIT_RIG_H
#define TESTS_ORBIT_RIG_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "orbit/system.h"
#include "sim/registry.h"
#include "tests/test.h"

/* sets: NULL-terminated assignments */
static inline struct rig *orbit_rig(const char *name, const char *const *sets)
{
    char path[1024];
    struct rig *rig;
    struct error err = {0};
    snprintf(path, sizeof path, "%s/data/%s.yaml", getenv("TOP_SRCDIR"), name);
    if (rig_read(path, sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    for (; sets && *sets; sets++)
        if (rig_set(rig, *sets, &err))
            fail_msg("%s", err.message);
    return rig;
}

/* a macro, so that the sets may be a compound literal */
#define ORBIT_SYSTEM(name, parameter, ...) \
    orbit_rig_system(name, parameter, (const char *const[]){__VA_ARGS__, NULL})

static inline struct orbit_system *orbit_rig_system(const char *name, const char *parameter,
                                                    const char *const *sets)
{
    struct rig *rig = orbit_rig(name, sets);
    struct orbit_system *system;
    struct error err = {0};
    if (orbit_system_create(rig, 1e-11, parameter, &system, &err))
        fail_msg("%s", err.message);
    rig_free(rig);
    return system;
}

#define assert_close(a, b, tolerance)                                    \
    do {                                                                 \
        const double close_a = (a), close_b = (b);                       \
        if (!(fabs(close_a - close_b) <= (tolerance)))                   \
            fail_msg("%s is %.12g and not %.12g", #a, close_a, close_b); \
    } while (0)

#define assert_ok(call)                                \
    do {                                               \
        struct error ok_err = {0};                     \
        struct error *err = &ok_err;                   \
        if (call)                                      \
            fail_msg("%s: %s", #call, ok_err.message); \
    } while (0)

/* section 5.5 and (5.6) to (5.18), with damping c1 */
struct leine {
    double m1, m2, k1, k2, c1, c2, v, g, gamma;
};

static inline struct leine leine(double c1)
{
    return (struct leine){0.1, 1, 100, 100, c1, 10, 1, 10, acos(-1) / 8};
}

static inline double leine_lever(const struct leine *o, double mu)
{
    return sin(o->gamma) * (sin(o->gamma) - mu * cos(o->gamma));
}

static inline double leine_mass(const struct leine *o, double mu)
{
    return o->m1 * pow(cos(o->gamma), 2) + o->m2 * leine_lever(o, mu);
}

static inline double leine_damping(const struct leine *o, double mu)
{
    return o->c1 + o->c2 * leine_lever(o, mu);
}

static inline double leine_stiffness(const struct leine *o, double mu)
{
    return o->k1 + o->k2 * leine_lever(o, mu);
}

static inline double leine_equilibrium(const struct leine *o, double mu)
{
    return -((o->m1 + o->m2) * mu * cos(o->gamma) - o->m2 * sin(o->gamma)) * o->g /
           leine_stiffness(o, mu);
}

static inline double leine_hopf(const struct leine *o)
{
    return tan(o->gamma) + o->c1 / o->c2 / (sin(o->gamma) * cos(o->gamma));
}

static inline double leine_paradox(const struct leine *o)
{
    return tan(o->gamma) + o->m1 / o->m2 / tan(o->gamma);
}

/* the orbit of pure slip at the Hopf point that touches b = 0 of (5.16), point
 * D of figure 6.2: the amplitude of u1 and the angular frequency */
static inline double leine_touching(const struct leine *o, double *omega)
{
    const double mu = leine_hopf(o), c = cos(o->gamma), s = sin(o->gamma);
    const double n = o->m1 * c * c + o->m2;
    const double by_velocity = s / n * (c * c * o->c2 - o->m2 / o->m1 * o->c1);
    const double by_place = s / n * (c * c * o->k2 - o->m2 / o->m1 * o->k1);
    *omega = sqrt(leine_stiffness(o, mu) / leine_mass(o, mu));
    return (o->g - by_place * leine_equilibrium(o, mu)) /
           sqrt(by_place * by_place + pow(by_velocity * *omega, 2));
}

#endif
