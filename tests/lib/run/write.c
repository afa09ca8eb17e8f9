/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/write.h"

#include <math.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/lib/run/rig.h"

static void test_existing_directory_is_refused(void **state)
{
    (void)state;
    const char *dir = scratch_path("exists");
    struct run_writer *writer;
    struct run_info info = rig_info(16);
    assert_int_equal(mkdir(dir, 0777), 0);
    assert_int_equal(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err), ERROR_EXISTS);
    assert_int_equal(rig_size(dir, "signal.wav"), -1);
    rmdir(dir);
}

/* a directory that is missing is made; a file in its place cannot be */
static void test_parents_are_made(void **state)
{
    (void)state;
    struct run_writer *writer;
    struct run_info info = rig_info(16);
    const char *deep = scratch_path("a/b/c/run");
    rig_ok(run_create(deep, &info, RUN_FORMAT_WAV, &writer, &err));
    run_discard(writer);
    assert_int_not_equal(access(deep, F_OK), 0);
    assert_int_equal(access(scratch_path("a/b/c"), F_OK), 0);
    scratch_write("file", "");
    assert_int_equal(run_create(scratch_path("file/run"), &info, RUN_FORMAT_WAV, &writer, &err),
                     ERROR_INPUT);
    assert_non_null(strstr(err.message, "file"));
}

/* ---- a run that is renamed or deleted while it is recorded */

static void test_renamed_while_recording(void **state)
{
    (void)state;
    const char *dir = scratch_path("renamed"), *away = scratch_path("away");
    const enum run_format formats[] = {RUN_FORMAT_WAV, RUN_FORMAT_FLAC};
    for (size_t i = 0; i < 2; i++) {
        struct run_writer *first, *second;
        struct run_info info = rig_info(16);
        struct run *run;
        int32_t samples[300];
        info.note = "first";
        rig_fill(samples, 0, 100, 3, 16);
        rig_ok(run_create(dir, &info, formats[i], &first, &err));
        assert_int_equal(rename(dir, away), 0);
        info.note = "second";
        rig_ok(run_create(dir, &info, formats[i], &second, &err));
        rig_ok(run_write_frames(first, samples, 100, &err));
        rig_ok(run_write_gap(first, 3, "overflow", &err));
        rig_ok(run_write_frames(second, samples, 50, &err));
        rig_ok(run_finish(first, RUN_COMPLETE, NULL, &err));
        rig_ok(run_finish(second, RUN_COMPLETE, NULL, &err));
        rig_ok(run_open(away, &run, &err));
        assert_string_equal(run->info.note, "first");
        assert_int_equal(run->n_gaps, 1);
        rig_check(run, 100, 16);
        rig_ok(run_verify(run, &err));
        run_close(run);
        rig_ok(run_open(dir, &run, &err));
        assert_string_equal(run->info.note, "second");
        assert_int_equal(run->n_gaps, 0);
        rig_check(run, 50, 16);
        rig_ok(run_verify(run, &err));
        run_close(run);
        scratch_remove(dir);
        scratch_remove(away);
    }
}

static void test_deleted_while_recording(void **state)
{
    (void)state;
    const char *dir = scratch_path("deleted");
    struct run_writer *writer;
    struct run_info info = rig_info(16);
    int32_t samples[300] = {0};
    rig_ok(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err));
    scratch_remove(dir);
    assert_int_equal(run_write_frames(writer, samples, 100, &err), ERROR_IO);
    assert_non_null(strstr(err.message, "was deleted"));
    assert_int_equal(run_finish(writer, RUN_COMPLETE, NULL, &err), ERROR_IO);
    assert_non_null(strstr(err.message, "nothing of it is left"));
    assert_null(strstr(err.message, "readable"));
    assert_int_not_equal(access(dir, F_OK), 0);
}

/* nothing can be made in the directory any more: the gap is known all the same, and the
 * failure to close is no mistake of the user's */
