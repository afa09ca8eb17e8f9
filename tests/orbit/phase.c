/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motions of Leine 2002, figure 6.5, at friction 0.5773 with c1 = 10. */
#include "config.h"

#include "orbit/phase.h"

#include <string.h>

#include "tests/orbit/rig.h"

static struct rig *rig;
static struct orbit_diagram diagram;
static struct orbit_phase phase;
static struct orbit_system *oscillator;

static int begin(void **state)
{
    (void)state;
    static const char *const sets[] = {"damping1=10 N.s/m", NULL};
    rig = orbit_rig("leine-2002-simple", sets);
    const struct orbit_sweep sweep = {.rig = rig,
                                      .parameter = "friction",
                                      .low = 0.5,
                                      .high = 0.7,
                                      .points = 5,
                                      .settle = 10,
                                      .rtol = 1e-10};
    const struct orbit_range range = {0.5, 0.7, 1, 0.02, 2000};
    struct error err;
    return orbit_system_create(rig, 1e-11, "friction", &oscillator, &err) ||
           orbit_diagram_make(&sweep, &range, 2, &diagram, &err);
}

static int end(void **state)
{
    (void)state;
    orbit_diagram_free(&diagram);
    orbit_system_free(oscillator);
    rig_free(rig);
    return 0;
}

static void three_motions_exist_side_by_side(void **state)
{
    (void)state;
    const struct leine o = leine(10);
    assert_ok(orbit_phase_find(oscillator, &diagram, 0.5773, &phase, err));
    assert_int_equal(phase.n, 3);
    const struct orbit_point *stable = &phase.points[phase.points[0].stability ? 1 : 0];
    const struct orbit_point *unstable = &phase.points[phase.points[0].stability ? 0 : 1];
    assert_int_equal(stable->stability, ORBIT_STABLE);
    assert_int_equal(unstable->stability, ORBIT_UNSTABLE);
    assert_close(stable->place.value, 0.5773, 0);
    /* docs/physics.md; the impact leaves no slip: |u1'| cos(gamma) is the belt's speed */
    assert_close(stable->place.period, 0.06305, 1e-5);
    assert_close(orbit_measure_peak(&stable->measure, 2), 1 / cos(o.gamma), 1e-9);
    assert_true(orbit_measure_peak(&unstable->measure, 2) <
                orbit_measure_peak(&stable->measure, 2));
    const struct orbit_point *rest = &phase.points[2];
    assert_false(rest->periodic);
    assert_int_equal(rest->stability, ORBIT_STABLE);
    assert_close(rest->place.x[0], leine_equilibrium(&o, 0.5773), 1e-10);
}

static void below_the_fold_there_is_the_equilibrium_alone(void **state)
{
    (void)state;
    assert_ok(orbit_phase_find(oscillator, &diagram, 0.54, &phase, err));
    assert_int_equal(phase.n, 1);
    assert_false(phase.points[0].periodic);
}

/* both branches begin at the attractor that the sweeps have found there */
static void a_motion_on_two_branches_is_one(void **state)
{
    (void)state;
    assert_ok(orbit_phase_find(oscillator, &diagram, 0.7, &phase, err));
    assert_int_equal(phase.n, 2);
    assert_true(phase.points[0].periodic && !phase.points[1].periodic);
}

struct seen {
    size_t n, jumps;
    double t, first[4], last[4];
};

static enum error_code see(void *context, double t, enum sim_mode mode, const double *x,
                           struct error *err)
{
    (void)mode, (void)err;
    struct seen *seen = context;
    if (seen->n == 0)
        memcpy(seen->first, x, sizeof seen->first);
    seen->jumps += seen->n > 0 && t == seen->t && fabs(x[2] - seen->last[2]) > 0.1;
    /* an event that is at the time of a sample is located to rounding of the motion */
    assert_true(seen->n == 0 || t >= seen->t - 1e-12);
    memcpy(seen->last, x, sizeof seen->last);
    seen->t = t;
    seen->n++;
    return ERROR_OK;
}

/* a closed path with one jump, that of the impact */
static void a_path_closes(void **state)
{
    (void)state;
    assert_ok(orbit_phase_find(oscillator, &diagram, 0.5773, &phase, err));
    for (size_t k = 0; k < 2; k++) {
        struct seen seen = {0};
        assert_ok(orbit_phase_walk(oscillator, &phase.points[k], see, &seen, err));
        assert_true(seen.n > 1000);
        assert_int_equal(seen.jumps, 1);
        assert_close(seen.t, phase.points[k].place.period, 1e-12);
        for (size_t i = 0; i < 4; i++)
            assert_close(seen.last[i], seen.first[i], 1e-7);
    }
    struct seen rest = {0};
    assert_ok(orbit_phase_walk(oscillator, &phase.points[2], see, &rest, err));
    assert_int_equal(rest.n, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_motions_exist_side_by_side),
        cmocka_unit_test(below_the_fold_there_is_the_equilibrium_alone),
        cmocka_unit_test(a_motion_on_two_branches_is_one),
        cmocka_unit_test(a_path_closes),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
