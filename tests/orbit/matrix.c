/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/matrix.h"

#include "tests/orbit/rig.h"

static void solves(void **state)
{
    (void)state;
    const double a[] = {2, 1, 0, 1, 3, 1, 0, 1, 4}, b[] = {4, 10, 14};
    double x[3];
    assert_true(orbit_matrix_solve(3, a, b, x));
    assert_close(x[0], 1, 1e-14);
    assert_close(x[1], 2, 1e-14);
    assert_close(x[2], 3, 1e-14);
}

static void a_singular_matrix_gives_the_shortest_solution(void **state)
{
    (void)state;
    const double a[] = {1, 1, 1, 1}, b[] = {2, 2};
    double x[2];
    assert_true(orbit_matrix_solve(2, a, b, x));
    assert_close(x[0], 1, 1e-14);
    assert_close(x[1], 1, 1e-14);
}

static void what_is_not_finite_is_refused(void **state)
{
    (void)state;
    const double a[] = {1, NAN, 1, 1}, b[] = {2, 2};
    double x[2];
    double complex values[2];
    assert_false(orbit_matrix_solve(2, a, b, x));
    assert_false(orbit_matrix_eigenvalues(2, a, values));
    assert_false(orbit_matrix_restrict(2, a, 1, b, x));
}

static void eigenvalues_come_largest_first(void **state)
{
    (void)state;
    /* a block with 1 +- 2i, and 3 and -0.5 */
    const double a[] = {1, 2, 0, 0, -2, 1, 0, 0, 0, 0, 3, 7, 0, 0, 0, -0.5};
    double complex values[4];
    assert_true(orbit_matrix_eigenvalues(4, a, values));
    assert_close(creal(values[0]), 3, 1e-13);
    assert_close(creal(values[1]), 1, 1e-13);
    assert_close(cimag(values[1]), 2, 1e-13);
    assert_close(cimag(values[2]), -2, 1e-13);
    assert_close(creal(values[3]), -0.5, 1e-13);
}

/* (1, 1) is an eigenvector for 1, and the trace is 4: what is left is 3 */
static void restriction_takes_an_eigenvector_out(void **state)
{
    (void)state;
    const double a[] = {-1, 2, -4, 5}, row[] = {1, 1};
    double complex values[2];
    assert_true(orbit_matrix_eigenvalues(2, a, values));
    double small[1];
    assert_true(orbit_matrix_restrict(2, a, 1, row, small));
    assert_close(creal(values[0]), 3, 1e-13);
    assert_close(creal(values[1]), 1, 1e-13);
    assert_close(small[0], 3, 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solves),
        cmocka_unit_test(a_singular_matrix_gives_the_shortest_solution),
        cmocka_unit_test(what_is_not_finite_is_refused),
        cmocka_unit_test(eigenvalues_come_largest_first),
        cmocka_unit_test(restriction_takes_an_eigenvector_out),
    };
    return cmocka_run_group_tests_name("orbit_matrix", tests, NULL, NULL);
}
