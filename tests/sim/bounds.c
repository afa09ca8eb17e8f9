/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guards that are zero where a phase begins: how often, with rounding in the coefficients that
 * should be zero, and where they vanish next. All are t^m (1 - t/T) times a rate, whose zeros are
 * known. */
#include "sim/bounds.h"

#include <math.h>

#include "sim/code.h"
#include "tests/sim/chance.h"
#include "tests/test.h"

enum { ORDER = 16 };

/* rounding of coefficients 1 and 2 of a gap (m/s, m/s^2), and of coefficient 1 of other guards */
static const double gap_noise[] = {3e-14, 3e-10}, noise = 5e-10;

/* coefficients in shares of h of rate t^m (1 - t/T), with what rounding leaves of those below */
static void make(gsl_rng *rng, int m, double rate, double back, double h, bool gap, double *c)
{
    double scale = 1;
    for (int k = 0; k <= ORDER; k++, scale *= h) {
        c[k] = k == m ? rate * scale : k == m + 1 ? -rate / back * scale : 0;
        if (k == 0)
            c[0] = uniform(rng, -1e-17, 1e-17);
        else if (k < m)
            c[k] = uniform(rng, -1, 1) * scale * (gap ? gap_noise[k > 1] : noise);
    }
}

static void check(gsl_rng *rng, int m, double rate, bool gap)
{
    for (int i = 0; i < 200; i++) {
        double c[SIM_SERIES_ORDER + 1];
        bool at_start;
        const double back = exp(uniform(rng, log(1e-3), log(0.1)));
        const double h = back * uniform(rng, 0.3, 4);
        make(rng, m, rate, back, h, gap, c);
        const double zero = h * sim_bounds_fresh(c, ORDER, h, gap, &at_start);
        assert_false(at_start);
        /* noise moves it by noise t^k over rate t^m */
        const double allowed = m == 1 ? 1e-11 : 1e-3;
        if (h < back ? !isnan(zero) : !(fabs(zero / back - 1) < allowed))
            fail_msg("t^%d, back after %g s of %g s: %g", m, back, h, zero);
    }
}

/* 1 after a bounce, 2 when stick takes off, 3 when slip does (ENGINE.md) */
static void test_gaps(void **state)
{
    check(*state, 1, 0.3, true);
    check(*state, 1, 1e-6, true);
    check(*state, 2, 5, true);
    check(*state, 3, 40, true);
}

/* 1 where slip has turned round, 2 where stick lets go with mu_s = mu */
static void test_other_guards(void **state)
{
    check(*state, 1, 2, false);
    check(*state, 1, 1e-6, false);
    check(*state, 2, 3, false);
}

/* what falls has its zero at the start, whatever rounding says before */
static void test_what_falls_falls_at_the_start(void **state)
{
    for (int m = 1; m <= 3; m++)
        for (int i = 0; i < 50; i++) {
            double c[SIM_SERIES_ORDER + 1];
            bool at_start;
            make(*state, m, -20, 1, 0.01, true, c);
            assert_true(sim_bounds_fresh(c, ORDER, 0.01, true, &at_start) == 0);
            assert_true(at_start);
        }
}

/* what is zero throughout, but for rounding, has none */
static void test_what_stays_zero(void **state)
{
    double c[SIM_SERIES_ORDER + 1];
    bool at_start;
    make(*state, 2, 0, 1, 0.01, true, c);
    assert_true(isnan(sim_bounds_fresh(c, ORDER, 0.01, true, &at_start)));
    assert_false(at_start);
}

static int set_up(void **state) { return !(*state = gsl_rng_alloc(gsl_rng_mt19937)); }

static int tear_down(void **state)
{
    gsl_rng_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_other_guards),
        cmocka_unit_test(test_what_falls_falls_at_the_start),
        cmocka_unit_test(test_what_stays_zero),
    };
    return cmocka_run_group_tests_name("bounds", tests, set_up, tear_down);
}
