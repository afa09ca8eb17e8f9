/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/run.h"

#include <math.h>

#include "lib/run/write.h"
#include "tests/lib/run/rig.h"

/* the promise of the issue: 3 channels, 10 million frames, every bit */
static void test_ten_million_frames_come_back(void **state)
{
    (void)state;
    enum { FRAMES = 10000000, BLOCK = 250000 };
    const char *dir = scratch_path("long");
    struct run_writer *writer;
    struct run_info info = rig_info(32);
    int32_t *samples = malloc(BLOCK * 3 * sizeof *samples);
    int32_t *got = malloc(BLOCK * 3 * sizeof *got);
    rig_ok(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err));
    for (int64_t first = 0; first < FRAMES; first += BLOCK) {
        rig_fill(samples, first, BLOCK, 3, 32);
        rig_ok(run_write_frames(writer, samples, BLOCK, &err));
    }
    rig_ok(run_finish(writer, RUN_COMPLETE, NULL, &err));
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->frames, FRAMES);
    for (int64_t first = FRAMES - BLOCK; first >= 0; first -= BLOCK) {
        rig_fill(samples, first, BLOCK, 3, 32);
        rig_ok(run_read_frames(run, first, BLOCK, got, &err));
        assert_memory_equal(got, samples, BLOCK * 3 * sizeof *got);
    }
    run_close(run);
    scratch_remove(dir);
    free(samples);
    free(got);
}

static void test_every_format_keeps_every_bit(void **state)
{
    (void)state;
    static const struct {
        enum run_format format;
        int bits;
        const char *name;
    } cases[] = {
        {RUN_FORMAT_WAV, 12, "signal.wav"},   {RUN_FORMAT_WAV, 16, "signal.wav"},
        {RUN_FORMAT_WAV, 24, "signal.wav"},   {RUN_FORMAT_WAV, 32, "signal.wav"},
        {RUN_FORMAT_W64, 16, "signal.w64"},   {RUN_FORMAT_W64, 32, "signal.w64"},
        {RUN_FORMAT_FLAC, 16, "signal.flac"}, {RUN_FORMAT_FLAC, 24, "signal.flac"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[32];
        snprintf(name, sizeof name, "format%zu", i);
        const char *dir = scratch_path(name);
        rig_record(dir, cases[i].bits, cases[i].format, 100001);
        assert_true(rig_size(dir, cases[i].name) > 0);
        struct run *run;
        rig_ok(run_open(dir, &run, &err));
        assert_int_equal(run->frames, 100001);
        assert_string_equal(run->warning, "");
        rig_check(run, 100001, cases[i].bits);
        rig_ok(run_verify(run, &err));
        run_close(run);
        /* two files, no leftovers */
        assert_int_equal(rig_size(dir, "signal.wav") > 0, cases[i].format == RUN_FORMAT_WAV);
        scratch_remove(dir);
    }
}

static void test_extremes_of_each_width(void **state)
{
    (void)state;
    for (int bits = 16; bits <= 32; bits += 8) {
        const int32_t most = (int32_t)(((int64_t)1 << (bits - 1)) - 1), least = -most - 1;
        const int32_t samples[] = {most, least, 0, -1, 1, most - 1}, beyond[] = {0, most, 0};
        int32_t got[6], over[] = {0, 0, 0};
        const char *dir = scratch_path("extremes");
        struct run_writer *writer;
        struct run_info info = rig_info(bits);
        rig_ok(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err));
        rig_ok(run_write_frames(writer, samples, 2, &err));
        if (bits < 32) { /* one more than fits is refused, whole */
            memcpy(over, beyond, sizeof over);
            over[1]++;
            assert_int_equal(run_write_frames(writer, over, 1, &err), ERROR_INPUT);
            assert_non_null(strstr(err.message, "does not fit"));
        }
        rig_ok(run_finish(writer, RUN_COMPLETE, NULL, &err));
        struct run *run;
        rig_ok(run_open(dir, &run, &err));
        assert_int_equal(run->frames, 2);
        rig_ok(run_read_frames(run, 0, 2, got, &err));
        assert_memory_equal(got, samples, sizeof got);
        run_close(run);
        scratch_remove(dir);
    }
}

