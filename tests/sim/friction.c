/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of the surface: friction by the speed of slip, static friction by age, restitution by the
 * speed of approach; closed forms where there are any, small steps and differences elsewhere. */
#include "sim/friction.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_integration.h>

#include "sim/curve.h"
#include "sim/equations.h"
#include "sim/impact.h"
#include "tests/sim/ball.h"
#include "tests/sim/delassus.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

static const double g = 10; /* of the ball */

static const struct rig_surface stribeck = {.friction = RIG_FRICTION_STRIBECK};
static const struct rig_surface by_table = {
    .friction = RIG_FRICTION_TABLE,
    .friction_table = {.n = 4, .speed = {0, 0.1, 0.3, 1}, .value = {0.9, 0.5, 0.4, 0.6}}};
static const struct rig_surface *const surfaces[] = {&stribeck, &by_table};

static void set_law(double *p)
{
    p[SIM_FRICTION] = 0.3;
    p[SIM_STATIC_FRICTION] = 0.5;
    p[SIM_STRIBECK_SPEED] = 0.2;
    p[SIM_STRIBECK_EXPONENT] = 1;
    p[SIM_VISCOUS_FRICTION] = 0.15;
    p[SIM_AGEING_TIME] = 1;
    p[SIM_RESTITUTION_SPEED] = 1;
}

struct law {
    const struct rig_surface *surface;
    double p[SIM_MAX_PARAMETERS];
};

/* ---- the laws themselves */

static void test_slopes_of_the_laws(void **state)
{
    (void)state;
    static const double exponents[] = {1, 1.3, 2, 3};
    for (size_t k = 0; k < 2 * 4; k++) {
        double p[SIM_MAX_PARAMETERS] = {0};
        double complex z[SIM_MAX_PARAMETERS];
        set_law(p);
        p[SIM_STRIBECK_EXPONENT] = exponents[k / 2];
        for (size_t i = 0; i < SIM_MAX_PARAMETERS; i++)
            z[i] = p[i];
        for (double v = -0.5; v < 1.2; v += 0.0371) {
            const double h = 1e-6;
            const struct rig_surface *surface = surfaces[k % 2];
            const double by_difference = (sim_friction_at(surface, p, v + h) -
                                          sim_friction_at(surface, p, v - h)) /
                                         (2 * h);
            assert_near(sim_friction_slope(surface, p, v), by_difference, 1e-7);
            const double by_step = cimag(sim_friction_at_c(surface, z, v + SIM_STEP * I)) /
                                   SIM_STEP;
            assert_near(by_step, by_difference, 1e-7);
        }
    }
}

/* every parameter of Stribeck's law, and of the power law of restitution */
static void test_slopes_by_parameters(void **state)
{
    (void)state;
    const struct rig_surface power = {.restitution = RIG_RESTITUTION_POWER};
    double p[SIM_MAX_PARAMETERS] = {0};
    set_law(p);
    p[SIM_STRIBECK_EXPONENT] = 1.7;
    p[SIM_RESTITUTION] = 0.5;
    p[SIM_RESTITUTION_POWER] = 0.25;
    for (size_t i = 0; i < SIM_OWN_PARAMETERS; i++) {
        double complex z[SIM_MAX_PARAMETERS];
        for (size_t j = 0; j < SIM_MAX_PARAMETERS; j++)
            z[j] = p[j] + (i == j ? SIM_STEP * I : 0);
        double low[SIM_MAX_PARAMETERS], high[SIM_MAX_PARAMETERS];
        memcpy(low, p, sizeof p);
        memcpy(high, p, sizeof p);
        low[i] -= 1e-6;
        high[i] += 1e-6;
        const double mu = (sim_friction_at(&stribeck, high, 0.3) -
                           sim_friction_at(&stribeck, low, 0.3)) /
                          2e-6;
        const double e = (sim_restitution_at(&power, high, 0.6) -
                          sim_restitution_at(&power, low, 0.6)) /
                         2e-6;
        assert_near(cimag(sim_friction_at_c(&stribeck, z, 0.3)) / SIM_STEP, mu, 1e-9);
        assert_near(cimag(sim_restitution_at_c(&power, z, 0.6)) / SIM_STEP, e, 1e-9);
    }
}

