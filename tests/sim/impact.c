/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/impact.h"

#include <math.h>
#include <stdlib.h>

#include "tests/sim/delassus.h"
#include "tests/test.h"

static double uniform(double low, double high)
{
    return low + (high - low) * ((double)rand() / RAND_MAX);
}

/* a positive definite Q from a random 2x2 factor */
static struct sim_impact random_impact(void)
{
    double a = uniform(-2, 2), b = uniform(-2, 2), c = uniform(-2, 2), d = uniform(-2, 2);
    double friction = uniform(0, 2);
    struct sim_impact im = {.friction = friction,
                            .static_friction = friction * uniform(1, 1.5),
                            .restitution = uniform(0, 1),
                            .slip = uniform(-1, 1),
                            .normal = -uniform(0, 1)};
    delassus_set(&im, (struct delassus){a * a + b * b + 1e-3, a * c + b * d, c * c + d * d + 1e-3});
    return im;
}

/* 1/2 v^T Q^-1 v: the kinetic energy that an impact can change */
static double energy(const struct sim_impact *im)
{
    const struct delassus q = delassus_of(im);
    return 0.5 *
           (q.nn * im->slip * im->slip - 2 * q.tn * im->slip * im->normal +
            q.tt * im->normal * im->normal) /
           (q.tt * q.nn - q.tn * q.tn);
}

/* Darboux-Keller by small steps of P: an independent, slow way */
static void integrate(enum rig_impact law, struct sim_impact *im, double dp)
{
    const struct delassus q = delassus_of(im);
    double pc = 0, work = 0, slip = im->slip, normal = im->normal;
    bool compressing = true;
    im->impulse_t = im->impulse_n = im->work = 0;
    for (long i = 0; i < 100000000; i++) {
        if (compressing && normal >= 0) {
            compressing = false;
            pc = im->impulse_n;
            work = im->work;
        }
        if (!compressing && (law == RIG_IMPACT_POISSON
                                 ? im->impulse_n >= (1 + im->restitution) * pc
                                 : im->work - work >= -im->restitution * im->restitution * work))
            break;
        /* implicit in the friction: the force that stops the slip if it can */
        double hold = -(slip + q.tn * dp) / q.tt, cone = im->friction * dp;
        if (slip == 0)
            cone = im->static_friction * dp;
        double pt = fabs(hold) <= cone ? hold : copysign(im->friction * dp, hold);
        double before = normal;
        double next = slip + q.tn * dp + q.tt * pt;
        slip = fabs(hold) <= cone || slip * next < 0 ? 0 : next;
        normal += q.nn * dp + q.tn * pt;
        im->work += 0.5 * (before + normal) * dp;
        im->impulse_n += dp;
        im->impulse_t += pt;
    }
    im->slip = slip;
    im->normal = normal;
}

static void compare_with_integration(enum rig_impact law)
{
    srand(1);
    for (int i = 0; i < 200; i++) {
        struct sim_impact exact = random_impact(), slow = exact;
        assert_true(sim_impact_solve(law, &exact));
        integrate(law, &slow, 2e-5 * exact.impulse_n);
        double scale = fabs(exact.slip) + fabs(exact.normal) + 0.1;
        assert_true(fabs(exact.slip - slow.slip) < 2e-3 * scale);
        assert_true(fabs(exact.normal - slow.normal) < 2e-3 * scale);
        assert_true(fabs(exact.impulse_t - slow.impulse_t) < 2e-3 * exact.impulse_n);
    }
}

static void test_poisson_is_the_limit_of_small_steps(void **state)
{
    (void)state;
    compare_with_integration(RIG_IMPACT_POISSON);
}

static void test_stronge_is_the_limit_of_small_steps(void **state)
{
    (void)state;
    compare_with_integration(RIG_IMPACT_STRONGE);
}

static void test_impulses_explain_the_velocities(void **state)
{
    (void)state;
    srand(2);
    for (int i = 0; i < 100000; i++) {
        struct sim_impact before = random_impact(), after = before;
        assert_true(sim_impact_solve((enum rig_impact)(i % 3), &after));
        const struct delassus q = delassus_of(&before);
        double slip = before.slip + q.tt * after.impulse_t + q.tn * after.impulse_n;
        double normal = before.normal + q.tn * after.impulse_t + q.nn * after.impulse_n;
        double scale = q.tt * fabs(after.impulse_t) + q.nn * after.impulse_n + 1;
        assert_true(fabs(slip - after.slip) < 1e-12 * scale);
        assert_true(fabs(normal - after.normal) < 1e-12 * scale);
        assert_true(after.impulse_n >= 0 && after.normal >= -1e-13 * scale);
        assert_true(fabs(after.impulse_t) <= before.static_friction * after.impulse_n + 1e-12);
    }
}

