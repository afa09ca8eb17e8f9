/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanisms that are cases of each other move alike: two-link and a chain of
 * two; the rod and a pendulum on a slider without mass. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/recording.h"
#include "tests/test.h"

static struct rig *chain_of_two(const char *twin)
{
    struct rig *two = recording_rig(twin, ""), *chain = recording_rig("chain", "links=2");
    struct error err;
    static const char *const names[] = {"friction",   "static_friction", "restitution", "gravity",
                                        "belt_speed", "height",          "mass",        "length",
                                        "stiffness",  "damping",         "theta1"};
    for (size_t i = 0; i < chain->start.n; i++) /* theta2 follows from the height */
        if (chain->start.table[i].fallback == QUANTITY_COMPUTED)
            chain->start.values[i] = (struct rig_value){.value = NAN, .source = RIG_NONE};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct rig_value *value = rig_value(two, names[i]);
        assert_non_null(value);
        if (isfinite(value->value))
            if (rig_set_value(chain, names[i], value->value, &err))
                fail_msg("%s", err.message);
    }
    chain->impact = two->impact;
    rig_free(two);
    return chain;
}

static void test_two_link_is_a_chain_of_two(void **state)
{
    (void)state;
    static const char *const rigs[] = {"zhao-2008", "liu-2007-case4", "liu-2007-case5",
                                       "liu-2007-case6"};
    for (int k = 0; k < 4; k++) {
        print_message("# %s\n", rigs[k]);
        struct recording *two = recording_of(rigs[k], "", 0.6, 1e-12);
        struct rig *rig = chain_of_two(rigs[k]);
        struct sim_setup *setup = recording_setup(rig, 0.6, 1e-12);
        assert_int_equal(setup->problem.inputs.n, 2);
        struct recording *chain = recording_run(&setup->problem);
        assert_int_equal(two->n_events, chain->n_events);
        for (size_t i = 0; i < two->n_events; i++) {
            assert_int_equal(two->events[i].kind, chain->events[i].kind);
            assert_near(two->events[i].t, chain->events[i].t, 1e-9);
            for (size_t s = 0; s < 4; s++)
                assert_near(two->events[i].x[s], chain->events[i].x[s], 1e-8);
        }
        recording_free(two);
        recording_free(chain);
        sim_setup_free(setup);
        rig_free(rig);
    }
}

/* the rod leans by theta from the normal, phi from the surface; its tip is the
 * hinge when height and thickness vanish. The rod of Zhao 2015 slides backward and
 * leans forward: phi = pi/2 - theta. */
static double rod_against_slider(double slider_mass)
{
    struct recording *rod = recording_of("painleve-rod", "friction=0.4 phi=1.0rad x_dot=-3m/s", 0.3,
                                         1e-11);
    char settings[512];
    const double pi = acos(-1);
    snprintf(settings, sizeof settings,
             "friction=0.4 gravity=1m/s2 slope=0rad offset=0m hinge_height=0m "
             "slider_thickness=0m slider_length=10m rod_mass=1kg rod_half_length=1m "
             "rod_gyration=%.17gm slider_mass=%.17gkg theta=%.17grad x_dot=-3m/s",
             sqrt(1 / 3.), slider_mass, pi / 2 - 1.0);
    struct recording *slider = recording_of("or-2012", settings, 0.3, 1e-11);
    const double *a = rod->events[rod->n_events - 1].x;
    const double *b = slider->events[slider->n_events - 1].x;
    assert_int_equal(rod->n_events, 2);
    assert_int_equal(slider->n_events, 2);
    assert_int_equal(slider->events[1].to, SIM_SLIP_MINUS);
    double off = fabs(a[2] - (pi / 2 - b[2])) + fabs(a[5] + b[6]);
    /* the tip: x - l cos(phi), and its speed */
    off += fabs((a[0] - cos(a[2])) - (rod->events[0].x[0] - cos(1.0)) - b[0]);
    off += fabs(a[3] + sin(a[2]) * a[5] - b[4]);
    recording_free(rod);
    recording_free(slider);
    return off;
}

static void test_rod_is_a_pendulum_on_a_massless_slider(void **state)
{
    (void)state;
    double last = rod_against_slider(1e-3);
    for (double mass = 1e-4; mass > 0.5e-8; mass *= 0.1) {
        double off = rod_against_slider(mass); /* to first order in the mass */
        print_message("# slider of %.0e: off by %.2e\n", mass, off);
        assert_near(last / off, 10, 0.2);
        last = off;
    }
    assert_true(last < 1e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_link_is_a_chain_of_two),
        cmocka_unit_test(test_rod_is_a_pendulum_on_a_massless_slider),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
