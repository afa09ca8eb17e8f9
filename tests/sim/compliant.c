/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compliant contact: as its spring stiffens the tangential impact of the
 * rigid law comes out, Stronge's with e = 1, in the phases of Zhao 2015. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/extras.h"
#include "tests/sim/ball.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

/* the first thrust: slip, stick, (reverse) slip, off */
struct thrust {
    double stopped; /* when the slip stops: t_s */
    double stick;   /* how long it sticks */
    double normal;  /* velocity when it leaves */
};

static struct thrust thrust_of(const char *rig, double stiffness, double duration)
{
    struct sim_setup *setup = recording_setup_of(rig, "restitution=1", duration, 1e-11);
    setup->problem.inputs.law = RIG_LAW_COMPLIANT;
    setup->problem.p[SIM_CONTACT_STIFFNESS] = stiffness;
    struct recording *r = recording_run(&setup->problem);
    const struct recorded_event *stick = recording_event(r, SIM_EVENT_STICK, 0);
    const struct recorded_event *off = stick;
    while (off->kind != SIM_EVENT_TAKEOFF)
        assert_true((++off)->kind != SIM_EVENT_END);
    struct thrust thrust = {stick->t, stick[1].t - stick->t, off->normal_after};
    recording_free(r);
    sim_setup_free(setup);
    return thrust;
}

/* what the rigid law says */
static double rigid_normal(const char *rig)
{
    struct rig *read = recording_rig(rig, "restitution=1");
    read->impact = RIG_IMPACT_STRONGE;
    struct sim_setup *setup = recording_setup(read, 0.01, 1e-9);
    struct recording *r = recording_run(&setup->problem);
    double normal = recording_event(r, SIM_EVENT_TANGENTIAL_IMPACT, 0)->normal_after;
    recording_free(r);
    sim_setup_free(setup);
    rig_free(read);
    return normal;
}

/* Zhao 2015: mu 1.8, th0 = atan 2.2, mass, length and gravity 1 */
static void test_rod_has_the_phases_of_paper_5(void **state)
{
    (void)state;
    struct sim_setup *setup = recording_setup_of("painleve-rod", "", 1, 1e-9);
    struct sim_motion m;
    sim_motion_at(&setup->problem.inputs, SIM_SLIP_MINUS, 0, setup->problem.x, &m);
    sim_setup_free(setup);
    const double pi = acos(-1);
    double last = 0, last_share = INFINITY;
    for (double kappa = 1e-6; kappa > 0.5e-10; kappa *= 1e-2) {
        struct thrust thrust = thrust_of("painleve-rod", 1 / kappa, 0.01);
        const double root = sqrt(kappa), scaled = thrust.stopped / root;
        /* (34): below the order of kappa^(1/4), and of the order of sqrt(kappa)
         * ln(1/sqrt(kappa)); it grows as exp(sqrt(-A/kappa) t) */
        const double share = thrust.stopped / pow(kappa, 0.25);
        assert_true(share < 0.6 * last_share);
        if (last > 0)
            assert_near((scaled - last) / log(10), 1 / sqrt(-m.a), 0.05);
        last = scaled;
        last_share = share;
        /* (61) */
        assert_true(thrust.stick > 0.5 * pi * root && thrust.stick < pi * root);
        assert_near(thrust.stick / root, 2.020, 10 * root + 0.5e-3);
    }
}

static void assert_converges(const char *rig, double softest, int n, double duration)
{
    const double rigid = rigid_normal(rig);
    double last = INFINITY;
    for (int i = 0; i < n; i++) {
        const double stiffness = softest * pow(100, i);
        const double error = fabs(thrust_of(rig, stiffness, duration).normal - rigid);
        print_message("# %s, %.0e N/m: off by %.2e of %.4f\n", rig, stiffness, error, rigid);
        /* of order sqrt(kappa), up to a logarithm: a fifth at least each time */
        assert_true(error < last / 5);
        last = error;
    }
    assert_true(last < 1e-2 * rigid);
}

static void test_rod_tends_to_the_rigid_law(void **state)
{
    (void)state;
    assert_near(rigid_normal("painleve-rod"), 0.1811, 0.50001e-4);
    assert_converges("painleve-rod", 1e4, 4, 0.3);
}

static void test_two_link_tends_to_the_rigid_law(void **state)
{
    (void)state;
    assert_converges("zhao-2008", 1e5, 3, 0.02);
}

