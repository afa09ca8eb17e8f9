/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run that was made from a simulation with a known start, compared with the
 * prediction of the same rig: what is found must be what was put in. */
#include "config.h"

#include "report/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/run/write.h"
#include "sim/setup.h"
#include "sim/registry.h"
#include "sim/simulate.h"
#include "tests/scratch.h"
#include "tests/test.h"

enum { FRAMES = 8000, CHANNELS = 3 };
static const double period = 1e-4, start = 0.1234567, noise = 1e-3, count = 1e-4;
static const double rest[2] = {0.004, -0.003};
static const double speed = -0.5;

struct world {
    struct rig *rig;
    double v[CHANNELS][FRAMES]; /* tip_t, tip_n, rail */
    size_t n;
};

static enum error_code take(void *context, const struct sim_sample *sample, struct error *err)
{
    (void)err;
    struct world *w = context;
    if (w->n < FRAMES) {
        w->v[0][w->n] = sample->motion->tip_t;
        w->v[1][w->n] = sample->motion->tip_n;
        w->v[2][w->n++] = speed;
    }
    return ERROR_OK;
}

/* sum of twelve uniform numbers: near enough to a Gaussian of width 1 */
static double gauss(uint64_t *seed)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        sum += (double)(*seed >> 11) / 9007199254740992.0;
    }
    return sum;
}

static void write_run(struct world *w, const char *name, size_t n_channels)
{
    static const char *const roles[] = {"tip_t", "tip_n", "rail"};
    struct run_channel channels[CHANNELS];
    const char *dir = scratch_path(name);
    struct error err;
    for (int c = 0; c < CHANNELS; c++)
        channels[c] = (struct run_channel){.role = n_channels == 1 ? "rail" : roles[c],
                                           .unit = "m/s",
                                           .sensitivity = 1,
                                           .coefficients = {0, count},
                                           .n_coefficients = 2,
                                           .count_min = -32768,
                                           .count_max = 32767};
    json_t *rig = rig_to_json(w->rig);
    const struct run_info info = {.program = "test",
                                  .rig = rig,
                                  .period = {1, 10000},
                                  .bits = 16,
                                  .channels = channels,
                                  .n_channels = n_channels,
                                  .note = "a note"};
    struct run_writer *writer;
    static int32_t samples[FRAMES * CHANNELS];
    uint64_t seed = 7;
    for (size_t i = 0; i < FRAMES; i++)
        for (size_t c = 0; c < n_channels; c++)
            samples[i * n_channels + c] = (int32_t)lround(
                (w->v[c][i] + (c < 2 ? rest[c] : 0) + noise * gauss(&seed)) / count);
    assert_int_equal(run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err), ERROR_OK);
    assert_int_equal(run_write_frames(writer, samples, FRAMES, &err), ERROR_OK);
    assert_int_equal(run_finish(writer, RUN_COMPLETE, NULL, &err), ERROR_OK);
    json_decref(rig);
}

static int set_up(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    struct sim_setup *setup;
    struct error err;
    char path[512];
    assert_non_null(w);
    snprintf(path, sizeof path, "%s/data/zhao-2008.yaml", getenv("TOP_SRCDIR"));
    assert_int_equal(rig_read(path, sim_registry, &w->rig, &err), ERROR_OK);
    assert_int_equal(rig_set(w->rig, "theta1=31 deg", &err), ERROR_OK);
    const size_t first = (size_t)ceil(start / period);
    assert_int_equal(sim_setup_create(w->rig, 0.7, 1e-9, NULL, 0, &setup, &err), ERROR_OK);
    setup->problem.rate = 1 / period;
    setup->problem.phase = (double)first * period - start;
    w->n = first;
    const struct sim_sink sink = {.context = w, .sample = take};
    struct sim_statistics statistics;
    assert_int_equal(sim_simulate(&setup->problem, &sink, &statistics, &err), ERROR_OK);
    assert_true(w->n > FRAMES - 1000);
    for (size_t i = w->n; i < FRAMES; i++) /* not looked at: the motion was followed long enough */
        for (int c = 0; c < CHANNELS; c++)
            w->v[c][i] = w->v[c][w->n - 1];
    sim_setup_free(setup);
    write_run(w, "good", 3);
    write_run(w, "blind", 1);
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    rig_free(w->rig);
    free(w);
    return 0;
}