static void test_stronge_never_creates_energy(void **state)
{
    (void)state;
    srand(3);
    for (int i = 0; i < 100000; i++) {
        struct sim_impact before = random_impact(), after = before;
        assert_true(sim_impact_solve(RIG_IMPACT_STRONGE, &after));
        assert_true(energy(&after) <= energy(&before) * (1 + 1e-10) + 1e-13);
    }
}

static void test_restitution_is_what_each_law_says(void **state)
{
    (void)state;
    /* no coupling: all three agree with v+ = -e v- */
    for (int law = RIG_IMPACT_POISSON; law <= RIG_IMPACT_NEWTON; law++) {
        struct sim_impact im = {.q_tt = 1,
                                .q_hold = 2,
                                .friction = 0.3,
                                .static_friction = 0.3,
                                .restitution = 0.7,
                                .slip = 1,
                                .normal = -2};
        assert_true(sim_impact_solve((enum rig_impact)law, &im));
        assert_true(fabs(im.normal - 1.4) < 1e-14);
        assert_true(fabs(im.impulse_n - 1.7) < 1e-14);
        assert_true(fabs(im.slip - (1 - 0.3 * 1.7)) < 1e-14);
    }
}

/* Zhao 2008 (13) to (18) with its fraction the right way up (docs/physics.md) */
static void test_tangential_impact_is_the_papers_rule(void **state)
{
    (void)state;
    const double q_tt = 3, q_tn = 2.5, q_nn = 2.3, mu = 1.1, e = 0.4, slip = 0.5;
    const double a = q_nn - mu * q_tn, stick = q_nn - q_tn * q_tn / q_tt;
    assert_true(a < 0 && stick > 0);
    const double p1 = -slip / (q_tn - mu * q_tt), v1 = a * p1, p2 = -v1 / stick;
    struct sim_impact im = {.friction = mu, .static_friction = mu, .restitution = e, .slip = slip};
    delassus_set(&im, (struct delassus){q_tt, q_tn, q_nn});
    assert_true(sim_impact_solve(RIG_IMPACT_POISSON, &im));
    assert_true(fabs(im.impulse_n - (1 + e) * (p1 + p2)) < 1e-14);
    assert_true(fabs(im.normal - stick * e * (p1 + p2)) < 1e-14);
    assert_true(im.slip == 0);
}

/* the derivative of an impact by complex step against differences */
static void test_complex_copy_is_the_derivative(void **state)
{
    (void)state;
    srand(4);
    const double h = 1e-6;
    for (int i = 0; i < 300; i++) {
        enum rig_impact law = (enum rig_impact)(i % 3);
        struct sim_impact im = random_impact(), low = im, high = im;
        double dslip = uniform(-1, 1), dq = uniform(-0.1, 0.1), de = uniform(-0.2, 0.2);
        struct sim_impact_c z = {.q_tt = im.q_tt,
                                 .hold = im.hold + 1e-100 * I * dq,
                                 .q_hold = im.q_hold,
                                 .friction = im.friction,
                                 .static_friction = im.static_friction,
                                 .restitution = im.restitution + 1e-100 * I * de,
                                 .slip = im.slip + 1e-100 * I * dslip,
                                 .normal = im.normal};
        low.slip -= h * dslip, low.hold -= h * dq, low.restitution -= h * de;
        high.slip += h * dslip, high.hold += h * dq, high.restitution += h * de;
        assert_true(sim_impact_solve_c(law, &z));
        assert_true(sim_impact_solve(law, &low) && sim_impact_solve(law, &high));
        if ((low.slip == 0) != (high.slip == 0))
            continue; /* the difference straddles a change of the sequence */
        double normal = cimag(z.normal) * 1e100, slip = cimag(z.slip) * 1e100;
        double scale = 1 + fabs(normal) + fabs(slip);
        assert_true(fabs(normal - (high.normal - low.normal) / (2 * h)) < 1e-5 * scale);
        assert_true(fabs(slip - (high.slip - low.slip) / (2 * h)) < 1e-5 * scale);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_poisson_is_the_limit_of_small_steps),
        cmocka_unit_test(test_stronge_is_the_limit_of_small_steps),
        cmocka_unit_test(test_impulses_explain_the_velocities),
        cmocka_unit_test(test_stronge_never_creates_energy),
        cmocka_unit_test(test_restitution_is_what_each_law_says),
        cmocka_unit_test(test_tangential_impact_is_the_papers_rule),
        cmocka_unit_test(test_complex_copy_is_the_derivative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
