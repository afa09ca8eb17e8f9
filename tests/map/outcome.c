/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What starts do: the rig's published runs, and the border between outcomes. */
#include "map/outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/map/fixture.h"
#include "tests/test.h"

static const struct map_watch watch = {.duration = 0.5, .flight = 5e-3, .rtol = 1e-9};
static const double degree = 0.017453292519943295;

static const struct map_fixture rig = {
    .rig = "zhao-2008",
    .axes = {"theta1=20deg:36deg:9", "belt_speed=-0.5m/s:-0.02m/s:7"},
    .points = MAP_STARTS};

/* Zhao 2008, figures 4 to 7, 11 and 17, and docs/physics.md */
static void test_the_rig_as_measured(void **state)
{
    (void)state;
    static const struct {
        double angle, speed;
        enum map_outcome outcome;
    } runs[] = {
        {32, -0.5, MAP_OUTCOME_BOUNCES},  {32, -0.16, MAP_OUTCOME_BOUNCES},
        {32, -0.075, MAP_OUTCOME_STICKS}, {30.5, -0.2, MAP_OUTCOME_BOUNCES},
        {21, -0.2, MAP_OUTCOME_STICKS},
    };
    struct map_place *place = map_fixture_place(&rig);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct map_motion motion;
        const double at[] = {runs[i].angle * degree, runs[i].speed};
        map_outcome_at(place, at, &watch, &motion);
        assert_int_equal(motion.outcome, runs[i].outcome);
    }
    /* the first flight of 32 deg and -0.5 m/s ends after 0.086 s; without the
     * paradox there is no impact at all */
    struct map_motion motion;
    const double fast[] = {32 * degree, -0.5}, plain[] = {21 * degree, -0.2};
    const struct map_watch one = {.duration = 0.09, .flight = 5e-3, .rtol = 1e-9};
    map_outcome_at(place, fast, &one, &motion);
    map_fixture_near("flight", motion.flight, 0.086, 5e-4);
    assert_int_equal(motion.impacts, 2);
    map_outcome_at(place, plain, &watch, &motion);
    assert_int_equal(motion.impacts, 0);
    assert_true(motion.flight == 0);
    map_place_free(place);
}

/* Or 2012, section 6: the two runs, and a start out of reach */
static void test_other_outcomes(void **state)
{
    (void)state;
    static const struct map_fixture ipos = {
        .rig = "or-2012", .axes = {"theta", "friction"}, .points = MAP_STARTS};
    struct map_place *place = map_fixture_place(&ipos);
    struct map_motion motion;
    const double tips[] = {-25 * degree, 0.47}, jams[] = {-27.8 * degree, 0.53};
    map_outcome_at(place, tips, &watch, &motion);
    assert_int_equal(motion.outcome, MAP_OUTCOME_TIPS);
    map_outcome_at(place, jams, &watch, &motion);
    assert_int_equal(motion.outcome, MAP_OUTCOME_JAMS);
    map_place_free(place);
    place = map_fixture_place(&rig);
    const double far[] = {80 * degree, -0.1};
    map_outcome_at(place, far, &watch, &motion);
    assert_int_equal(motion.outcome, MAP_OUTCOME_NONE);
    map_place_free(place);
}

static void count(void *context, size_t points) { *(size_t *)context = points; }

/* each point of the border has the outcome on one side and not on the other;
 * at the ends of the paradox it is where A = 0 */
static void test_border(void **state)
{
    (void)state;
    struct map_place *place = map_fixture_place(&rig);
    struct map_motion *motions, at_point;
    struct map_curve border = {0};
    struct error err = {0};
    size_t seen = 0;
    const struct map_scan scan = {.place = place, .rows = {0, 7}, .watch = watch};
    const struct map_progress progress = {.done = count, .context = &seen};
    assert_int_equal(map_outcome_grid(&scan, &progress, &motions, &err), ERROR_OK);
    assert_in_range(seen, 1, 63);
    for (size_t j = 0; j < 7; j++)
        for (size_t i = 0; i < 9; i++) {
            double at[2];
            map_grid_at(place, i, j, at);
            map_outcome_at(place, at, &watch, &at_point);
            assert_memory_equal(&at_point.flight, &motions[j * 9 + i].flight, sizeof(double));
        }
    assert_int_equal(map_outcome_border(&scan, motions, MAP_OUTCOME_BOUNCES, 1e-6, &border, &err),
                     ERROR_OK);
    assert_true(border.n > 10);
    size_t at_paradox = 0;
    for (size_t i = 0; i < border.n; i++) {
        const double *at = border.points[i].at;
        size_t has = 0;
        for (int side = -1; side <= 1; side += 2)
            for (size_t k = 0; k < 2; k++) {
                double beside[2] = {at[0], at[1]};
                beside[k] += side * (k ? 0.08 : 2 * degree) * 1e-5;
                map_outcome_at(place, beside, &watch, &at_point);
                has += at_point.outcome == MAP_OUTCOME_BOUNCES;
            }
        assert_in_range(has, 1, 3);
        at_paradox += fabs(at[0] / degree - 22.71) < 0.006;
    }
    assert_true(at_paradox >= 2); /* fast rails bounce from A < 0 on */
    map_curve_free(&border);
    free(motions);
    map_place_free(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_rig_as_measured),
        cmocka_unit_test(test_other_outcomes),
        cmocka_unit_test(test_border),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
