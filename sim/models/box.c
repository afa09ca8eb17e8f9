/* SPDX-License-Identifier: GPL-3.0-or-later */
/* box: Leine 2002, appendix A, Painleve's original example. A box slides down a
 * slope on the edge A of its base that leads; x points down the slope and phi
 * turns the box forward (clockwise when it slides to the right), so that A is
 * at x + r cos(phi) - l sin(phi), y - r sin(phi) - l cos(phi) with r half the
 * width of the base and l half the height. These equations hold for phi >= 0, until another
 * corner meets the surface. While the base lies on it the box is a line contact (box_flat): it
 * slides flat as long as the centre of pressure is inside the base, for mu < r/l. */
#include "sim/equations.h"
#include "sim/model.h"

enum { MASS = SIM_OWN_PARAMETERS, WIDTH, HEIGHT, GYRATION, SLOPE, N_PARAMETERS };
enum { X, Y, PHI, X_DOT, Y_DOT, PHI_DOT };

void SIM_NAME(box_terms)(const real *p, size_t n, const real *q, const real *v,
                         struct SIM_NAME(sim_terms) * out)
{
    (void)n;
    const real m = p[MASS], r = 0.5 * p[WIDTH], l = 0.5 * p[HEIGHT];
    const real s = sin(q[PHI]), c = cos(q[PHI]);
    const real ahead = r * c - l * s, below = r * s + l * c; /* A from the centre */
    const real spin2 = v[PHI] * v[PHI];

    out->mass[X][X] = out->mass[Y][Y] = m;
    out->mass[PHI][PHI] = m * p[GYRATION] * p[GYRATION];
    out->mass[X][Y] = out->mass[Y][X] = 0;
    out->mass[X][PHI] = out->mass[PHI][X] = 0;
    out->mass[Y][PHI] = out->mass[PHI][Y] = 0;

    out->h[X] = m * p[SIM_GRAVITY] * sin(p[SLOPE]);
    out->h[Y] = -m * p[SIM_GRAVITY] * cos(p[SLOPE]);
    out->h[PHI] = 0;

    out->w_t[X] = 1;
    out->w_t[Y] = 0;
    out->w_t[PHI] = -below;
    out->w_n[X] = 0;
    out->w_n[Y] = 1;
    out->w_n[PHI] = -ahead;
    out->s_t = -ahead * spin2;
    out->s_n = below * spin2;
    out->gap = q[Y] - below;
}

/* The base on the surface, held flat: the contact point is its middle. A torque in the sense of
 * phi is a normal force behind the middle (as in ipos.c) */
void SIM_NAME(box_flat_terms)(const real *p, size_t n, const real *q, const real *v,
                              struct SIM_NAME(sim_terms) * out)
{
    SIM_NAME(box_terms)(p, n, q, v, out);
    const real l = 0.5 * p[HEIGHT], s = l * sin(q[PHI]), c = l * cos(q[PHI]);
    const real spin2 = v[PHI] * v[PHI];
    out->w_t[PHI] = -c;
    out->w_n[PHI] = s;
    out->s_t = s * spin2;
    out->s_n = c * spin2;
    out->gap = q[Y] - c;
    out->w_l[X] = out->w_l[Y] = 0;
    out->w_l[PHI] = 1;
    out->line_low = -0.5 * p[WIDTH]; /* the leading edge */
    out->line_high = 0.5 * p[WIDTH];
}

/* a corner at (along, up) from the centre is at y - along sin(phi) + up cos(phi) */
void SIM_NAME(box_outline)(const real *p, size_t n, const real *q,
                           const struct SIM_NAME(sim_terms) * terms, real *heights)
{
    (void)n, (void)terms;
    const real r = 0.5 * p[WIDTH], l = 0.5 * p[HEIGHT];
    const real s = sin(q[PHI]), c = cos(q[PHI]);
    heights[0] = q[Y] + r * s - l * c;
    heights[1] = q[Y] - r * s + l * c;
    heights[2] = q[Y] + r * s + l * c;
}

