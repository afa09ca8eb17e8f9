/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Metrics against values found by hand. */
#include "config.h"

#include "report/metrics.h"

#include <math.h>

#include "tests/test.h"

#define NEAR(a, b) assert_true(fabs((a) - (b)) < 1e-14)

/* m = 1 2 3 4, c = 2 2 4 4: sum m^2 = 30, c^2 = 40, m c = 34, (c-m)^2 = 2 */
static const double m[] = {1, 2, 3, 4}, c[] = {2, 2, 4, 4};

static void by_hand(void **state)
{
    (void)state;
    const struct report_metrics got = report_metrics(m, c, NULL, REPORT_EVERY, 4,
                                                     report_metrics_range(m, c, 4));
    assert_int_equal(got.n, 4);
    NEAR(got.level, sqrt(7.5));
    NEAR(got.rms, sqrt(0.5));
    NEAR(got.nrmse, sqrt(0.5) / 3); /* the range is 4 - 1 */
    NEAR(got.magnitude, sqrt(4.0 / 3) - 1);
    NEAR(got.phase, acos(34 / sqrt(1200)) / acos(-1));
    NEAR(got.comprehensive,
         sqrt(pow(sqrt(4.0 / 3) - 1, 2) + pow(acos(34 / sqrt(1200)) / acos(-1), 2)));
    /* deviations -1.5 -0.5 0.5 1.5 and -1 -1 1 1: 4 / sqrt(5 * 4) */
    NEAR(got.correlation, 4 / sqrt(20));
}

static void of_one_regime(void **state)
{
    (void)state;
    const unsigned char regime[] = {7, 8, 7, 8};
    const struct report_metrics got = report_metrics(m, c, regime, 7, 4, 10);
    /* m = 1 3, c = 2 4 */
    assert_int_equal(got.n, 2);
    NEAR(got.rms, 1);
    NEAR(got.nrmse, 0.1);
    NEAR(got.magnitude, sqrt(2.0) - 1);
    NEAR(got.phase, acos(14 / sqrt(200)) / acos(-1));
    NEAR(got.correlation, 1);
    const struct report_metrics none = report_metrics(m, c, regime, 9, 4, 10);
    assert_int_equal(none.n, 0);
    assert_true(isnan(none.rms) && isnan(none.magnitude) && isnan(none.correlation));
}

/* twice the signal: magnitude error 1, no phase error; the negative one: phase error 1;
 * sine and cosine: a quarter of a turn, which is phase error 1/2 */
static void known_shapes(void **state)
{
    (void)state;
    enum { N = 1000 };
    static double sine[N], cosine[N], twice[N], minus[N];
    for (int i = 0; i < N; i++) {
        sine[i] = sin(2 * acos(-1) * i / N);
        cosine[i] = cos(2 * acos(-1) * i / N);
        twice[i] = 2 * sine[i];
        minus[i] = -sine[i];
    }
    struct report_metrics got = report_metrics(sine, twice, NULL, REPORT_EVERY, N, 1);
    assert_true(fabs(got.magnitude - 1) < 1e-12 && got.phase < 1e-7);
    got = report_metrics(sine, minus, NULL, REPORT_EVERY, N, 1);
    assert_true(fabs(got.magnitude) < 1e-12 && fabs(got.phase - 1) < 1e-7);
    assert_true(fabs(got.correlation + 1) < 1e-12);
    got = report_metrics(sine, cosine, NULL, REPORT_EVERY, N, 1);
    assert_true(fabs(got.phase - 0.5) < 1e-12 && fabs(got.correlation) < 1e-12);
    assert_true(fabs(got.rms - 1) < 1e-12);
}

static void what_is_not_defined(void **state)
{
    (void)state;
    const double flat[] = {5, 5, 5, 5}, zero[] = {0, 0, 0, 0}, hole[] = {1, NAN, 3, INFINITY};
    struct report_metrics got = report_metrics(flat, c, NULL, REPORT_EVERY, 4, 0);
    assert_true(isnan(got.correlation) && isnan(got.nrmse) && isfinite(got.magnitude));
    got = report_metrics(zero, c, NULL, REPORT_EVERY, 4, 1);
    assert_true(isnan(got.magnitude) && isnan(got.phase) && isnan(got.comprehensive));
    got = report_metrics(hole, c, NULL, REPORT_EVERY, 4, 1); /* samples 0 and 2 alone */
    assert_int_equal(got.n, 2);
    NEAR(got.rms, 1);
    NEAR(report_metrics_range(hole, c, 4), 2);
    assert_true(isnan(report_metrics_range(m, c, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(of_one_regime),
        cmocka_unit_test(known_shapes),
        cmocka_unit_test(what_is_not_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
