/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/ipos.h"

#include <math.h>
#include <string.h>

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

/* (31), with C of (20) and C_x of (30), whose last term is misprinted: the balance of momentum
 * along the slope, x'' = -r_eq (sin(theta))'' + g sin(alpha) - mu f_n / (m1 + m2), has no other */
static double least_speed(const struct ipos *s, double theta_c)
{
    const double c = sqrt(1 + s->mu * s->mu) / (s->m_eq * s->r_eq) * sin(theta_c + s->gamma);
    const double c_x = -s->r_eq * cos(theta_c) * c - s->mu / (s->m1 + s->m2);
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
    out->cone = -s.gamma;
    out->least_force = s.m_eq * s.g * cos(s.alpha) * fabs(tan(critical)) / s.mu;
    const double from = arm(&s, -s.gamma) + s.r1, to = arm(&s, critical) + s.r1;
    /* |D_tau| <= m1 r_eq theta'^2 (h sin(gamma) + |r1|); the paper leaves out h
     * and has r1 = 0. The force is at least that of lemma 5.2. */
    const double free = s.m1 * s.r_eq * out->rate * out->rate * (s.h * sin(s.gamma) + fabs(s.r1)) /
                        out->least_force;
    out->least_length = 2 * (fmax(fabs(from), fabs(to)) + free);
    out->least_length_rough = 2 * fmax(from, to);
    if (isnan(half))
        out->least_length = out->least_length_rough = NAN;
}

/* theta' > 0 on A = 0, which in the paper's letters is what f_n is in proportion to */
static double lift_rate(const struct ipos *s, double theta)
{
    return sqrt(s->g * cos(s->alpha) / (s->r_eq * cos(theta)));
}

static enum error_code cone_line(const struct map_place *place, double low, double high,
                                 struct map_curve *curve, struct error *err)
{
    const struct ipos s = read_ipos(place);
    enum error_code code = map_curve_add(curve, 0, (double[]){-s.gamma, low}, err);
    return code ? code : map_curve_add(curve, 0, (double[]){-s.gamma, high}, err);
}

static enum error_code region(const struct map_place *place, struct map_curve *curve,
                              struct error *err)
{
    enum { STEPS = 100 };
    const struct ipos s = read_ipos(place);
    struct map_ipos known;
    map_ipos(place, &known);
    const double from = -s.gamma, to = known.theta[0];
    enum error_code code = ERROR_OK;
    if (!(from < to))
        return code; /* below mu_min there is no corner and no such region */
    for (int i = 0; !code && i <= 2 * STEPS + 1;
         i++) { /* along the upper curve, back on the lower */
        const int step = i <= STEPS ? i : 2 * STEPS + 1 - i;
        const double theta = from + (to - from) * step / STEPS;
        const double rate = (i <= STEPS ? 1 : -1) * lift_rate(&s, theta);
        code = map_curve_add(curve, 0, (double[]){theta, rate}, err);
    }
    return code ? code : map_curve_add(curve, 0, (double[]){from, lift_rate(&s, from)}, err);
}

enum error_code map_ipos_overlay(const struct map_job *job, struct map_ipos_curves *curves,
                                 struct map_figure *figure, struct error *err)
{
    const struct map_axis *axes = job->place->axes;
    if (strcmp(job->model->table.name, "ipos") != 0 ||
        strcmp(axes[0].quantity->name, "theta") != 0 ||
        strcmp(axes[1].quantity->name, "theta_dot") != 0)
        return ERROR_OK;
    enum error_code code = cone_line(job->place, axes[1].low, axes[1].high, &curves->cone, err);
    if (!code)
        code = region(job->place, &curves->region, err);
    map_figure_add(figure, "C = 0", MAP_DASHES, "#009e73", &curves->cone);
    map_figure_add(figure, "R1+ (Or 2012)", MAP_THICK, "#009e73", &curves->region);
    return code;
}

void map_ipos_curves_free(struct map_ipos_curves *curves)
{
    map_curve_free(&curves->cone);
    map_curve_free(&curves->region);
}
