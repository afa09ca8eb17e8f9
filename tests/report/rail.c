/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rail whose speed is known, with noise and lost samples. */
#include "config.h"

#include "report/rail.h"

#include <math.h>

#include "tests/test.h"

enum { N = 20000, FROM = 3000 };
static const double period = 1e-4;

static double speed_at(double t)
{
    return -0.5 * (1 + 0.03 * sin(2 * acos(-1) * 4 * t) + 0.01 * t);
}

static void follows_the_rail(void **state)
{
    (void)state;
    static double rail[N];
    unsigned seed = 1;
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        const double noise = 3.4e-3 * ((double)seed / 4294967296.0 - 0.5); /* 1 mm/s rms */
        rail[i] = i < FROM || (i % 5000) / 8 == 300 ? 0 : speed_at(i * period) + noise;
    }
    const struct measure_record m = {.n = N, .period = period, .v = {NULL, NULL, rail}};
    struct sim_belt *belt;
    struct error err;
    assert_int_equal(report_rail_smooth(&m, FROM, &belt, &err), ERROR_OK);
    assert_non_null(belt);
    for (int i = FROM; i < N; i += 7) {
        double v[3];
        sim_belt_at(belt, i * period, v);
        /* noise of a median is 0.13 mm/s; the ends go straight on */
        const double limit = i < FROM + 200 || i > N - 400 ? 2e-3 : 8e-4;
        if (fabs(v[0] - speed_at(i * period)) > limit)
            fail_msg("at sample %d the belt runs at %g instead of %g", i, v[0],
                     speed_at(i * period));
    }
    sim_belt_free(belt);
}

static void too_short(void **state)
{
    (void)state;
    static double rail[250];
    const struct measure_record m = {.n = 250, .period = period, .v = {NULL, NULL, rail}};
    struct sim_belt *belt;
    struct error err;
    assert_int_equal(report_rail_smooth(&m, 0, &belt, &err), ERROR_OK);
    assert_null(belt);
    assert_int_equal(report_rail_smooth(&m, 600, &belt, &err), ERROR_OK);
    assert_null(belt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_the_rail),
        cmocka_unit_test(too_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