/* the curve goes through its points, stays between them and is constant beyond */
static void test_table_between_its_points(void **state)
{
    (void)state;
    const struct rig_curve *c = &by_table.friction_table;
    double slope;
    for (size_t i = 0; i < c->n; i++)
        assert_near(sim_curve_at(c, c->speed[i], &slope), c->value[i], 1e-15);
    for (size_t i = 0; i + 1 < c->n; i++)
        for (double x = 0; x <= 1; x += 0.05) {
            const double v = c->speed[i] + x * (c->speed[i + 1] - c->speed[i]);
            const double value = sim_curve_at(c, v, &slope);
            assert_true(value <= fmax(c->value[i], c->value[i + 1]) + 1e-15);
            assert_true(value >= fmin(c->value[i], c->value[i + 1]) - 1e-15);
        }
    assert_near(sim_curve_at(c, -1, &slope), 0.9, 0);
    assert_near(sim_curve_at(c, 7, &slope), 0.6, 0);
    assert_near(slope, 0, 0);
}

/* ---- slip */

/* A ball that slides from speed u: v' = -g mu(v). It stops after
 *     (v_s / g mu_d) ln((mu_d e^(u/v_s) + mu_s - mu_d) / mu_s)   for exponent 1, no viscous part,
 *     ln(1 + c u / mu_d) / (g c)                                 for mu_s = mu_d */
static double stop_of(const double *p, double u)
{
    const double mu = p[SIM_FRICTION], more = p[SIM_STATIC_FRICTION] - mu;
    const double c = p[SIM_VISCOUS_FRICTION], v_s = p[SIM_STRIBECK_SPEED];
    if (more == 0)
        return log1p(c * u / mu) / (g * c);
    return v_s / (g * mu) * log((mu * exp(u / v_s) + more) / (mu + more));
}

static void test_sliding_to_rest(void **state)
{
    (void)state;
    static const size_t moved[] = {SIM_FRICTION, SIM_STATIC_FRICTION, SIM_STRIBECK_SPEED,
                                   SIM_VISCOUS_FRICTION};
    for (int viscous = 0; viscous < 2; viscous++) {
        const struct ball ball = {.friction = 0.3, .u = 1.5};
        struct sim_problem problem;
        struct sim_direction directions[4] = {0};
        ball_problem(&ball, 2, 1e-12, &problem);
        set_law(problem.p);
        problem.p[SIM_VISCOUS_FRICTION] = viscous ? 0.4 : 0;
        if (viscous)
            problem.p[SIM_STATIC_FRICTION] = problem.p[SIM_FRICTION];
        problem.inputs.surface = &stribeck;
        for (size_t d = 0; d < 4; d++)
            directions[d].p[moved[d]] = 1;
        problem.n_directions = 4;
        problem.directions = directions;
        struct recording *r = recording_run(&problem);
        const struct recorded_event *stick = recording_event(r, SIM_EVENT_STICK, 0);
        assert_near(stick->t, stop_of(problem.p, ball.u), 1e-11);
        for (size_t d = 0; d < 4; d++) {
            double low[SIM_MAX_PARAMETERS], high[SIM_MAX_PARAMETERS];
            if (viscous ? moved[d] != SIM_VISCOUS_FRICTION : moved[d] == SIM_VISCOUS_FRICTION)
                continue; /* the formula is for one value of it */
            memcpy(low, problem.p, sizeof low);
            memcpy(high, problem.p, sizeof high);
            low[moved[d]] -= 1e-6;
            high[moved[d]] += 1e-6;
            assert_near(stick->time_slopes[d],
                        (stop_of(high, ball.u) - stop_of(low, ball.u)) / 2e-6, 2e-7);
        }
        recording_free(r);
    }
}

/* from a speed u at a time, the block below on that surface, on a belt of that speed */
static double stop_of_block(const struct rig_surface *surface, double u, double belt,
                            const char *settings, double *by_friction)
{
    static const char *const names[] = {"friction"};
    struct rig *rig = recording_rig("example-stick-slip", settings);
    struct sim_setup *setup;
    struct error err;
    rig->surface = *surface;
    assert_int_equal(sim_setup_create(rig, 2, 1e-12, names, 1, &setup, &err), ERROR_OK);
    setup->problem.p[SIM_BELT_SPEED] = belt;
    setup->problem.x[2] = belt + u;
    struct recording *r = recording_run(&setup->problem);
    const struct recorded_event *stick = recording_event(r, SIM_EVENT_STICK, 0);
    const double t = stick->t;
    *by_friction = stick->time_slopes[0];
    recording_free(r);
    sim_setup_free(setup);
    rig_free(rig);
    return t;
}