const char *SIM_NAME(box_start)(real *p, size_t n, real *x, const struct sim_given *given)
{
    (void)n;
    const real r = 0.5 * p[WIDTH], l = 0.5 * p[HEIGHT];
    const real s = sin(x[PHI]), c = cos(x[PHI]);
    if (re(s) < 0 || re(c) < 0)
        return "the box stands on its leading edge only for phi from 0 to 90 deg";
    if (!given->parameters[GYRATION])
        p[GYRATION] = sqrt((r * r + l * l) / 3);
    if (!given->states[Y])
        x[Y] = r * s + l * c;
    if (!given->states[Y_DOT])
        x[Y_DOT] = (r * c - l * s) * x[PHI_DOT];
    return NULL;
}

#ifndef SIM_COMPLEX

static double box_energy(const double *p, size_t n, const double *q, const double *v)
{
    (void)n;
    const double spin = p[GYRATION] * v[PHI];
    return 0.5 * p[MASS] * (v[X] * v[X] + v[Y] * v[Y] + spin * spin) +
           p[MASS] * p[SIM_GRAVITY] * (q[Y] * cos(p[SLOPE]) - q[X] * sin(p[SLOPE]));
}

static double box_dissipation(const double *p, size_t n, const double *q, const double *v)
{
    (void)p, (void)n, (void)q, (void)v;
    return 0;
}

static const struct quantity box_parameters[] = {
    SIM_COMMON_PARAMETERS,
    SIM_REQUIRED("mass", "kg", POSITIVE, "mass of the box"),
    SIM_REQUIRED("width", "m", POSITIVE, "length 2 r of the base, along the surface"),
    SIM_REQUIRED("height", "m", POSITIVE,
                 "height 2 l of the box; the centre of mass is in its middle"),
    SIM_COMPUTED("gyration", "m", POSITIVE,
                 "radius of gyration k about the centre of mass; default: a homogeneous box"),
    SIM_DEFAULT("slope", "rad", ANY, 0, "angle alpha by which the surface falls along x"),
};

static const struct quantity box_states[] = {
    SIM_DEFAULT("x", "m", ANY, 0, "centre of mass along the surface, down the slope"),
    SIM_COMPUTED("y", "m", ANY,
                 "centre of mass over the surface; default: the leading edge rests on it"),
    SIM_DEFAULT("phi", "rad", ANY, 0,
                "tilt forward over the leading edge; 0: the base is flat on the surface"),
    SIM_DEFAULT("x_dot", "m/s", ANY, 0, "velocity of the centre of mass along the surface"),
    SIM_COMPUTED("y_dot", "m/s", ANY,
                 "normal to the surface; default: the leading edge moves along it"),
    SIM_DEFAULT("phi_dot", "rad/s", ANY, 0, "angular velocity of the tilt"),
};

SIM_MODEL_COMPLEX(box);
SIM_MODEL_OUTLINE(box);
sim_terms_fn_c box_flat_terms_c;

static const char *const box_points[] = {
    "the trailing edge of the base", "the leading edge of the top", "the trailing edge of the top"};

#define BOX_TABLE                                                                         \
    {                                                                                     \
        .name = "box",                                                                    \
        .title = "box that slides on an edge down a slope (Leine 2002, appendix A)",      \
        .parameters = box_parameters, .n_parameters = N_PARAMETERS, .states = box_states, \
        .n_coordinates = 3                                                                \
    }

/* its outline: nothing turns */
static const struct sim_model box_flat = {
    .table = BOX_TABLE,
    .terms = box_flat_terms,
    .terms_c = box_flat_terms_c,
    .start = box_start,
    .start_c = box_start_c,
    .energy = box_energy,
    .dissipation = box_dissipation,
    .line_contact = true,
};

const struct sim_model sim_model_box = {
    .table = BOX_TABLE,
    .terms = box_terms,
    .terms_c = box_terms_c,
    .start = box_start,
    .start_c = box_start_c,
    .energy = box_energy,
    .dissipation = box_dissipation,
    .outline = box_outline,
    .outline_c = box_outline_c,
    .outline_names = box_points,
    .n_outline = 3,
    .flat = &box_flat,
};

#endif
