/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run with clipped, lost and offset samples, noise, skew, a trigger and a gap, all of which
 * were put in here: every field must say what was put in, from one pass over the signal. */
#include "config.h"

#include "lib/measure/channels.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "lib/run/signal.h"
#include "tests/lib/measure/fixture.h"
#include "tests/test.h"

enum { N = 20000, REST = 4000, GAP = 15000, CHANNELS = 3 };
static const double rate = 10000;
static double values[CHANNELS][N];
static struct measure_channels channels;
static struct error err;

/* what is put in; the dropout of a channel lies within its motion, clipping at its top */
static const struct put_in {
    const char *role, *unit;
    double full, offset, noise, amplitude;
    int64_t skew_ns;
    size_t lost, n_lost;       /* a dropout from here on, for so long */
    size_t clipped, n_clipped; /* samples beyond the range */
} made[CHANNELS] = {
    {"rail", "m/s", 2, 0.03, 0.001, -0.5, 0, 9000, 7, 0, 0},
    {"tip_t", "m/s", 5, -0.01, 0.002, 1, 5000, 0, 0, 11000, 40},
    {"angle", "rad", 1, 0.002, 0.0005, 0.3, 12000, 12000, 30, 13000, 1},
};

/* the signal's reader stands between run.c and signal.c, see local.mk */
int64_t __real_run_signal_read(struct run_signal *signal, int32_t *samples, int64_t frames);
int64_t __wrap_run_signal_read(struct run_signal *signal, int32_t *samples, int64_t frames);
static int64_t frames_decoded;

int64_t __wrap_run_signal_read(struct run_signal *signal, int32_t *samples, int64_t frames)
{
    const int64_t got = __real_run_signal_read(signal, samples, frames);
    frames_decoded += got;
    return got;
}

static double motion(const struct put_in *p, size_t i)
{
    return i < REST ? 0 : p->amplitude * sin(2 * M_PI * 1.3 * (double)(i - REST) / rate);
}

static struct test_run make(void)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct test_run run = {.rate = rate, .n = N, .n_channels = CHANNELS, .note = "a note"};
    for (size_t c = 0; c < CHANNELS; c++) {
        const struct put_in *p = &made[c];
        for (size_t i = 0; i < N; i++) {
            const bool lost = i >= p->lost && i < p->lost + p->n_lost;
            const bool clipped = i >= p->clipped && i < p->clipped + p->n_clipped;
            values[c][i] = clipped ? 9
                                   : p->offset + (lost ? 0 : motion(p, i)) +
                                         gsl_ran_gaussian(rng, p->noise);
        }
        run.channels[c] = (struct test_channel){p->role, p->unit, p->full, values[c], p->skew_ns};
    }
    gsl_rng_free(rng);
    return run;
}

static void read_run(const char *path, double from, double until)
{
    frames_decoded = 0;
    if (measure_channels_read(path, from, until, &channels, &err))
        fail_msg("%s", err.message);
}

static void check_samples(size_t c, size_t first)
{
    const struct put_in *p = &made[c];
    const struct measure_channel *m = &channels.list[c];
    const double step = 2 * p->full / 16777215;
    assert_true(fabs(measure_channel_step(m->info) / step - 1) < 1e-9);
    for (size_t i = 0; i < channels.n; i++) {
        const size_t at = first + i;
        const bool clipped = at >= p->clipped && at < p->clipped + p->n_clipped;
        const bool lost = at >= p->lost && at < p->lost + p->n_lost;
        assert_int_equal(m->flags[i], clipped ? MEASURE_CLIPPED
                                      : lost  ? MEASURE_LOST
                                              : MEASURE_GOOD);
        assert_true(fabs(m->values[i] - (clipped ? p->full : values[c][at])) < 0.51 * step);
    }
}

static void check_facts(size_t c)
{
    const struct put_in *p = &made[c];
    const struct measure_channel *m = &channels.list[c];
    assert_string_equal(m->info->role, p->role);
    assert_int_equal(m->n_clipped, p->n_clipped);
    assert_int_equal(m->n_lost, p->n_lost);
    assert_int_equal(m->n_dropouts, p->n_lost > 0);
    assert_true(fabs(m->skew - 1e-9 * (double)p->skew_ns) < 1e-15);
    assert_true(fabs(m->noise / p->noise - 1) < 0.05);
    assert_true(fabs(m->rest.sigma / p->noise - 1) < 0.05);
    const double white = p->noise / sqrt((double)m->rest.n);
    assert_true(m->rest.uncertainty > 0.9 * white && m->rest.uncertainty < 2 * white);
    assert_true(fabs(m->rest.mean - p->offset) < 4 * m->rest.uncertainty);
    char text[MEASURE_FLAG_TEXT], wanted[MEASURE_FLAG_TEXT];
    measure_flag_clipped_text(p->role, (int64_t)p->n_clipped, N, wanted);
    assert_int_equal(measure_channel_clipped(&channels, m, text), p->n_clipped > 0);
    assert_string_equal(text, wanted);
}

