/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slip that runs into A = B = 0. The rod (Zhao 2015, mass, half length and gravity 1) is followed
 * by a second integrator with equations written out here: angle, spin, ln A and F_n in the
 * time dt = A dtau, by Runge and Kutta's method with constant steps. It knows no singular
 * points: where A is e^-60 of what it was, angle and spin no longer change, and F_n either
 * grows for good or falls for good. */
#include "sim/stretch.h"

#include <math.h>
#include <stdio.h>

#include "tests/sim/recording.h"
#include "tests/test.h"

static const double tolerances[] = {1e-7, 1e-9, 1e-11, 1e-13};
enum { TOLERANCES = 4 };

struct rod {
    double phi, spin, log_a, force, t;
};

static double rod_a(double mu, double phi) { return 1 + 3 * cos(phi) * (cos(phi) - mu * sin(phi)); }

static struct rod rod_rates(double mu, const struct rod *r)
{
    const double s = sin(r->phi), c = cos(r->phi), a = exp(r->log_a);
    const double turn = 3 * (mu * s - c) * r->force;                                  /* phi'' */
    const double slope = r->spin * (-3 * sin(2 * r->phi) - 3 * mu * cos(2 * r->phi)); /* dA/dt */
    const double lift = r->spin * r->spin * r->spin * c + 2 * r->spin * s * turn;     /* dB/dt */
    return (struct rod){.phi = a * r->spin,
                        .spin = a * turn,
                        .log_a = slope,
                        .force = -lift - slope * r->force,
                        .t = a};
}

static struct rod rod_plus(const struct rod *r, const struct rod *k, double h)
{
    return (struct rod){r->phi + h * k->phi, r->spin + h * k->spin, r->log_a + h * k->log_a,
                        r->force + h * k->force, r->t + h * k->t};
}

static struct rod rod_step(double mu, const struct rod *r, double h)
{
    const struct rod k1 = rod_rates(mu, r), r2 = rod_plus(r, &k1, h / 2);
    const struct rod k2 = rod_rates(mu, &r2), r3 = rod_plus(r, &k2, h / 2);
    const struct rod k3 = rod_rates(mu, &r3), r4 = rod_plus(r, &k3, h);
    const struct rod k4 = rod_rates(mu, &r4);
    struct rod sum = rod_plus(r, &k1, h / 6);
    sum = rod_plus(&sum, &k2, h / 3);
    sum = rod_plus(&sum, &k3, h / 3);
    return rod_plus(&sum, &k4, h / 6);
}

/* where the force of a step of length h, or less, comes to zero */
static struct rod rod_lift(double mu, const struct rod *before, double h)
{
    double low = 0, high = h;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        *(rod_step(mu, before, middle).force > 0 ? &low : &high) = middle;
    }
    return rod_step(mu, before, high);
}

/* true: jams. *r is where it ends, *peak the largest force on the way */
static bool rod_jams(double mu, double phi, double spin, struct rod *r, double *peak)
{
    const double a = rod_a(mu, phi), b = spin * spin * sin(phi) - 1, h = 2e-3;
    *r = (struct rod){.phi = phi, .spin = spin, .log_a = log(a), .force = -b / a};
    *peak = r->force;
    while (r->log_a > log(a) - 60) {
        const struct rod before = *r;
        *r = rod_step(mu, r, h);
        *peak = fmax(*peak, r->force);
        if (r->force <= 0) {
            *r = rod_lift(mu, &before, h);
            return false;
        }
    }
    return rod_rates(mu, r).force > 0;
}

static struct recording *rod_run(double mu, double phi, double spin, double rtol)
{
    char settings[200];
    snprintf(settings, sizeof settings,
             "friction=%.17g phi=%.17grad phi_dot=%.17grad/s x_dot=-1000m/s", mu, phi, spin);
    return recording_of("painleve-rod", settings, 5, rtol);
}

/* the angle below phi_c at which A is this, for the smaller of the two angles of A = 0 */
static double rod_angle(double mu, double a)
{
    double low = 0.5, high = atan(2); /* A > 0, and its least value */
    for (int i = 0; i < 200; i++) {
        const double middle = 0.5 * (low + high);
        *(rod_a(mu, middle) > a ? &low : &high) = middle;
    }
    return low;
}

/* Genot and Brogliato 1999: below 8 / (3 sqrt 3) no motion jams. Above it the same starts and
 * others do; that the second integrator finds both keeps this from being empty. */
