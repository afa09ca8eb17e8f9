/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/ipos.h"

#include <math.h>

struct ipos {
    double m1, m2, r1, r2, rho2, h, e, alpha, g, mu, gamma;
    double theta, theta_dot; /* at the start */
    double kappa, m_eq, r_eq;
};

static double value(const struct map_place *place, const char *name)
{
    const struct map_axis axis = map_axis_of(place->setup->model, 4, name);
    return map_place_value(place, &axis);
}

/* (12) and (17) */
static struct ipos read_ipos(const struct map_place *place)
{
    struct ipos s = {.m1 = value(place, "slider_mass"),
                     .m2 = value(place, "rod_mass"),
                     .r1 = value(place, "offset"),
                     .r2 = value(place, "rod_half_length"),
                     .rho2 = value(place, "rod_gyration"),
                     .h = value(place, "hinge_height"),
                     .e = value(place, "slider_thickness"),
                     .alpha = value(place, "slope"),
                     .g = value(place, "gravity"),
                     .mu = value(place, "friction"),
                     .theta = value(place, "theta"),
                     .theta_dot = value(place, "theta_dot")};
    const double inertia = s.m1 * (s.r2 * s.r2 + s.rho2 * s.rho2) + s.m2 * s.rho2 * s.rho2;
    s.gamma = atan(s.mu);
    s.kappa = 2 * (1 + s.m1 / s.m2) * (1 + s.rho2 * s.rho2 / (s.r2 * s.r2)) - 1;
    s.m_eq = (s.m1 + s.m2) * inertia / (s.m2 * s.r2 * s.r2);
    s.r_eq = s.m2 / (s.m1 + s.m2) * s.r2;
    return s;
}

/* (31), with C of (20) and C_x of (30) */
static double least_speed(const struct ipos *s, double theta_c)
{
    const double inertia = s->m1 * (s->r2 * s->r2 + s->rho2 * s->rho2) + s->m2 * s->rho2 * s->rho2;
    const double c = sqrt(1 + s->mu * s->mu) / (s->m_eq * s->r_eq) * sin(theta_c + s->gamma);
    const double c_x = -s->r_eq * cos(theta_c) * c -
                       s->mu * (s->r2 * s->r_eq + s->rho2 * s->rho2) / inertia;
    const double rate = sqrt(s->g * cos(s->alpha) / (s->r_eq * cos(s->theta)));
    return fabs(c_x / c) * (rate - s->theta_dot);
}

/* C_tau of (15): how far behind the frame the force that friction and normal
 * force alone need acts. Proposition 5.3 prints 2 h and e where (15) gives h
 * and e/2, and the sign of e is that of the base below the frame; off the
 * hinge, r1 adds what it does to (15). */
static double arm(const struct ipos *s, double theta)
{
    const double lift = 1 / s->m_eq * 0.5 *
                        (s->kappa - sqrt(1 + s->mu * s->mu) * cos(2 * theta + s->gamma));
    return -s->mu * (0.5 * s->e + s->m2 / (s->m1 + s->m2) * s->h) +
           s->m1 / s->m_eq * s->h * sqrt(1 + s->mu * s->mu) * sin(theta + s->gamma) * cos(theta) -
           s->m1 * s->r1 * lift;
}

void map_ipos(const struct map_place *place, struct map_ipos *out)
{
    const struct ipos s = read_ipos(place);
    out->mu_min = sqrt(s.kappa * s.kappa - 1);
    out->mu_c = 2 / sqrt(3) * out->mu_min;
    const double half = acos(s.kappa / sqrt(1 + s.mu * s.mu)); /* NaN below mu_min */
    out->theta[0] = -0.5 * (s.gamma + half);
    out->theta[1] = -0.5 * (s.gamma - half);
    const double critical = out->theta[0];
    out->rate = sqrt(s.g * cos(s.alpha) / (s.r_eq * cos(critical)));
    out->least_speed = least_speed(&s, critical);
    const double from = arm(&s, -s.gamma) + s.r1, to = arm(&s, critical) + s.r1;
    /* |D_tau| <= m1 r_eq theta'^2 (h sin(gamma) + |r1|); the paper leaves out h
     * and has r1 = 0. The force is at least that of lemma 5.2. */
    const double least_force = s.m_eq * s.g * cos(s.alpha) * fabs(tan(critical)) / s.mu;
    const double free = s.m1 * s.r_eq * out->rate * out->rate * (s.h * sin(s.gamma) + fabs(s.r1)) /
                        least_force;
    out->least_length = 2 * (fmax(fabs(from), fabs(to)) + free);
    out->least_length_rough = 2 * fmax(from, to);
    if (isnan(half))
        out->least_length = out->least_length_rough = NAN;
}
