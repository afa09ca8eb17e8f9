/* SPDX-License-Identifier: GPL-3.0-or-later */
/* a whole acquisition with a device that does what the test says: stalls of the
 * writer, overflows, a trigger with what came before it, a device that goes away,
 * a full disk. Every frame holds its number, so that a gap shows how long it is. */
#include "config.h"

#include "daq/session.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daq/pace.h"
#include "daq/reader.h"
#include "daq/stop.h"
#include "tests/daq/fixture.h"
#include "tests/test.h"

static const struct run_channel count_channel = {.role = "other",
                                                 .unit = "V",
                                                 .sensitivity = 1,
                                                 .coefficients = {0, 1},
                                                 .n_coefficients = 2,
                                                 .count_min = INT32_MIN,
                                                 .count_max = INT32_MAX};

/* what the device does; number of the frame is its sample */
struct script {
    struct daq_pace pace;
    int64_t next;
    int64_t lose_at, lose; /* before that frame so many are lost, RUN_UNKNOWN too */
    int64_t fail_at;       /* then it is unplugged */
    int64_t end_at;
    bool told;
};

static enum error_code fake_start(struct daq_source *source, struct error *err)
{
    (void)err;
    struct script *script = source->state;
    daq_pace_start(&script->pace, run_period(&source->info), source->patient);
    return ERROR_OK;
}

static enum error_code fake_read(struct daq_source *source, bool wait, int32_t *samples,
                                 size_t room, struct daq_read *got, struct error *err)
{
    struct script *script = source->state;
    *got = (struct daq_read){0};
    size_t due = daq_pace_due(&script->pace, wait, room);
    if (script->fail_at && script->next >= script->fail_at)
        return error_set(err, ERROR_DEVICE, "the device is gone");
    if (script->lose && !script->told && script->next == script->lose_at) {
        got->loss = (struct daq_loss){script->lose, "test"};
        script->next += script->lose > 0 ? script->lose : 1000;
        script->told = true;
    }
    for (; got->frames < due; got->frames++, script->next++) {
        if ((script->lose && !script->told && script->next == script->lose_at) ||
            (script->fail_at && script->next >= script->fail_at) ||
            (script->end_at && script->next >= script->end_at))
            break;
        *samples++ = (int32_t)script->next;
    }
    script->pace.given += (int64_t)got->frames;
    got->end = script->end_at && script->next >= script->end_at;
    got->why = got->end ? "the test ends" : NULL;
    return ERROR_OK;
}

static void fake_nothing(struct daq_source *source) { (void)source; }

static const struct daq_driver fake = {.name = "fake",
                                       .start = fake_start,
                                       .read = fake_read,
                                       .stop = fake_nothing,
                                       .close = fake_nothing};

static struct daq_source *make_source(struct script *script, int64_t period_ns, bool patient)
{
    struct daq_source *source = calloc(1, sizeof *source);
    assert_non_null(source);
    source->driver = &fake;
    source->state = script;
    source->patient = patient;
    source->channels[0] = count_channel;
    source->info = (struct run_info){.channels = source->channels,
                                     .n_channels = 1,
                                     .bits = 32,
                                     .period = run_period_of_ns(period_ns)};
    return source;
}

static enum error_code record(const struct daq_plan *plan, struct daq_source *source,
                              struct daq_outcome *outcome)
{
    sigset_t none;
    struct progress progress = {.on = false};
    sigemptyset(&none);
    return daq_session_record(plan, source, 0, &none, &progress, outcome, &fixture_err);
}

static struct run *reopen(const char *dir)
{
    struct run *run;
    fixture_ok(run_open(dir, &run, &fixture_err));
    return run;
}

/* every frame is its number, but for the gaps that the run tells of */
static void check_numbers(struct run *run, int32_t first)
{
    int32_t sample;
    size_t gap = 0;
    int64_t expected = first;
    for (int64_t i = 0; i < run->frames; i++, expected++) {
        fixture_ok(run_read_frames(run, i, 1, &sample, &fixture_err));
        if (gap < run->n_gaps && run->gaps[gap].frame == i) {
            if (run->gaps[gap].lost == RUN_UNKNOWN)
                expected = sample;
            else
                expected += run->gaps[gap].lost;
            gap++;
        }
        if (sample != expected)
            fail_msg("frame %lld holds %d instead of %lld", (long long)i, (int)sample,
                     (long long)expected);
    }
}

