/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The low-pass against closed forms of y' = w (u - y), and pieces of any length alike. */
#include "config.h"

#include "lib/measure/lowpass.h"

#include <math.h>

#include "tests/test.h"

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g instead of %.17g", a, b);
}

static double at(const struct measure_lowpass *piece, double x)
{
    return measure_lowpass_at(piece, x, exp(-piece->z * (x + 1)));
}

/* a sine of the bandwidth comes out 3 dB smaller and an eighth of a turn late */
static void three_decibels(void **state)
{
    (void)state;
    const double bandwidth = 50, w = measure_lowpass_rate(bandwidth), step = 2e-5;
    double y = 0;
    for (int i = 0; i < 20000; i++)
        y = measure_lowpass_line(w, step, sin(w * step * i), sin(w * step * (i + 1)), y);
    near(y, sin(w * step * 20000 - M_PI / 4) / sqrt(2), 1e-5); /* straight lines: (w step)^2 */
    near(w, 2 * M_PI * bandwidth, 1e-12);
    assert_true(measure_lowpass_rate(0) == 0);
}

/* u = t^7 + t from 0: y = sum over k of (-1/w)^k u^(k) and what of it fades. Both solutions,
 * and those at the border between them */
static void powers(void **state)
{
    (void)state;
    const double u[MEASURE_LOWPASS_INPUT] = {0.3, 1, -0.5, 0, 0.2, 0, 0, 1};
    for (double z = 0.01; z < 300; z *= 1.1) {
        const struct measure_lowpass piece = measure_lowpass_piece(z, 1, u, MEASURE_LOWPASS_INPUT,
                                                                   0.7);
        near(at(&piece, -1), 0.7, 1e-13);        /* of the fading part's rounding */
        for (double x = -0.9; x < 1; x += 0.3) { /* the equation, its derivative differenced */
            const double h = 1e-3 / fmax(1, z);
            const double slope = (8 * (at(&piece, x + h) - at(&piece, x - h)) -
                                  at(&piece, x + 2 * h) + at(&piece, x - 2 * h)) /
                                 (12 * h);
            double input = 0;
            for (int k = MEASURE_LOWPASS_INPUT; k-- > 0;)
                input = input * x + u[k];
            near(slope, z * (input - at(&piece, x)), 1e-9 * fmax(1, z));
        }
    }
}

/* one piece or a thousand: the same, and a jump is a charging capacitor */
static void cut_anywhere(void **state)
{
    (void)state;
    const double w = 700;
    double y = 0.2;
    for (int i = 0; i < 1000; i++)
        y = measure_lowpass_line(w, 1e-5, 1 + 5e-5 * i, 1 + 5e-5 * (i + 1), y);
    near(y, measure_lowpass_line(w, 0.01, 1, 1.05, 0.2), 1e-13);
    near(measure_lowpass_line(w, 3e-3, 1, 1, 0), 1 - exp(-w * 3e-3), 1e-15);
    near(measure_lowpass_line(w, 0, 5, 6, 0.4), 0.4, 0);
    near(measure_lowpass_line(0, 1, 5, 6, 0.4), 6, 0); /* none at all */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(three_decibels), cmocka_unit_test(powers),
                                       cmocka_unit_test(cut_anywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
