/* SPDX-License-Identifier: GPL-3.0-or-later */
/* two-link: Liu 2007 and Zhao 2008. Two rods hang from a fixed joint at height H over
 * the belt; the tip of the second rubs on it. Angles from the downward
 * vertical, counter-clockwise; torsional spring and damper between the rods,
 * a damper at the fixed joint. Unequal rods: derived from the Lagrangian, and
 * equal to Zhao 2008 (4) for equal ones (R's second entry with the right sign). */
#include "sim/equations.h"
#include "sim/model.h"

enum {
    MASS = SIM_OWN_PARAMETERS,
    LENGTH,
    HEIGHT,
    STIFFNESS,
    DAMPING,
    REST_ANGLE,
    MASS2,
    LENGTH2,
    DAMPING2,
    N_PARAMETERS
};

void SIM_NAME(two_link_terms)(const real *p, size_t n, const real *q, const real *v,
                              struct SIM_NAME(sim_terms) * out)
{
    (void)n;
    const real m1 = p[MASS], m2 = p[MASS2], l1 = p[LENGTH], l2 = p[LENGTH2];
    const real g = p[SIM_GRAVITY];
    const real s1 = sin(q[0]), c1 = cos(q[0]), s2 = sin(q[1]), c2 = cos(q[1]);
    const real s12 = s1 * c2 - c1 * s2, c12 = c1 * c2 + s1 * s2;
    const real coupling = 0.5 * m2 * l1 * l2;

    out->mass[0][0] = (m1 / 3 + m2) * l1 * l1;
    out->mass[0][1] = out->mass[1][0] = coupling * c12;
    out->mass[1][1] = m2 * l2 * l2 / 3;

    /* the spring is unstressed at rest_angle; Zhao 2008 (21) with its sign */
    const real joint = p[STIFFNESS] * (q[0] - q[1] - p[REST_ANGLE]) + p[DAMPING2] * (v[0] - v[1]);
    out->h[0] = -coupling * s12 * v[1] * v[1] - joint - p[DAMPING] * v[0] -
                (0.5 * m1 + m2) * g * l1 * s1;
    out->h[1] = coupling * s12 * v[0] * v[0] + joint - 0.5 * m2 * g * l2 * s2;

    out->w_t[0] = l1 * c1;
    out->w_t[1] = l2 * c2;
    out->w_n[0] = l1 * s1;
    out->w_n[1] = l2 * s2;
    out->s_t = -l1 * s1 * v[0] * v[0] - l2 * s2 * v[1] * v[1];
    out->s_n = l1 * c1 * v[0] * v[0] + l2 * c2 * v[1] * v[1];
    out->gap = p[HEIGHT] - l1 * c1 - l2 * c2;
}

void SIM_NAME(two_link_outline)(const real *p, size_t n, const real *q,
                                const struct SIM_NAME(sim_terms) * terms, real *heights)
{
    (void)n, (void)q;
    heights[0] = p[HEIGHT] - terms->w_t[0]; /* the elbow */
}

/* given theta1 alone, the tip rests on the surface (Liu 2007 (15)); the spring
 * is unstressed there unless a rest angle is given (docs/physics.md) */
const char *SIM_NAME(two_link_start)(real *p, size_t n, real *x, const struct sim_given *given)
{
    (void)n;
    if (!given->states[1]) {
        real cosine = (p[HEIGHT] - p[LENGTH] * cos(x[0])) / p[LENGTH2];
        if (!(re(fabs(cosine)) < 1))
            return "the tip cannot reach the surface from this theta1 and height";
        x[1] = acos(cosine);
    }
    if (!given->states[3]) {
        real lift = p[LENGTH] * sin(x[0]) * x[2];
        real arm = p[LENGTH2] * sin(x[1]);
        /* a lower link that hangs straight down cannot lift the tip */
        x[3] = re(arm) == 0 ? 0 : -lift / arm;
    }
    if (!given->parameters[REST_ANGLE])
        p[REST_ANGLE] = x[0] - x[1];
    return NULL;
}

