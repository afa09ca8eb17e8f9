/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A real pendulum: Kaheman et al., arXiv:2205.06231 (2022), one link with an encoder.
 * The data lie beside the repository; where they do not, there is nothing to test. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "calib/pendulum.h"
#include "tests/calib/fixture.h"
#include "tests/test.h"

enum { ROOM = 60000 };
static double angles[ROOM];
static size_t n;

static size_t read_csv(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[256];
    size_t count = 0;
    if (!file)
        return 0;
    while (count < ROOM && fgets(line, sizeof line, file))
        count += sscanf(line, "%*f,%lf", &angles[count]) == 1;
    fclose(file);
    return count;
}

/* small-angle frequency 1.27542 Hz and the inertia by the authors' own fit, which
 * knows viscous damping only; swings from 1.62 rad down to 0.3 */
static void test_real_pendulum(void **state)
{
    (void)state;
    assert_int_equal(n, 55001);
    const struct test_run run = test_one("angle", "rad", 6.3, 1000, angles, n);
    const struct calib_pendulum_settings settings = {.mass = {0.147584572, NAN},
                                                     .length = {NAN, NAN},
                                                     .gravity = {9.810013, NAN},
                                                     .centre = {0.147754901, NAN},
                                                     .radius = NAN,
                                                     .no_spring = true};
    struct measure_channels input;
    struct calib_output output;
    struct calib_pendulum pendulum;
    struct error err;
    test_open(test_record("real", &run), &input, &output);
    if (calib_pendulum_find(&input, &settings, &pendulum, &output, &err))
        fail_msg("%s", err.message);
    const double f = test_result(&output, "frequency"), inertia = test_result(&output, "inertia");
    print_message("# real pendulum: f = %.5f Hz, inertia %.4g kg.m2, damping %s\n", f, inertia,
                  calib_damping_name(pendulum.decay.best));
    assert_true(fabs(f / 1.27542 - 1) < 0.003);
    assert_true(fabs(inertia / (1.09118505e-4 + 0.147584572 * pow(0.147754901, 2)) - 1) < 0.006);
    assert_true(fabs(pendulum.decay.amplitude - 1.62) < 0.03);
    /* the log decrement grows as the swing gets small, as of dry friction alone */
    assert_true(pendulum.decay.fits[pendulum.decay.best].parameters[CALIB_SWING_COULOMB] > 0);
    calib_pendulum_free(&pendulum);
    measure_channels_free(&input);
}

int main(void)
{
    char path[1024];
    const char *top = getenv("TOP_SRCDIR");
    snprintf(path, sizeof path, "%s/../shared/data/pendulum-encoder/single_freeswing_1kHz.csv",
             top ? top : ".");
    n = read_csv(path);
    if (n == 0) {
        puts("1..0 # SKIP ../shared/data/pendulum-encoder is not there");
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_real_pendulum)};
    test_begin(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