static void every_field(void **state)
{
    (void)state;
    struct test_run run = make();
    run.gap = GAP;
    run.trigger = REST;
    run.rig = json_pack("{s:s}", "title", "a rig");
    read_run(test_record("all", &run), NAN, NAN);
    json_decref(run.rig);
    assert_int_equal(frames_decoded, N); /* once, for three channels */
    assert_int_equal(channels.n_list, CHANNELS);
    assert_int_equal(channels.n, N);
    assert_int_equal(channels.first, 0);
    assert_true(channels.time == 0 && fabs(channels.period - 1e-4) < 1e-18);
    assert_true(channels.before_trigger);
    for (size_t c = 0; c < CHANNELS; c++) {
        check_samples(c, 0);
        check_facts(c);
        assert_int_equal(channels.list[c].rest.first, 0);
        assert_int_equal(channels.list[c].rest.n, 3600); /* nine tenths of what is before it */
        assert_ptr_equal(measure_channels_find(&channels, made[c].role), &channels.list[c]);
    }
    assert_null(measure_channels_find(&channels, "tip_n"));
    measure_channels_free(&channels);
}

/* what run.json says is there without opening the run again */
static void what_run_json_says(void **state)
{
    (void)state;
    read_run(scratch_path("all"), NAN, NAN);
    const struct run *run = channels.run;
    assert_string_equal(run->info.note, "a note");
    assert_string_equal(run->info.device, "card 7");
    assert_string_equal(run->info.driver, "made by a test");
    assert_string_equal(run->info.program, "test");
    assert_string_equal(json_string_value(json_object_get(run->info.rig, "title")), "a rig");
    assert_int_equal(run->info.trigger.frame, REST);
    assert_int_equal(run->state, RUN_COMPLETE);
    assert_int_equal(strlen(run->sha256), 64);
    assert_int_equal(run->frames, N);
    assert_int_equal(run->n_gaps, 1);
    assert_int_equal(run->gaps[0].frame, GAP);
    assert_int_equal(run->gaps[0].lost, TEST_GAP);
    assert_null(run->signal); /* no file stays open */
    assert_int_equal(measure_channels_whole(&channels, "do this", &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "samples are missing at 1.5 s"));
    assert_non_null(strstr(err.message, "overflow"));
    assert_non_null(strstr(err.message, "do this"));
    measure_channels_free(&channels);
}

/* a part of it, which ends at the gap */
static void a_part(void **state)
{
    (void)state;
    read_run(scratch_path("all"), 0.85, 1.5);
    assert_int_equal(frames_decoded, 6500);
    assert_int_equal(channels.first, 8500);
    assert_int_equal(channels.n, 6500);
    assert_true(fabs(channels.time - 0.85) < 1e-12);
    assert_false(channels.before_trigger);
    for (size_t c = 0; c < CHANNELS; c++)
        check_samples(c, 8500);
    assert_int_equal(measure_channels_whole(&channels, "", &err), ERROR_OK);
    measure_channels_free(&channels);
    assert_int_equal(measure_channels_read(scratch_path("all"), 3, 4, &channels, &err),
                     ERROR_INPUT);
    assert_non_null(strstr(err.message, "no samples from 3 s to 4 s"));
}

/* without a trigger a quiet stretch of 0.2 s or more is that of the rest */
static void rest_without_a_trigger(void **state)
{
    (void)state;
    const struct test_run run = make();
    read_run(test_record("untriggered", &run), NAN, NAN);
    assert_false(channels.before_trigger);
    for (size_t c = 0; c < CHANNELS; c++) {
        check_facts(c);
        assert_true(channels.list[c].rest.n >= 2000);
        assert_true(channels.list[c].rest.first + channels.list[c].rest.n <= REST);
    }
    assert_int_equal(measure_channels_whole(&channels, "", &err), ERROR_OK);
    measure_channels_free(&channels);
}

/* a byte of the signal that changed after the recording is noticed */
static void another_signal_is_refused(void **state)
{
    (void)state;
    const struct test_run run = make();
    char path[600];
    snprintf(path, sizeof path, "%s/signal.wav", test_record("changed", &run));
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, -100, SEEK_END), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, -100, SEEK_END), 0);
    fputc(byte ^ 1, file);
    fclose(file);
    assert_int_equal(measure_channels_read(scratch_path("changed"), NAN, NAN, &channels, &err),
                     ERROR_INPUT);
    assert_non_null(strstr(err.message, "not what was recorded"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field), cmocka_unit_test(what_run_json_says),
        cmocka_unit_test(a_part), cmocka_unit_test(rest_without_a_trigger),
        cmocka_unit_test(another_signal_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