static void test_what_was_said_comes_back(void **state)
{
    (void)state;
    const char *dir = scratch_path("info");
    struct run_writer *writer;
    struct run_info info = rig_info(16);
    int32_t samples[3 * 5000] = {0};
    info.rig = json_pack("{s:s, s:f}", "model", "two-link", "mass", 0.1);
    rig_ok(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err));
    rig_ok(run_write_frames(writer, samples, 5000, &err));
    rig_ok(run_finish(writer, RUN_INTERRUPTED, "SIGINT", &err));
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->state, RUN_INTERRUPTED);
    assert_string_equal(run->why, "SIGINT");
    assert_string_equal(run->info.program, info.program);
    assert_string_equal(run->info.device, info.device);
    assert_string_equal(run->info.driver, info.driver);
    assert_string_equal(run->info.note, info.note);
    assert_string_equal(run->info.start, info.start);
    assert_int_equal(run->info.period.numerator, 100003);
    assert_int_equal(run->info.period.denominator, 1000000000);
    assert_int_equal(run->info.bits, 16);
    assert_int_equal(run->info.count_offset, 32768);
    assert_string_equal(run->info.trigger.text, info.trigger.text);
    assert_int_equal(run->info.trigger.frame, 2000);
    assert_int_equal(run->info.trigger.pre_frames, 1999);
    assert_true(json_equal(run->info.rig, info.rig));
    assert_int_equal(run->info.n_channels, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct run_channel *got = &run->info.channels[i], *want = &rig_channels[i];
        assert_string_equal(got->role, want->role);
        assert_string_equal(got->unit, want->unit);
        assert_int_equal(got->n_coefficients, want->n_coefficients);
        assert_memory_equal(got->coefficients, want->coefficients, sizeof got->coefficients);
        assert_true(got->sensitivity == want->sensitivity && got->origin == want->origin);
        assert_int_equal(got->count_min, want->count_min);
        assert_int_equal(got->count_max, want->count_max);
        assert_int_equal(got->skew_ns, want->skew_ns);
        assert_int_equal(run_find_channel(&run->info, want->role), (int64_t)i);
    }
    assert_int_equal(run_find_channel(&run->info, "nobody"), RUN_UNKNOWN);
    run_close(run);
    json_decref(info.rig);
    scratch_remove(dir);
}

static void test_physical_values(void **state)
{
    (void)state;
    const char *dir = scratch_path("physical");
    enum { FRAMES = 20000 }; /* more than one block of the reader */
    rig_record(dir, 16, RUN_FORMAT_WAV, FRAMES);
    struct run *run;
    static double rail[FRAMES], tip_t[FRAMES], tip_n[FRAMES];
    rig_ok(run_open(dir, &run, &err));
    rig_ok(run_read_channel(run, 0, 0, FRAMES, rail, &err));
    rig_ok(run_read_channel(run, 1, 5, FRAMES - 5, tip_t + 5, &err));
    rig_ok(run_read_channel(run, 2, 0, FRAMES, tip_n, &err));
    for (int64_t i = 5; i < FRAMES; i++) {
        double count = rig_sample(i, 0, 16) + 32768.0, x = rig_sample(i, 1, 16);
        assert_true(fabs(rail[i] - 0.125 * (-10 + count * 20 / 65535)) < 1e-12);
        assert_true(fabs(tip_t[i] - 0.125 * (0.1 + 3e-4 * x + 1e-12 * x * x)) < 1e-12);
        assert_true(tip_n[i] == 1);
    }
    assert_int_equal(run_read_channel(run, 3, 0, 1, rail, &err), ERROR_USAGE);
    assert_int_equal(run_read_channel(run, 0, FRAMES, 1, rail, &err), ERROR_USAGE);
    assert_int_equal(run_read_channel(run, 0, -1, 1, rail, &err), ERROR_USAGE);
    assert_int_equal(run_read_channel(run, 0, INT64_MAX, INT64_MAX, rail, &err), ERROR_USAGE);
    int32_t samples[3];
    assert_int_equal(run_read_frames(run, 1, FRAMES, samples, &err), ERROR_USAGE);
    rig_ok(run_read_frames(run, FRAMES, 0, samples, &err));
    run_close(run);
    scratch_remove(dir);
}

static void test_changed_sample_fails_verify(void **state)
{
    (void)state;
    const char *dir = scratch_path("verify");
    rig_record(dir, 16, RUN_FORMAT_WAV, 1000);
    rig_put(dir, "signal.wav", 500, "\x55\xaa\x33", 3);
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run_verify(run, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "SHA-256"));
    run_close(run);
    scratch_remove(dir);
}

/* libsndfile would have given it to an MP3 decoder, which prints */
static void test_other_sound_is_no_signal(void **state)
{
    (void)state;
    const char *dir = scratch_path("mp3");
    struct run *run = NULL;
    rig_record(dir, 16, RUN_FORMAT_WAV, 100);
    rig_put(dir, "signal.wav", 0, "\xff\xfb\x90\x40", 4);
    assert_int_equal(run_open(dir, &run, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "does not begin as a WAV"));
    char path[1024]; /* nor is a named pipe, which would be waited for */
    rig_file(path, dir, "signal.wav");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(run_open(dir, &run, &err), ERROR_INPUT);
}

static void test_time_is_utc_with_nanoseconds(void **state)
{
    (void)state;
    char text[RUN_TIME_SIZE];
    run_time_text((struct timespec){1209643200, 7}, text);
    assert_string_equal(text, "2008-05-01T12:00:00.000000007Z");
    run_time_text((struct timespec){0, 999999999}, text);
    assert_string_equal(text, "1970-01-01T00:00:00.999999999Z");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ten_million_frames_come_back),
        cmocka_unit_test(test_every_format_keeps_every_bit),
        cmocka_unit_test(test_extremes_of_each_width),
        cmocka_unit_test(test_what_was_said_comes_back),
        cmocka_unit_test(test_physical_values),
        cmocka_unit_test(test_changed_sample_fails_verify),
        cmocka_unit_test(test_other_sound_is_no_signal),
        cmocka_unit_test(test_time_is_utc_with_nanoseconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