static void test_unwritable_while_recording(void **state)
{
    (void)state;
    const char *dir = scratch_path("unwritable");
    struct run_writer *writer;
    struct run_info info = rig_info(16);
    int32_t samples[300] = {0};
    rig_ok(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err));
    assert_int_equal(chmod(dir, 0500), 0);
    rig_ok(run_write_frames(writer, samples, 100, &err));
    rig_ok(run_write_gap(writer, 7, "overflow", &err));
    const enum error_code code = run_finish(writer, RUN_COMPLETE, NULL, &err);
    if (geteuid() != 0)
        assert_int_equal(code, ERROR_IO);
    assert_int_equal(chmod(dir, 0700), 0);
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->n_gaps, 1);
    assert_int_equal(run->gaps[0].lost, 7);
    run_close(run);
    scratch_remove(dir);
}

/* of a run that was made before it began: kept through a kill, too */
static void test_begin_and_discard(void **state)
{
    (void)state;
    const char *dir = scratch_path("begun");
    struct run_writer *writer;
    struct run_info info = rig_info(16);
    struct run *run;
    info.start = NULL;
    info.trigger.frame = 0;
    rig_ok(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err));
    rig_ok(run_check_room(writer, 1000, &err));
    assert_int_equal(run_check_room(writer, INT64_C(1) << 50, &err), ERROR_IO);
    assert_non_null(strstr(err.message, "the disk has"));
    rig_ok(run_begin(writer, "2008-05-01T12:00:00.000000001Z", 17, &err));
    rig_ok(run_open(dir, &run, &err));
    assert_string_equal(run->info.start, "2008-05-01T12:00:00.000000001Z");
    assert_int_equal(run->info.trigger.frame, 17);
    run_close(run);
    run_discard(writer);
    assert_int_not_equal(access(dir, F_OK), 0);
}

/* gaps are appended: 4000 of them cost 4000 lines, not 4000 times run.json */
static void test_many_gaps_are_cheap(void **state)
{
    (void)state;
    enum { GAPS = 4000 };
    const char *dir = scratch_path("many");
    struct run_writer *writer;
    struct run_info info = rig_info(16);
    int32_t samples[3] = {0};
    rig_ok(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err));
    for (int i = 0; i < GAPS; i++) {
        rig_ok(run_write_frames(writer, samples, 1, &err));
        rig_ok(run_write_gap(writer, i + 1, "overflow", &err));
    }
    const int64_t size = rig_size(dir, "run.journal");
    assert_true(size > GAPS * 40 && size < GAPS * 80); /* one line each */
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->n_gaps, GAPS);
    run_close(run);
    rig_ok(run_finish(writer, RUN_COMPLETE, NULL, &err));
    assert_int_equal(rig_size(dir, "run.journal"), -1);
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->n_gaps, GAPS);
    assert_int_equal(run->gaps[GAPS - 1].lost, GAPS);
    run_close(run);
    scratch_remove(dir);
}

/* a wrong description is refused before anything is made */
static void test_wrong_descriptions_leave_nothing(void **state)
{
    (void)state;
    const char *dir = scratch_path("wrong");
    struct run_channel channel = rig_channels[0], bad = channel;
    struct run_info wrong[9];
    for (size_t i = 0; i < 9; i++)
        wrong[i] = rig_info(16);
    wrong[0].period.numerator = 0;
    wrong[1].bits = 33;
    wrong[2].n_channels = 0;
    wrong[3].note = "\xff not UTF-8";
    wrong[4].start = "yesterday";
    bad.coefficients[1] = NAN;
    wrong[5].channels = &bad;
    wrong[5].n_channels = 1;
    wrong[6].trigger.frame = -5;
    struct run_channel no_role = channel;
    no_role.role = NULL;
    wrong[7].channels = &no_role;
    wrong[7].n_channels = 1;
    struct run_channel rails = channel;
    rails.count_max = rails.count_min;
    wrong[8].channels = &rails;
    wrong[8].n_channels = 1;
    for (size_t i = 0; i < 9; i++) {
        struct run_writer *writer;
        assert_int_equal(run_create(dir, &wrong[i], RUN_FORMAT_WAV, &writer, &err), ERROR_INPUT);
        assert_true(access(dir, F_OK) != 0);
    }
}

/* FLAC takes a count of 0 for one that is not known: such a run stays WAV */
static void test_flac_without_frames(void **state)
{
    (void)state;
    struct run_writer *writer;
    struct run *run;
    const struct run_info info = rig_info(16);
    const char *dir = scratch_path("flac-empty");
    rig_ok(run_create(dir, &info, RUN_FORMAT_FLAC, &writer, &err));
    rig_ok(run_finish(writer, RUN_COMPLETE, NULL, &err));
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->frames, 0);
    run_close(run);
}

