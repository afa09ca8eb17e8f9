/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random numbers: the published sequence, and the moments of what is made of it */
#include "daq/random.h"

#include <math.h>

#include "tests/test.h"

/* splitmix64 from 0: the first outputs of Vigna's reference code */
static void test_published_sequence(void **state)
{
    (void)state;
    struct daq_random random = daq_random_seed(0);
    assert_true(daq_random_bits(&random) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(daq_random_bits(&random) == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(daq_random_bits(&random) == UINT64_C(0x06c45d188009454f));
}

static void test_uniform(void **state)
{
    (void)state;
    enum { N = 100000 };
    struct daq_random random = daq_random_seed(1);
    double sum = 0, squares = 0;
    for (int i = 0; i < N; i++) {
        const double x = daq_random_uniform(&random);
        assert_true(x > 0 && x <= 1);
        sum += x;
        squares += x * x;
    }
    assert_true(fabs(sum / N - 0.5) < 5 * sqrt(1.0 / 12 / N));
    assert_true(fabs(squares / N - 1.0 / 3) < 5 * sqrt(4.0 / 45 / N));
}

/* moments of the normal distribution, 5 standard errors */
static void test_normal(void **state)
{
    (void)state;
    enum { N = 200000 };
    struct daq_random random = daq_random_seed(2);
    double moment[5] = {0}, last = 0, together = 0;
    for (int i = 0; i < N; i++) {
        const double x = daq_random_normal(&random);
        for (int k = 1; k <= 4; k++)
            moment[k] += pow(x, k) / N;
        together += x * last / N;
        last = x;
    }
    assert_true(fabs(moment[1]) < 5 * sqrt(1.0 / N));
    assert_true(fabs(moment[2] - 1) < 5 * sqrt(2.0 / N));
    assert_true(fabs(moment[3]) < 5 * sqrt(15.0 / N));
    assert_true(fabs(moment[4] - 3) < 5 * sqrt(96.0 / N));
    assert_true(fabs(together) < 5 * sqrt(1.0 / N));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_sequence),
        cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
