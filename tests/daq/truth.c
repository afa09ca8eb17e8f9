/* SPDX-License-Identifier: GPL-3.0-or-later */
/* each imperfection against its closed form */
#include "daq/truth.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_math.h>

#include "daq/channel.h"
#include "tests/daq/fixture.h"
#include "tests/test.h"

#define HEAD                                                        \
    "model: pendulum\n"                                             \
    "parameters: {mass: 1 kg, length: 1 m, stiffness: 1 N.m/rad}\n" \
    "start: {theta: 0 rad}\n"                                       \
    "channels:\n"

static const double period = 1e-4; /* 10 kHz */

struct bench {
    struct rig *rig;
    struct daq_truth *truth;
    struct run_channel channel;
    int64_t bits;
};

static struct bench make(const char *text, uint64_t seed)
{
    struct bench bench = {.rig = fixture_rig(text)};
    bench.bits = (int64_t)bench.rig->simulated.values[RIG_SIMULATED_BITS].value;
    fixture_ok(daq_truth_create(bench.rig, &bench.rig->simulated, bench.bits, period, seed,
                                &bench.truth, &fixture_err));
    daq_channel_linear(&bench.rig->channels[0], bench.bits, &bench.channel);
    return bench;
}

static void drop(struct bench *bench)
{
    daq_truth_free(bench->truth);
    rig_free(bench->rig);
}

/* the measured value that a reader of the run would find */
static double measured(struct bench *bench, double value)
{
    const int32_t sample = daq_truth_sample(bench->truth, 0, 0, value);
    return run_convert(&bench->channel, (double)(sample + (INT64_C(1) << (bench->bits - 1))));
}

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.12g instead of %.12g", a, b);
}

/* 12 bits over +-5 V at 0.1 m/s/V: steps of 1/4095 m/s, 0 V between two counts */
static void test_quantisation_and_clipping(void **state)
{
    (void)state;
    struct bench b = make(HEAD
                          "  - {role: velocity, input: 0, sensitivity: 0.1 m/s/V, range: 5 V}\n"
                          "simulated: {bits: 12}\n",
                          1);
    assert_int_equal(daq_truth_sample(b.truth, 0, 0, -0.5), -2048);
    assert_int_equal(daq_truth_sample(b.truth, 0, 0, 0.5), 2047);
    assert_int_equal(daq_truth_sample(b.truth, 0, 0, 99), 2047);
    assert_int_equal(daq_truth_sample(b.truth, 0, 0, -99), -2048);
    assert_int_equal(daq_truth_sample(b.truth, 0, 0, 0.4 / 4095), 0);
    assert_int_equal(daq_truth_sample(b.truth, 0, 0, 0.6 / 4095), 0);
    assert_int_equal(daq_truth_sample(b.truth, 0, 0, 1.1 / 4095), 1);
    for (double v = -0.49; v < 0.49; v += 0.0371)
        near(measured(&b, v), v, 0.5 / 4095 * (1 + 1e-9));
    drop(&b);
}

/* a sensor that looks the other way, at an angle: volts change, the value does not */
static void test_sign_beam_and_offset(void **state)
{
    (void)state;
    struct bench b = make(HEAD "  - {role: velocity, input: 0, sensitivity: 0.1 m/s/V, sign: -1, "
                               "beam_angle: 60 deg, offset: 0.5 V}\n"
                               "simulated: {bits: 24, offset: 0.5 V}\n",
                          1);
    /* -0.2 m/s * cos 60 deg / 0.1 = -1 V, and 0.5 V at rest: -(-1) ... */
    near((double)daq_truth_sample(b.truth, 0, 0, 0.2), ldexp((-1 + 0.5) / 20, 24), 1);
    near(measured(&b, 0.2), 0.2, 1e-6);
    near(measured(&b, -0.13), -0.13, 1e-6);
    drop(&b);
}

static void test_noise(void **state)
{
    (void)state;
    enum { N = 50000 };
    struct bench b = make(HEAD "  - {role: velocity, input: 0, sensitivity: 0.125 m/s/V}\n"
                               "simulated: {bits: 24, noise: 2 mm/s, offset: 4 mV}\n",
                          1);
    double sum = 0, squares = 0;
    for (int i = 0; i < N; i++) {
        const double v = measured(&b, 0.1);
        sum += v / N;
        squares += v * v / N;
    }
    near(sum, 0.1 + 0.004 * 0.125, 5 * 2e-3 / sqrt(N));
    near(sqrt(squares - sum * sum), 2e-3, 5 * 2e-3 / sqrt(2 * N));
    drop(&b);
}

