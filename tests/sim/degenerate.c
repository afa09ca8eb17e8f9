/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The corners of the contact laws that chance does not meet: what vanishes exactly, and laws
 * at the ends of their ranges. Each has a closed form. */
#include <math.h>
#include <stdio.h>

#include "sim/extras.h"
#include "tests/sim/corner.h"
#include "tests/sim/linear.h"
#include "tests/test.h"

/* ---- A and B */

/* mu Q_tn = Q_nn: sliding cannot press the tip in. docs/physics.md: slide, stick, stick; it leaves
 * with v_r = 0 and v_n = (Q_nn - Q_tn^2/Q_tt) e P_c, and P_c = u / (mu Q_tt - Q_tn) */
static void test_a_is_zero(void **state)
{
    (void)state;
    for (enum rig_impact law = RIG_IMPACT_POISSON; law <= RIG_IMPACT_NEWTON; law++)
        for (int e = 0; e <= 1; e++) {
            struct sim_problem *p = corner_contact(1, 0.5, 1, 0, -1);
            corner_laws(p, 2, 2, 0.5 * e);
            corner_start(p, 0, 0, 1, 0);
            p->impact = law;
            struct recording *r = corner_run(p);
            const struct recorded_event *hit = recording_event(r, SIM_EVENT_TANGENTIAL_IMPACT, 0);
            assert_near(hit->t, 0, 0);
            assert_near(hit->slip_after, 0, 1e-9);
            if (law == RIG_IMPACT_POISSON)
                assert_near(hit->normal_after, 0.75 * 0.5 * e / 1.5, 1e-8);
            assert_true(law != RIG_IMPACT_NEWTON ||
                        fabs(hit->normal_after) < 1e-9); /* no approach */
            if (!e)
                assert_int_equal(corner_last(r)->to, SIM_STICK);
            recording_free(r);
        }
}

/* the same, but pulled off: y = b t^2 / 2 */
static void test_a_is_zero_and_b_lifts(void **state)
{
    (void)state;
    struct sim_problem *p = corner_contact(1, 0.5, 1, 0, 1);
    corner_laws(p, 2, 2, 0.5);
    corner_start(p, 0, 0, 1, 0);
    struct recording *r = corner_run(p);
    assert_int_equal(corner_last(r)->to, SIM_FLIGHT);
    assert_near(corner_last(r)->x[Y], 0.5, 1e-12);
    assert_near(corner_last(r)->x[X], 1, 1e-12);
    recording_free(r);
}

/* nothing presses and nothing lifts: no force, and the tip goes on as it was */
static void test_b_is_zero(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        struct sim_problem *p = corner_contact(1, 0.5, 1, 0, 0);
        corner_laws(p, 0.5, 0.7, 0.5);
        corner_start(p, 0, 0, sign, 0);
        struct recording *r = corner_run(p);
        assert_near(corner_last(r)->t, 1, 0);
        assert_near(corner_last(r)->x[X], sign, 1e-12);
        assert_near(corner_last(r)->x[Y], 0, 1e-12);
        assert_near(corner_last(r)->x[U], sign, 1e-12);
        recording_free(r);
    }
}

/* both at once: whatever it is called, it ends, and the laws hold */
static void test_a_and_b_are_zero(void **state)
{
    (void)state;
    struct sim_problem *p = corner_contact(1, 0.5, 1, 0, 0);
    corner_laws(p, 2, 2, 0.5);
    corner_start(p, 0, 0, 1, 0);
    recording_free(corner_run(p));
}

/* ---- slip and normal velocity vanish together */

/* an impact without restitution that stops both; then what the forces want */
static void test_all_velocity_ends_in_an_impact(void **state)
{
    (void)state;
    struct sim_problem *p = corner_contact(1, 0, 1, 0, -1);
    corner_laws(p, 10, 10, 0);
    corner_start(p, 0, 0, 0.1, -1);
    struct recording *r = corner_run(p);
    corner_assert_kinds(r, "start impact end");
    assert_int_equal(corner_last(r)->to, SIM_STICK);
    assert_near(corner_last(r)->x[X], 0, 1e-12);
    recording_free(r);

    p = corner_contact(1, 0, 1, 0, 1); /* pulled off: y = t^2 / 2 */
    corner_laws(p, 10, 10, 0);
    corner_start(p, 0, 0, 0.1, -1);
    r = corner_run(p);
    assert_int_equal(corner_last(r)->to, SIM_FLIGHT);
    assert_near(corner_last(r)->x[Y], 0.5, 1e-12);
    recording_free(r);

    p = corner_contact(1, 0, 1, 5, -1); /* pulled along: (5 - mu) t^2 / 2 */
    corner_laws(p, 0.5, 0.5, 0);
    corner_start(p, 0, 0, 0.25, -0.5);
    r = corner_run(p);
    assert_int_equal(corner_last(r)->to, SIM_SLIP_PLUS);
    assert_near(corner_last(r)->x[X], 2.25, 1e-10);
    recording_free(r);
}