/* ---- the writer stalls */

/* A ring of `ring` seconds; the writer does nothing for `stall` seconds. *pauses: how often it did
 * nothing for half the ring, by itself or because the machine was busy */
static struct run *stall_once(const char *name, double rate, double ring_time, double stall,
                              int *pauses)
{
    struct script script = {0};
    struct daq_source *source = make_source(&script, (int64_t)(1e9 / rate), false);
    struct daq_ring *ring;
    struct daq_reader *reader;
    struct daq_recorder *recorder;
    const char *dir = scratch_path(name);
    const struct daq_plan plan = {
        .dir = dir, .source = source, .frames = (int64_t)(rate * (2 * stall + ring_time))};
    fixture_ok(daq_ring_create((size_t)(rate * ring_time), 1, &ring, &fixture_err));
    fixture_ok(daq_recorder_arm(&plan, &recorder, &fixture_err));
    fixture_ok(daq_reader_start(source, ring, &reader, &fixture_err));
    daq_recorder_begin(recorder);
    bool slept = false;
    int64_t last = daq_pace_now();
    *pauses = 0;
    while (recorder->phase != DAQ_FULL) {
        fixture_ok(daq_recorder_step(recorder, ring, &fixture_err));
        const int64_t now = daq_pace_now();
        *pauses += (double)(now - last) > 0.5e9 * ring_time;
        last = now;
        if (recorder->written > 100 && !slept) {
            daq_pace_sleep((int64_t)(1e9 * stall));
            slept = true;
        }
        daq_pace_sleep(5000000);
    }
    fixture_ok(daq_recorder_finish(recorder, NULL, false, &fixture_err));
    daq_reader_free(reader);
    daq_recorder_free(recorder);
    daq_ring_free(ring);
    free(source);
    return reopen(dir);
}

/* the same, again where the machine has added pauses of its own */
static struct run *stalled(const char *name, double rate, double ring_time, double stall)
{
    for (int try = 1;; try++) {
        char again[32];
        int pauses;
        snprintf(again, sizeof again, "%s-%d", name, try);
        struct run *run = stall_once(again, rate, ring_time, stall, &pauses);
        if (pauses == (stall > 0.5 * ring_time) || try == 50)
            return run;
        run_close(run);
    }
}

/* SKITTER_LONG_TESTS: at 10 kHz, 10 s and 40 s against a ring of 30 s */
static void test_stalled_writer(void **state)
{
    (void)state;
    const bool in_full = getenv("SKITTER_LONG_TESTS") != NULL;
    const double rate = in_full ? 10000 : 100000, ring = in_full ? 30 : 0.6;
    struct run *run = stalled("short", rate, ring, in_full ? 10 : 0.2);
    assert_int_equal(run->n_gaps, 0);
    check_numbers(run, 0);
    run_close(run);
    run = stalled("long", rate, ring, in_full ? 40 : 0.9);
    assert_int_equal(run->n_gaps, 1);
    assert_true(run->gaps[0].lost > 0);
    assert_non_null(strstr(run->gaps[0].why, "buffer was full"));
    print_message("# lost %lld frames at frame %lld\n", (long long)run->gaps[0].lost,
                  (long long)run->gaps[0].frame);
    check_numbers(run, 0);
    run_close(run);
}

/* ---- losses of the device, ends and failures */