/* an undamped spring loses nothing, a damped one never gives */
static void test_energy_of_the_spring(void **state)
{
    (void)state;
    for (int damped = 0; damped < 2; damped++) {
        struct sim_setup *setup = recording_setup_of("painleve-rod", "friction=0", 3, 1e-11);
        struct sim_problem *p = &setup->problem;
        p->inputs.law = RIG_LAW_COMPLIANT;
        p->p[SIM_CONTACT_STIFFNESS] = 1e3;
        p->p[SIM_CONTACT_DAMPING] = damped ? 2 : 0;
        p->rate = 1000;
        p->x[1] += 0.1; /* dropped */
        struct recording *r = recording_run(p);
        double first = 0, last = INFINITY;
        for (size_t i = 0; i < r->n_samples; i++) {
            const struct recorded_sample *s = &r->samples[i];
            const double spring = fmin(s->motion.gap, 0);
            double energy = sim_energy_at(p->inputs.model, p->p, 3, s->x, s->x + 3) +
                            0.5 * p->p[SIM_CONTACT_STIFFNESS] * spring * spring;
            if (i == 0)
                first = energy;
            if (damped && s->mode == SIM_FLIGHT && spring < 0)
                continue; /* let go before it is unstressed: the rest is lost */
            if (damped)
                assert_true(energy < last + 1e-9);
            else
                assert_near(energy, first, 1e-8);
            last = energy;
        }
        assert_true(recording_count(r, SIM_EVENT_TOUCHDOWN) > 0);
        if (damped)
            assert_true(last < first - 1e-3);
        recording_free(r);
        sim_setup_free(setup);
    }
}

/* static friction holds a compliant contact as it does a rigid one: case 5 sticks
 * and slips at the same times */
static void test_stiff_contact_sticks_as_a_rigid_one(void **state)
{
    (void)state;
    struct sim_setup *setup = recording_setup_of("liu-2007-case5", "", 0.5, 1e-10);
    setup->problem.inputs.law = RIG_LAW_COMPLIANT;
    setup->problem.p[SIM_CONTACT_STIFFNESS] = 1e7;
    setup->problem.p[SIM_CONTACT_DAMPING] = 3e3;
    struct recording *r = recording_run(&setup->problem);
    size_t i = r->n_events - 1; /* chattering while the spring takes its load is no matter */
    assert_int_equal(r->events[i].to, SIM_SLIP_MINUS);
    assert_near(r->events[i - 1].t, 0.4386, 1e-3);
    assert_int_equal(r->events[i - 1].from, SIM_STICK);
    assert_near(r->events[i - 2].t, 0.0292, 1e-3);
    recording_free(r);
    sim_setup_free(setup);
}

/* A ball of 2 kg on the spring alone is in touch for T = pi sqrt(m / k), so that dT/dk =
 * -T / (2 k); a damper lets go at k depth + c depth' = 0, to first order 1/k earlier for each c */
static void test_contact_time_by_stiffness_and_damping(void **state)
{
    (void)state;
    const struct ball ball = {.x = 0.1, .y = 0, .v = -1};
    const double k = 1e4, m = 2, time = acos(-1) * sqrt(m / k);
    struct sim_problem problem;
    const struct sim_direction directions[] = {{.p = {[SIM_CONTACT_STIFFNESS] = 1}},
                                               {.p = {[SIM_CONTACT_DAMPING] = 1}}};
    ball_problem(&ball, 2 * time, 1e-12, &problem);
    problem.p[SIM_GRAVITY] = 0;
    problem.inputs.law = RIG_LAW_COMPLIANT;
    problem.p[SIM_CONTACT_STIFFNESS] = k;
    problem.p[SIM_CONTACT_DAMPING] = 0;
    problem.directions = directions;
    problem.n_directions = 2;
    struct recording *r = recording_run(&problem);
    const struct recorded_event *off = recording_event(r, SIM_EVENT_TAKEOFF, 0);
    assert_near(off->t, time, 1e-10);
    assert_near(off->time_slopes[0], -time / (2 * k), 1e-8 * time / k);
    assert_near(off->time_slopes[1], -1 / k, 1e-7 / k);
    recording_free(r);
}

/* the parameter and the older key beside the law are one value; what is set wins */
static void test_stiffness_has_two_names(void **state)
{
    (void)state;
    struct rig *rig = recording_rig("painleve-rod", "");
    rig->contact.values[RIG_CONTACT_STIFFNESS].value = 2e6;
    rig->contact.values[RIG_CONTACT_STIFFNESS].source = RIG_FILE;
    struct sim_setup *setup = recording_setup(rig, 1, 1e-9);
    assert_near(setup->problem.p[SIM_CONTACT_STIFFNESS], 2e6, 0);
    sim_setup_free(setup);
    assert_int_equal(rig_set(rig, "contact_stiffness=3e6 N/m", NULL), ERROR_OK);
    setup = recording_setup(rig, 1, 1e-9);
    assert_near(setup->problem.p[SIM_CONTACT_STIFFNESS], 3e6, 0);
    sim_setup_free(setup);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rod_has_the_phases_of_paper_5),
        cmocka_unit_test(test_rod_tends_to_the_rigid_law),
        cmocka_unit_test(test_two_link_tends_to_the_rigid_law),
        cmocka_unit_test(test_energy_of_the_spring),
        cmocka_unit_test(test_stiff_contact_sticks_as_a_rigid_one),
        cmocka_unit_test(test_contact_time_by_stiffness_and_damping),
        cmocka_unit_test(test_stiffness_has_two_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