static struct report_run *compare(const struct rig *rig, const char *name)
{
    const char *dir = scratch_path(name);
    struct report_run *run;
    struct error err;
    const struct report_request request = {.rig = rig};
    assert_int_equal(report_compare(&request, dir, NULL, &run, &err), ERROR_OK);
    return run;
}

/* the nominal rig has theta1 = 32 deg: that of the run must win */
static void what_was_put_in(void **state)
{
    (void)state;
    struct rig *nominal;
    struct error err;
    char path[512];
    snprintf(path, sizeof path, "%s/data/zhao-2008.yaml", getenv("TOP_SRCDIR"));
    assert_int_equal(rig_read(path, sim_registry, &nominal, &err), ERROR_OK);
    struct report_run *run = compare(nominal, "good");
    if (!run->good)
        fail_msg("%s", run->why);
    const struct report_alignment *a = &run->alignment;
    assert_true(fabs(a->after - start) < 4 * a->after_uncertainty);
    assert_true(a->after_uncertainty < 3e-5 && a->after_uncertainty > 0);
    for (int c = 0; c < 2; c++) {
        assert_true(fabs(run->rest[c] - rest[c]) < 5 * noise / sqrt(1000));
        assert_true(fabs(run->noise[c] - noise) < 0.1 * noise);
    }
    assert_true(fabs(run->belt - speed) < 1e-4);
    assert_null(run->rail);
    assert_true(run->prediction.a < 0 && run->prediction.b < 0); /* Zhao 2008: paradoxical */
    assert_true(run->n_matched >= 4 && run->n_missed == 0 && run->n_spurious == 0);
    for (size_t i = 0; i < run->n_events; i++)
        assert_true(fabs(run->events[i].seen - run->events[i].predicted) < 1e-3);
    assert_true(run->seen.impacts >= 4 && run->seen.impacts == run->predicted.impacts);
    assert_true(run->metrics[0][0].nrmse < 0.02 && run->metrics[0][0].correlation > 0.999);
    assert_string_equal(run->origin.note, "a note");
    assert_int_equal(run->fitted_run, REPORT_NOT_FITTED);
    report_run_free(run);
    rig_free(nominal);
}

/* a start that is told wrong by 1 ms is found again by the shape of the motion */
static void alignment_finds_the_start(void **state)
{
    const struct world *w = *state;
    struct report_run *run = compare(w->rig, "good");
    assert_true(run->good);
    for (int sign = -1; sign <= 1; sign += 2) {
        struct measure_event first = run->detected.events.list[0];
        first.t = start + sign * 1e-3;
        first.uncertainty = 1e-3;
        const struct measure_events seen = {.list = &first, .n = 1};
        const struct predict_mechanism mechanism = {.rig = run->rig};
        struct report_alignment a;
        struct error err;
        assert_int_equal(report_align(&mechanism, &run->measured, &seen, &a, &err), ERROR_OK);
        assert_true(a.moved && a.before == first.t);
        assert_true(fabs(a.after - start) < 5e-5);
        assert_true(a.rms_after[0] < a.rms_before[0]);
    }
    report_run_free(run);
}

/* with another stiffness the comparison must see it */
static void a_wrong_rig_is_seen(void **state)
{
    const struct world *w = *state;
    struct error err;
    json_t *json = rig_to_json(w->rig);
    struct rig *wrong;
    assert_int_equal(rig_from_json(json, "test", sim_registry, &wrong, &err), ERROR_OK);
    json_decref(json);
    assert_int_equal(rig_set(wrong, "stiffness=2 N.m/rad", &err), ERROR_OK);
    struct report_run *run = compare(wrong, "good");
    assert_true(run->good);
    assert_true(run->metrics[0][0].nrmse > 0.05);
    assert_true(run->n_missed + run->n_spurious > 0);
    report_run_free(run);
    rig_free(wrong);
}

static void what_cannot_be_compared(void **state)
{
    const struct world *w = *state;
    struct report_run *run = compare(w->rig, "blind");
    assert_false(run->good);
    assert_non_null(strstr(run->why, "tip_t"));
    report_run_free(run);
    run = compare(w->rig, "no-such-run");
    assert_false(run->good);
    assert_non_null(strstr(run->why, "no-such-run"));
    report_run_free(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_put_in),
        cmocka_unit_test(alignment_finds_the_start),
        cmocka_unit_test(a_wrong_rig_is_seen),
        cmocka_unit_test(what_cannot_be_compared),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
