/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/lib/measure/fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_errno.h>

#include "lib/run/write.h"
#include "tests/test.h"

static const double counts = 16777215; /* of 24 bits */

int test_begin(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

static int32_t sample_of(const struct test_channel *channel, size_t i)
{
    const double volts = channel->values[i] / channel->full * 10;
    const double count = fmin(fmax(round((volts + 10) / 20 * counts), 0), counts);
    return (int32_t)(count - 8388608);
}

const char *test_record(const char *name, const struct test_run *run)
{
    struct run_channel channels[TEST_CHANNELS];
    struct error err;
    struct run_writer *writer;
    const char *path = scratch_path(name);
    for (size_t c = 0; c < run->n_channels; c++)
        channels[c] = (struct run_channel){.role = run->channels[c].role,
                                           .unit = run->channels[c].unit,
                                           .sensitivity = run->channels[c].full / 10,
                                           .coefficients = {-10, 20 / counts},
                                           .n_coefficients = 2,
                                           .count_max = (int64_t)counts,
                                           .skew_ns = run->channels[c].skew_ns};
    const struct run_info info = {
        .program = "test",
        .device = "card 7",
        .driver = "made by a test",
        .note = run->note,
        .trigger = {.text = run->trigger ? "rail > 0" : NULL,
                    .frame = run->trigger ? run->trigger : RUN_UNKNOWN,
                    .pre_frames = run->trigger ? run->trigger : RUN_UNKNOWN},
        .period = run_period_of_ns((int64_t)(1e9 / run->rate + 0.5)),
        .bits = 24,
        .count_offset = 8388608,
        .channels = channels,
        .n_channels = run->n_channels,
        .rig = run->rig};
    int32_t *samples = malloc((run->n * run->n_channels + 1) * sizeof *samples);
    assert_non_null(samples);
    for (size_t i = 0; i < run->n; i++)
        for (size_t c = 0; c < run->n_channels; c++)
            samples[i * run->n_channels + c] = sample_of(&run->channels[c], i);
    enum error_code code = run_create(path, &info, RUN_FORMAT_WAV, &writer, &err);
    if (code)
        fail_msg("%s", err.message);
    assert_int_equal(run_write_frames(writer, samples, run->gap ? run->gap : run->n, &err), 0);
    if (run->gap) {
        assert_int_equal(run_write_gap(writer, TEST_GAP, "overflow", &err), 0);
        assert_int_equal(
            run_write_frames(writer, samples + run->gap * run->n_channels, run->n - run->gap, &err),
            0);
    }
    assert_int_equal(run_finish(writer, RUN_COMPLETE, NULL, &err), 0);
    free(samples);
    return path;
}

struct test_run test_one(const char *role, const char *unit, double full, double rate,
                         const double *values, size_t n)
{
    return (struct test_run){
        .rate = rate, .n = n, .n_channels = 1, .channels = {{role, unit, full, values, 0}}};
}
