/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pendulum: Zhao 2008, figure 14. One uniform bar swings freely about its end, held
 * by the torsional spring, to find the spring's stiffness (22) and the damping.
 * It touches nothing: the surface is put two lengths below the joint. */
#include "sim/equations.h"
#include "sim/model.h"

enum { MASS = SIM_OWN_PARAMETERS, LENGTH, STIFFNESS, DAMPING, N_PARAMETERS };

void SIM_NAME(pendulum_terms)(const real *p, size_t n, const real *q, const real *v,
                              struct SIM_NAME(sim_terms) * out)
{
    (void)n;
    const real m = p[MASS], l = p[LENGTH], s = sin(q[0]), c = cos(q[0]);
    out->mass[0][0] = m * l * l / 3;
    out->h[0] = -p[STIFFNESS] * q[0] - p[DAMPING] * v[0] - 0.5 * m * p[SIM_GRAVITY] * l * s;
    out->w_t[0] = l * c;
    out->w_n[0] = l * s;
    out->s_t = -l * s * v[0] * v[0];
    out->s_n = l * c * v[0] * v[0];
    out->gap = 2 * l - l * c;
}

const char *SIM_NAME(pendulum_start)(real *p, size_t n, real *x, const struct sim_given *given)
{
    (void)p, (void)n, (void)x, (void)given;
    return NULL;
}

#ifndef SIM_COMPLEX

static double pendulum_energy(const double *p, size_t n, const double *q, const double *v)
{
    (void)n;
    const double m = p[MASS], l = p[LENGTH];
    return m * l * l / 6 * v[0] * v[0] + 0.5 * p[STIFFNESS] * q[0] * q[0] -
           0.5 * m * p[SIM_GRAVITY] * l * cos(q[0]);
}

static double pendulum_dissipation(const double *p, size_t n, const double *q, const double *v)
{
    (void)n, (void)q;
    return p[DAMPING] * v[0] * v[0];
}

/* the parameters of every mechanism, but none is asked for what it does not use */
static const struct quantity pendulum_parameters[] = {
    SIM_DEFAULT("friction", "1", NON_NEGATIVE, 0, "not used: it touches nothing"),
    SIM_SAME_AS("static_friction", "1", NON_NEGATIVE, "friction", "not used"),
    SIM_DEFAULT("restitution", "1", FRACTION, 0, "not used"),
    SIM_DEFAULT("gravity", "m/s2", NON_NEGATIVE, 9.81, "acceleration of gravity"),
    SIM_DEFAULT("belt_speed", "m/s", ANY, 0, "not used"),
    SIM_DEFAULT("contact_stiffness", "N/m", POSITIVE, 1e5, "not used"),
    SIM_DEFAULT("contact_damping", "N.s/m", NON_NEGATIVE, 0, "not used"),
    SIM_REQUIRED("mass", "kg", POSITIVE, "mass m of the bar"),
    SIM_REQUIRED("length", "m", POSITIVE, "length l of the bar"),
    SIM_REQUIRED("stiffness", "N.m/rad", NON_NEGATIVE,
                 "stiffness k of the torsional spring, unstressed when the bar hangs"),
    SIM_DEFAULT("damping", "N.m.s/rad", NON_NEGATIVE, 0, "viscous damping c of the joint"),
};

static const struct quantity pendulum_states[] = {
    SIM_REQUIRED("theta", "rad", ANY, "angle from the downward vertical"),
    SIM_DEFAULT("theta_dot", "rad/s", ANY, 0, "angular velocity"),
};

SIM_MODEL_COMPLEX(pendulum);

const struct sim_model sim_model_pendulum = {
    .table = {.name = "pendulum",
              .title = "one link and a torsional spring that swing freely (Zhao 2008, figure 14)",
              .parameters = pendulum_parameters,
              .n_parameters = N_PARAMETERS,
              .states = pendulum_states,
              .n_coordinates = 1},
    .terms = pendulum_terms,
    .terms_c = pendulum_terms_c,
    .start = pendulum_start,
    .start_c = pendulum_start_c,
    .energy = pendulum_energy,
    .dissipation = pendulum_dissipation,
};

#endif
