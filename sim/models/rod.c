/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rod: Leine 2002 and Zhao 2015, Painleve's classical example. A homogeneous rod whose
 * lower end A, at x - l cos(phi), y - l sin(phi), rubs on the ground. This is
 * the orientation of Zhao 2015: the paradox is met sliding backward (x_A' < 0).
 * Leine 2002's is its mirror image. */
#include "sim/equations.h"
#include "sim/model.h"

enum { MASS = SIM_OWN_PARAMETERS, HALF_LENGTH, N_PARAMETERS };
enum { X, Y, PHI, X_DOT, Y_DOT, PHI_DOT };

/* Zhao 2015 (1) and (2) */
void SIM_NAME(rod_terms)(const real *p, size_t n, const real *q, const real *v,
                         struct SIM_NAME(sim_terms) * out)
{
    (void)n;
    const real m = p[MASS], l = p[HALF_LENGTH];
    const real s = l * sin(q[PHI]), c = l * cos(q[PHI]);
    const real spin2 = v[PHI] * v[PHI];

    out->mass[X][X] = out->mass[Y][Y] = m;
    out->mass[PHI][PHI] = m * l * l / 3;
    out->mass[X][Y] = out->mass[Y][X] = 0;
    out->mass[X][PHI] = out->mass[PHI][X] = 0;
    out->mass[Y][PHI] = out->mass[PHI][Y] = 0;

    out->h[X] = 0;
    out->h[Y] = -m * p[SIM_GRAVITY];
    out->h[PHI] = 0;

    out->w_t[X] = 1;
    out->w_t[Y] = 0;
    out->w_t[PHI] = s;
    out->w_n[X] = 0;
    out->w_n[Y] = 1;
    out->w_n[PHI] = -c;
    out->s_t = c * spin2;
    out->s_n = s * spin2;
    out->gap = q[Y] - s;
}

void SIM_NAME(rod_outline)(const real *p, size_t n, const real *q,
                           const struct SIM_NAME(sim_terms) * terms, real *heights)
{
    (void)p, (void)n;
    heights[0] = q[Y] + terms->w_t[PHI]; /* the upper end, y + l sin(phi) */
}

const char *SIM_NAME(rod_start)(real *p, size_t n, real *x, const struct sim_given *given)
{
    (void)n;
    if (re(sin(x[PHI])) < 0)
        return "the rod's tip is its lower end only for phi from 0 to 180 deg";
    if (!given->states[Y])
        x[Y] = p[HALF_LENGTH] * sin(x[PHI]);
    if (!given->states[Y_DOT])
        x[Y_DOT] = p[HALF_LENGTH] * cos(x[PHI]) * x[PHI_DOT];
    return NULL;
}

#ifndef SIM_COMPLEX

static double rod_energy(const double *p, size_t n, const double *q, const double *v)
{
    (void)n;
    const double spin = p[HALF_LENGTH] * v[PHI];
    return 0.5 * p[MASS] * (v[X] * v[X] + v[Y] * v[Y] + spin * spin / 3) +
           p[MASS] * p[SIM_GRAVITY] * q[Y];
}

static double rod_dissipation(const double *p, size_t n, const double *q, const double *v)
{
    (void)p, (void)n, (void)q, (void)v;
    return 0;
}

static const struct quantity rod_parameters[] = {
    SIM_COMMON_PARAMETERS,
    SIM_REQUIRED("mass", "kg", POSITIVE, "mass of the rod"),
    SIM_REQUIRED("half_length", "m", POSITIVE, "distance l from the centre of mass to the tip"),
};

static const struct quantity rod_states[] = {
    SIM_DEFAULT("x", "m", ANY, 0, "centre of mass along the surface"),
    SIM_COMPUTED("y", "m", ANY, "centre of mass over the surface; default: the tip rests on it"),
    SIM_REQUIRED("phi", "rad", ANY,
                 "angle from the surface, counter-clockwise; the tip is at x - l cos(phi)"),
    SIM_DEFAULT("x_dot", "m/s", ANY, 0, "velocity of the centre of mass along the surface"),
    SIM_COMPUTED("y_dot", "m/s", ANY, "normal to the surface; default: the tip moves along it"),
    SIM_DEFAULT("phi_dot", "rad/s", ANY, 0, "angular velocity"),
};

SIM_MODEL_COMPLEX(rod);
SIM_MODEL_OUTLINE(rod);

static const char *const rod_points[] = {"the rod's other end"};

const struct sim_model sim_model_rod = {
    .table = {.name = "rod",
              .title = "rod that slides on its tip (Leine 2002, Zhao 2015)",
              .parameters = rod_parameters,
              .n_parameters = N_PARAMETERS,
              .states = rod_states,
              .n_coordinates = 3},
    .terms = rod_terms,
    .terms_c = rod_terms_c,
    .start = rod_start,
    .start_c = rod_start_c,
    .energy = rod_energy,
    .dissipation = rod_dissipation,
    .outline = rod_outline,
    .outline_c = rod_outline_c,
    .outline_names = rod_points,
    .n_outline = 1,
};

#endif