static void test_both_sides_of_the_jamming_friction(void **state)
{
    (void)state;
    static const double beside[] = {-1e-2, -1e-4, -1e-6, 1e-6, 1e-4, 1e-2};
    static const double starts[][2] = {/* A, and the share of spin with which B is zero */
                                       {0.1, 0.2},  {0.1, 0.6},   {0.03, 0.9}, {1e-2, 0.98},
                                       {1e-3, 0.5}, {1e-5, 0.95}, {1e-7, 0.5}, {1e-10, 0.7}};
    int jams = 0, lifts = 0;
    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++)
        for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
            const double mu = 8 / (3 * sqrt(3)) * (1 + beside[k]);
            const double phi = rod_angle(mu, starts[i][0]);
            const double spin = starts[i][1] / sqrt(sin(phi));
            struct rod end;
            double peak;
            const bool expected = rod_jams(mu, phi, spin, &end, &peak);
            assert_true(!expected || beside[k] > 0);
            *(expected ? &jams : &lifts) += 1;
            for (size_t j = 0; j < TOLERANCES; j++) {
                struct recording *r = rod_run(mu, phi, spin, tolerances[j]);
                const struct recorded_event *first = &r->events[1];
                if (first->kind != (expected ? SIM_EVENT_JAM : SIM_EVENT_TAKEOFF))
                    print_error("mu_c (1%+g), start %zu, rtol %g: %s, not %s\n", beside[k], i,
                                tolerances[j], sim_event_word(first->kind),
                                expected ? "jam" : "takeoff");
                assert_int_equal(first->kind, expected ? SIM_EVENT_JAM : SIM_EVENT_TAKEOFF);
                /* the second integrator has some 1e-10 itself */
                const double allowed = 1e-8 + 30 * tolerances[j];
                assert_near(first->t, end.t, allowed);
                assert_near(first->x[2], end.phi, allowed);
                assert_near(first->x[5], end.spin, allowed);
                recording_free(r);
            }
        }
    print_message("# %d jams, %d take-offs\n", jams, lifts);
    assert_true(jams >= 8 && lifts >= 24);
}

/* the force has its peak of 21.7 N behind it */
static void test_a_rod_below_it_takes_off(void **state)
{
    (void)state;
    const double phi = 0.84357580513059249, spin = 0.27083333333333337;
    struct rod end;
    double peak;
    assert_false(rod_jams(1.53, phi, spin, &end, &peak));
    assert_near(peak, 21.7, 0.0501);
    for (size_t j = 0; j < TOLERANCES; j++) {
        struct recording *r = rod_run(1.53, phi, spin, tolerances[j]);
        assert_int_equal(r->events[1].kind, SIM_EVENT_TAKEOFF);
        assert_near(r->events[1].t, end.t, 1e-9 + tolerances[j]);
        assert_int_equal(recording_count(r, SIM_EVENT_JAM), 0);
        recording_free(r);
    }
}

/* the time of a take-off, by the second integrator */
static double rod_lift_time(double mu, double phi, double spin)
{
    struct rod end;
    double peak;
    assert_false(rod_jams(mu, phi, spin, &end, &peak));
    return end.t;
}

/* Take-offs next to A = 0, by friction and by spin, against differences of the second
 * integrator's. The slopes of stretched time are those of fixed time there */
static void test_slopes_of_take_offs_next_to_it(void **state)
{
    (void)state;
    static const double cases[][3] = {/* friction, A, and the share of spin with which B is zero */
                                      {1.35, 1e-2, 0.98},    {1.35, 1e-3, 0.98},
                                      {1.35, 1e-3, 0.999},   {1.45, 1e-3, 0.999},
                                      {1.45, 1e-5, 0.99999}, {1.52, 1e-3, 0.999}};
    static const char *const by[] = {"friction", "phi_dot"};
    int stretched = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double mu = cases[i][0], a = cases[i][1], phi = rod_angle(mu, a);
        const double spin = cases[i][2] / sqrt(sin(phi)), d = 1e-3 * a;
        const double by_friction = rod_lift_time(mu + d, phi, spin) -
                                   rod_lift_time(mu - d, phi, spin);
        const double by_spin = rod_lift_time(mu, phi, spin + d) - rod_lift_time(mu, phi, spin - d);
        char settings[200];
        snprintf(settings, sizeof settings,
                 "friction=%.17g phi=%.17grad phi_dot=%.17grad/s x_dot=-1000m/s", mu, phi, spin);
        struct rig *rig = recording_rig("painleve-rod", settings);
        struct sim_setup *setup;
        struct error err;
        assert_int_equal(sim_setup_create(rig, 0.1, 1e-10, by, 2, &setup, &err), ERROR_OK);
        struct recording *r = recording_run(&setup->problem);
        assert_int_equal(r->events[1].kind, SIM_EVENT_TAKEOFF);
        stretched += r->statistics.stretched > 0;
        /* a central difference over a thousandth of A is off by some 1e-6 */
        assert_near(r->events[1].time_slopes[0], by_friction / (2 * d), 1e-5);
        assert_near(r->events[1].time_slopes[1], by_spin / (2 * d), 1e-5);
        recording_free(r);
        sim_setup_free(setup);
        rig_free(rig);
    }
    print_message("# %d of them in stretched time\n", stretched);
    assert_true(stretched > 0);
}