/* ---- a singular Q */

/* w_t = 2 w_n: the tip can only move along (2, 1) */
static struct sim_problem *singular(double friction, double restitution, double force)
{
    struct sim_problem *p = corner_contact(1, 0, 1, 0, 0);
    p->p[LINEAR_W_T] = 0;
    p->p[LINEAR_W_T + 1] = 2;
    p->p[LINEAR_FORCE + 1] = force;
    corner_laws(p, friction, friction, restitution);
    return p;
}

/* Q = (4 2; 2 1). With mu = 0.4 and s = -1 compression takes P = 1/1.8, at the end of which
 * slip and normal velocity vanish together; friction cannot hold 2 > 1.6, so that the slip
 * reverses, and e P leaves v_n = (1 - 0.8) e P, and slip 2 v_n */
static void test_singular_impact(void **state)
{
    (void)state;
    struct sim_problem *p = singular(0.4, 0.5, 0);
    corner_start(p, 0, 0, 0, -1);
    struct recording *r = corner_run(p);
    const struct recorded_event *hit = recording_event(r, SIM_EVENT_IMPACT, 0);
    assert_near(hit->normal_after, 0.2 * 0.5 / 1.8, 1e-12);
    assert_near(hit->slip_after, 2 * hit->normal_after, 1e-12);
    recording_free(r);
}

/* pressed on the surface and at rest: it stays there, under whatever name */
static void test_singular_rest(void **state)
{
    (void)state;
    static const double frictions[] = {0, 0.1, 0.4, 1, 10};
    for (int i = 0; i < 5; i++)
        for (int e = 0; e <= 1; e++) {
            struct sim_problem *p = singular(frictions[i], e, -1);
            corner_start(p, 0, 0, 0, 0);
            struct recording *r = corner_run(p);
            assert_near(corner_last(r)->x[Y], 0, 1e-12);
            assert_near(corner_last(r)->x[V], 0, 1e-12);
            recording_free(r);
        }
}

/* ---- aligned links */

static double energy_of(const struct sim_problem *p, const double *x)
{
    return sim_energy_at(p->inputs.model, p->p, p->inputs.n, x, x + p->inputs.n);
}

/* a tip that slides to where the links are in line turns back there, and the links go on */
static void assert_passes_dead_centre(const char *rig, const char *settings, size_t link)
{
    struct sim_setup *setup = recording_setup_of(rig, settings, 1, 1e-10);
    struct recording *r = corner_run(&setup->problem);
    const struct recorded_event *turn = recording_event(r, SIM_EVENT_REVERSE, 0);
    const size_t n = setup->problem.inputs.n;
    print_message("# %s turns at %.9g s, %s rad/s\n", rig, turn->t, settings);
    assert_true(fabs(turn->x[n + link]) > 0.5); /* it was no stop */
    struct sim_problem before;
    recording_restart(&setup->problem, 0, setup->problem.x, &before);
    before.t_end = turn->t;
    struct recording *until = recording_run(&before);
    for (size_t i = 0; i < 2 * n; i++)
        assert_near(turn->x[i], corner_last(until)->x[i], 1e-7);
    assert_near(energy_of(&before, turn->x), energy_of(&before, corner_last(until)->x), 1e-8);
    recording_free(until);
    recording_free(r);
    sim_setup_free(setup);
}

static void test_links_come_into_line(void **state)
{
    (void)state;
    /* cos(0.4) * 2 m = 1.8421 m; the tip swings outward */
    assert_passes_dead_centre("liu-2007-case5",
                              "height=1.8421219880057702m stiffness=0N.m/rad damping=0N.m.s/rad "
                              "friction=0.05 static_friction=0.05 belt_speed=0m/s gravity=50m/s2 "
                              "theta1=0.35rad theta1_dot=2rad/s",
                              0);
}

/* a bar that lies along the surface would move its tip over it, not along; its hinge has come
 * down on the surface just there, which ends the motion */
static void test_bar_lies_flat(void **state)
{
    (void)state;
    struct recording *r = recording_of(
        "leine-2002",
        "belt_speed=0m/s friction=0.05 stiffness=0N/m damping=0N.s/m "
        "angular_stiffness=0N.m/rad rest_angle=0rad phi=1.2rad phi_dot=3rad/s",
        1, 1e-9);
    const struct recorded_event *floor = recording_event(r, SIM_EVENT_FLOOR, 0);
    assert_near(floor->x[0], acos(0), 1e-9);
    assert_near(r->events[r->n_events - 1].t, floor->t, 0);
    recording_free(r);
}