static double one_over(double v, void *context)
{
    const struct law *law = context;
    return 1 / (9.81 * sim_friction_at(law->surface, law->p, v));
}

/* A block that nothing holds slides from u for the integral of 1/(g mu(v)), which GSL takes from
 * knot to knot of a table; where mu goes with the parameter friction, 1/friction is in all of it */
static void test_block_slides_through_the_law(void **state)
{
    (void)state;
    static const double knots[] = {0, 0.1, 0.3, 1, 1.5};
    static const double exponents[] = {1, 2, 3, 4, 1.3, 2.5, 6, 0}; /* the last: the table */
    enum { LAWS = sizeof exponents / sizeof *exponents };
    gsl_integration_workspace *room = gsl_integration_workspace_alloc(100);
    for (int i = 0; i < 2 * LAWS; i++) {
        const double exponent = exponents[i / 2];
        struct law law = {.surface = surfaces[exponent == 0]};
        double wanted = 0, by_friction, error;
        char settings[200];
        snprintf(settings, sizeof settings,
                 "stiffness=0N/m friction=0.3 static_friction=0.5 stribeck_speed=0.2m/s "
                 "viscous_friction=0.15s/m stribeck_exponent=%g",
                 exponent > 0 ? exponent : 1);
        set_law(law.p);
        law.p[SIM_STRIBECK_EXPONENT] = exponent;
        gsl_function f = {one_over, &law};
        for (int k = 0; k < 4; k++) {
            double part;
            gsl_integration_qag(&f, knots[k], knots[k + 1], 1e-14, 1e-13, 100, GSL_INTEG_GAUSS31,
                                room, &part, &error);
            wanted += part;
        }
        const double t = stop_of_block(law.surface, i % 2 ? -1.5 : 1.5, i % 2 ? 0.7 : -0.4,
                                       settings, &by_friction);
        assert_near(t, wanted, 1e-11);
        if (exponent == 0)
            assert_near(by_friction, -wanted / 0.3, 1e-7);
    }
    gsl_integration_workspace_free(room);
}

/* ---- stick that ages */

/* A block on a belt that begins to stick where its spring is slack goes with the belt until
 * k V t = N (mu_s + beta ln(1 + t/t0)) */
static void test_stick_that_ages(void **state)
{
    (void)state;
    static const char *const names[] = {"ageing", "ageing_time", "stiffness", "static_friction"};
    double t = 0.3, by[4];
    struct rig *rig = recording_rig("example-stick-slip",
                                    "x_dot=0.1m/s ageing=0.05 ageing_time=0.2s");
    struct sim_setup *setup;
    struct error err;
    rig->surface.rest = RIG_STATIC_AGEING;
    assert_int_equal(sim_setup_create(rig, 2, 1e-11, names, 4, &setup, &err), ERROR_OK);
    struct recording *r = recording_run(&setup->problem);
    const struct recorded_event *slip = recording_event(r, SIM_EVENT_SLIP, 0);
    for (int i = 0; i < 200; i++)
        t = 9.81 * (0.4 + 0.05 * log1p(t / 0.2)) / (100 * 0.1);
    assert_near(slip->t, t, 1e-10);
    /* the implicit function's derivatives: F = k V t - N mu_s(t) */
    const double rate = 10 - 9.81 * 0.05 / (0.2 + t);
    by[0] = 9.81 * log1p(t / 0.2) / rate;
    by[1] = -9.81 * 0.05 * t / (0.2 * (0.2 + t)) / rate;
    by[2] = -0.1 * t / rate;
    by[3] = 9.81 / rate;
    for (int d = 0; d < 4; d++)
        assert_near(slip->time_slopes[d], by[d], 1e-7 * (1 + fabs(by[d])));
    recording_free(r);
    sim_setup_free(setup);
    rig_free(rig);
}

/* ---- impacts */

/* The equations of Darboux and Keller by Euler's midpoint rule in steps of the normal impulse,
 * until its restitution by Poisson's law or Stronge's is there */
