/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole prediction against what is known of the motion: one simulation gives velocities,
 * regimes and states that belong together. */
#include "config.h"

#include "lib/predict/motion.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "sim/simulate.h"
#include "tests/fit/fixture.h"
#include "tests/test.h"

enum { N = 4000 };
static const double period = 1e-4, start = 0.03127;
static struct error err;
static atomic_int simulations;

enum error_code __real_sim_simulate(const struct sim_problem *problem, const struct sim_sink *sink,
                                    struct sim_statistics *statistics, struct error *error);
enum error_code __wrap_sim_simulate(const struct sim_problem *problem, const struct sim_sink *sink,
                                    struct sim_statistics *statistics, struct error *error);
enum error_code __wrap_sim_simulate(const struct sim_problem *problem, const struct sim_sink *sink,
                                    struct sim_statistics *statistics, struct error *error)
{
    atomic_fetch_add(&simulations, 1);
    return __real_sim_simulate(problem, sink, statistics, error);
}

static struct predict_motion predict(double theta1_deg, double rail,
                                     const struct predict_uncertain *uncertain)
{
    static const struct fixture_truth paper = {1.350, 0.005, 0.6, 0.1};
    static double some[N];
    const struct measure_record seen = {
        .n = N, .period = period, .v = {some, some}, .noise = {1e-3, 1e-3}};
    struct rig *rig = fixture_rig(&paper);
    struct predict_motion motion;
    assert_int_equal(rig_set_value(rig, "theta1", theta1_deg * acos(-1) / 180, &err), 0);
    assert_int_equal(rig_set_value(rig, "belt_speed", rail, &err), 0);
    const struct predict_mechanism mechanism = {.rig = rig};
    atomic_store(&simulations, 0);
    if (predict_motion_whole(&mechanism, &seen, start, uncertain, &motion, &err))
        fail_msg("%s", err.message);
    assert_int_equal(atomic_load(&simulations), uncertain->n ? 1 + PREDICT_ENSEMBLE : 1);
    rig_free(rig);
    return motion;
}

/* from 32 deg on a fast rail the tip leaves it at once (Zhao 2008, figure 13) and is back at
 * 0.086 s: flight until then, and the angle is the integral of its velocity */
static void states_and_regimes(void **state)
{
    (void)state;
    const struct predict_uncertain none = {0};
    struct predict_motion m = predict(32, -0.5, &none);
    const size_t first = (size_t)ceil(start / period);
    assert_int_equal(m.first, first);
    assert_int_equal(m.n, N - first);
    assert_string_equal(m.ended, "");
    for (size_t i = 0; i < first; i++)
        assert_true(m.regime[i] == MEASURE_NONE && isnan(m.tip[0][i]));
    for (size_t i = first; i < first + 850; i++)
        assert_int_equal(m.regime[i], MEASURE_FLIGHT);
    assert_int_equal(m.state.n, N - first);
    double angle = m.state.x[0];
    for (size_t i = 1; i < 800; i++) { /* trapezoids: the error is of second order */
        angle += 0.5 * period * (m.state.y[i - 1] + m.state.y[i]);
        assert_true(fabs(angle - m.state.x[i]) < 1e-6);
    }
    assert_true(fabs(m.state.x[0] - 32 * acos(-1) / 180) < 1e-2);
    assert_true(m.a < 0 && m.b < 0); /* paradoxical */
    assert_null(m.band[0]);
    predict_motion_free(&m);
}

/* the tip moves with the rail exactly where the regime is stick */
static void stick_is_the_rail(void **state)
{
    (void)state;
    const struct predict_uncertain none = {0};
    struct predict_motion m = predict(21, -0.2, &none);
    size_t sticks = 0;
    for (size_t i = m.first; i < N; i++) {
        const bool with_rail = fabs(m.tip[0][i] + 0.2) < 1e-9;
        assert_true(with_rail == (m.regime[i] == MEASURE_STICK));
        sticks += with_rail;
    }
    assert_true(sticks > 100 && sticks < N - m.first);
    assert_int_equal(m.events.list[0].kind, MEASURE_EVENT_STICK);
    assert_true(isnan(m.events.list[0].uncertainty));
    predict_motion_free(&m);
}

/* The band of one uncertain value, where all is linear: 1.96 standard deviations, as far as the
 * second of 79 draws tells that (their scatter there is 0.3). Of an event's time one. */
static void band_of_one_value(void **state)
{
    (void)state;
    static const double u = 1e-5; /* of theta1, rad */
    const double deg = u * 180 / acos(-1);
    struct predict_uncertain one = {.n = 1};
    const struct predict_uncertain none = {0};
    struct rig *rig = fixture_rig(&(struct fixture_truth){1.35, 0.005, 0.6, 0.1});
    struct sim_values values;
    sim_values_from_rig(rig, &values);
    one.index[0] = sim_values_index(values.model, "theta1");
    one.covariance[0][0] = u * u;
    struct predict_motion m = predict(32, -0.5, &one), more = predict(32 + deg, -0.5, &none),
                          less = predict(32 - deg, -0.5, &none);
    for (size_t i = m.first + 10; i < m.first + 800; i++) {
        const double deviation = 0.5 * fabs(more.tip[0][i] - less.tip[0][i]);
        assert_true(m.band[0][i] > 1.3 * deviation - 1e-9);
        assert_true(m.band[0][i] < 2.8 * deviation + 1e-9);
        assert_true(fabs(m.middle[0][i] - m.tip[0][i]) < deviation + 1e-9);
    }
    const double apart = fabs(more.events.list[0].t - less.events.list[0].t);
    assert_true(fabs(2 * m.events.list[0].uncertainty - apart) < 0.25 * apart);
    predict_motion_free(&m);
    predict_motion_free(&more);
    predict_motion_free(&less);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_and_regimes),
        cmocka_unit_test(stick_is_the_rail),
        cmocka_unit_test(band_of_one_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