#ifndef SIM_COMPLEX

static double two_link_energy(const double *p, size_t n, const double *q, const double *v)
{
    (void)n;
    const double m1 = p[MASS], m2 = p[MASS2], l1 = p[LENGTH], l2 = p[LENGTH2];
    const double twist = q[0] - q[1] - p[REST_ANGLE];
    const double kinetic = 0.5 * (m1 / 3 + m2) * l1 * l1 * v[0] * v[0] +
                           0.5 * m2 * l1 * l2 * cos(q[0] - q[1]) * v[0] * v[1] +
                           m2 * l2 * l2 / 6 * v[1] * v[1];
    const double potential = -(0.5 * m1 + m2) * p[SIM_GRAVITY] * l1 * cos(q[0]) -
                             0.5 * m2 * p[SIM_GRAVITY] * l2 * cos(q[1]) +
                             0.5 * p[STIFFNESS] * twist * twist;
    return kinetic + potential;
}

static double two_link_dissipation(const double *p, size_t n, const double *q, const double *v)
{
    (void)n;
    (void)q;
    return p[DAMPING] * v[0] * v[0] + p[DAMPING2] * (v[0] - v[1]) * (v[0] - v[1]);
}

/* the terms above by the rules of sum and product; the rig is fitted with it */
static void two_link_slopes(const double *p, size_t n, const double *q, const double *v,
                            size_t count, const struct sim_move *moves, struct sim_terms *slopes)
{
    static const double none[N_PARAMETERS];
    const double m1 = p[MASS], m2 = p[MASS2], l1 = p[LENGTH], l2 = p[LENGTH2];
    const double g = p[SIM_GRAVITY];
    const double s1 = sin(q[0]), c1 = cos(q[0]), s2 = sin(q[1]), c2 = cos(q[1]);
    const double s12 = s1 * c2 - c1 * s2, c12 = c1 * c2 + s1 * s2;
    const double coupling = 0.5 * m2 * l1 * l2;
    (void)n;
    for (size_t k = 0; k < count; k++) {
        const double *dp = moves[k].p ? moves[k].p : none, *dx = moves[k].x ? moves[k].x : none;
        const double dm1 = dp[MASS], dm2 = dp[MASS2], dl1 = dp[LENGTH], dl2 = dp[LENGTH2];
        const double dq1 = dx[0], dq2 = dx[1], dv1 = dx[2], dv2 = dx[3];
        struct sim_terms *out = &slopes[k];
        const double d_coupling = 0.5 * (dm2 * l1 * l2 + m2 * (dl1 * l2 + l1 * dl2));

        out->mass[0][0] = (dm1 / 3 + dm2) * l1 * l1 + 2 * (m1 / 3 + m2) * l1 * dl1;
        out->mass[0][1] = out->mass[1][0] = d_coupling * c12 - coupling * s12 * (dq1 - dq2);
        out->mass[1][1] = (dm2 * l2 * l2 + 2 * m2 * l2 * dl2) / 3;

        const double d_joint = dp[STIFFNESS] * (q[0] - q[1] - p[REST_ANGLE]) +
                               p[STIFFNESS] * (dq1 - dq2 - dp[REST_ANGLE]) +
                               dp[DAMPING2] * (v[0] - v[1]) + p[DAMPING2] * (dv1 - dv2);
        const double d_turning = d_coupling * s12 + coupling * c12 * (dq1 - dq2);
        const double d_weight1 = (0.5 * dm1 + dm2) * g * l1 * s1 +
                                 (0.5 * m1 + m2) *
                                     (dp[SIM_GRAVITY] * l1 * s1 + g * (dl1 * s1 + l1 * c1 * dq1));
        const double d_weight2 = 0.5 * (dm2 * g * l2 * s2 + m2 * (dp[SIM_GRAVITY] * l2 * s2 +
                                                                  g * (dl2 * s2 + l2 * c2 * dq2)));
        out->h[0] = -d_turning * v[1] * v[1] - 2 * coupling * s12 * v[1] * dv2 - d_joint -
                    dp[DAMPING] * v[0] - p[DAMPING] * dv1 - d_weight1;
        out->h[1] = d_turning * v[0] * v[0] + 2 * coupling * s12 * v[0] * dv1 + d_joint - d_weight2;

        out->w_t[0] = dl1 * c1 - l1 * s1 * dq1;
        out->w_t[1] = dl2 * c2 - l2 * s2 * dq2;
        out->w_n[0] = dl1 * s1 + l1 * c1 * dq1;
        out->w_n[1] = dl2 * s2 + l2 * c2 * dq2;
        out->s_t = -out->w_n[0] * v[0] * v[0] - out->w_n[1] * v[1] * v[1] -
                   2 * (l1 * s1 * v[0] * dv1 + l2 * s2 * v[1] * dv2);
        out->s_n = out->w_t[0] * v[0] * v[0] + out->w_t[1] * v[1] * v[1] +
                   2 * (l1 * c1 * v[0] * dv1 + l2 * c2 * v[1] * dv2);
        out->gap = dp[HEIGHT] - out->w_t[0] - out->w_t[1];
    }
}

