/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/swing.h"

#include <math.h>

#include <gsl/gsl_sf_elljac.h>
#include <gsl/gsl_sf_ellint.h>

#include "tests/test.h"

enum { N = 2000 };

static double samples[N], other[N];

static const struct calib_swing plain = {.law = CALIB_SWING_LINEAR, .scale = 1, .period = 0.005};

static void test_viscous_decay_is_the_closed_form(void **state)
{
    (void)state;
    const double omega0 = 7, alpha = 0.5, x0 = 0.04, v0 = -0.2, omega = sqrt(49 - 0.25);
    const double p[CALIB_SWING_PARAMETERS] = {x0, v0, omega0, 1.5, alpha};
    calib_swing_follow(&plain, p, N, samples, NULL);
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i * plain.period;
        const double want = exp(-alpha * t) *
                            (x0 * cos(omega * t) + (v0 + alpha * x0) / omega * sin(omega * t));
        assert_true(fabs(samples[i] - 1.5 - want) < 1e-13);
    }
}

/* half a cycle of Coulomb friction is a cosine about a shifted centre */
static void test_coulomb_decay_is_piecewise_cosine_and_stops(void **state)
{
    (void)state;
    struct calib_swing swing = plain;
    swing.turns = true;
    const double omega = 7, shift = 0.003, x0 = 0.04;
    const double p[CALIB_SWING_PARAMETERS] = {x0, 0, omega, 0, 0, shift * omega * omega};
    calib_swing_follow(&swing, p, N, samples, NULL);
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i * swing.period;
        double start = x0, side = 1, half = 0;
        /* turning points: each is 2 shifts nearer, until the spring cannot pull it off */
        while (fabs(start) > shift && t >= (half + 1) * M_PI / omega) {
            start = -start + 2 * side * shift;
            side = -side;
            half++;
        }
        const double centre = side * shift;
        const double want = fabs(start) <= shift
                                ? start
                                : centre + (start - centre) * cos(omega * t - half * M_PI);
        assert_true(fabs(samples[i] - want) < 1e-12);
    }
    assert_true(fabs(samples[N - 1]) <= shift);
}

/* Jacobi's elliptic functions: sin(theta/2) = k sn(omega t + K) for a start at rest */
static void test_large_swing_is_elliptic(void **state)
{
    (void)state;
    struct calib_swing swing = plain;
    swing.law = CALIB_SWING_FREE;
    const double omega = 8, amplitude = 2.5, k = sin(amplitude / 2);
    const double p[CALIB_SWING_PARAMETERS] = {amplitude, 0, omega};
    const double quarter = gsl_sf_ellint_Kcomp(k, GSL_PREC_DOUBLE);
    calib_swing_follow(&swing, p, N, samples, NULL);
    for (size_t i = 0; i < N; i++) {
        double sn, cn, dn;
        gsl_sf_elljac_e(omega * (double)i * swing.period + quarter, k * k, &sn, &cn, &dn);
        assert_true(fabs(samples[i] - 2 * asin(k * sn)) < 1e-9);
    }
}

/* v dv/dtheta = -omega^2 theta -+ drag v^2: the next turning point solves
 * (1 + 2 q x1) exp(-2 q x1) = (1 - 2 q x0) exp(2 q x0), a known closed form */
static void test_drag_takes_what_it_should_from_a_half_swing(void **state)
{
    (void)state;
    struct calib_swing swing = plain;
    swing.turns = true;
    const double q = 0.4, x0 = 1.0, omega = 7;
    const double p[CALIB_SWING_PARAMETERS] = {x0, 0, omega, 0, 0, 0, q};
    calib_swing_follow(&swing, p, N, samples, NULL);
    double low = 0;
    for (size_t i = 0; i < 120; i++)
        low = fmin(low, samples[i]);
    const double x1 = -low;
    assert_true(x1 < 0.9 && x1 > 0.5);
    assert_true(fabs((1 + 2 * q * x0) * exp(-2 * q * x0) - (1 - 2 * q * x1) * exp(2 * q * x1)) <
                1e-4);
}

/* for each law and each kind of damping: central differences of the samples */
static void test_derivatives(void **state)
{
    (void)state;
    const double p[CALIB_SWING_PARAMETERS] = {0.6, 1.1, 7, 0.2, 0.1, 0.3, 0.02};
    static double room[CALIB_SWING_PARAMETERS][N];
    double *slopes[CALIB_SWING_PARAMETERS];
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
        slopes[i] = room[i];
    for (int kind = 0; kind < 6; kind++) {
        const struct calib_swing swing = {.law = (enum calib_swing_law)(kind % 3),
                                          .gravity = 30,
                                          .scale = 0.7,
                                          .period = 0.005,
                                          .width = 0.01,
                                          .turns = true,
                                          .velocity = kind >= 3};
        calib_swing_follow(&swing, p, N, samples, slopes);
        for (size_t j = 0; j < CALIB_SWING_PARAMETERS; j++) {
            double up[CALIB_SWING_PARAMETERS], down[CALIB_SWING_PARAMETERS];
            const double h = 1e-6;
            for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++) {
                up[i] = p[i] + (i == j ? h : 0);
                down[i] = p[i] - (i == j ? h : 0);
            }
            calib_swing_follow(&swing, up, N, samples, NULL);
            calib_swing_follow(&swing, down, N, other, NULL);
            double error = 0, size = 0;
            for (size_t i = 0; i < 600; i++) { /* a sample at a turning point is bent */
                const double d = (samples[i] - other[i]) / (2 * h) - room[j][i];
                error = fmax(error, fabs(d));
                size = fmax(size, fabs(room[j][i]));
            }
            assert_true(error < 1e-4 * fmax(size, 1));
        }
    }
}

/* a sample that is the mean of 41 values, computed one by one */
static void test_mean_over_a_block(void **state)
{
    (void)state;
    struct calib_swing fine = plain, mean = plain;
    const double p[CALIB_SWING_PARAMETERS] = {0.05, 0.1, 12, 0, 0.2};
    fine.period = 0.0002;
    mean.period = 41 * fine.period;
    mean.width = fine.period * sqrt((41.0 * 41 - 1) / 12);
    calib_swing_follow(&fine, p, N, samples, NULL);
    /* the model's clock starts at the middle of a block: compare from there */
    double later[CALIB_SWING_PARAMETERS] = {samples[20], 0, 12, 0, 0.2};
    later[CALIB_SWING_SPEED] = (samples[21] - samples[19]) / (2 * fine.period);
    calib_swing_follow(&mean, later, 40, other, NULL);
    for (size_t b = 0; b < 40; b++) {
        double sum = 0;
        for (size_t i = 0; i < 41; i++)
            sum += samples[41 * b + i] / 41;
        assert_true(fabs(sum - other[b]) < 2e-7);
    }
    assert_true(fabs(samples[20] - other[0]) > 1e-5); /* the mean does differ */
}

static void test_nonsense_ends(void **state)
{
    (void)state;
    struct calib_swing swing = plain;
    swing.turns = true;
    swing.law = CALIB_SWING_FREE;
    const double p[CALIB_SWING_PARAMETERS] = {1, 2, 7, 0, -3, -1, -5};
    calib_swing_follow(&swing, p, N, samples, NULL);
    assert_true(isnan(samples[N - 1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_viscous_decay_is_the_closed_form),
        cmocka_unit_test(test_coulomb_decay_is_piecewise_cosine_and_stops),
        cmocka_unit_test(test_large_swing_is_elliptic),
        cmocka_unit_test(test_drag_takes_what_it_should_from_a_half_swing),
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_mean_over_a_block),
        cmocka_unit_test(test_nonsense_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