static void test_losses_of_the_device(void **state)
{
    (void)state;
    struct script script = {.lose_at = 3000, .lose = 77};
    struct daq_source *source = make_source(&script, 100000, true);
    struct daq_outcome outcome;
    struct daq_plan plan = {.dir = scratch_path("device"), .source = source, .frames = 9000};
    assert_int_equal(record(&plan, source, &outcome), ERROR_GAPS);
    assert_int_equal(outcome.lost, 77);
    struct run *run = reopen(plan.dir);
    assert_int_equal(run->frames, 9000);
    assert_int_equal(run->state, RUN_COMPLETE);
    assert_int_equal(run->n_gaps, 1);
    assert_int_equal(run->gaps[0].frame, 3000);
    assert_int_equal(run->gaps[0].lost, 77);
    check_numbers(run, 0);
    run_close(run);
    script = (struct script){.lose_at = 3000, .lose = RUN_UNKNOWN};
    plan.dir = scratch_path("unknown");
    assert_int_equal(record(&plan, source, &outcome), ERROR_GAPS);
    assert_non_null(strstr(fixture_err.message, "nobody knows how many"));
    run = reopen(plan.dir);
    assert_int_equal(run->gaps[0].lost, RUN_UNKNOWN);
    check_numbers(run, 0);
    run_close(run);
    free(source);
}

/* whether a length was asked for or not */
static void unplugged(const char *name, int64_t frames)
{
    struct script script = {.fail_at = 2345};
    struct daq_source *source = make_source(&script, 100000, true);
    struct daq_outcome outcome;
    struct daq_plan plan = {.dir = scratch_path(name), .source = source, .frames = frames};
    assert_int_equal(record(&plan, source, &outcome), ERROR_DEVICE);
    struct run *run = reopen(plan.dir);
    assert_int_equal(run->frames, 2345);
    assert_int_equal(run->state, RUN_INTERRUPTED);
    assert_string_equal(run->why, "the device is gone");
    fixture_ok(run_verify(run, &fixture_err));
    run_close(run);
    free(source);
}

static void test_unplugged(void **state)
{
    (void)state;
    unplugged("gone", 9000);
    unplugged("gone2", 0);
}

static void test_source_that_ends(void **state)
{
    (void)state;
    struct script script = {.end_at = 500};
    struct daq_source *source = make_source(&script, 100000, true);
    struct daq_outcome outcome;
    struct daq_plan plan = {.dir = scratch_path("ends"), .source = source, .frames = 9000};
    assert_int_equal(record(&plan, source, &outcome), ERROR_INTERRUPTED);
    struct run *run = reopen(plan.dir);
    assert_int_equal(run->frames, 500);
    assert_int_equal(run->state, RUN_INTERRUPTED);
    assert_string_equal(run->why, "the test ends");
    run_close(run);
    script = (struct script){.end_at = 500};
    plan.dir = scratch_path("ends2");
    plan.frames = 0; /* all that there is */
    assert_int_equal(record(&plan, source, &outcome), ERROR_OK);
    run = reopen(plan.dir);
    assert_int_equal(run->state, RUN_COMPLETE);
    run_close(run);
    free(source);
}

/* stopped by a signal after a moment, with no length asked for */
static enum run_state stopped(const char *name, bool whole, enum error_code *code)
{
    struct script script = {0};
    struct daq_source *source = make_source(&script, 100000, false);
    struct daq_outcome outcome;
    struct progress progress = {.on = false};
    sigset_t signals;
    const struct daq_plan plan = {.dir = scratch_path(name), .source = source, .whole = whole};
    daq_stop_block(&signals);
    const pid_t child = fork();
    if (child == 0) {
        daq_pace_sleep(300000000);
        kill(getppid(), SIGTERM);
        _exit(0);
    }
    *code = daq_session_record(&plan, source, 0, &signals, &progress, &outcome, &fixture_err);
    waitpid(child, NULL, 0);
    struct run *run = reopen(plan.dir);
    const enum run_state state = run->state;
    assert_string_equal(run->why, "stopped by SIGTERM");
    run_close(run);
    free(source);
    return state;
}

/* that is how a recording without a length ends, but not how a file is read to its end */
static void test_stopped(void **state)
{
    (void)state;
    enum error_code code;
    assert_int_equal(stopped("until", false, &code), RUN_COMPLETE);
    assert_int_equal(code, ERROR_OK);
    assert_int_equal(stopped("whole", true, &code), RUN_INTERRUPTED);
    assert_int_equal(code, ERROR_INTERRUPTED);
}