static void test_flac_says_what_it_cannot_hold(void **state)
{
    (void)state;
    struct run_writer *writer;
    struct run_info info = rig_info(32);
    const char *dir = scratch_path("flac");
    assert_int_equal(run_create(dir, &info, RUN_FORMAT_FLAC, &writer, &err), ERROR_UNSUPPORTED);
    info = rig_info(16);
    info.period = (struct run_period){1, 1000000};
    assert_int_equal(run_create(dir, &info, RUN_FORMAT_FLAC, &writer, &err), ERROR_UNSUPPORTED);
    assert_true(access(dir, F_OK) != 0);
}

/* bytes that any reader of WAV relies on (RIFF specification), and none that
 * hold the time of day */
static void test_wav_header(void **state)
{
    (void)state;
    const char *dir = scratch_path("header");
    rig_record(dir, 16, RUN_FORMAT_WAV, 1000);
    unsigned char head[256];
    assert_int_equal(rig_get(dir, "signal.wav", head, sizeof head), sizeof head);
    assert_int_equal(rig_size(dir, "signal.wav"), 112 + 1000 * 6);
    assert_memory_equal(head, "RIFF", 4);
    assert_memory_equal(head + 8, "WAVEJUNK", 8); /* room for the ds64 chunk of RF64 */
    assert_memory_equal(head + 44, "fmt ", 4);
    assert_memory_equal(head + 104, "data\x70\x17\0\0", 8); /* 6000 bytes from byte 112 on */
    for (size_t i = 0; i < 108; i++)
        assert_memory_not_equal(head + i, "PEAK", 4);
    assert_int_equal(head[56] | head[57] << 8, 10000); /* 100003 ns, to whole hertz */
    int16_t first;
    memcpy(&first, head + 112, sizeof first); /* as in the file on a little-endian machine */
    assert_int_equal(first, rig_sample(0, 0, 16));
    scratch_remove(dir);
}

static void test_gaps_come_back(void **state)
{
    (void)state;
    const char *dir = scratch_path("gaps");
    struct run_writer *writer;
    struct run_info info = rig_info(16);
    int32_t samples[300] = {0};
    rig_ok(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err));
    rig_ok(run_write_frames(writer, samples, 100, &err));
    rig_ok(run_write_gap(writer, 17, "overflow", &err));
    rig_ok(run_write_gap(writer, 3, "overflow", &err));
    rig_ok(run_write_frames(writer, samples, 50, &err));
    rig_ok(run_write_gap(writer, RUN_UNKNOWN, "device unplugged", &err));
    assert_int_equal(run_write_gap(writer, 0, "none", &err), ERROR_USAGE);
    struct run *run; /* gaps are on disk before the end */
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->state, RUN_RECORDING);
    assert_non_null(strstr(run->warning, "still being recorded"));
    assert_int_equal(run->frames, 150);
    assert_int_equal(run->n_gaps, 2);
    run_close(run);
    rig_ok(run_finish(writer, RUN_COMPLETE, NULL, &err));
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->n_gaps, 2);
    assert_int_equal(run->gaps[0].frame, 100);
    assert_int_equal(run->gaps[0].lost, 20);
    assert_string_equal(run->gaps[0].why, "overflow");
    assert_int_equal(run->gaps[1].frame, 150);
    assert_int_equal(run->gaps[1].lost, RUN_UNKNOWN);
    run_close(run);
    scratch_remove(dir);
}

/* a full disk, by a limit on the size of files: what fits is safe, and the
 * message says how much that is */
static void test_full_disk_keeps_what_was_written(void **state)
{
    (void)state;
    enum { LIMIT = 112 + 6 * 12345 + 5 }; /* 12345 frames and most of another */
    const char *dir = scratch_path("full");
    static int32_t samples[3 * 5000];
    pid_t child = fork();
    if (child == 0) {
        struct run_writer *writer;
        struct run_info info = rig_info(16);
        const struct rlimit limit = {LIMIT, LIMIT};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        if (run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err))
            _exit(1);
        enum error_code code = ERROR_OK;
        for (int64_t i = 0; i < 4 && !code; i++) {
            rig_fill(samples, i * 5000, 5000, 3, 16);
            code = run_write_frames(writer, samples, 5000, &err);
        }
        if (code != ERROR_IO || !strstr(err.message, "12345 frames are safe") ||
            run_writer_frames(writer) != 12345)
            _exit(2);
        _exit(run_finish(writer, RUN_INTERRUPTED, err.message, &err) ? 3 : 0);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->frames, 12345);
    assert_int_equal(run->state, RUN_INTERRUPTED);
    assert_int_equal(rig_size(dir, "signal.wav"), 112 + 6 * 12345);
    rig_check(run, 12345, 16);
    run_close(run);
    scratch_remove(dir);
}

