/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simple-oscillator: Leine 2002, section 5, the Simplified Frictional Impact
 * Oscillator: the oscillator for small swings of its bar, in which the tip mass
 * m1 moves by u1 along a fixed direction at the angle gamma to the belt. As
 * there, belt_speed is the paper's -v_dr. */
#include "sim/equations.h"
#include "sim/model.h"

enum {
    MASS1 = SIM_OWN_PARAMETERS,
    MASS2,
    STIFFNESS1,
    STIFFNESS2,
    DAMPING1,
    DAMPING2,
    ANGLE,
    N_PARAMETERS
};
enum { U1, U2, U1_DOT, U2_DOT };

/* Leine 2002 (5.2) to (5.4) */
void SIM_NAME(simple_oscillator_terms)(const real *p, size_t n, const real *q, const real *v,
                                       struct SIM_NAME(sim_terms) * out)
{
    (void)n;
    const real m1 = p[MASS1], m2 = p[MASS2], g = p[SIM_GRAVITY];
    real s, c;
    sim_sincos_again(p[ANGLE], &s, &c);

    out->mass[U1][U1] = m1;
    out->mass[U1][U2] = out->mass[U2][U1] = m1 * s;
    out->mass[U2][U2] = m1 + m2;

    out->h[U1] = -p[STIFFNESS1] * q[U1] - p[DAMPING1] * v[U1] - m1 * g * s;
    out->h[U2] = -p[STIFFNESS2] * q[U2] - p[DAMPING2] * v[U2] - (m1 + m2) * g;

    out->w_t[U1] = c;
    out->w_t[U2] = 0;
    out->w_n[U1] = s;
    out->w_n[U2] = 1;
    out->s_t = out->s_n = 0;
    out->gap = q[U1] * s + q[U2];
}

const char *SIM_NAME(simple_oscillator_start)(real *p, size_t n, real *x,
                                              const struct sim_given *given)
{
    (void)n;
    if (!given->states[U2])
        x[U2] = -x[U1] * sin(p[ANGLE]);
    if (!given->states[U2_DOT])
        x[U2_DOT] = -x[U1_DOT] * sin(p[ANGLE]);
    return NULL;
}

#ifndef SIM_COMPLEX

/* Leine 2002 (5.1) */
static double simple_oscillator_energy(const double *p, size_t n, const double *q, const double *v)
{
    (void)n;
    const double m1 = p[MASS1], m2 = p[MASS2], g = p[SIM_GRAVITY], s = sin(p[ANGLE]);
    const double kinetic = 0.5 * m1 * v[U1] * v[U1] + m1 * s * v[U1] * v[U2] +
                           0.5 * (m1 + m2) * v[U2] * v[U2];
    const double potential = 0.5 * p[STIFFNESS1] * q[U1] * q[U1] +
                             0.5 * p[STIFFNESS2] * q[U2] * q[U2] + m1 * g * s * q[U1] +
                             (m1 + m2) * g * q[U2];
    return kinetic + potential;
}

static double simple_oscillator_dissipation(const double *p, size_t n, const double *q,
                                            const double *v)
{
    (void)n, (void)q;
    return p[DAMPING1] * v[U1] * v[U1] + p[DAMPING2] * v[U2] * v[U2];
}

static const struct quantity simple_oscillator_parameters[] = {
    SIM_COMMON_PARAMETERS,
    SIM_REQUIRED("mass1", "kg", POSITIVE, "mass m1 that rubs on the belt"),
    SIM_REQUIRED("mass2", "kg", POSITIVE, "mass m2 that carries it and moves vertically"),
    SIM_DEFAULT("stiffness1", "N/m", NON_NEGATIVE, 0,
                "spring k1 between the masses, unstressed at u1 = 0"),
    SIM_DEFAULT("stiffness2", "N/m", NON_NEGATIVE, 0, "spring k2 of m2, unstressed at u2 = 0"),
    SIM_DEFAULT("damping1", "N.s/m", NON_NEGATIVE, 0, "viscous damping c1 between the masses"),
    SIM_DEFAULT("damping2", "N.s/m", NON_NEGATIVE, 0, "viscous damping c2 of m2"),
    SIM_REQUIRED("angle", "rad", ANY, "angle gamma of u1's direction to the belt"),
};

static const struct quantity simple_oscillator_states[] = {
    SIM_DEFAULT("u1", "m", ANY, 0, "m1 along its slanted direction, relative to m2"),
    SIM_COMPUTED("u2", "m", ANY, "m2, upward; default: m1 rests on the surface"),
    SIM_DEFAULT("u1_dot", "m/s", ANY, 0, "velocity of m1 relative to m2"),
    SIM_COMPUTED("u2_dot", "m/s", ANY, "velocity of m2; default: m1 moves along the surface"),
};

SIM_MODEL_COMPLEX(simple_oscillator);

const struct sim_model sim_model_simple_oscillator = {
    .table = {.name = "simple-oscillator",
              .title = "simplified frictional impact oscillator (Leine 2002, section 5)",
              .parameters = simple_oscillator_parameters,
              .n_parameters = N_PARAMETERS,
              .states = simple_oscillator_states,
              .n_coordinates = 2},
    .terms = simple_oscillator_terms,
    .terms_c = simple_oscillator_terms_c,
    .start = simple_oscillator_start,
    .start_c = simple_oscillator_start_c,
    .energy = simple_oscillator_energy,
    .dissipation = simple_oscillator_dissipation,
};

#endif
