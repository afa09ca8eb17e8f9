/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/bilinear.h"

#include <math.h>
#include <stdlib.h>

#include "tests/sim/recording.h"
#include "tests/sim/springs.h"
#include "tests/test.h"

static struct sim_impact impact_of(const struct springs *s)
{
    const double hold = -s->q_tn / s->q_tt;
    return (struct sim_impact){.q_tt = s->q_tt,
                               .hold = hold,
                               .q_hold = s->q_nn - hold * hold * s->q_tt,
                               .friction = s->friction,
                               .static_friction = s->friction,
                               .restitution = s->restitution,
                               .compliance = s->compliance,
                               .slip = s->slip,
                               .normal = s->normal};
}

static double uniform(unsigned *seed, double low, double high)
{
    *seed = *seed * 1664525U + 1013904223U;
    return low + (high - low) * (double)(*seed >> 8) / 16777216.0;
}

/* any body that is not far from a dead centre */
static struct springs draw(unsigned *seed)
{
    struct springs s = {.q_tt = uniform(seed, 0.5, 3),
                        .q_nn = uniform(seed, 0.5, 3),
                        .friction = uniform(seed, 0.02, 1.5),
                        .restitution = uniform(seed, 0.2, 1),
                        .compliance = uniform(seed, 0.2, 3),
                        .slip = uniform(seed, -3, 3),
                        .normal = uniform(seed, -2, -0.2)};
    s.q_tn = uniform(seed, -0.8, 0.8) * sqrt(s.q_tt * s.q_nn);
    return s;
}

/* small steps come to the same impulses; their error is of first order, from the instants at
 * which stiffness and friction change */
static void test_small_steps_agree(void **state)
{
    (void)state;
    unsigned seed = 1;
    double worst = 0;
    for (int i = 0; i < 300; i++) {
        struct springs s = draw(&seed);
        struct sim_impact im = impact_of(&s);
        const double size = hypot(s.slip, s.normal);
        assert_true(sim_bilinear_solve(&im));
        springs_strike(&s, 1e-4);
        worst = fmax(worst, fmax(fabs(im.slip - s.slip), fabs(im.normal - s.normal)) / size);
        worst = fmax(worst, fabs(im.impulse_n - s.impulse_n) / s.impulse_n);
        worst = fmax(worst, fabs(im.impulse_t - s.impulse_t) / s.impulse_n);
    }
    print_message("# 300 impacts, worst difference %.2g\n", worst);
    assert_true(worst < 1e-6);
}

/* velocities are those of the impulses, energy is lost, and half of it by friction at the least
 * never comes from nothing */
static void test_impulses_and_energy(void **state)
{
    (void)state;
    unsigned seed = 7;
    for (int i = 0; i < 2000; i++) {
        const struct springs s = draw(&seed);
        struct sim_impact im = impact_of(&s);
        assert_true(sim_bilinear_solve(&im));
        assert_near(im.slip, s.slip + s.q_tt * im.impulse_t + s.q_tn * im.impulse_n, 1e-11);
        assert_near(im.normal, s.normal + s.q_tn * im.impulse_t + s.q_nn * im.impulse_n, 1e-11);
        assert_true(im.normal >= 0);
        assert_true(fabs(im.impulse_t) <= s.friction * im.impulse_n * (1 + 1e-12));
        /* work of the impulses on the mean velocities */
        const double work = 0.5 * (im.impulse_t * (s.slip + im.slip) +
                                   im.impulse_n * (s.normal + im.normal));
        assert_true(work <= 1e-11);
    }
}

/* a ball whose two springs swing alike comes back with its slip reversed */
static void test_slip_reverses(void **state)
{
    (void)state;
    struct springs s = {.q_tt = 3.5,
                        .q_nn = 1,
                        .friction = 10,
                        .restitution = 1,
                        .compliance = 3.5,
                        .slip = 0.7,
                        .normal = -1.3};
    struct sim_impact im = impact_of(&s);
    assert_true(sim_bilinear_solve(&im));
    assert_near(im.slip, -0.7, 1e-9);
    assert_near(im.normal, 1.3, 1e-9);
    s.friction = 0; /* and a smooth one keeps it */
    s.restitution = 0.4;
    im = impact_of(&s);
    assert_true(sim_bilinear_solve(&im));
    assert_near(im.slip, 0.7, 1e-12);
    assert_near(im.normal, 0.4 * 1.3, 1e-12);
}

