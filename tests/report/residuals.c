/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the residuals tell, of signals whose answers are known. */
#include "config.h"

#include "report/residuals.h"

#include <math.h>

#include "tests/test.h"

enum { N = 20000, LAGS = 20 };
static double e[N];

/* minimal standard generator of Park and Miller; the sum of twelve is nearly normal */
static double normal(void)
{
    static long seed = 20261118;
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        seed = seed * 48271 % 2147483647;
        sum += (double)seed / 2147483647;
    }
    return sum;
}

/* e[i] = a e[i - 1] + noise has the autocorrelation a^k */
static void autoregression(void **state)
{
    (void)state;
    double r[LAGS];
    e[0] = 0;
    for (int i = 1; i < N; i++)
        e[i] = 0.8 * e[i - 1] + normal();
    for (int i = 1000; i < 1200; i++)
        e[i] = NAN;
    assert_int_equal(report_autocorrelation(e, N, r, LAGS), N - 200);
    /* the standard error of r at a lag is below sqrt((1 + a^2)/(1 - a^2)/n) = 0.015 (Bartlett) */
    for (int k = 0; k < LAGS; k++)
        assert_true(fabs(r[k] - pow(0.8, k)) < 4 * 0.015);
    assert_true(r[0] == 1);
}

static void white_noise(void **state)
{
    (void)state;
    double r[LAGS];
    for (int i = 0; i < N; i++)
        e[i] = normal();
    report_autocorrelation(e, N, r, LAGS);
    for (int k = 1; k < LAGS; k++)
        assert_true(fabs(r[k]) < 4 / sqrt(N));
}

/* one of ten thousand and two of twice its size: 1/9, then all */
static void shares(void **state)
{
    (void)state;
    double share[4];
    for (int i = 0; i < N; i++)
        e[i] = 0;
    e[N / 8] = 1;
    e[N / 2 + 3] = e[N - 1] = 2;
    e[7] = NAN;
    report_shares(e, N, share, 4);
    const double expected[4] = {1.0 / 9, 1.0 / 9, 5.0 / 9, 1};
    for (int k = 0; k < 4; k++)
        assert_true(fabs(share[k] - expected[k]) < 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(autoregression),
                                       cmocka_unit_test(white_noise), cmocka_unit_test(shares)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
