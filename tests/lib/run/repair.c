/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/repair.h"

#include "tests/lib/run/rig.h"

enum { FRAMES = 5000, FRAME_SIZE = 6, START = 112, SIZE = START + FRAMES * FRAME_SIZE };

static struct run_repair_report report;

static const char *fresh(void)
{
    const char *dir = scratch_path("run");
    scratch_remove(dir);
    rig_record(dir, 16, RUN_FORMAT_WAV, FRAMES);
    return dir;
}

static void expect_error(const char *dir, const char *text)
{
    struct run *run;
    assert_int_equal(run_open(dir, &run, &err), ERROR_INPUT);
    if (!strstr(err.message, text) || !strstr(err.message, "skitter run repair"))
        fail_msg("unclear: %s", err.message);
}

/* repaired, and the report says `text`; the run holds `frames` good frames */
static void expect_repair(const char *dir, int64_t frames, const char *text)
{
    rig_ok(run_repair(dir, &report, &err));
    assert_true(report.changed);
    assert_int_equal(report.frames, frames);
    if (!strstr(report.text, text))
        fail_msg("\"%s\" is not in: %s", text, report.text);
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->state, RUN_REPAIRED);
    assert_int_equal(run->frames, frames);
    assert_string_equal(run->warning, "");
    assert_non_null(strstr(run->why, text));
    rig_check(run, frames, 16);
    rig_ok(run_verify(run, &err));
    run_close(run);
    rig_ok(run_repair(dir, &report, &err)); /* a second time there is nothing to do */
    assert_false(report.changed);
}

static void test_cut_signal(void **state)
{
    (void)state;
    static const struct {
        int64_t size;
        int64_t frames;
        const char *says;
    } cases[] = {
        {SIZE - FRAME_SIZE, FRAMES - 1, "1 of 5000 frames are lost"},
        {SIZE - 1, FRAMES - 1, "5 bytes of it were dropped"},
        {START + 10 * FRAME_SIZE + 4, 10, "4 bytes of it were dropped"},
        {START + 1, 0, "1 bytes of it were dropped"},
        {START, 0, "5000 of 5000 frames are lost"},
        {START - 1, 0, "frames are lost"},
        {60, 0, "header of the signal was damaged"},
        {12, 0, "header of the signal was damaged"},
        {3, 0, "header of the signal was damaged"},
        {0, 0, "header of the signal was damaged"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *dir = fresh();
        rig_cut(dir, "signal.wav", cases[i].size);
        expect_error(dir, "signal.wav");
        expect_repair(dir, cases[i].frames, cases[i].says);
        /* the damaged file is still there, as it was */
        assert_int_equal(rig_size(dir, "signal.wav.damaged"), cases[i].size);
    }
}

static void test_spoiled_header(void **state)
{
    (void)state;
    static const struct {
        int64_t at;
        size_t size;
    } cases[] = {{0, 4}, {0, 112}, {44, 4}, {44, 60}, {54, 2}, {104, 8}};
    char noise[112];
    memset(noise, 0xA5, sizeof noise);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *dir = fresh();
        rig_put(dir, "signal.wav", cases[i].at, noise, cases[i].size);
        expect_error(dir, "signal.wav");
        expect_repair(dir, FRAMES, "kept as signal.wav.damaged");
    }
}

/* a writer killed after the data and before the header, and in mid-frame */
static void test_data_beyond_the_header(void **state)
{
    (void)state;
    const char *dir = fresh();
    struct run_writer *writer;
    struct run_info info = rig_info(16);
    static int32_t samples[100 * 3];
    scratch_remove(dir);
    rig_fill(samples, 0, 100, 3, 16);
    rig_ok(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err));
    rig_ok(run_write_frames(writer, samples, 100, &err));
    assert_int_equal(run_repair(dir, &report, &err), ERROR_INPUT); /* a writer is at work */
    assert_non_null(strstr(err.message, "still being recorded"));
    rig_ok(run_write_gap(writer, 5, "overflow", &err));
    run_abandon(writer);
    int16_t more[7]; /* two frames and a third of one */
    for (int i = 0; i < 7; i++)
        more[i] = (int16_t)rig_sample(100 + i / 3, (size_t)(i % 3), 16);
    rig_put(dir, "signal.wav", 112 + 600, more, sizeof more);
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    assert_non_null(strstr(run->warning, "did not finish"));
    assert_int_equal(run->frames, 100);
    run_close(run);
    expect_repair(dir, 102, "2 frames were in the file but not in its header");
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->n_gaps, 1);
    assert_int_equal(run->info.count_offset, 32768);
    run_close(run);
}

