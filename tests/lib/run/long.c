/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs beyond 4 GiB, where WAV must become RF64. Needs 9 GB of disk and a
 * minute, so only with SKITTER_LONG_TESTS set. */
#include "config.h"

#include <signal.h>
#include <sys/wait.h>

#include "lib/run/repair.h"
#include "tests/lib/run/rig.h"

enum { BLOCK = 1 << 20, BLOCKS = 350 }; /* of 12 bytes a frame: 4.1 GiB */
#define FRAMES ((int64_t)BLOCK * BLOCKS)

static int32_t samples[3 * BLOCK], got[3 * BLOCK];

static struct run_writer *write_all(const char *dir)
{
    struct run_writer *writer;
    struct run_info info = rig_info(32);
    rig_ok(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err));
    for (int64_t first = 0; first < FRAMES; first += BLOCK) {
        rig_fill(samples, first, BLOCK, 3, 32);
        rig_ok(run_write_frames(writer, samples, BLOCK, &err));
    }
    return writer;
}

static void check_all(const char *dir, enum run_state wanted)
{
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    assert_int_equal(run->state, wanted);
    assert_int_equal(run->frames, FRAMES);
    for (int64_t first = 0; first < FRAMES; first += BLOCK) {
        rig_fill(samples, first, BLOCK, 3, 32);
        rig_ok(run_read_frames(run, first, BLOCK, got, &err));
        assert_memory_equal(got, samples, sizeof got);
    }
    run_close(run);
    char magic[4];
    assert_int_equal(rig_get(dir, "signal.rf64", magic, 4), 4);
    assert_memory_equal(magic, "RF64", 4);
    assert_int_equal(rig_size(dir, "signal.wav"), -1);
}

static void test_wav_becomes_rf64(void **state)
{
    (void)state;
    const char *dir = scratch_path("whole");
    struct run_writer *writer = write_all(dir);
    rig_ok(run_finish(writer, RUN_COMPLETE, NULL, &err));
    check_all(dir, RUN_COMPLETE);
    scratch_remove(dir);
}

static void test_killed_beyond_4_gib(void **state)
{
    (void)state;
    const char *dir = scratch_path("killed");
    pid_t child = fork();
    if (child == 0) {
        write_all(dir);
        kill(getpid(), SIGKILL);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    check_all(dir, RUN_RECORDING);
    rig_put(dir, "signal.rf64", 0, "????????????????????????????????????????", 40);
    struct run_repair_report report;
    rig_ok(run_repair(dir, &report, &err));
    check_all(dir, RUN_REPAIRED);
    scratch_remove(dir);
}

int main(void)
{
    if (!getenv("SKITTER_LONG_TESTS")) {
        puts("1..0 # SKIP runs beyond 4 GiB are only tested with SKITTER_LONG_TESTS=1");
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wav_becomes_rf64),
        cmocka_unit_test(test_killed_beyond_4_gib),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