/* Or 2012: the state of a jam is that of A = B = 0, as exactly as the tolerance asks */
static void test_a_jam_is_as_exact_as_the_tolerance(void **state)
{
    (void)state;
    double slip[TOLERANCES], t[TOLERANCES];
    for (size_t j = 0; j < TOLERANCES; j++) {
        struct sim_setup *setup = recording_setup_of("or-2012", "friction=0.53 theta=-27.8deg", 1,
                                                     tolerances[j]);
        struct recording *r = recording_run(&setup->problem);
        const struct recorded_event *jam = recording_event(r, SIM_EVENT_JAM, 0);
        struct sim_motion m;
        sim_motion_at(&setup->problem.inputs, SIM_SLIP_PLUS, jam->t, jam->x, &m);
        assert_near(m.a / m.contact.q_nn, 0, 1e-13);
        assert_near(m.b, 0, 1e-9);
        slip[j] = jam->slip_before;
        t[j] = jam->t;
        recording_free(r);
        sim_setup_free(setup);
    }
    for (size_t j = 0; j + 1 < TOLERANCES; j++) {
        assert_near(slip[j], slip[TOLERANCES - 1], 10 * tolerances[j]);
        assert_near(t[j], t[TOLERANCES - 1], 10 * tolerances[j]);
    }
}

/* A = 0 compresses nothing: Stronge's law gives nothing back, Poisson's the impulse of the slip */
static void test_what_a_jam_gives_back(void **state)
{
    (void)state;
    static const enum rig_impact laws[] = {RIG_IMPACT_STRONGE, RIG_IMPACT_NEWTON,
                                           RIG_IMPACT_POISSON};
    for (size_t i = 0; i < 3; i++) {
        struct rig *rig = recording_rig("or-2012", "friction=0.53 theta=-27.8deg restitution=1");
        rig->impact = laws[i];
        struct sim_setup *setup = recording_setup(rig, 1, 1e-9);
        struct recording *r = recording_run(&setup->problem);
        const struct recorded_event *hit = recording_event(r, SIM_EVENT_TANGENTIAL_IMPACT, 0);
        struct sim_motion m;
        const struct recorded_event *jam = recording_event(r, SIM_EVENT_JAM, 0);
        sim_motion_at(&setup->problem.inputs, SIM_SLIP_PLUS, jam->t, jam->x, &m);
        const struct sim_contact *c = &m.contact;
        const double det = c->q_tt * c->q_nn - c->q_tn * c->q_tn;
        const double stopping = hit->slip_before * c->q_tn / det; /* the slip's, at A = 0 */
        const double back = laws[i] == RIG_IMPACT_POISSON ? det / c->q_tt * stopping : 0;
        assert_near(hit->slip_after, 0, 1e-12);
        assert_near(hit->normal_after, back, 1e-12);
        assert_near(hit->impulse_n, (back > 0 ? 2 : 1) * stopping, 1e-11);
        recording_free(r);
        sim_setup_free(setup);
        rig_free(rig);
    }
}

/* Leine 2002: at mu_cgamma (here to ten digits) stick ends where A = B = 0. Below it the tip slips
 * and takes off, above it takes off at once; the same orbit on both sides. */
static void test_stick_that_ends_at_a_singular_point(void **state)
{
    (void)state;
    static const char *const friction[] = {"friction=0.65563", "friction=0.6556349186",
                                           "friction=0.65563491862", "friction=0.65564"};
    for (size_t j = 0; j < TOLERANCES; j++) {
        double period[4];
        for (size_t i = 0; i < 4; i++) {
            struct recording *r = recording_of("leine-2002-simple", friction[i], 2, tolerances[j]);
            period[i] = recording_event(r, SIM_EVENT_IMPACT, 8)->t -
                        recording_event(r, SIM_EVENT_IMPACT, 7)->t;
            recording_free(r);
        }
        /* the outer two are ordinary motions, 1e-5 apart in friction */
        const double apart = fabs(period[3] - period[0]);
        assert_true(apart < 1e-4);
        assert_near(period[1], period[0], 1.01 * apart + tolerances[j]);
        assert_near(period[2], period[3], 1.01 * apart + tolerances[j]);
        assert_near(period[1], period[2], 1e-8 + 10 * tolerances[j]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_sides_of_the_jamming_friction),
        cmocka_unit_test(test_a_rod_below_it_takes_off),
        cmocka_unit_test(test_slopes_of_take_offs_next_to_it),
        cmocka_unit_test(test_a_jam_is_as_exact_as_the_tolerance),
        cmocka_unit_test(test_what_a_jam_gives_back),
        cmocka_unit_test(test_stick_that_ends_at_a_singular_point),
    };
    return cmocka_run_group_tests_name("sim_stretch", tests, NULL, NULL);
}
