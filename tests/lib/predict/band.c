/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A band of few samples at all of them: off the motion by what is known where that changes evenly,
 * and with both sides of a jump. */
#include "config.h"

#include "lib/predict/band.h"

#include <math.h>

#include "tests/test.h"

enum { N = 47, EVERY = 5, POINTS = 10 }; /* the last point is two samples before the end */

static double motion_at(size_t i) { return sin(0.9 * (double)i); }
static double off_at(double i) { return 1e-3 * (i - 20); }
static double half_at(double i) { return 1e-2 + 2e-4 * i; }

/* samples as coarse as these tell nothing of the motion, yet the band follows it */
static void follows_the_motion(void **state)
{
    (void)state;
    double motion[N], middle[POINTS], half[POINTS], all[2][N];
    const bool jumps[POINTS] = {false};
    for (size_t i = 0; i < N; i++)
        motion[i] = motion_at(i);
    assert_int_equal(predict_band_points(N, EVERY), POINTS);
    for (size_t k = 0; k < POINTS; k++) {
        middle[k] = motion[EVERY * k] + off_at((double)(EVERY * k));
        half[k] = half_at((double)(EVERY * k));
    }
    const struct predict_band band = {EVERY, middle, half, jumps};
    predict_band_fill(&band, motion, N, all[0], all[1]);
    for (size_t i = 0; i < N; i++) {
        const double last = fmin((double)i, EVERY * (POINTS - 1));
        assert_true(fabs(all[0][i] - motion[i] - off_at(last)) < 1e-12);
        assert_true(fabs(all[1][i] - half_at(last)) < 1e-12);
    }
}

static void has_both_sides_of_a_jump(void **state)
{
    (void)state;
    double motion[N], middle[POINTS], half[POINTS], all[2][N];
    const bool jumps[POINTS] = {[3] = true};
    for (size_t i = 0; i < N; i++)
        motion[i] = i < 17 ? -1 : 2; /* between the points at 15 and 20 */
    for (size_t k = 0; k < POINTS; k++) {
        middle[k] = motion[EVERY * k];
        half[k] = k == 4 ? 0.5 : 0.1;
    }
    half[POINTS - 2] = NAN;
    const struct predict_band band = {EVERY, middle, half, jumps};
    predict_band_fill(&band, motion, N, all[0], all[1]);
    for (size_t i = 16; i < 20; i++) {
        assert_true(fabs(all[0][i] - all[1][i] + 1.1) < 1e-12);
        assert_true(fabs(all[0][i] + all[1][i] - 2.5) < 1e-12);
    }
    assert_true(fabs(all[1][15] - 0.1) < 1e-12 && fabs(all[1][14] - 0.1) < 1e-12);
    assert_true(isnan(all[1][38]) && isnan(all[1][42]) && !isnan(all[1][46]));
}

/* every sample is a point: nothing is changed */
static void of_all_samples(void **state)
{
    (void)state;
    const double motion[3] = {1, 2, 3}, middle[3] = {4, 5, 6}, half[3] = {7, 8, 9};
    const bool jumps[3] = {true, false, true};
    double all[2][3];
    const struct predict_band band = {1, middle, half, jumps};
    assert_int_equal(predict_band_points(3, 1), 3);
    assert_int_equal(predict_band_points(0, 4), 0);
    predict_band_fill(&band, motion, 3, all[0], all[1]);
    assert_memory_equal(all[0], middle, sizeof middle);
    assert_memory_equal(all[1], half, sizeof half);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_the_motion),
        cmocka_unit_test(has_both_sides_of_a_jump),
        cmocka_unit_test(of_all_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
