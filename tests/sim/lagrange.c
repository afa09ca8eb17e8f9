/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Through n nodes every polynomial of degree below n is reproduced. */
#include "sim/lagrange.h"

#include <math.h>

#include "tests/test.h"

enum { N = 8 };

static double value(const double *coefficients, double x)
{
    double sum = 0;
    for (int k = N - 1; k >= 0; k--)
        sum = sum * x + coefficients[k];
    return sum;
}

static void test_powers_are_reproduced(void **state)
{
    (void)state;
    double nodes[N], basis[N][N];
    sim_lagrange_chebyshev(N, nodes, &basis[0][0]);
    assert_true(nodes[0] == -1 && nodes[N - 1] == 1);
    for (int power = 0; power < N; power++)
        for (double x = -1; x <= 1; x += 0.01) {
            double sum = 0;
            for (int i = 0; i < N; i++)
                sum += pow(nodes[i], power) * value(basis[i], x);
            assert_true(fabs(sum - pow(x, power)) < 1e-13);
        }
}

static void test_one_at_its_node_and_zero_at_the_others(void **state)
{
    (void)state;
    const double nodes[N] = {0, 0.1, 0.15, 0.3, 0.5, 0.7, 0.9, 1};
    for (int at = 0; at < N; at++) {
        double coefficients[N];
        sim_lagrange(N, nodes, at, coefficients);
        for (int i = 0; i < N; i++)
            assert_true(fabs(value(coefficients, nodes[i]) - (i == at)) < 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_powers_are_reproduced),
        cmocka_unit_test(test_one_at_its_node_and_zero_at_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