static const struct quantity two_link_parameters[] = {
    SIM_COMMON_PARAMETERS,
    SIM_REQUIRED("mass", "kg", POSITIVE, "mass of the upper link"),
    SIM_REQUIRED("length", "m", POSITIVE, "length of the upper link"),
    SIM_REQUIRED("height", "m", POSITIVE, "height H of the fixed joint over the surface"),
    SIM_DEFAULT("stiffness", "N.m/rad", NON_NEGATIVE, 0, "torsional spring k between the links"),
    SIM_DEFAULT("damping", "N.m.s/rad", NON_NEGATIVE, 0, "viscous damping c of the fixed joint"),
    SIM_COMPUTED("rest_angle", "rad", ANY,
                 "theta1 - theta2 of the unstressed spring; default: as at the start"),
    SIM_SAME_AS("mass2", "kg", POSITIVE, "mass", "mass of the lower link"),
    SIM_SAME_AS("length2", "m", POSITIVE, "length", "length of the lower link"),
    SIM_SAME_AS("damping2", "N.m.s/rad", NON_NEGATIVE, "damping",
                "viscous damping of the joint between the links"),
};

static const struct quantity two_link_states[] = {
    SIM_REQUIRED("theta1", "rad", ANY, "upper link from the downward vertical, counter-clockwise"),
    SIM_COMPUTED("theta2", "rad", ANY,
                 "lower link, likewise; default: the tip rests on the surface"),
    SIM_DEFAULT("theta1_dot", "rad/s", ANY, 0, "angular velocity of the upper link"),
    SIM_COMPUTED("theta2_dot", "rad/s", ANY,
                 "of the lower link; default: the tip moves along the surface"),
};

SIM_MODEL_COMPLEX(two_link);
SIM_MODEL_OUTLINE(two_link);

static const char *const two_link_points[] = {"the joint between the links"};

const struct sim_model sim_model_two_link = {
    .table = {.name = "two-link",
              .title = "two-link manipulator over a moving surface (Liu 2007, Zhao 2008)",
              .parameters = two_link_parameters,
              .n_parameters = N_PARAMETERS,
              .states = two_link_states,
              .n_coordinates = 2},
    .terms = two_link_terms,
    .terms_c = two_link_terms_c,
    .terms_slopes = two_link_slopes,
    .start = two_link_start,
    .start_c = two_link_start_c,
    .energy = two_link_energy,
    .dissipation = two_link_dissipation,
    .outline = two_link_outline,
    .outline_c = two_link_outline_c,
    .outline_names = two_link_points,
    .n_outline = 1,
};

#endif
