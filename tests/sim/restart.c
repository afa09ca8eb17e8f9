/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion started again at any of its events is the same motion. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/recording.h"
#include "tests/test.h"

/* events within this of the start belong to the event that it was started at */
static const double resolution = 1e-9;

static double off(const struct recording *a, const double *x, const double *y)
{
    double worst = 0;
    for (size_t i = 0; i < a->width; i++)
        worst = fmax(worst, fabs(x[i] - y[i]) / (1 + fabs(x[i])));
    return worst;
}

/* from event i on: the same events at the same times with the same states */
static void assert_same_from(const struct recording *whole, size_t i, const struct recording *again)
{
    const double start = whole->events[i].t;
    size_t k = 0;
    for (size_t j = i + 1; j < whole->n_events; j++) {
        const struct recorded_event *want = &whole->events[j];
        if (want->t <= start + resolution)
            continue;
        while (k < again->n_events && again->events[k].t <= start + resolution)
            k++;
        assert_true(k < again->n_events);
        assert_int_equal(again->events[k].kind, want->kind);
        assert_int_equal(again->events[k].to, want->to);
        assert_near(again->events[k].t, want->t, 1e-9);
        assert_near(off(whole, want->x, again->events[k].x), 0, 1e-9);
        k++;
    }
    while (k < again->n_events && again->events[k].t <= start + resolution)
        k++;
    assert_int_equal(k, again->n_events);
}

static void check_rig(const char *name, const char *settings, double duration, bool compliant)
{
    struct sim_setup *setup = recording_setup_of(name, settings, duration, 1e-13);
    if (compliant) {
        setup->problem.inputs.law = RIG_LAW_COMPLIANT;
        setup->problem.p[SIM_CONTACT_STIFFNESS] = 1e4;
    }
    struct recording *whole = recording_run(&setup->problem);
    print_message("# %s %s: %zu events\n", name, settings, whole->n_events);
    for (size_t i = 1; i + 1 < whole->n_events; i++) {
        struct sim_problem problem;
        recording_restart(&setup->problem, whole->events[i].t, whole->events[i].x, &problem);
        struct recording *again = recording_run(&problem);
        assert_same_from(whole, i, again);
        recording_free(again);
    }
    recording_free(whole);
    sim_setup_free(setup);
}

static void test_rigid(void **state)
{
    (void)state;
    check_rig("liu-2007-case4", "", 1, false);
    check_rig("liu-2007-case5", "", 2, false);
    check_rig("liu-2007-case6", "", 1, false);
    check_rig("zhao-2008", "", 0.5, false);
    check_rig("leine-2002", "", 1, false);
    check_rig("leine-2002", "friction=1", 1, false);
    check_rig("leine-2002-simple", "", 1, false);
    check_rig("leine-2002-simple", "friction=1", 1, false);
    check_rig("painleve-rod", "", 2, false);
    check_rig("painleve-box", "", 1, false);
    check_rig("chain", "", 1, false);
    check_rig("or-2012", "friction=0.53 theta=-27.8deg", 1, false);
}

static void test_compliant(void **state)
{
    (void)state;
    check_rig("zhao-2008", "", 0.3, true);
    check_rig("liu-2007-case5", "", 0.5, true);
    check_rig("painleve-rod", "", 1, true);
}

/* an end that falls on an event or just beside it, and a start there */
static void test_cut_at_any_distance_from_an_event(void **state)
{
    (void)state;
    static const char *const rigs[] = {"liu-2007-case5", "leine-2002", "leine-2002-simple"};
    for (int k = 0; k < 3; k++) {
        struct sim_setup *setup = recording_setup_of(rigs[k], "", 0.6, 1e-12);
        struct recording *whole = recording_run(&setup->problem);
        for (size_t i = 1; i + 1 < whole->n_events; i++)
            for (double d = 1e-6; d > 1e-15; d /= 3) {
                struct sim_problem problem = setup->problem;
                problem.inputs.p = problem.p;
                problem.t_end = whole->events[i].t + (i % 2 ? d : -d);
                struct recording *first = recording_run(&problem);
                const struct recorded_event *end = &first->events[first->n_events - 1];
                recording_restart(&setup->problem, end->t, end->x, &problem);
                struct recording *second = recording_run(&problem);
                assert_near(off(whole, whole->events[whole->n_events - 1].x,
                                second->events[second->n_events - 1].x),
                            0, 1e-8);
                recording_free(first);
                recording_free(second);
            }
        recording_free(whole);
        sim_setup_free(setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rigid),
        cmocka_unit_test(test_compliant),
        cmocka_unit_test(test_cut_at_any_distance_from_an_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
