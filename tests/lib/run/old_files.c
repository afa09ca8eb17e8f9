/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run that skitter-daq 0.1.0 recorded from test:, whose samples count: channel c of frame f
 * holds the 16 bits of f from bit 16 c on, the lowest count being -32768 in the file. It
 * stays readable and is never made anew. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "lib/run/run.h"
#include "tests/lib/fixture.h"
#include "tests/test.h"

enum { FRAMES = 30, CHANNELS = 3 };

static struct run *open_specimen(void)
{
    char *dir = test_source("../run/generation1");
    struct run *run;
    struct error err = {0};
    if (run_open(dir, &run, &err))
        fail_msg("%s", err.message);
    free(dir);
    return run;
}

static void test_description(void **state)
{
    (void)state;
    struct run *run = open_specimen();
    assert_int_equal(run->state, RUN_COMPLETE);
    assert_string_equal(run->warning, "");
    assert_int_equal(run->frames, FRAMES);
    assert_int_equal(run->n_gaps, 0);
    assert_string_equal(run->info.program, "skitter-daq 0.1.0");
    assert_string_equal(run->info.note, "first generation");
    assert_int_equal(run->info.period.numerator, 1);
    assert_int_equal(run->info.period.denominator, 10000);
    assert_int_equal(run->info.bits, 16);
    assert_int_equal(run->info.n_channels, CHANNELS);
    assert_int_equal(run_find_channel(&run->info, "tip_n"), 2);
    assert_int_equal(run_verify(run, NULL), ERROR_OK);
    run_close(run);
}

static void test_samples(void **state)
{
    (void)state;
    struct run *run = open_specimen();
    int32_t samples[FRAMES * CHANNELS];
    double rail[FRAMES];
    assert_int_equal(run_read_frames(run, 0, FRAMES, samples, NULL), ERROR_OK);
    assert_int_equal(run_read_channel(run, 0, 0, FRAMES, rail, NULL), ERROR_OK);
    for (int f = 0; f < FRAMES; f++) {
        for (int c = 0; c < CHANNELS; c++)
            assert_int_equal(samples[f * CHANNELS + c], (c == 0 ? f : 0) - 32768);
        /* 65535 steps from -10 V to 10 V, and 125 mm/s for a volt */
        const double want = 0.125 * (-10 + 20. * f / 65535);
        assert_true(fabs(rail[f] - want) <= 1e-15);
    }
    run_close(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_description),
                                       cmocka_unit_test(test_samples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
