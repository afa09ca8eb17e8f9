/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of tall matrices against the sums that define them, with zeros and without. */
#include "fit/tall.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "tests/test.h"

enum { ROWS = 40, N = 7, M = 3 };

static struct error err;

/* numbers of both signs; sparse: most are zero, and one column whole */
static void fill(double *v, size_t rows, size_t n, bool sparse, unsigned seed)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++) {
            seed = seed * 1664525u + 1013904223u;
            const bool zero = sparse && (j == 2 || seed >> 30 != 0);
            v[i * n + j] = zero ? 0 : (double)(seed >> 8 & 0xffff) / 65536 - 0.5;
        }
}

static void near(double a, double b)
{
    if (!(fabs(a - b) < 1e-13))
        fail_msg("%.17g is not %.17g", a, b);
}

static void check(bool sparse)
{
    double a[ROWS * N], g[ROWS * M], z[M * N], square[N * N], product[M * N], sum[ROWS * N];
    fill(a, ROWS, N, sparse, 1);
    fill(g, ROWS, M, false, 2);
    fill(z, M, N, sparse, 3);
    fill(square, N, N, false, 4);
    fill(product, M, N, false, 5);
    fill(sum, ROWS, N, false, 6);
    double square0[N * N], product0[M * N], sum0[ROWS * N];
    fill(square0, N, N, false, 4);
    fill(product0, M, N, false, 5);
    fill(sum0, ROWS, N, false, 6);
    const struct fit_tall tall = {a, ROWS, N}, left = {g, ROWS, M};
    assert_int_equal(fit_tall_square(&tall, -2, square, &err), ERROR_OK);
    assert_int_equal(fit_tall_product(&left, &tall, product, &err), ERROR_OK);
    assert_int_equal(fit_tall_combine(&left, z, N, sum, &err), ERROR_OK);
    for (size_t j = 0; j < N; j++) {
        for (size_t i = 0; i < N; i++) {
            for (size_t k = 0; k < ROWS; k++)
                square0[i * N + j] -= 2 * a[k * N + i] * a[k * N + j];
            near(square[i * N + j], square0[i * N + j]);
        }
        for (size_t i = 0; i < M; i++) {
            for (size_t k = 0; k < ROWS; k++)
                product0[i * N + j] += g[k * M + i] * a[k * N + j];
            near(product[i * N + j], product0[i * N + j]);
        }
        for (size_t i = 0; i < ROWS; i++) {
            for (size_t k = 0; k < M; k++)
                sum0[i * N + j] += g[i * M + k] * z[k * N + j];
            near(sum[i * N + j], sum0[i * N + j]);
        }
    }
}

static void full(void **state)
{
    (void)state;
    check(false);
}

static void with_zeros(void **state)
{
    (void)state;
    check(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(full), cmocka_unit_test(with_zeros)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
