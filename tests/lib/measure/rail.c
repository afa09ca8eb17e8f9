/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rail that was pulled by hand, smoothed: near the truth, whatever is clipped or lost. */
#include "config.h"

#include "lib/measure/rail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "tests/lib/measure/pulled.h"
#include "tests/test.h"

static unsigned char flags[N];

static void uneven(void **state)
{
    (void)state;
    struct measure_record even = pulled_rail(0), waves = pulled_rail(0.03);
    assert_false(measure_rail_uneven(&even, FROM));
    assert_true(measure_rail_uneven(&waves, FROM));
    free(even.v[MEASURE_RAIL]);
    free(waves.v[MEASURE_RAIL]);
}

static double truth(double t) { return -0.5 * (1 + 0.03 * sin(2 * pi * 4 * t)); }

/* the points, which are knots 25 ms apart: noise of a knot is about 0.1 mm/s */
static void assert_near_the_truth(const struct measure_rail *rail)
{
    assert_true(rail->n > 20);
    assert_true(rail->t[0] < 0.1 - 3e-3 && rail->t[rail->n - 1] > 0.6 + 20e-3);
    for (size_t i = 2; i + 2 < rail->n; i++) { /* the two outermost are beyond what is recorded */
        assert_true(rail->t[i] > rail->t[i - 1]);
        assert_true(fabs(rail->v[i] - truth(rail->t[i])) < 1e-3);
    }
}

/* lost light for 1 ms, told or not, and 40 ms clipped; and what is used of the record does not
 * change its rail */
static void holes(void **state)
{
    (void)state;
    struct measure_record m = pulled_rail(0.03);
    struct measure_rail rail;
    struct error err;
    for (int i = 3000; i < 3010; i++)
        m.v[MEASURE_RAIL][i] = 0;
    memset(flags, 0, sizeof flags);
    m.flags[MEASURE_RAIL] = flags;
    for (int i = 4000; i < 4400; i++) {
        m.v[MEASURE_RAIL][i] = -0.45;
        flags[i] = MEASURE_CLIPPED;
    }
    assert_int_equal(measure_rail_smooth(&m, FROM, &rail, &err), ERROR_OK);
    assert_near_the_truth(&rail);
    m.n = 3500;
    struct measure_rail again;
    assert_int_equal(measure_rail_smooth(&m, FROM, &again, &err), ERROR_OK);
    assert_int_equal(again.n, rail.n);
    assert_memory_equal(again.v, rail.v, rail.n * sizeof *rail.v);
    measure_rail_free(&again);
    measure_rail_free(&rail);
    free(m.v[MEASURE_RAIL]);
}

/* Over many rails of other noise the points scatter about the truth as their ways say: the squares
 * of what they are off, in units of that, are 1 in the mean, at the ends too. */
static void ways_are_how_far_it_is_off(void **state)
{
    (void)state;
    enum { TRIES = 200 };
    double squares = 0, n = 0;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    for (int k = 0; k < TRIES; k++) {
        struct measure_record m = pulled_rail(0.03);
        struct measure_rail rail;
        struct error err;
        const double noise = 2e-3;
        m.noise[MEASURE_RAIL] = noise;
        m.background[MEASURE_RAIL].noise.innovation = noise * noise;
        for (size_t i = 0; i < m.whole; i++)
            m.v[MEASURE_RAIL][i] = truth(m.first + (double)i * m.period) +
                                   gsl_ran_gaussian(rng, noise);
        assert_int_equal(measure_rail_smooth(&m, FROM, &rail, &err), ERROR_OK);
        for (size_t i = 2; i + 2 < rail.n; i++) {
            double variance = 0;
            for (size_t w = 0; w + 3 < rail.n_ways; w++) /* level, drift and lag are right here */
                variance += pow(rail.ways[w * rail.n + i], 2);
            squares += pow(rail.v[i] - truth(rail.t[i]), 2) / variance;
            n++;
        }
        measure_rail_free(&rail);
        free(m.v[MEASURE_RAIL]);
    }
    gsl_rng_free(rng);
    /* about 10 of a rail's points are independent; robust weights cost 5 % */
    assert_true(fabs(squares / n - 1.05) < 4 * sqrt(2.0 / (10 * TRIES)));
}

static void too_little(void **state)
{
    (void)state;
    struct measure_record m = pulled_rail(0);
    struct measure_rail rail;
    struct error err;
    assert_int_equal(measure_rail_smooth(&m, N - 50, &rail, &err), ERROR_INPUT);
    assert_null(rail.t);
    memset(flags, 0, sizeof flags);
    m.flags[MEASURE_RAIL] = flags;
    memset(flags + 4000, MEASURE_CLIPPED, 600);
    assert_int_equal(measure_rail_smooth(&m, FROM, &rail, &err), ERROR_INPUT);
    assert_non_null(strstr(
        err.message, "channel rail: 600 of 6000 samples are clipped at the converter's range"));
    assert_null(rail.t);
    free(m.v[MEASURE_RAIL]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(uneven), cmocka_unit_test(holes),
                                       cmocka_unit_test(ways_are_how_far_it_is_off),
                                       cmocka_unit_test(too_little)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
