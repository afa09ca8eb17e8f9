/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>

enum { MAX = ORBIT_MAX_UNKNOWNS };

/* singular values below this share of the largest are none */
static const double no_value = 1e-14;

static bool all_finite(size_t n, const double *values)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

bool orbit_matrix_solve(size_t n, const double *a, const double *b, double *x)
{
    double u[MAX * MAX], v[MAX * MAX], s[MAX], work[MAX];
    if (!all_finite(n * n, a) || !all_finite(n, b))
        return false;
    memcpy(u, a, n * n * sizeof *u);
    gsl_matrix_view u_view = gsl_matrix_view_array(u, n, n);
    gsl_matrix_view v_view = gsl_matrix_view_array(v, n, n);
    gsl_vector_view s_view = gsl_vector_view_array(s, n);
    gsl_vector_view work_view = gsl_vector_view_array(work, n);
    gsl_vector_const_view b_view = gsl_vector_const_view_array(b, n);
    gsl_vector_view x_view = gsl_vector_view_array(x, n);
    if (gsl_linalg_SV_decomp(&u_view.matrix, &v_view.matrix, &s_view.vector, &work_view.vector))
        return false;
    for (size_t i = 1; i < n; i++)
        if (s[i] < no_value * s[0])
            s[i] = 0;
    return gsl_linalg_SV_solve(&u_view.matrix, &v_view.matrix, &s_view.vector, &b_view.vector,
                               &x_view.vector) == 0;
}

static int by_modulus(const void *left, const void *right)
{
    const double complex a = *(const double complex *)left, b = *(const double complex *)right;
    const double difference = cabs(b) - cabs(a);
    if (fabs(difference) > 1e-12 * cabs(a))
        return difference > 0 ? 1 : -1;
    if (cimag(a) != cimag(b))
        return cimag(b) > cimag(a) ? 1 : -1;
    return (creal(b) > creal(a)) - (creal(b) < creal(a));
}

bool orbit_matrix_eigenvalues(size_t n, const double *a, double complex *values)
{
    double copy[MAX * MAX], complex_values[2 * MAX];
    if (n == 0)
        return true;
    if (!all_finite(n * n, a))
        return false;
    memcpy(copy, a, n * n * sizeof *copy);
    gsl_eigen_nonsymm_workspace *work = gsl_eigen_nonsymm_alloc(n);
    if (!work)
        return false;
    gsl_eigen_nonsymm_params(0, 1, work);
    gsl_matrix_view matrix = gsl_matrix_view_array(copy, n, n);
    gsl_vector_complex_view vector = gsl_vector_complex_view_array(complex_values, n);
    const int failed = gsl_eigen_nonsymm(&matrix.matrix, &vector.vector, work);
    gsl_eigen_nonsymm_free(work);
    for (size_t i = 0; i < n; i++)
        values[i] = __builtin_complex(complex_values[2 * i], complex_values[2 * i + 1]);
    qsort(values, n, sizeof *values, by_modulus);
    return !failed;
}

/* orthonormal columns beyond the first k of the QR decomposition of rows^T */
static bool complement(size_t n, size_t k, const double *rows, double *q)
{
    double a[MAX * MAX], tau[MAX], r[MAX * MAX];
    if (!all_finite(k * n, rows))
        return false;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            a[i * k + j] = rows[j * n + i];
    gsl_matrix_view a_view = gsl_matrix_view_array(a, n, k);
    gsl_vector_view tau_view = gsl_vector_view_array(tau, k);
    gsl_matrix_view q_view = gsl_matrix_view_array(q, n, n);
    gsl_matrix_view r_view = gsl_matrix_view_array(r, n, k);
    return gsl_linalg_QR_decomp(&a_view.matrix, &tau_view.vector) == 0 &&
           gsl_linalg_QR_unpack(&a_view.matrix, &tau_view.vector, &q_view.matrix, &r_view.matrix) ==
               0;
}

bool orbit_matrix_restrict(size_t n, const double *a, size_t k, const double *rows, double *small)
{
    double q[MAX * MAX];
    const size_t m = n - k;
    if (!all_finite(n * n, a) || !complement(n, k, rows, q))
        return false;
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < m; j++) {
            double sum = 0;
            for (size_t r = 0; r < n; r++)
                for (size_t c = 0; c < n; c++)
                    sum += q[r * n + k + i] * a[r * n + c] * q[c * n + k + j];
            small[i * m + j] = sum;
        }
    }
    return true;
}

bool orbit_matrix_orthogonal(size_t n, const double *rows, double *vector)
{
    double q[MAX * MAX];
    if (!complement(n, n - 1, rows, q))
        return false;
    for (size_t i = 0; i < n; i++)
        vector[i] = q[i * n + n - 1];
    return true;
}
