/* SPDX-License-Identifier: GPL-3.0-or-later */
/* oscillator: Leine 2002, section 4, the Frictional Impact Oscillator. A mass m2
 * on a vertical spring and damper carries, on a hinge with spring and damper, a
 * massless bar with the mass m1 at its tip, which rubs on a belt. The paper's
 * slip is the tip's speed plus v_dr, so its belt_speed here is -v_dr. */
#include "sim/equations.h"
#include "sim/model.h"

enum {
    MASS1 = SIM_OWN_PARAMETERS,
    MASS2,
    LENGTH,
    STIFFNESS,
    DAMPING,
    ANGULAR_STIFFNESS,
    ANGULAR_DAMPING,
    REST_ANGLE,
    N_PARAMETERS
};
enum { PHI, Y, PHI_DOT, Y_DOT };

/* Leine 2002 (4.1) to (4.4) */
void SIM_NAME(oscillator_terms)(const real *p, size_t n, const real *q, const real *v,
                                struct SIM_NAME(sim_terms) * out)
{
    (void)n;
    const real m1 = p[MASS1], m2 = p[MASS2], l = p[LENGTH], g = p[SIM_GRAVITY];
    const real s = l * sin(q[PHI]), c = l * cos(q[PHI]);
    const real spin2 = v[PHI] * v[PHI];

    out->mass[PHI][PHI] = m1 * l * l;
    out->mass[PHI][Y] = out->mass[Y][PHI] = m1 * s;
    out->mass[Y][Y] = m1 + m2;

    out->h[PHI] = -p[ANGULAR_STIFFNESS] * (q[PHI] - p[REST_ANGLE]) - p[ANGULAR_DAMPING] * v[PHI] -
                  m1 * g * s;
    out->h[Y] = -p[STIFFNESS] * q[Y] - p[DAMPING] * v[Y] - (m1 + m2) * g - m1 * c * spin2;

    out->w_t[PHI] = c;
    out->w_t[Y] = 0;
    out->w_n[PHI] = s;
    out->w_n[Y] = 1;
    out->s_t = -s * spin2;
    out->s_n = c * spin2;
    out->gap = l - c + q[Y];
}

void SIM_NAME(oscillator_outline)(const real *p, size_t n, const real *q,
                                  const struct SIM_NAME(sim_terms) * terms, real *heights)
{
    (void)n, (void)terms;
    heights[0] = p[LENGTH] + q[Y]; /* the hinge */
}

const char *SIM_NAME(oscillator_start)(real *p, size_t n, real *x, const struct sim_given *given)
{
    (void)n;
    if (!given->states[Y])
        x[Y] = -p[LENGTH] * (1 - cos(x[PHI]));
    if (!given->states[Y_DOT])
        x[Y_DOT] = -p[LENGTH] * sin(x[PHI]) * x[PHI_DOT];
    return NULL;
}

#ifndef SIM_COMPLEX

/* Leine 2002 (4.2) */
static double oscillator_energy(const double *p, size_t n, const double *q, const double *v)
{
    (void)n;
    const double m1 = p[MASS1], m2 = p[MASS2], l = p[LENGTH], g = p[SIM_GRAVITY];
    const double turn = q[PHI] - p[REST_ANGLE];
    const double kinetic = 0.5 * m1 * l * l * v[PHI] * v[PHI] +
                           m1 * l * sin(q[PHI]) * v[Y] * v[PHI] + 0.5 * (m1 + m2) * v[Y] * v[Y];
    const double potential = 0.5 * p[ANGULAR_STIFFNESS] * turn * turn +
                             0.5 * p[STIFFNESS] * q[Y] * q[Y] +
                             m1 * g * (l - l * cos(q[PHI]) + q[Y]) + m2 * g * q[Y];
    return kinetic + potential;
}

static double oscillator_dissipation(const double *p, size_t n, const double *q, const double *v)
{
    (void)n, (void)q;
    return p[ANGULAR_DAMPING] * v[PHI] * v[PHI] + p[DAMPING] * v[Y] * v[Y];
}

static const struct quantity oscillator_parameters[] = {
    SIM_COMMON_PARAMETERS,
    SIM_REQUIRED("mass1", "kg", POSITIVE, "mass m1 at the tip of the bar"),
    SIM_REQUIRED("mass2", "kg", POSITIVE, "mass m2 that carries the hinge"),
    SIM_REQUIRED("length", "m", POSITIVE, "length l of the bar"),
    SIM_DEFAULT("stiffness", "N/m", NON_NEGATIVE, 0, "spring k of m2, unstressed at y = 0"),
    SIM_DEFAULT("damping", "N.s/m", NON_NEGATIVE, 0, "viscous damping c of m2"),
    SIM_DEFAULT("angular_stiffness", "N.m/rad", NON_NEGATIVE, 0,
                "torsional spring k_phi of the hinge"),
    SIM_DEFAULT("angular_damping", "N.m.s/rad", NON_NEGATIVE, 0,
                "viscous damping c_phi of the hinge"),
    SIM_REQUIRED("rest_angle", "rad", ANY, "phi_0, where the torsional spring is unstressed"),
};

static const struct quantity oscillator_states[] = {
    SIM_REQUIRED("phi", "rad", ANY, "bar from the downward vertical, counter-clockwise"),
    SIM_COMPUTED("y", "m", ANY,
                 "hinge, upward; 0: an upright bar touches; default: the tip rests on the surface"),
    SIM_DEFAULT("phi_dot", "rad/s", ANY, 0, "angular velocity of the bar"),
    SIM_COMPUTED("y_dot", "m/s", ANY,
                 "velocity of the hinge; default: the tip moves along the surface"),
};

SIM_MODEL_COMPLEX(oscillator);
SIM_MODEL_OUTLINE(oscillator);

static const char *const oscillator_points[] = {"the hinge"};

const struct sim_model sim_model_oscillator = {
    .table = {.name = "oscillator",
              .title = "frictional impact oscillator (Leine 2002, section 4)",
              .parameters = oscillator_parameters,
              .n_parameters = N_PARAMETERS,
              .states = oscillator_states,
              .n_coordinates = 2},
    .terms = oscillator_terms,
    .terms_c = oscillator_terms_c,
    .start = oscillator_start,
    .start_c = oscillator_start_c,
    .energy = oscillator_energy,
    .dissipation = oscillator_dissipation,
    .outline = oscillator_outline,
    .outline_c = oscillator_outline_c,
    .outline_names = oscillator_points,
    .n_outline = 1,
};

#endif