/* ---- SIGKILL */

enum { BLOCK = 777 };

/* what the writer said it has written and noted, in memory that outlives it */
struct acknowledged {
    volatile int64_t frames, gaps;
};

static void write_until_killed(const char *dir, enum run_format format, int bits,
                               struct acknowledged *done)
{
    struct run_writer *writer;
    struct run_info info = rig_info(bits);
    static int32_t samples[3 * BLOCK];
    if (run_create(dir, &info, format, &writer, NULL))
        _exit(1);
    done->frames = 0;
    for (int64_t first = 0, gaps = 0;; first += BLOCK) {
        rig_fill(samples, first, BLOCK, 3, bits);
        if (run_write_frames(writer, samples, BLOCK, NULL))
            _exit(2);
        done->frames = first + BLOCK;
        if (first % (50 * BLOCK) == 0) {
            if (run_write_gap(writer, 1, "test", NULL))
                _exit(3);
            done->gaps = ++gaps;
        }
    }
}

/* until the writer has said so many, or has ended by itself */
static void wait_for(pid_t child, const struct acknowledged *done, int64_t frames)
{
    siginfo_t ended = {0};
    while (done->frames < frames && ended.si_pid == 0) {
        usleep(100);
        waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT);
    }
}

/* killed somewhere after so many frames; -1: somewhere while the run is made */
static void kill_once(enum run_format format, int bits, int64_t frames, struct acknowledged *done)
{
    const char *dir = scratch_path("killed");
    *done = (struct acknowledged){-1, 0};
    pid_t child = fork();
    if (child == 0)
        write_until_killed(dir, format, bits, done);
    wait_for(child, done, frames);
    kill(child, SIGKILL);
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status)); /* it did not fail by itself */
    if (done->frames >= 0) {          /* run_create had returned */
        struct run *run;
        rig_ok(run_open(dir, &run, &err));
        assert_int_equal(run->state, RUN_RECORDING);
        assert_non_null(strstr(run->warning, "did not finish"));
        assert_true(run->frames >= done->frames && run->frames <= done->frames + BLOCK);
        assert_true((int64_t)run->n_gaps >= done->gaps);
        rig_check(run, run->frames, bits);
        run_close(run);
    }
    scratch_remove(dir);
}

static void test_killed_writers_leave_readable_runs(void **state)
{
    (void)state;
    struct acknowledged *done = mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(done != MAP_FAILED);
    srand(20080501);
    for (int i = 0; i < 45; i++) {
        static const enum run_format formats[] = {RUN_FORMAT_WAV, RUN_FORMAT_W64, RUN_FORMAT_FLAC};
        const int64_t frames = i % 8 == 7 ? -1 : BLOCK * (int64_t)(rand() % 120);
        kill_once(formats[i % 3], i % 2 ? 16 : 24, frames, done);
        assert_true(done->frames >= frames); /* else the test shows nothing */
    }
    munmap(done, sizeof *done);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_existing_directory_is_refused),
        cmocka_unit_test(test_parents_are_made),
        cmocka_unit_test(test_renamed_while_recording),
        cmocka_unit_test(test_deleted_while_recording),
        cmocka_unit_test(test_unwritable_while_recording),
        cmocka_unit_test(test_begin_and_discard),
        cmocka_unit_test(test_many_gaps_are_cheap),
        cmocka_unit_test(test_wrong_descriptions_leave_nothing),
        cmocka_unit_test(test_flac_without_frames),
        cmocka_unit_test(test_flac_says_what_it_cannot_hold),
        cmocka_unit_test(test_wav_header),
        cmocka_unit_test(test_gaps_come_back),
        cmocka_unit_test(test_full_disk_keeps_what_was_written),
        cmocka_unit_test(test_killed_writers_leave_readable_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