/* after a step of the tip the paper swings out: f dv exp(-t/tau) cos(2 pi F t) */
static void test_flutter(void **state)
{
    (void)state;
    struct bench b = make(HEAD "  - {role: tip_n, input: 0, sensitivity: 1 m/s/V}\n"
                               "simulated: {bits: 24, flutter: 10 %, flutter_frequency: 600 Hz, "
                               "flutter_decay: 4 ms}\n",
                          1);
    for (int i = 0; i < 20; i++)
        near(measured(&b, -0.5), -0.5, 1e-6);
    for (int i = 0; i < 200; i++) {
        const double t = 1e-4 * i;
        near(measured(&b, 0.3), 0.3 - 0.1 * 0.8 * exp(-t / 4e-3) * cos(2 * M_PI * 600 * t), 2e-6);
    }
    drop(&b);
    /* a rail carries no paper */
    b = make(HEAD "  - {role: rail, input: 0, sensitivity: 1 m/s/V}\n"
                  "simulated: {bits: 24, flutter: 10 %}\n",
             1);
    near(measured(&b, 0), 0, 1e-6);
    near(measured(&b, 1), 1, 1e-6);
    drop(&b);
}

/* a jump a third of the way between two frames charges the low-pass from there on */
static void test_bandwidth(void **state)
{
    (void)state;
    struct bench b = make(HEAD "  - {role: tip_t, input: 0, sensitivity: 1 m/s/V, "
                               "bandwidth: 1 kHz}\n"
                               "simulated: {bits: 24}\n",
                          1);
    const double jump = (20 + 1 / 3.0) * period;
    for (int i = 0; i < 60; i++) {
        const double t = period * i;
        const bool after = t > jump;
        if (i == 21)
            daq_truth_jump(b.truth, 0, jump, -0.2, 0.4);
        const int32_t sample = daq_truth_sample(b.truth, 0, t, after ? 0.4 : -0.2);
        const double want = after ? 0.4 - 0.6 * exp(-2 * M_PI * 1e3 * (t - jump)) : -0.2;
        near(run_convert(&b.channel, (double)(sample + (INT64_C(1) << 23))), want, 2e-6);
    }
    drop(&b);
}

/* dropouts come at their rate, last as long as they should, and read 0 */
static void test_dropouts(void **state)
{
    (void)state;
    enum { N = 1000000 }; /* 100 s */
    struct bench b = make(HEAD "  - {role: velocity, input: 0, sensitivity: 1 m/s/V}\n"
                               "simulated: {bits: 16, dropout_rate: 20 Hz, dropout_time: 2 ms}\n",
                          7);
    int gone = 0, starts = 0;
    bool was = false;
    for (int i = 0; i < N; i++) {
        const double v = measured(&b, 1);
        const bool out = v < 0.5;
        if (out)
            near(v, 0, 4e-4);
        gone += out;
        starts += out && !was;
        was = out;
    }
    /* a mean pause of 50 ms and a mean length of 2 ms, rounded up to frames */
    near(starts, 100 / (0.05 + 0.00205), 5 * sqrt(2000));
    near((double)gone / starts * 1e-4, 0.00205, 5 * 0.002 / sqrt(1900));
    drop(&b);
}

static void test_seeds(void **state)
{
    (void)state;
    const char *text = HEAD "  - {role: velocity, input: 0, sensitivity: 1 m/s/V}\n"
                            "simulated: {bits: 16, noise: 10 mm/s}\n";
    struct bench one = make(text, 5), same = make(text, 5), other = make(text, 6);
    int differ = 0;
    for (int i = 0; i < 1000; i++) {
        const int32_t sample = daq_truth_sample(one.truth, 0, 0, 0);
        assert_int_equal(sample, daq_truth_sample(same.truth, 0, 0, 0));
        differ += sample != daq_truth_sample(other.truth, 0, 0, 0);
    }
    assert_true(differ > 900);
    drop(&one);
    drop(&same);
    drop(&other);
}

static void test_flutter_beyond_the_rate_is_refused(void **state)
{
    (void)state;
    struct rig *rig = fixture_rig(HEAD "  - {role: tip_t, input: 0, sensitivity: 1 m/s/V}\n"
                                       "simulated: {flutter: 1, flutter_frequency: 5 kHz}\n");
    struct daq_truth *truth;
    assert_int_equal(daq_truth_create(rig, &rig->simulated, 16, period, 1, &truth, &fixture_err),
                     ERROR_INPUT);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quantisation_and_clipping),
        cmocka_unit_test(test_sign_beam_and_offset),
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_flutter),
        cmocka_unit_test(test_bandwidth),
        cmocka_unit_test(test_dropouts),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_flutter_beyond_the_rate_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
