/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions laid over a map: simulated, from a file, recorded. */
#include "config.h"

#include "map/overlay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/run/run.h"
#include "lib/run/write.h"
#include "sim/simulate.h"
#include "tests/map/fixture.h"
#include "tests/scratch.h"
#include "tests/test.h"

static const struct map_fixture fixture = {.rig = "zhao-2008", .axes = {"theta1", "theta1_dot"}};

/* flights begin where contact ended, and contact after an impact where it left off */
static void test_motion(void **state)
{
    (void)state;
    struct map_place *place = map_fixture_place(&fixture);
    struct map_overlay overlay = {{0}, {0}};
    struct error err = {0};
    if (map_overlay_motion(place, 0, 0.05, &overlay, &err))
        fail_msg("%s", err.message);
    /* 32 deg and -0.5 m/s: thrown off at once and in flight until 0.086 s */
    assert_in_range(overlay.flight.n, 3990, 4010);
    assert_in_range(overlay.contact.n, 0, 2);
    map_fixture_near("theta1", overlay.flight.points[0].at[0], 32 * acos(-1) / 180, 1e-3);
    map_overlay_free(&overlay);
    map_place_free(place);
}

static enum error_code read_text(const char *text, struct map_overlay *overlay, struct error *err)
{
    struct map_place *place = map_fixture_place(&fixture);
    const enum error_code code = map_overlay_file(place, scratch_write("motion.csv", text), overlay,
                                                  err);
    map_place_free(place);
    return code;
}

static void test_file(void **state)
{
    (void)state;
    struct map_overlay overlay = {{0}, {0}};
    struct error err = {0};
    assert_int_equal(read_text("t,theta1,theta2,theta1_dot,mode\r\n0,1,9,2,slip+\r\n1,3,9,4,"
                               "flight\r\n2,5,9,6,stick\r\n",
                               &overlay, &err),
                     ERROR_OK);
    assert_int_equal(overlay.contact.n, 2);
    assert_int_equal(overlay.flight.n, 2);
    assert_true(overlay.flight.points[0].at[0] == 1 && overlay.flight.points[1].at[1] == 4);
    assert_true(overlay.contact.points[1].at[0] == 5);
    assert_true(overlay.contact.points[0].piece != overlay.contact.points[1].piece);
    map_overlay_free(&overlay);
    static const char *const bad[] = {"", "t,theta1\n0,1\n", "theta1,theta1_dot\n1,x\n",
                                      "theta1,theta1_dot\n1\n", "theta1,theta1_dot\n1,nan\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(read_text(bad[i], &overlay, &err), ERROR_INPUT);
        map_overlay_free(&overlay);
    }
}

/* the tip's velocities of a motion in slip, sampled and rounded as a card does,
 * lead back to the motion */
enum { FRAMES = 400 };

struct tape {
    size_t n;
    double at[FRAMES + 1][2];
    int32_t samples[FRAMES + 1][2];
};

static const double volt = 1e-6; /* m/s of one count */

static enum error_code record(void *context, const struct sim_sample *sample, struct error *err)
{
    (void)err;
    struct tape *tape = context;
    if (tape->n > FRAMES)
        return ERROR_OK;
    tape->at[tape->n][0] = sample->x[0];
    tape->at[tape->n][1] = sample->x[2];
    tape->samples[tape->n][0] = (int32_t)lrint(sample->motion->tip_t / volt);
    tape->samples[tape->n++][1] = (int32_t)lrint(sample->motion->tip_n / volt);
    return ERROR_OK;
}

static void write_run(const char *dir, const struct tape *tape)
{
    const struct run_channel channels[] = {{.role = "tip_t",
                                            .unit = "m/s",
                                            .sensitivity = 1,
                                            .coefficients = {0, volt},
                                            .n_coefficients = 2,
                                            .count_min = -8388608,
                                            .count_max = 8388607},
                                           {.role = "tip_n",
                                            .unit = "m/s",
                                            .sensitivity = 1,
                                            .coefficients = {0, volt},
                                            .n_coefficients = 2,
                                            .count_min = -8388608,
                                            .count_max = 8388607}};
    const struct run_info info = {
        .period = {1, 10000}, .bits = 24, .channels = channels, .n_channels = 2};
    struct run_writer *writer;
    struct error err = {0};
    if (run_create(dir, &info, RUN_FORMAT_WAV, &writer, &err) ||
        run_write_frames(writer, &tape->samples[0][0], tape->n, &err) ||
        run_finish(writer, RUN_COMPLETE, NULL, &err))
        fail_msg("%s", err.message);
}

static void test_run(void **state)
{
    (void)state;
    static const struct map_fixture slow = {
        .rig = "zhao-2008", .set = {"theta1=21deg"}, .axes = {"theta1", "theta1_dot"}};
    struct map_place *place = map_fixture_place(&slow);
    struct sim_problem problem = place->setup->problem;
    struct sim_statistics statistics;
    static struct tape tape;
    const struct sim_sink sink = {.context = &tape, .sample = record};
    struct map_overlay overlay = {{0}, {0}};
    struct error err = {0};
    problem.inputs.p = problem.p;
    problem.t_end = 1e-4 * FRAMES;
    problem.rate = 1e4;
    assert_int_equal(sim_simulate(&problem, &sink, &statistics, &err), ERROR_OK);
    const char *run = scratch_path("run");
    write_run(run, &tape);
    if (map_overlay_run(place, run, &overlay, &err))
        fail_msg("%s", err.message);
    assert_int_equal(overlay.contact.n, tape.n);
    double moved = 0;
    for (size_t i = 0; i < tape.n; i++) {
        map_fixture_near("theta1", overlay.contact.points[i].at[0], tape.at[i][0], 1e-5);
        map_fixture_near("theta1_dot", overlay.contact.points[i].at[1], tape.at[i][1], 1e-4);
        moved = fmax(moved, fabs(tape.at[i][0] - tape.at[0][0]));
    }
    assert_true(moved > 0.02);
    map_overlay_free(&overlay);
    assert_int_not_equal(map_overlay_run(place, "no-such-run", &overlay, &err), ERROR_OK);
    map_place_free(place);
    static const struct map_fixture rod = {.rig = "painleve-rod", .axes = {"phi", "phi_dot"}};
    place = map_fixture_place(&rod);
    assert_int_equal(map_overlay_run(place, run, &overlay, &err), ERROR_UNSUPPORTED);
    map_place_free(place);
}

static void test_parameters_have_no_motion(void **state)
{
    (void)state;
    static const struct map_fixture plane = {.rig = "zhao-2008", .axes = {"theta1", "height"}};
    struct map_place *place = map_fixture_place(&plane);
    struct map_overlay overlay = {{0}, {0}};
    struct error err;
    assert_int_equal(map_overlay_motion(place, 0, 0.1, &overlay, &err), ERROR_USAGE);
    map_overlay_free(&overlay);
    map_place_free(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_motion),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_run),
        cmocka_unit_test(test_parameters_have_no_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