/* in line from the start */
static void test_links_start_in_line(void **state)
{
    (void)state;
    static const char *const frictions[] = {"0", "0.1", "1", "10"};
    for (int i = 0; i < 4; i++) {
        char settings[256];
        snprintf(settings, sizeof settings,
                 "height=1.8421219880057702m theta1=0.4rad theta2=0.4rad belt_speed=0m/s "
                 "friction=%s static_friction=%s",
                 frictions[i], frictions[i]);
        struct sim_setup *setup = recording_setup_of("liu-2007-case5", settings, 1, 1e-9);
        recording_free(corner_run(&setup->problem));
        sim_setup_free(setup);
    }
}

/* a belt that drives stick into a dead centre ends in a jam, not in a failure */
static void test_belt_drives_links_into_line(void **state)
{
    (void)state;
    struct sim_setup *setup = recording_setup_of(
        "liu-2007-case5",
        "mass=0.0575kg mass2=0.0272kg length=0.0676m length2=1.2074m height=0.8334m "
        "stiffness=0N.m/rad damping=0N.m.s/rad friction=4 static_friction=4 "
        "belt_speed=-0.6744m/s theta1=-1.6847rad theta1_dot=-11.72rad/s",
        1, 1e-9);
    struct recording *r = recording_run(&setup->problem);
    const struct recorded_event *jam = recording_event(r, SIM_EVENT_JAM, 0);
    const double *x = jam->x;
    assert_near(fabs(sin(x[0] - x[1])), 0, 1e-2); /* in line */
    assert_near(corner_last(r)->t, jam->t, 0);
    recording_free(r);
    sim_setup_free(setup);
}

/* ---- restitution and friction at their ends */

/* y = -t^2/2 from one bounce to the next: thrown up at 1 m/s, it is back after 2 s */
static void test_elastic(void **state)
{
    (void)state;
    for (enum rig_impact law = RIG_IMPACT_POISSON; law <= RIG_IMPACT_NEWTON; law++) {
        struct sim_problem *p = corner_contact(1, 0, 1, 0, -1);
        corner_laws(p, 0, 0, 1);
        corner_start(p, 0, 0, 1, -1);
        p->impact = law;
        p->t_end = 21;
        struct recording *r = corner_run(p);
        assert_int_equal(recording_count(r, SIM_EVENT_IMPACT), 11);
        for (size_t i = 0; i < 11; i++) {
            const struct recorded_event *hit = recording_event(r, SIM_EVENT_IMPACT, i);
            assert_near(hit->t, 2 * (double)i, 1e-9);
            assert_near(hit->normal_after, 1, 1e-9);
        }
        assert_near(corner_last(r)->x[X], 21, 1e-9);
        recording_free(r);
    }
}

static void test_inelastic(void **state)
{
    (void)state;
    for (enum rig_impact law = RIG_IMPACT_POISSON; law <= RIG_IMPACT_NEWTON; law++) {
        struct sim_problem *p = corner_contact(1, 0, 1, 0, -1);
        corner_laws(p, 0, 0, 0);
        corner_start(p, 0, 0.5, 1, 0); /* 1 s to fall */
        p->impact = law;
        p->t_end = 2;
        struct recording *r = corner_run(p);
        corner_assert_kinds(r, "start impact end");
        assert_near(recording_event(r, SIM_EVENT_IMPACT, 0)->t, 1, 1e-12);
        assert_near(corner_last(r)->x[X], 2, 1e-12);
        assert_near(corner_last(r)->x[Y], 0, 1e-12);
        recording_free(r);
    }
}

/* u = 1 m/s ends after 1 / mu s and 1 / (2 mu) m */
static void test_friction_from_none_to_ten(void **state)
{
    (void)state;
    static const double frictions[] = {0, 1e-300, 1e-12, 1, 10, 1e6};
    for (int i = 0; i < 6; i++) {
        const double mu = frictions[i];
        struct sim_problem *p = corner_contact(1, 0, 1, 0, -1);
        corner_laws(p, mu, mu, 0.5);
        corner_start(p, 0, 0, 1, 0);
        p->t_end = 2;
        struct recording *r = corner_run(p);
        const double time = fmin(2, 1 / mu);
        assert_near(corner_last(r)->x[X], time - 0.5 * mu * time * time, 1e-9);
        if (mu >= 1)
            assert_near(recording_event(r, SIM_EVENT_STICK, 0)->t, 1 / mu, 1e-9);
        recording_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_is_zero),
        cmocka_unit_test(test_a_is_zero_and_b_lifts),
        cmocka_unit_test(test_b_is_zero),
        cmocka_unit_test(test_a_and_b_are_zero),
        cmocka_unit_test(test_all_velocity_ends_in_an_impact),
        cmocka_unit_test(test_singular_impact),
        cmocka_unit_test(test_singular_rest),
        cmocka_unit_test(test_links_come_into_line),
        cmocka_unit_test(test_bar_lies_flat),
        cmocka_unit_test(test_links_start_in_line),
        cmocka_unit_test(test_belt_drives_links_into_line),
        cmocka_unit_test(test_elastic),
        cmocka_unit_test(test_inelastic),
        cmocka_unit_test(test_friction_from_none_to_ten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
