/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the mechanisms share. A test describes its mechanism a
 * second time and in another way: where its bodies and its contact point are,
 * what potential its springs and gravity have, what its dampers do. Mass
 * matrix, forces, contact directions, energy and start follow from that by
 * d'Alembert's principle and are compared with the model at random states. */
#ifndef TESTS_SIM_MODELS_CHECK_H
#define TESTS_SIM_MODELS_CHECK_H

#include <complex.h>
#include <math.h>

#include <gsl/gsl_math.h>

#include "sim/registry.h"
#include "tests/test.h"

struct check_body {
    double mass, inertia; /* inertia about its centre of mass */
    double complex x, y, turn;
};

struct check_place {
    struct check_body bodies[SIM_MAX_COORDINATES];
    size_t n_bodies;
    double complex tip_t, tip_n; /* contact point, along and over the surface */
    double complex potential;
};

struct check_facts {
    const char *model;
    size_t n; /* coordinates */
    void (*place)(const double *p, size_t n, const double complex *q, struct check_place *out);
    /* generalised forces of the dampers; NULL when there are none */
    void (*damper)(const double *p, size_t n, const double *v, double *force);
};

/* value of a parameter, and its place in p, by name */
double check_get(const char *model, const double *p, const char *name);
void check_set(const char *model, double *p, const char *name, double value);

/* the tests that every mechanism passes; the state is a struct check_facts */
void check_contact_directions(void **state);
void check_equations_of_motion(void **state);
void check_energy_and_dissipation(void **state);
void check_complex_copy(void **state);
void check_start(void **state);
void check_start_keeps_what_is_given(void **state);

#define CHECK_ALL(facts)                                                          \
    cmocka_unit_test_prestate(check_contact_directions, (void *)(facts)),         \
        cmocka_unit_test_prestate(check_equations_of_motion, (void *)(facts)),    \
        cmocka_unit_test_prestate(check_energy_and_dissipation, (void *)(facts)), \
        cmocka_unit_test_prestate(check_complex_copy, (void *)(facts)),           \
        cmocka_unit_test_prestate(check_start, (void *)(facts)),                  \
        cmocka_unit_test_prestate(check_start_keeps_what_is_given, (void *)(facts))

/* Delassus matrix and free contact acceleration (docs/physics.md), under the line
 * contact's constraint where there is one */
struct check_delassus {
    double q_tt, q_tn, q_nn, b_t, b_n;
};
struct check_delassus check_delassus(const char *model, const double *p, size_t n, const double *q,
                                     const double *v);

/* A_s = Q_nn - s mu Q_nt; mu is p's friction */
double check_a(const char *model, const double *p, size_t n, const double *q, int s);

/* fail unless |a - b| <= tolerance * (1 + |b|) */
void check_near(const char *what, double a, double b, double tolerance);

/* repeatable random numbers between low and high */
struct check_random {
    uint64_t state;
};
double check_uniform(struct check_random *random, double low, double high);

/* random parameters within their ranges; x, of 2 n, likewise */
void check_draw(struct check_random *random, const char *model, size_t n, double *p, double *x);

/* root of f between low and high, where it changes sign; place of its minimum */
double check_root(double (*f)(double, void *), void *context, double low, double high);
double check_minimum(double (*f)(double, void *), void *context, double low, double high);

#endif