static void test_unfinished_run_is_closed_in_place(void **state)
{
    (void)state;
    const char *dir = fresh();
    struct run_writer *writer;
    struct run_info info = rig_info(16);
    static int32_t samples[100 * 3];
    scratch_remove(dir);
    rig_fill(samples, 0, 100, 3, 16);
    rig_ok(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err));
    rig_ok(run_write_frames(writer, samples, 100, &err));
    run_abandon(writer);
    expect_repair(dir, 100, "the writer had not finished");
    assert_int_equal(rig_size(dir, "signal.wav.damaged"), -1);
}

static void test_lost_description(void **state)
{
    (void)state;
    const char *dir = fresh();
    char path[1024];
    rig_file(path, dir, "run.json");
    unlink(path);
    expect_error(dir, "run.json");
    expect_repair(dir, FRAMES, "count_offset");
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->info.n_channels, 3);
    assert_int_equal(run_time_ns(&run->info, 1), 100000); /* of the 10000 Hz in the header */
    assert_null(run->info.device);
    run_close(run);
}

/* one wrong key must not cost the others */
static void test_damaged_description(void **state)
{
    (void)state;
    const char *dir = fresh();
    static char text[8192];
    size_t size = rig_get(dir, "run.json", text, sizeof text - 1);
    char *at = strstr(text, "\"bits\": 16");
    assert_non_null(at);
    memcpy(at, "\"bits\": -6", 10);
    rig_put(dir, "run.json", 0, text, size);
    expect_error(dir, "bits");
    expect_repair(dir, FRAMES, "left empty: bits\n");
    assert_int_equal(rig_size(dir, "run.json.damaged"), (int64_t)size);
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run_time_ns(&run->info, 1), 100003);
    assert_string_equal(run->info.channels[1].role, "tip_t");
    run_close(run);

    rig_cut(dir, "run.json", 100); /* and once more: both damaged files are kept */
    expect_repair(dir, FRAMES, "kept as run.json.damaged2");
    assert_int_equal(rig_size(dir, "run.json.damaged"), (int64_t)size);
}

static void test_beyond_repair(void **state)
{
    (void)state;
    char path[1024];
    const char *dir = fresh();
    rig_file(path, dir, "signal.wav");
    unlink(path);
    expect_error(dir, "signal.wav");
    assert_int_equal(run_repair(dir, &report, &err), ERROR_INPUT);
    assert_int_equal(run_repair(scratch_path("nothing"), &report, &err), ERROR_INPUT);

    dir = fresh(); /* both files lost their heads */
    rig_cut(dir, "run.json", 10);
    rig_put(dir, "signal.wav", 0, "????????", 8);
    assert_int_equal(run_repair(dir, &report, &err), ERROR_INPUT);
    assert_int_equal(rig_size(dir, "signal.wav"), SIZE); /* nothing was touched */
    assert_int_equal(rig_size(dir, "run.json"), 10);

    dir = fresh(); /* a changed sample is seen, and cannot be known */
    rig_put(dir, "signal.wav", 2000, "????????", 8);
    assert_int_equal(run_repair(dir, &report, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "SHA-256"));
}

