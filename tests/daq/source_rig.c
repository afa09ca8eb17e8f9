/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the simulated rig as a device: exact where a closed form is known, the same from
 * run to run, paced by the clock */
#include "daq/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_math.h>

#include "daq/pace.h"
#include "tests/daq/fixture.h"
#include "tests/test.h"

/* without gravity the pendulum is linear: theta = A cos(w t), w^2 = 3 k / (m l^2) = 300 */
#define LINEAR                                                                         \
    "model: pendulum\n"                                                                \
    "parameters: {mass: 1 kg, length: 1 m, stiffness: 100 N.m/rad, gravity: 0 m/s2}\n" \
    "start: {theta: 0.5 rad}\n"

static struct daq_source *open_rig(const struct rig *rig, bool fast)
{
    struct daq_source *source;
    const struct daq_request request = {.rig = rig, .fast = fast};
    fixture_ok(daq_source_open("rig:", request, &source, &fixture_err));
    return source;
}

static double value(const struct daq_source *source, const int32_t *samples, size_t frame,
                    size_t channel)
{
    const struct run_info *info = &source->info;
    return run_convert(&info->channels[channel],
                       (double)(samples[frame * info->n_channels + channel] + info->count_offset));
}

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.12g instead of %.12g", a, b);
}

/* held, let go, and each channel at its own time of the scan */
static void test_values_hold_and_skew(void **state)
{
    (void)state;
    enum { N = 5000, HELD = 1000 };
    static int32_t samples[3 * N];
    struct rig *rig = fixture_rig(LINEAR "channels:\n"
                                         "  - {role: angle, input: 0, sensitivity: 0.1 rad/V}\n"
                                         "  - {role: tip_t, input: 1, sensitivity: 1 m/s/V}\n"
                                         "  - {role: angle, input: 2, sensitivity: 0.1 rad/V}\n"
                                         "simulated: {bits: 24, skew: 30 us, hold: 0.1 s}\n");
    struct daq_source *source = open_rig(rig, true);
    assert_int_equal(source->info.period.denominator, 10000);
    assert_int_equal(source->channels[2].skew_ns, 60000);
    fixture_frames(source, samples, N);
    const double w = sqrt(300);
    for (size_t i = 0; i < HELD; i++) {
        near(value(source, samples, i, 0), 0.5, 1e-6);
        near(value(source, samples, i, 1), 0, 2e-6);
    }
    for (size_t i = HELD; i < N; i++) {
        const double t = 1e-4 * (double)(i - HELD);
        near(value(source, samples, i, 0), 0.5 * cos(w * t), 1e-6);
        near(value(source, samples, i, 2), 0.5 * cos(w * (t + 60e-6)), 1e-6);
        const double late = t + 30e-6, angle = 0.5 * cos(w * late);
        near(value(source, samples, i, 1), -0.5 * w * sin(w * late) * cos(angle), 5e-6);
    }
    daq_source_close(source);
    rig_free(rig);
}

#define RAIL                                                                                  \
    "model: two-link\n"                                                                       \
    "parameters: {mass: 0.12 kg, length: 0.21 m, height: 0.3775 m, stiffness: 1.35 N.m/rad, " \
    "damping: 0.005 N.m.s/rad, friction: 0.6, restitution: 0.1, belt_speed: -0.5 m/s}\n"      \
    "start: {theta1: 32 deg}\n"                                                               \
    "channels:\n"                                                                             \
    "  - {role: rail, input: 0, sensitivity: 0.125 m/s/V}\n"                                  \
    "  - {role: tip_n, input: 1, sensitivity: 1 m/s/V}\n"

/* bit for bit the same from the start, another pull at the second start */
static void test_seeded(void **state)
{
    (void)state;
    enum { N = 3000 };
    static int32_t first[2 * N], second[2 * N], again[2 * N], again2[2 * N];
    struct rig *rig = fixture_rig(RAIL "simulated: {bits: 16, noise: 1 mm/s, rail_ripple: 3 %, "
                                       "contact_stiffness: 1e6 N/m, contact_damping: 300 N.s/m, "
                                       "seed: 3}\n");
    struct daq_source *source = open_rig(rig, true);
    fixture_frames(source, first, N);
    fixture_frames(source, second, N);
    daq_source_close(source);
    source = open_rig(rig, true);
    fixture_frames(source, again, N);
    fixture_frames(source, again2, N);
    assert_memory_equal(first, again, sizeof first);
    assert_memory_equal(second, again2, sizeof second);
    assert_memory_not_equal(first, second, sizeof first);
    daq_source_close(source);
    rig_free(rig);
}

/* an uneven rail stays within its ripple around speed and drift, and uses it */
static void test_rail(void **state)
{
    (void)state;
    enum { N = 20000 };
    static int32_t samples[2 * N];
    struct rig *rig = fixture_rig(RAIL "simulated: {bits: 24, rail_ripple: 4 %, rail_drift: "
                                       "10 %/s, rail_frequency: 5 Hz}\n");
    struct daq_source *source = open_rig(rig, true);
    fixture_frames(source, samples, N);
    double most = 0;
    for (size_t i = 0; i < N; i++) {
        const double even = -0.5 * (1 + 0.1 * 1e-4 * (double)i);
        const double off = fabs(value(source, samples, i, 0) - even);
        assert_true(off < 0.5 * 0.04 * 1.001);
        most = fmax(most, off);
    }
    assert_true(most > 0.5 * 0.04 * 0.7);
    daq_source_close(source);
    rig_free(rig);
}