/* ---- trigger */

static struct run *triggered(const char *name, const char *trigger, int64_t pre,
                             struct script *script)
{
    struct daq_source *source = make_source(script, 100000, true);
    struct daq_outcome outcome;
    const struct daq_plan plan = {
        .dir = scratch_path(name), .source = source, .frames = 400, .trigger = trigger, .pre = pre};
    fixture_ok(record(&plan, source, &outcome));
    free(source);
    return reopen(plan.dir);
}

static void test_pre_trigger(void **state)
{
    (void)state;
    struct run *run = triggered("pre", "other > 70000 V", 300, &(struct script){0});
    assert_int_equal(run->frames, 700);
    assert_int_equal(run->info.trigger.frame, 300);
    assert_int_equal(run->info.trigger.pre_frames, 300);
    assert_string_equal(run->info.trigger.text, "other > 70000 V");
    check_numbers(run, 70001 - 300);
    run_close(run);
    run = triggered("early", "other > 99 V", 300, &(struct script){0});
    assert_int_equal(run->frames, 500);
    assert_int_equal(run->info.trigger.frame, 100); /* there was no more before it */
    assert_int_equal(run->info.trigger.pre_frames, 300);
    check_numbers(run, 0);
    run_close(run);
    run = triggered("nopre", "other rises 5000 V", 0, &(struct script){0});
    assert_int_equal(run->frames, 400);
    check_numbers(run, 5001);
    run_close(run);
}

/* what came before a loss is no history of what comes after */
static void test_pre_trigger_does_not_reach_over_a_gap(void **state)
{
    (void)state;
    struct run *run = triggered("overgap", "other > 4999 V", 300,
                                &(struct script){.lose_at = 4800, .lose = 100});
    assert_int_equal(run->n_gaps, 0);
    assert_int_equal(run->info.trigger.frame, 100);
    check_numbers(run, 4900);
    run_close(run);
}

static void test_nothing_is_written_without_a_trigger(void **state)
{
    (void)state;
    struct script script = {.end_at = 5000};
    struct daq_source *source = make_source(&script, 100000, true);
    struct daq_outcome outcome;
    struct daq_plan plan = {
        .dir = scratch_path("never"), .source = source, .frames = 400, .trigger = "other > 9000 V"};
    assert_int_equal(record(&plan, source, &outcome), ERROR_INTERRUPTED);
    assert_int_equal(access(plan.dir, F_OK), -1);
    plan.trigger = "other > 9000 kg";
    assert_int_equal(record(&plan, source, &outcome), ERROR_INPUT);
    assert_int_equal(access(plan.dir, F_OK), -1);
    plan.trigger = NULL;
    plan.dir = scratch_path(""); /* exists */
    assert_int_equal(record(&plan, source, &outcome), ERROR_EXISTS);
    free(source);
}

/* ---- disk and signals, in a child that may break */

static void test_full_disk(void **state)
{
    (void)state;
    const char *dir = scratch_path("full");
    const pid_t child = fork();
    if (child == 0) {
        struct script script = {0};
        struct daq_source *source = make_source(&script, 100000, true);
        struct daq_outcome outcome;
        const struct daq_plan plan = {.dir = dir, .source = source, .frames = 90000};
        const struct rlimit limit = {300000, 300000};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        enum error_code code = record(&plan, source, &outcome);
        free(source);
        _exit(code == ERROR_IO ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    struct run *run = reopen(dir);
    assert_int_equal(run->state, RUN_INTERRUPTED);
    assert_in_range(run->frames, 70000, 75000); /* 300000 bytes, four each */
    assert_non_null(strstr(run->why, "frames"));
    check_numbers(run, 0);
    run_close(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stalled_writer),
        cmocka_unit_test(test_losses_of_the_device),
        cmocka_unit_test(test_unplugged),
        cmocka_unit_test(test_source_that_ends),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_pre_trigger),
        cmocka_unit_test(test_pre_trigger_does_not_reach_over_a_gap),
        cmocka_unit_test(test_nothing_is_written_without_a_trigger),
        cmocka_unit_test(test_full_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
