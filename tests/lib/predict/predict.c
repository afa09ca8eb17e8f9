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

/* The belt's speed is v + amount sin(2 pi 9 Hz t + 1): by `amount`, exactly and by differences. At
 * 32 deg and -0.5 m/s the tip sticks, slips, flies and hits. */
static void derivative_by_the_way_of_a_rail(void **state)
{
    (void)state;
    static const struct fixture_truth paper = {1.350, 0.005, 0.6, 0.1};
    static double some[1];
    const struct measure_record seen = {.period = 1e-4, .v = {some, some}, .noise = {1e-3, 1e-3}};
    const double step = 1e-6, v = -0.5;
    struct rig *rig = fixture_rig(&paper);
    struct predict_base base;
    struct sim_belt *way, *belts[2];
    const struct sim_belt_wave wave = {1, 9, 1}, small = {step, 9, 1}, back = {-step, 9, 1};
    assert_int_equal(rig_set_value(rig, "theta1", 32 * 3.14159265358979 / 180, &err), 0);
    assert_int_equal(rig_set_value(rig, "belt_speed", v, &err), 0);
    predict_base_from_rig(rig, &base);
    base.rtol = 1e-11;
    assert_int_equal(sim_belt_create_waves(0, 0, &wave, 1, &way, &err), 0);
    assert_int_equal(sim_belt_create_waves(v, 0, &small, 1, &belts[0], &err), 0);
    assert_int_equal(sim_belt_create_waves(v, 0, &back, 1, &belts[1], &err), 0);
    struct predict_wish wish = {.slopes = true,
                                .duration = 0.3,
                                .n_samples = 280,
                                .first_sample = 0.01,
                                .sample_period = 1e-3,
                                .n_ways = 1,
                                .ways = &way};
    struct predict_result exact = {0}, moved[2] = {{0}, {0}};
    assert_int_equal(predict_run(&base, &seen, &wish, &exact, &err), 0);
    wish.slopes = false;
    for (int k = 0; k < 2; k++) {
        base.inputs.belt = belts[k];
        assert_int_equal(predict_run(&base, &seen, &wish, &moved[k], &err), 0);
    }
    assert_true(exact.events.n > 0);
    for (size_t i = 0; i < exact.events.n; i++) {
        const double by = (moved[0].events.list[i].t - moved[1].events.list[i].t) / (2 * step);
        if (fabs(by - exact.event_slopes[i]) > 1e-4 * fabs(by))
            fail_msg("event %zu: %.9g, by differences %.9g", i, exact.event_slopes[i], by);
    }
    double largest = 0;
    for (int c = 0; c < 2; c++)
        for (size_t i = 0; i < wish.n_samples; i++) {
            const double by = (moved[0].tip[c][i] - moved[1].tip[c][i]) / (2 * step);
            largest = fmax(largest, fabs(by));
            if (fabs(by - exact.slopes[c][i]) > 1e-4 * fmax(1, fabs(by)))
                fail_msg("channel %d, sample %zu: %.9g, by differences %.9g", c, i,
                         exact.slopes[c][i], by);
        }
    assert_true(largest > 1);
    predict_result_free(&exact);
    for (int k = 0; k < 2; k++) {
        predict_result_free(&moved[k]);
        sim_belt_free(belts[k]);
    }
    sim_belt_free(way);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivative_by_the_way_of_a_rail), cmocka_unit_test(fast_rail_bounces),
        cmocka_unit_test(slow_rail_sticks), cmocka_unit_test(no_paradox_slides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
