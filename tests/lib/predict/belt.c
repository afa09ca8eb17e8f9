/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rail that was pulled by hand as a belt: near the truth, in speed and acceleration. */
#include "config.h"

#include "lib/predict/belt.h"

#include <math.h>
#include <stdlib.h>

#include "tests/lib/measure/pulled.h"
#include "tests/test.h"

/* 250 samples a knot: 0.1 mm/s; and lost light for 1 ms does not pull it to zero */
static void near_the_truth(void **state)
{
    (void)state;
    struct measure_record m = pulled_rail(0.03);
    struct sim_belt *belt;
    struct error err;
    for (int i = 3000; i < 3010; i++)
        m.v[MEASURE_RAIL][i] = 0;
    if (predict_belt_recorded(&m, FROM, &belt, &err))
        fail_msg("%s", err.message);
    double squares = 0;
    for (int i = FROM; i < N; i += 10) {
        const double t = 1e-4 * i, w = 2 * pi * 4;
        double speed[3];
        sim_belt_at(belt, t, speed);
        squares += pow(speed[0] + 0.5 * (1 + 0.03 * sin(w * t)), 2);
        assert_true(fabs(speed[0] + 0.5 * (1 + 0.03 * sin(w * t))) < 1.5e-3);
        if (i > FROM + 300 && i < N - 300)
            assert_true(fabs(speed[1] + 0.5 * 0.03 * w * cos(w * t)) < 0.1);
    }
    assert_true(sqrt(squares / 500) < 2.5e-4);
    /* and known a little beyond both ends */
    assert_true(sim_belt_first(belt) < 0.1 - 3e-3 && sim_belt_last(belt) > 0.6 + 20e-3);
    sim_belt_free(belt);
    free(m.v[MEASURE_RAIL]);
}

static void too_short(void **state)
{
    (void)state;
    struct measure_record m = pulled_rail(0);
    struct sim_belt *belt;
    struct error err;
    assert_int_equal(predict_belt_recorded(&m, N - 50, &belt, &err), ERROR_INPUT);
    assert_null(belt);
    free(m.v[MEASURE_RAIL]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(near_the_truth),
                                       cmocka_unit_test(too_short)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
