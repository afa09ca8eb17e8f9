/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ipos: Or 2012, the Inverted Pendulum On a Slider. A plate slides flat down a
 * slope and carries a rod on a hinge. x points down the slope; theta and psi
 * turn rod and plate forward (from y towards x). The plate's frame sits `offset`
 * behind its centre and half a thickness above its base.
 *
 * M, H and G are Table 3, which the Lagrangian confirms. Its w_t does not: the
 * base is below the frame, so a forward turn moves it backward and the last
 * entry of (10) is -e/2, not +e/2. This touches the torque alone, not A and B.
 * (13) is right as it stands: a torque in the sense of psi is a normal force
 * *behind* the frame, whose centre of pressure is at x - F_l / F_n.
 *
 * The contact point is the base under the frame. The line contact holds psi at
 * 0; what follows a tip-over is not modelled. */
#include "sim/equations.h"
#include "sim/model.h"

enum {
    SLIDER_MASS = SIM_OWN_PARAMETERS,
    ROD_MASS,
    ROD_HALF_LENGTH,
    ROD_GYRATION,
    SLIDER_GYRATION,
    SLIDER_LENGTH,
    SLIDER_THICKNESS,
    HINGE_HEIGHT,
    OFFSET,
    SLOPE,
    N_PARAMETERS
};
enum { X, Y, THETA, PSI, X_DOT, Y_DOT, THETA_DOT, PSI_DOT };

/* first moments of the rod about its hinge (st across, ct over) and of plate
 * and hinge about the frame (ahead, above) */
struct moments {
    real st, ct, sp, cp, ahead, above, mass;
};

static struct moments moments(const real *p, const real *q)
{
    const real first = p[ROD_MASS] * p[ROD_HALF_LENGTH];
    const real plate = p[SLIDER_MASS] * p[OFFSET];
    const real hinge = p[ROD_MASS] * p[HINGE_HEIGHT];
    struct moments m;
    m.st = first * sin(q[THETA]);
    m.ct = first * cos(q[THETA]);
    m.sp = sin(q[PSI]);
    m.cp = cos(q[PSI]);
    m.ahead = plate * m.cp + hinge * m.sp;
    m.above = hinge * m.cp - plate * m.sp;
    m.mass = p[SLIDER_MASS] + p[ROD_MASS];
    return m;
}

/* M of Table 3 */
static void fill_mass(const real *p, const struct moments *m, struct SIM_NAME(sim_terms) * out)
{
    const real r1 = p[OFFSET], r2 = p[ROD_HALF_LENGTH], h = p[HINGE_HEIGHT];
    const real rod2 = r2 * r2 + p[ROD_GYRATION] * p[ROD_GYRATION];
    const real slider2 = r1 * r1 + p[SLIDER_GYRATION] * p[SLIDER_GYRATION];
    out->mass[X][X] = out->mass[Y][Y] = m->mass;
    out->mass[X][Y] = out->mass[Y][X] = 0;
    out->mass[X][THETA] = out->mass[THETA][X] = m->ct;
    out->mass[Y][THETA] = out->mass[THETA][Y] = -m->st;
    out->mass[THETA][THETA] = p[ROD_MASS] * rod2;
    out->mass[X][PSI] = out->mass[PSI][X] = m->above;
    out->mass[Y][PSI] = out->mass[PSI][Y] = -m->ahead;
    out->mass[THETA][PSI] = out->mass[PSI][THETA] = h * (m->ct * m->cp + m->st * m->sp);
    out->mass[PSI][PSI] = p[SLIDER_MASS] * slider2 + p[ROD_MASS] * h * h;
}

/* -H - G of Table 3 */
static void fill_forces(const real *p, const struct moments *m, const real *v,
                        struct SIM_NAME(sim_terms) * out)
{
    const real down = p[SIM_GRAVITY] * sin(p[SLOPE]);
    const real press = p[SIM_GRAVITY] * cos(p[SLOPE]);
    const real rod2 = v[THETA] * v[THETA], tilt2 = v[PSI] * v[PSI];
    const real coupling = p[HINGE_HEIGHT] * (m->st * m->cp - m->ct * m->sp);
    out->h[X] = m->ahead * tilt2 + m->st * rod2 + m->mass * down;
    out->h[Y] = m->above * tilt2 + m->ct * rod2 - m->mass * press;
    out->h[THETA] = -coupling * tilt2 + m->st * press + m->ct * down;
    out->h[PSI] = coupling * rod2 + m->ahead * press + m->above * down;
}

void SIM_NAME(ipos_terms)(const real *p, size_t n, const real *q, const real *v,
                          struct SIM_NAME(sim_terms) * out)
{
    (void)n;
    const real half = 0.5 * p[SLIDER_THICKNESS];
    const real s = half * sin(q[PSI]), c = half * cos(q[PSI]);
    const real tilt2 = v[PSI] * v[PSI];
    const struct moments m = moments(p, q);
    fill_mass(p, &m, out);
    fill_forces(p, &m, v, out);

    for (size_t i = 0; i < 4; i++)
        out->w_t[i] = out->w_n[i] = out->w_l[i] = 0;
    out->w_t[X] = 1;
    out->w_t[PSI] = -c;
    out->w_n[Y] = 1;
    out->w_n[PSI] = s;
    out->s_t = s * tilt2;
    out->s_n = c * tilt2;
    out->gap = q[Y] - c;