static void small_steps(const struct rig_surface *surface, const double *p, struct delassus q,
                        enum rig_impact law, double e, double *slip, double *normal)
{
    double impulse = 0, work = 0, end = INFINITY, work_end = INFINITY;
    const double step = 2e-6 * fabs(*normal) / q.nn;
    const double rest = sim_friction_rest(surface, p, 0), hold = -q.tn / q.tt;
    int sign = *slip > 0 ? 1 : -1;
    while (law == RIG_IMPACT_POISSON ? impulse < end : work < work_end) {
        const double middle = *slip +
                              0.5 * step *
                                  (q.tn - sign * q.tt * sim_friction_at(surface, p, sign * *slip));
        const double mu = sim_friction_at(surface, p, sign * middle);
        const double ratio = sign ? -sign * mu : hold;
        const double before = *slip;
        *slip += step * (q.tn + ratio * q.tt);
        work += step * (*normal + 0.5 * step * (q.nn + ratio * q.tn));
        *normal += step * (q.nn + ratio * q.tn);
        impulse += step;
        if (sign && before * *slip <= 0 && before != 0) {
            *slip = 0;
            sign = fabs(hold) <= rest ? 0 : hold < 0 ? 1 : -1;
        }
        if (*normal >= 0 && end == INFINITY) {
            end = (1 + e) * impulse;
            work_end = (1 - e * e) * work;
        }
    }
}

static struct sim_impact impact_of(const struct rig_surface *surface, const double *p,
                                   struct delassus q, double slip, double normal)
{
    struct sim_impact im = {.surface = surface,
                            .p = p,
                            .static_friction = sim_friction_rest(surface, p, 0),
                            .restitution = p[SIM_RESTITUTION],
                            .slip = slip,
                            .normal = normal};
    delassus_set(&im, q);
    return im;
}

static void test_impacts_by_small_steps(void **state)
{
    (void)state;
    static const struct {
        struct delassus q;
        double slip, normal;
    } cases[] = {{{3, 0.4, 2}, 0.4, -1},   {{3, 0.4, 2}, 3, -1},   {{3, -1.9, 2}, 0.2, -1},
                 {{3, 1.9, 2}, -0.3, -2},  {{1, 0.9, 1.2}, 1, -1}, {{1, 0, 1}, -0.5, -0.5},
                 {{3, -2.2, 2}, -0.1, -1}, {{2, 1.5, 2}, 2, -0.3}};
    double p[SIM_MAX_PARAMETERS] = {0};
    set_law(p);
    p[SIM_RESTITUTION] = 0.6;
    for (size_t k = 0; k < 4 * sizeof cases / sizeof *cases; k++) {
        const struct rig_surface *surface = surfaces[k % 2];
        const enum rig_impact law = k / 2 % 2 ? RIG_IMPACT_STRONGE : RIG_IMPACT_POISSON;
        double slip = cases[k / 4].slip, normal = cases[k / 4].normal;
        struct sim_impact im = impact_of(surface, p, cases[k / 4].q, slip, normal);
        small_steps(surface, p, cases[k / 4].q, law, 0.6, &slip, &normal);
        assert_true(sim_impact_solve(law, &im));
        assert_near(im.slip, slip, 2e-5);
        assert_near(im.normal, normal, 2e-5);
    }
}

/* Q diagonal and mu = mu_d + c v: slip + mu_d/c falls as exp(-c P q_tt), P = (1 + e) |v_n| / q_nn
 */
static void test_impact_with_viscous_friction(void **state)
{
    (void)state;
    double p[SIM_MAX_PARAMETERS] = {0};
    set_law(p);
    p[SIM_STATIC_FRICTION] = p[SIM_FRICTION];
    p[SIM_RESTITUTION] = 0.6;
    static const enum rig_impact laws[] = {RIG_IMPACT_POISSON, RIG_IMPACT_STRONGE,
                                           RIG_IMPACT_NEWTON};
    for (int i = 0; i < 3; i++) {
        struct sim_impact im = impact_of(&stribeck, p, (struct delassus){3, 0, 2}, 2, -1);
        assert_true(sim_impact_solve(laws[i], &im));
        const double impulse = 1.6 / 2, c = p[SIM_VISCOUS_FRICTION], rest = 0.3 / c;
        /* Newton's impact has the friction of the slip after it */
        const double slip = laws[i] == RIG_IMPACT_NEWTON
                                ? (2 - 3 * 0.3 * impulse) / (1 + 3 * c * impulse)
                                : (2 + rest) * exp(-c * impulse * 3) - rest;
        assert_near(im.impulse_n, impulse, 1e-13);
        assert_near(im.normal, 0.6, 1e-13);
        assert_near(im.slip, slip, 1e-12);
        assert_near(im.impulse_t, (slip - 2) / 3, 1e-12);
    }
}