/* the stiffer along the surface, the closer to Stronge's rigid law, where both slip throughout */
static void test_without_compliance_it_is_stronge(void **state)
{
    (void)state;
    struct springs s = {.q_tt = 1.7,
                        .q_tn = 0.5,
                        .q_nn = 1.2,
                        .friction = 0.2,
                        .restitution = 0.6,
                        .slip = 1,
                        .normal = -1};
    struct sim_impact rigid = impact_of(&s);
    assert_true(sim_impact_solve(RIG_IMPACT_STRONGE, &rigid));
    double last = INFINITY;
    for (double compliance = 0.1; compliance > 2e-3; compliance /= 10) {
        s.compliance = compliance;
        struct sim_impact im = impact_of(&s);
        assert_true(sim_bilinear_solve(&im));
        const double away = hypot(im.slip - rigid.slip, im.normal - rigid.normal);
        assert_true(away < 0.2 * last || away < 1e-12);
        last = away;
    }
    assert_true(last < 1e-2);
}

/* derivatives of what comes after, by what is before and by each constant */
static void test_derivatives(void **state)
{
    (void)state;
    unsigned seed = 3;
    for (int i = 0; i < 200; i++) {
        const struct springs s = draw(&seed);
        const double h = 1e-6;
        for (int which = 0; which < 5; which++) {
            struct sim_impact low = impact_of(&s), high = low;
            const struct sim_impact at = low;
            struct sim_impact_c c = {.q_tt = at.q_tt,
                                     .hold = at.hold,
                                     .q_hold = at.q_hold,
                                     .friction = at.friction,
                                     .static_friction = at.static_friction,
                                     .restitution = at.restitution,
                                     .compliance = at.compliance,
                                     .slip = at.slip,
                                     .normal = at.normal};
            double *const lows[] = {&low.slip, &low.normal, &low.friction, &low.restitution,
                                    &low.compliance};
            double *const highs[] = {&high.slip, &high.normal, &high.friction, &high.restitution,
                                     &high.compliance};
            double complex *const moved[] = {&c.slip, &c.normal, &c.friction, &c.restitution,
                                             &c.compliance};
            *lows[which] -= h;
            *highs[which] += h;
            *moved[which] += __builtin_complex(0.0, 1e-100);
            assert_true(sim_bilinear_solve(&low) && sim_bilinear_solve(&high) &&
                        sim_bilinear_solve_c(&c));
            const double slope = (high.slip - low.slip) / (2 * h);
            assert_near(cimag(c.slip) / 1e-100, slope, 1e-5 * (1 + fabs(slope)));
            const double lift = (high.normal - low.normal) / (2 * h);
            assert_near(cimag(c.normal) / 1e-100, lift, 1e-5 * (1 + fabs(lift)));
        }
    }
}

/* where A < 0 slip is stopped without approach: the limit of ever smaller approaches */
static void test_without_approach(void **state)
{
    (void)state;
    struct springs s = {.q_tt = 2,
                        .q_tn = 1.2,
                        .q_nn = 1,
                        .friction = 1.2,
                        .restitution = 0.5,
                        .compliance = 0.8,
                        .slip = 1,
                        .normal = 0};
    struct sim_impact limit = impact_of(&s);
    assert_true(s.q_nn - s.friction * s.q_tn < 0);
    assert_true(sim_bilinear_tangential(&limit));
    assert_true(limit.normal > 0);
    for (double approach = 1e-3; approach > 1e-8; approach /= 10) {
        s.normal = -approach;
        struct sim_impact im = impact_of(&s);
        assert_true(sim_bilinear_solve(&im));
        assert_true(hypot(im.slip - limit.slip, im.normal - limit.normal) < 10 * approach);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_steps_agree),
        cmocka_unit_test(test_impulses_and_energy),
        cmocka_unit_test(test_slip_reverses),
        cmocka_unit_test(test_without_compliance_it_is_stronge),
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_without_approach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