/* a compliant tip is thrown back over some samples, a rigid one between two */
static void test_contact_is_compliant(void **state)
{
    (void)state;
    enum { N = 5000 };
    static int32_t samples[2 * N];
    double jump[2];
    const char *texts[] = {RAIL "simulated: {bits: 24}\n",
                           RAIL "simulated: {bits: 24, contact_stiffness: 2e4 N/m}\n"};
    for (int k = 0; k < 2; k++) {
        struct rig *rig = fixture_rig(texts[k]);
        struct daq_source *source = open_rig(rig, true);
        fixture_frames(source, samples, N);
        jump[k] = 0;
        for (size_t i = 1; i < N; i++)
            jump[k] = fmax(jump[k],
                           fabs(value(source, samples, i, 1) - value(source, samples, i - 1, 1)));
        daq_source_close(source);
        rig_free(rig);
    }
    assert_true(jump[0] > 0.1); /* m/s, in one sample */
    assert_true(jump[1] < 0.5 * jump[0]);
}

/* the motion of one rig, the channels of another */
static void test_truth_of_another_rig(void **state)
{
    (void)state;
    enum { N = 100 };
    static int32_t samples[N];
    char spec[4200];
    snprintf(spec, sizeof spec, "rig:%s",
             scratch_write("truth.yaml", LINEAR "simulated: {bits: 20}\n"));
    struct rig *rig = fixture_rig("model: pendulum\n"
                                  "parameters: {mass: 9 kg, length: 1 m, stiffness: 1 N.m/rad}\n"
                                  "start: {theta: 0 rad}\n"
                                  "rate: 1 kHz\n"
                                  "channels: [{role: angle, input: 0, sensitivity: 0.1 rad/V}]\n");
    struct daq_source *source;
    const struct daq_request request = {.rig = rig, .fast = true};
    fixture_ok(daq_source_open(spec, request, &source, &fixture_err));
    assert_int_equal(source->info.bits, 20);
    fixture_frames(source, samples, N);
    near(value(source, samples, 99, 0), 0.5 * cos(sqrt(300) * 0.099), 1e-5);
    daq_source_close(source);
    rig_free(rig);
}

/* a rail that is known for half a second: then the device ends, and says so */
static void test_end_of_the_motion(void **state)
{
    (void)state;
    scratch_write("belt.csv", "t,v\n0,-0.5\n0.25,-0.4\n0.5,-0.5\n");
    struct rig *rig = fixture_rig(RAIL "belt: {table: belt.csv}\n");
    struct daq_source *source = open_rig(rig, true);
    static int32_t samples[2 * 1000];
    struct daq_read got;
    size_t all = 0;
    fixture_ok(source->driver->start(source, &fixture_err));
    do {
        fixture_ok(source->driver->read(source, true, samples, 1000, &got, &fixture_err));
        all += got.frames;
    } while (!got.end);
    assert_int_equal(all, 5001);
    assert_non_null(strstr(got.why, "end"));
    source->driver->stop(source);
    daq_source_close(source);
    rig_free(rig);
}

/* real time: frames come when they are due, not earlier */
static void test_pace(void **state)
{
    (void)state;
    enum { N = 2000 }; /* 0.2 s */
    static int32_t samples[N];
    struct rig *rig = fixture_rig(LINEAR
                                  "channels: [{role: angle, input: 0, sensitivity: 0.1 rad/V}]\n");
    struct daq_source *source = open_rig(rig, false);
    assert_false(source->patient);
    const int64_t start = daq_pace_now();
    fixture_frames(source, samples, N);
    const double took = 1e-9 * (double)(daq_pace_now() - start);
    if (took < 0.2 || took > 1.2)
        fail_msg("0.2 s of signal took %g s", took);
    daq_source_close(source);
    rig_free(rig);
}

static void test_bad_requests(void **state)
{
    (void)state;
    static const struct {
        const char *simulated, *says;
    } cases[] = {
        {"{bits: 40}", "bits"},
        {"{skew: 100 us}", "skew"},
        {"{skew: 1e300 s}", "skew"},
        {"{skew: 5e9 s}", "skew"}, /* times the channels it is beyond 64 bits of ns */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        snprintf(text, sizeof text, "%ssimulated: %s\n", RAIL, cases[i].simulated);
        struct rig *rig = fixture_rig(text);
        struct daq_source *source;
        const struct daq_request request = {.rig = rig};
        assert_int_equal(daq_source_open("rig:", request, &source, &fixture_err), ERROR_INPUT);
        if (!strstr(fixture_err.message, cases[i].says))
            fail_msg("%s", fixture_err.message);
        rig_free(rig);
    }
    struct daq_source *source;
    assert_int_equal(daq_source_open("rigg:", (struct daq_request){0}, &source, &fixture_err),
                     ERROR_INPUT);
    assert_non_null(strstr(fixture_err.message, "did you mean rig?"));
    assert_int_equal(daq_source_open("rig", (struct daq_request){0}, &source, &fixture_err),
                     ERROR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_hold_and_skew),
        cmocka_unit_test(test_seeded),
        cmocka_unit_test(test_rail),
        cmocka_unit_test(test_contact_is_compliant),
        cmocka_unit_test(test_truth_of_another_rig),
        cmocka_unit_test(test_end_of_the_motion),
        cmocka_unit_test(test_pace),
        cmocka_unit_test(test_bad_requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
