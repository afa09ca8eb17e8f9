/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A spline through values with outliers: near the truth, as GSL's dense robust fit within
 * the noise, and not harmed by a stretch without any good value. */
#include "config.h"

#include "lib/measure/spline.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_bspline.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "tests/test.h"

enum { N = 600, KNOTS = 40 };

static double cubic(double t) { return ((2 * t - 3) * t + 0.5) * t - 0.25; }

static struct measure_spline *create(const double *t, const double *v)
{
    struct measure_spline *spline;
    struct error err;
    if (measure_spline_create(t, v, N, KNOTS, &spline, &err))
        fail_msg("%s", err.message);
    return spline;
}

static const double sigma = 1e-3;

/* `truth` with noise of sigma */
static void draw(double (*truth)(double), double *t, double *v)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (int i = 0; i < N; i++) {
        t[i] = 1.5 * i / (N - 1);
        v[i] = truth(t[i]) + gsl_ran_gaussian(rng, sigma);
    }
    gsl_rng_free(rng);
}

/* 15 values a knot: 0.27 sigma, more at the ends; outliers of 1000 sigma here and there */
static void near_the_truth(void **state)
{
    (void)state;
    double t[N], v[N], squares = 0;
    draw(cubic, t, v);
    for (int i = 7; i < N; i += 25)
        v[i] = 1;
    struct measure_spline *spline = create(t, v);
    for (int i = 0; i < N; i++)
        squares += pow(measure_spline_at(spline, t[i]) - cubic(t[i]), 2);
    assert_true(sqrt(squares / N) < 0.33 * sigma);
    measure_spline_free(spline);
}

/* an independent way: the dense problem, by GSL's own robust least squares */
static void gsl_dense(const double *t, const double *v, gsl_vector *at_values)
{
    gsl_bspline_workspace *basis = gsl_bspline_alloc(4, KNOTS);
    const size_t p = gsl_bspline_ncoeffs(basis);
    gsl_matrix *design = gsl_matrix_alloc(N, p), *covariance = gsl_matrix_alloc(p, p);
    gsl_vector *coefficients = gsl_vector_alloc(p), *row = gsl_vector_alloc(p);
    gsl_multifit_robust_workspace *work = gsl_multifit_robust_alloc(gsl_multifit_robust_bisquare, N,
                                                                    p);
    gsl_bspline_knots_uniform(t[0], t[N - 1], basis);
    for (int i = 0; i < N; i++) {
        gsl_bspline_eval(t[i], row, basis);
        gsl_matrix_set_row(design, (size_t)i, row);
    }
    gsl_vector_const_view values = gsl_vector_const_view_array(v, N);
    assert_int_equal(gsl_multifit_robust(design, &values.vector, coefficients, covariance, work),
                     0);
    gsl_blas_dgemv(CblasNoTrans, 1, design, coefficients, 0, at_values);
    gsl_multifit_robust_free(work);
    gsl_vector_free(row);
    gsl_vector_free(coefficients);
    gsl_matrix_free(covariance);
    gsl_matrix_free(design);
    gsl_bspline_free(basis);
}

/* GSL weighs by leverage too, which is 0.07 here: a change of the limit, 4.685 sigma, by a
 * thirtieth, and of the solution by far less than its own uncertainty, 0.27 sigma */
static void as_the_dense_one(void **state)
{
    (void)state;
    double t[N], v[N], squares = 0;
    gsl_vector *dense = gsl_vector_alloc(N);
    draw(sin, t, v);
    for (int i = 3; i < N; i += 31)
        v[i] += 0.5;
    gsl_dense(t, v, dense);
    struct measure_spline *spline = create(t, v);
    for (int i = 0; i < N; i++)
        squares += pow(measure_spline_at(spline, t[i]) - gsl_vector_get(dense, (size_t)i), 2);
    assert_true(sqrt(squares / N) < 0.05 * sigma);
    measure_spline_free(spline);
    gsl_vector_free(dense);
}

/* 60 values, four knots, of lost light: within it nothing is known, but two knots from it
 * all is as it should be */
static void a_lost_stretch(void **state)
{
    (void)state;
    double t[N], v[N];
    draw(cubic, t, v);
    for (int i = 200; i < 260; i++)
        v[i] = i % 2 ? 1 : -1;
    struct measure_spline *spline = create(t, v);
    for (int i = 0; i <= 1000; i++) {
        const double at = 1.5e-3 * i, got = measure_spline_at(spline, at);
        assert_true(isfinite(got) && fabs(got) < 5);
        if (at < t[170] || at > t[290])
            assert_true(fabs(got - cubic(at)) < 1.5 * sigma);
    }
    measure_spline_free(spline);
}

/* Least squares with p coefficients: the variances of what it gives at its n data, of variance 1,
 * times their weights, add up to p (the trace of a projection). Tukey's weights are 1 at the most,
 * and 0.91 in the mean for normal noise. */
static void ways_have_the_variance_of_least_squares(void **state)
{
    (void)state;
    enum { VALUES = 60, PIECES = 7 };
    double t[VALUES], v[VALUES], off[VALUES], variance = 0;
    struct measure_spline *spline;
    struct error err;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    for (int i = 0; i < VALUES; i++) {
        t[i] = 0.1 + 0.01 * i;
        v[i] = gsl_ran_gaussian(rng, 1);
    }
    assert_int_equal(measure_spline_create(t, v, VALUES, PIECES, &spline, &err), ERROR_OK);
    assert_int_equal(measure_spline_ways(spline), PIECES + 2);
    for (size_t k = 0; k < measure_spline_ways(spline); k++) {
        assert_int_equal(measure_spline_way(spline, k, t, VALUES, off, &err), ERROR_OK);
        for (int i = 0; i < VALUES; i++)
            variance += off[i] * off[i];
    }
    assert_true(variance > PIECES + 2 && variance < (PIECES + 2) / 0.8);
    measure_spline_free(spline);
    gsl_rng_free(rng);
}

static void goes_on_beyond_its_ends(void **state)
{
    (void)state;
    enum { VALUES = 60, PIECES = 7 };
    double t[VALUES], v[VALUES];
    struct measure_spline *spline;
    struct error err;
    for (int i = 0; i < VALUES; i++) {
        t[i] = 0.1 + 0.01 * i;
        v[i] = 1 - 2 * t[i] + pow(t[i], 3);
    }
    assert_int_equal(measure_spline_create(t, v, VALUES, PIECES, &spline, &err), ERROR_OK);
    const double beyond[] = {0.05, 0.75};
    for (int i = 0; i < 2; i++)
        assert_true(fabs(measure_spline_at(spline, beyond[i]) -
                         (1 - 2 * beyond[i] + pow(beyond[i], 3))) < 1e-9);
    measure_spline_free(spline);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_have_the_variance_of_least_squares),
        cmocka_unit_test(goes_on_beyond_its_ends), cmocka_unit_test(near_the_truth),
        cmocka_unit_test(as_the_dense_one), cmocka_unit_test(a_lost_stretch)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