/* all three laws, impacts that slip on, stop and reverse, by slip, approach and v_s */
static void test_slopes_of_impacts(void **state)
{
    (void)state;
    static const struct delassus q[] = {{3, 0.4, 2}, {3, -1.9, 2}, {1, 0.9, 1.2}};
    static const double slips[] = {2, 0.1, -0.3};
    static const enum rig_impact laws[] = {RIG_IMPACT_POISSON, RIG_IMPACT_STRONGE,
                                           RIG_IMPACT_NEWTON};
    for (int k = 0; k < 3 * 3 * 3 * 3; k++) {
        const enum rig_impact law = laws[k % 3];
        const int by = k / 27;
        double after[2][2], h = 1e-6;
        double complex z[SIM_MAX_PARAMETERS];
        double p[SIM_MAX_PARAMETERS] = {0};
        set_law(p);
        p[SIM_RESTITUTION] = 0.6;
        for (int side = 0; side < 2; side++) {
            double moved[SIM_MAX_PARAMETERS];
            const double step = side ? h : -h;
            memcpy(moved, p, sizeof p);
            moved[SIM_STRIBECK_SPEED] += by == 2 ? step : 0;
            struct sim_impact im = impact_of(&stribeck, moved, q[k / 3 % 3],
                                             slips[k / 9 % 3] + (by == 0 ? step : 0),
                                             -1 + (by == 1 ? step : 0));
            assert_true(sim_impact_solve(law, &im));
            after[side][0] = im.slip;
            after[side][1] = im.normal;
        }
        for (size_t i = 0; i < SIM_MAX_PARAMETERS; i++)
            z[i] = p[i];
        z[SIM_STRIBECK_SPEED] += by == 2 ? SIM_STEP * I : 0;
        const struct delassus d = q[k / 3 % 3];
        struct sim_impact_c im = {.surface = &stribeck,
                                  .p = z,
                                  .q_tt = d.tt,
                                  .hold = -d.tn / d.tt,
                                  .q_hold = d.nn - d.tn * d.tn / d.tt,
                                  .static_friction = 0.5,
                                  .restitution = 0.6,
                                  .slip = slips[k / 9 % 3] + (by == 0 ? SIM_STEP * I : 0),
                                  .normal = -1 + (by == 1 ? SIM_STEP * I : 0)};
        assert_true(sim_impact_solve_c(law, &im));
        assert_near(cimag(im.slip) / SIM_STEP, (after[1][0] - after[0][0]) / (2 * h), 1e-7);
        assert_near(cimag(im.normal) / SIM_STEP, (after[1][1] - after[0][1]) / (2 * h), 1e-7);
    }
}

/* ---- restitution by approach */

/* A ball dropped from y: e_0 (v/v_0)^-p at v = sqrt(2 g y), and by a table the same */
static void test_restitution_by_approach(void **state)
{
    (void)state;
    static const enum rig_impact laws[] = {RIG_IMPACT_POISSON, RIG_IMPACT_STRONGE,
                                           RIG_IMPACT_NEWTON, RIG_IMPACT_BILINEAR};
    struct rig_surface surface = {
        .restitution_table = {.n = 3, .speed = {1, 2, 4}, .value = {0.9, 0.6, 0.4}}};
    for (int k = 0; k < 8; k++) {
        struct ball ball = {.friction = 0.3, .restitution = 0.5, .y = k % 2 ? 0.2 : 0.8, .u = 0.1};
        struct sim_problem problem;
        ball_problem(&ball, 1, 1e-11, &problem);
        set_law(problem.p);
        problem.p[SIM_RESTITUTION_POWER] = 0.25;
        problem.p[SIM_TANGENTIAL_COMPLIANCE] = 1.2;
        problem.impact = laws[k / 2];
        problem.inputs.surface = &surface;
        for (int table = 0; table < 2; table++) {
            surface.restitution = table ? RIG_RESTITUTION_TABLE : RIG_RESTITUTION_POWER;
            struct recording *r = recording_run(&problem);
            const struct recorded_event *impact = recording_event(r, SIM_EVENT_IMPACT, 0);
            const double v = sqrt(2 * g * ball.y),
                         e = table ? 0.5 * (k % 2 ? 0.6 : 0.4) : 0.5 * pow(v, -0.25);
            assert_near(impact->normal_after, e * v, 1e-9);
            recording_free(r);
        }
    }
}

/* ---- whole motions: derivatives against differences */

struct motion {
    const char *rig, *settings;
    struct rig_surface surface;
    enum rig_impact impact;
    double duration;
    const char *names[4];
};