static void test_other_containers(void **state)
{
    (void)state;
    static const struct {
        enum run_format format;
        const char *name, *kept;
    } cases[] = {{RUN_FORMAT_W64, "signal.w64", "signal.w64.damaged"},
                 {RUN_FORMAT_FLAC, "signal.flac", "signal.flac.damaged"}};
    for (size_t i = 0; i < 2; i++) {
        const char *dir = scratch_path("run");
        scratch_remove(dir);
        rig_record(dir, 16, cases[i].format, 50000);
        rig_cut(dir, cases[i].name, rig_size(dir, cases[i].name) / 2);
        rig_ok(run_repair(dir, &report, &err));
        assert_true(report.frames > 20000 && report.frames < 25001);
        assert_true(rig_size(dir, cases[i].kept) > 0);
        struct run *run;
        rig_ok(run_open(dir, &run, &err));
        rig_check(run, report.frames, 16);
        run_close(run);
    }
}

/* run.json is right by itself, and so is the header of the signal: repair must not call it
 * done when the two contradict each other */
static void test_flac_of_another_run(void **state)
{
    (void)state;
    const char *dir = scratch_path("run");
    unsigned char head[21] = {0};
    scratch_remove(dir);
    rig_record(dir, 16, RUN_FORMAT_FLAC, 1000);
    const int64_t size = rig_size(dir, "signal.flac");
    assert_int_equal(rig_get(dir, "signal.flac", head, sizeof head), sizeof head);
    head[20] ^= 0x02; /* STREAMINFO: 4 channels instead of 3 */
    rig_put(dir, "signal.flac", 20, head + 20, 1);
    assert_int_equal(run_repair(dir, &report, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "4 channels"));
    assert_int_equal(rig_size(dir, "signal.flac"), size); /* nothing was touched */
    assert_int_equal(rig_size(dir, "signal.wav"), -1);
}

/* a FLAC header need not tell the number of frames, and may tell any: nobody must make room
 * for so many; repair counts */
static void test_flac_that_claims_too_much(void **state)
{
    (void)state;
    static const unsigned char claims[][5] = {{0, 0, 0, 0, 0}, {0x0f, 0xff, 0xff, 0xff, 0xff}};
    for (size_t i = 0; i < 2; i++) {
        const char *dir = scratch_path("run");
        unsigned char head[26] = {0};
        scratch_remove(dir);
        rig_record(dir, 16, RUN_FORMAT_FLAC, 1000);
        assert_int_equal(rig_get(dir, "signal.flac", head, sizeof head), sizeof head);
        head[21] = (unsigned char)((head[21] & 0xf0) | claims[i][0]); /* the rest is the width */
        memcpy(head + 22, claims[i] + 1, 4);
        rig_put(dir, "signal.flac", 21, head + 21, 5);
        expect_error(dir, "how many frames");
        expect_repair(dir, 1000, "kept as signal.flac.damaged");
    }
}

/* noise in the signal anywhere: an error, a run, a repair, never a crash */
static void test_random_damage_never_crashes(void **state)
{
    (void)state;
    const char *dir = fresh();
    static unsigned char head[START + 100];
    rig_get(dir, "signal.wav", head, sizeof head);
    srand(11);
    for (int i = 0; i < 500; i++) {
        unsigned char bytes[sizeof head];
        memcpy(bytes, head, sizeof head);
        for (int k = 0; k < 1 + i % 5; k++)
            bytes[rand() % START] = (unsigned char)(rand() % 256);
        rig_put(dir, "signal.wav", 0, bytes, sizeof bytes);
        struct run *run;
        enum error_code code = run_open(dir, &run, &err);
        assert_true(code == ERROR_OK || code == ERROR_INPUT);
        if (code)
            continue;
        static int32_t samples[3 * FRAMES];
        (void)run_read_frames(run, 0, run->frames, samples, &err);
        run_close(run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_signal),
        cmocka_unit_test(test_spoiled_header),
        cmocka_unit_test(test_data_beyond_the_header),
        cmocka_unit_test(test_unfinished_run_is_closed_in_place),
        cmocka_unit_test(test_lost_description),
        cmocka_unit_test(test_damaged_description),
        cmocka_unit_test(test_beyond_repair),
        cmocka_unit_test(test_other_containers),
        cmocka_unit_test(test_flac_of_another_run),
        cmocka_unit_test(test_flac_that_claims_too_much),
        cmocka_unit_test(test_random_damage_never_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