    /* Or 2012 (13) */
    out->w_l[PSI] = 1;
    out->line_low = -0.5 * p[SLIDER_LENGTH] - p[OFFSET];
    out->line_high = 0.5 * p[SLIDER_LENGTH] - p[OFFSET];
}

/* the rod is twice as long as its centre of mass is far from the hinge */
void SIM_NAME(ipos_outline)(const real *p, size_t n, const real *q,
                            const struct SIM_NAME(sim_terms) * terms, real *heights)
{
    (void)n, (void)terms;
    heights[0] = q[Y] + p[HINGE_HEIGHT] * cos(q[PSI]) + 2 * p[ROD_HALF_LENGTH] * cos(q[THETA]);
}

const char *SIM_NAME(ipos_start)(real *p, size_t n, real *x, const struct sim_given *given)
{
    (void)n;
    if (re(x[PSI]) != 0 || re(x[PSI_DOT]) != 0)
        return "the slider starts flat: psi and psi_dot must be 0";
    if (!given->states[Y])
        x[Y] = 0.5 * p[SLIDER_THICKNESS] * cos(x[PSI]);
    if (!given->states[Y_DOT])
        x[Y_DOT] = -0.5 * p[SLIDER_THICKNESS] * sin(x[PSI]) * x[PSI_DOT];
    return NULL;
}

#ifndef SIM_COMPLEX

static double ipos_energy(const double *p, size_t n, const double *q, const double *v)
{
    (void)n;
    const struct moments m = moments(p, q);
    struct sim_terms terms;
    fill_mass(p, &m, &terms);
    double kinetic = 0;
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++)
            kinetic += 0.5 * v[i] * terms.mass[i][j] * v[j];
    /* first moments of both bodies along and over the surface */
    const double along = m.mass * q[X] + m.ahead + m.st;
    const double over = m.mass * q[Y] + m.above + m.ct;
    return kinetic + p[SIM_GRAVITY] * (over * cos(p[SLOPE]) - along * sin(p[SLOPE]));
}

static double ipos_dissipation(const double *p, size_t n, const double *q, const double *v)
{
    (void)p, (void)n, (void)q, (void)v;
    return 0;
}

static const struct quantity ipos_parameters[] = {
    SIM_COMMON_PARAMETERS,
    SIM_REQUIRED("slider_mass", "kg", POSITIVE, "mass m1 of the slider"),
    SIM_REQUIRED("rod_mass", "kg", POSITIVE, "mass m2 of the rod"),
    SIM_REQUIRED("rod_half_length", "m", POSITIVE,
                 "distance r2 from the hinge to the rod's centre of mass, half of its length"),
    SIM_REQUIRED("rod_gyration", "m", POSITIVE,
                 "radius of gyration rho2 of the rod about its centre of mass"),
    SIM_REQUIRED("slider_gyration", "m", POSITIVE,
                 "radius of gyration rho1 of the slider about its centre of mass"),
    SIM_REQUIRED("slider_length", "m", POSITIVE, "length l of the slider's base"),
    SIM_REQUIRED("slider_thickness", "m", NON_NEGATIVE, "thickness e of the slider"),
    SIM_REQUIRED("hinge_height", "m", NON_NEGATIVE,
                 "height h of the hinge over the slider's middle"),
    SIM_DEFAULT("offset", "m", ANY, 0, "distance r1 of the hinge behind the slider's centre"),
    SIM_DEFAULT("slope", "rad", ANY, 0, "angle alpha by which the surface falls along x"),
};

static const struct quantity ipos_states[] = {
    SIM_DEFAULT("x", "m", ANY, 0, "slider's frame along the surface, down the slope"),
    SIM_COMPUTED("y", "m", ANY, "slider's frame over the surface; default: the slider rests on it"),
    SIM_REQUIRED("theta", "rad", ANY, "rod from the surface's normal, turned forward"),
    SIM_DEFAULT("psi", "rad", ANY, 0, "tilt of the slider, turned forward; the start must have 0"),
    SIM_DEFAULT("x_dot", "m/s", ANY, 0, "velocity of the slider along the surface"),
    SIM_COMPUTED("y_dot", "m/s", ANY, "normal to the surface; default: the slider moves along it"),
    SIM_DEFAULT("theta_dot", "rad/s", ANY, 0, "angular velocity of the rod"),
    SIM_DEFAULT("psi_dot", "rad/s", ANY, 0,
                "angular velocity of the slider; the start must have 0"),
};

SIM_MODEL_COMPLEX(ipos);
SIM_MODEL_OUTLINE(ipos);

static const char *const ipos_points[] = {"the rod's end"};

const struct sim_model sim_model_ipos = {
    .table = {.name = "ipos",
              .title = "inverted pendulum on a slider (Or 2012)",
              .parameters = ipos_parameters,
              .n_parameters = N_PARAMETERS,
              .states = ipos_states,
              .n_coordinates = 4},
    .terms = ipos_terms,
    .terms_c = ipos_terms_c,
    .start = ipos_start,
    .start_c = ipos_start_c,
    .energy = ipos_energy,
    .dissipation = ipos_dissipation,
    .line_contact = true,
    .outline = ipos_outline,
    .outline_c = ipos_outline_c,
    .outline_names = ipos_points,
    .n_outline = 1,
};

#endif