static struct recording *run(const struct motion *m, size_t moved, double step, size_t n)
{
    struct rig *rig = recording_rig(m->rig, m->settings);
    struct sim_setup *setup;
    struct error err;
    rig->surface = m->surface;
    rig->impact = m->impact;
    if (step != 0)
        assert_int_equal(rig_set_value(rig, m->names[moved],
                                       rig_value(rig, m->names[moved])->value + step, &err),
                         ERROR_OK);
    assert_int_equal(sim_setup_create(rig, m->duration, 1e-12, m->names, n, &setup, &err),
                     ERROR_OK);
    struct recording *r = recording_run(&setup->problem);
    sim_setup_free(setup);
    rig_free(rig);
    return r;
}

static void test_slopes_of_motions(void **state)
{
    (void)state;
    const struct motion motions[] = {
        {"example-stick-slip",
         "friction=0.2 static_friction=0.4 stribeck_speed=0.05m/s viscous_friction=0.1s/m",
         {.friction = RIG_FRICTION_STRIBECK},
         RIG_IMPACT_POISSON,
         1.3,
         {"stribeck_speed", "viscous_friction", "friction", "belt_speed"}},
        {"example-stick-slip",
         "friction=0.3 static_friction=0.4 ageing=0.03 ageing_time=0.1s",
         {.friction = RIG_FRICTION_TABLE,
          .rest = RIG_STATIC_AGEING,
          .friction_table = {.n = 3, .speed = {0, 0.05, 0.2}, .value = {1.1, 0.9, 0.7}}},
         RIG_IMPACT_POISSON,
         1.6,
         {"ageing", "ageing_time", "friction", "stiffness"}},
        {"zhao-2008",
         "friction=0.5 static_friction=0.7 stribeck_speed=0.1m/s restitution=0.2 "
         "restitution_power=0.1",
         {.friction = RIG_FRICTION_STRIBECK, .restitution = RIG_RESTITUTION_POWER},
         RIG_IMPACT_STRONGE,
         0.35,
         {"stribeck_speed", "restitution_power", "friction", "stiffness"}},
        {"zhao-2008",
         "friction=0.5 restitution=0.4 tangential_compliance=1.1",
         {0},
         RIG_IMPACT_BILINEAR,
         0.35,
         {"tangential_compliance", "restitution", "friction", "stiffness"}},
        {"zhao-2008",
         "friction=0.55 restitution=0.3",
         {.friction = RIG_FRICTION_TABLE,
          .friction_table = {.n = 3, .speed = {0, 0.1, 0.5}, .value = {1.2, 1, 0.95}},
          .restitution = RIG_RESTITUTION_TABLE,
          .restitution_table = {.n = 3, .speed = {0, 0.1, 0.6}, .value = {0.9, 0.7, 0.5}}},
         RIG_IMPACT_NEWTON,
         0.35,
         {"restitution", "friction", "stiffness", "belt_speed"}},
    };
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        const struct motion *m = &motions[i];
        struct recording *r = run(m, 0, 0, 4);
        char *kinds = recording_kinds(r);
        print_message("# %s: %s\n", m->rig, kinds);
        const struct recorded_event *end = &r->events[r->n_events - 1];
        for (size_t d = 0; d < 4; d++) {
            struct recording *side[2] = {run(m, d, -1e-6, 0), run(m, d, 1e-6, 0)};
            assert_int_equal(side[0]->n_events, r->n_events);
            assert_int_equal(side[1]->n_events, r->n_events);
            for (size_t k = 0; k < r->width; k++) {
                const double slope = end->state_slopes[d * r->width + k];
                const size_t last = r->n_events - 1;
                const double difference = (side[1]->events[last].x[k] -
                                           side[0]->events[last].x[k]) /
                                          2e-6;
                assert_near(slope, difference, 2e-5 * (1 + fabs(difference)));
            }
            recording_free(side[0]);
            recording_free(side[1]);
        }
        free(kinds);
        recording_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slopes_of_the_laws),
        cmocka_unit_test(test_slopes_by_parameters),
        cmocka_unit_test(test_table_between_its_points),
        cmocka_unit_test(test_sliding_to_rest),
        cmocka_unit_test(test_block_slides_through_the_law),
        cmocka_unit_test(test_stick_that_ages),
        cmocka_unit_test(test_impacts_by_small_steps),
        cmocka_unit_test(test_impact_with_viscous_friction),
        cmocka_unit_test(test_slopes_of_impacts),
        cmocka_unit_test(test_restitution_by_approach),
        cmocka_unit_test(test_slopes_of_motions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
