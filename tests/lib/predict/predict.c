/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a record of the paper's rig would show (docs/physics.md, "Numbers to reproduce"). */
#include "config.h"

#include "lib/predict/predict.h"

#include <math.h>

#include "lib/measure/detect.h"
#include "tests/fit/fixture.h"
#include "tests/test.h"

static struct error err;

static struct predict_result predict(double theta1_deg, double rail, double duration)
{
    static const struct fixture_truth paper = {1.350, 0.005, 0.6, 0.1};
    /* how well jumps are told: 1 mm/s at 10 kHz; no samples needed for that */
    static double some[1];
    const struct measure_record seen = {.period = 1e-4, .v = {some, some}, .noise = {1e-3, 1e-3}};
    struct rig *rig = fixture_rig(&paper);
    struct predict_base base;
    struct predict_result prediction = {0};
    assert_int_equal(rig_set_value(rig, "theta1", theta1_deg * 3.14159265358979 / 180, &err), 0);
    assert_int_equal(rig_set_value(rig, "belt_speed", rail, &err), 0);
    predict_base_from_rig(rig, &base);
    const struct predict_wish wish = {
        .duration = duration, .n_samples = 10, .first_sample = 0.01, .sample_period = 1e-3};
    if (predict_run(&base, &seen, &wish, &prediction, &err))
        fail_msg("%s", err.message);
    rig_free(rig);
    return prediction;
}

/* the tangential impact at 0 is the start; the next collision at 0.086 s */
static void fast_rail_bounces(void **state)
{
    (void)state;
    struct predict_result p = predict(32, -0.5, 0.2);
    assert_int_equal(p.events.n, 1);
    assert_int_equal(p.events.list[0].kind, MEASURE_EVENT_JUMP);
    assert_true(fabs(p.events.list[0].t - 0.086) < 5e-4);
    assert_int_equal(p.n_samples, 10);
    predict_result_free(&p);
}

/* sticks after bounces that no record shows: the tip moves with the rail */
static void slow_rail_sticks(void **state)
{
    (void)state;
    struct predict_result p = predict(32, -0.075, 0.2);
    for (size_t i = 0; i < p.events.n; i++)
        assert_true(p.events.list[i].kind == MEASURE_EVENT_JUMP &&
                    p.events.list[i].size < MEASURE_JUMP_SEEN);
    assert_true(p.n_changes > 5); /* but they are all there for masks */
    for (size_t i = 0; i < p.n_samples; i++)
        assert_true(fabs(p.tip[0][i] + 0.075) < 1e-9 && fabs(p.tip[1][i]) < 1e-9);
    predict_result_free(&p);
}

/* slides without paradox until it sticks */
static void no_paradox_slides(void **state)
{
    (void)state;
    struct predict_result p = predict(21, -0.2, 0.2);
    assert_int_equal(p.events.n, 1);
    assert_int_equal(p.events.list[0].kind, MEASURE_EVENT_STICK);
    for (size_t i = 0; i < p.n_samples; i++)
        assert_true(fabs(p.tip[1][i]) < 1e-9);
    predict_result_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fast_rail_bounces),
                                       cmocka_unit_test(slow_rail_sticks),
                                       cmocka_unit_test(no_paradox_slides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
