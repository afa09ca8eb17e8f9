/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jumps and bends that are put together here, in little noise, where a bend looks like much. */
#include "config.h"

#include "lib/measure/jump.h"

#include <math.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "tests/test.h"

enum { N = 2000 };
static double values[N];
static struct measure_record measured;
static struct error err;

static struct measure_events find(double rate, double noise, double colour, double jump,
                                  double bend, unsigned long seed)
{
    const double period = 1 / rate, at = 0.5 * N * period + 0.37 * period;
    struct measure_events jumps = {0};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    gsl_rng_set(rng, seed);
    double r = 0;
    for (size_t i = 0; i < N; i++) {
        const double t = (double)i * period;
        r = colour * r + gsl_ran_gaussian(rng, noise * sqrt(1 - colour * colour));
        values[i] = 0.3 * sin(30 * t) + r + (t >= at ? jump + bend * (t - at) : 0);
    }
    gsl_rng_free(rng);
    const struct measure_noise model = {
        .order = colour > 0, .a = {colour}, .innovation = noise * noise * (1 - colour * colour)};
    measured = (struct measure_record){.n = N, .whole = N, .period = period};
    measured.v[MEASURE_TIP_T] = values;
    measured.noise[MEASURE_TIP_T] = noise;
    measured.jump_noise[MEASURE_TIP_T] = measure_jump_noise(&model, period);
    if (measure_jump_find(&measured, &jumps, &err))
        fail_msg("%s", err.message);
    return jumps;
}

/* bends of 20 to 100 m/s2 in 0.1 mm/s of noise, at 1 to 50 kHz: none is a jump */
static void bends_are_no_jumps(void **state)
{
    (void)state;
    static const double rates[] = {1e3, 2e3, 5e3, 10e3, 50e3};
    for (size_t k = 0; k < 5; k++)
        for (unsigned long seed = 0; seed < 8; seed++) {
            struct measure_events jumps = find(rates[k], 1e-4, 0, 0, 20 + 10 * (double)seed, seed);
            assert_int_equal(jumps.n, 0);
            measure_events_free(&jumps);
        }
}

/* jumps of size 14, with a bend or without, in noise of any colour: all are found, where they are
 */
static void jumps_are_found(void **state)
{
    (void)state;
    static const double rates[] = {1e3, 2e3, 5e3, 10e3, 50e3}, colours[] = {0, 0.5, 0.8};
    for (size_t k = 0; k < 5; k++)
        for (size_t c = 0; c < 3; c++)
            for (unsigned long seed = 0; seed < 4; seed++) {
                struct measure_events none = find(rates[k], 1e-3, colours[c], 0, 0, seed);
                assert_int_equal(none.n, 0);
                measure_events_free(&none);
                const double jump = MEASURE_JUMP_SURE * measured.jump_noise[MEASURE_TIP_T];
                struct measure_events jumps = find(rates[k], 1e-3, colours[c], jump,
                                                   seed % 2 ? -10 : 0, seed);
                assert_int_equal(jumps.n, 1);
                const double period = 1 / rates[k], at = (0.5 * N + 0.37) * period;
                assert_true(fabs(jumps.list[0].t - at) < 5 * jumps.list[0].uncertainty);
                assert_true(fabs(measure_jump_size(&measured, jump, 0) - MEASURE_JUMP_SURE) < 1e-9);
                measure_events_free(&jumps);
            }
}

/* Large jumps behind a low-pass of first order, of a quarter of the rate, which takes a sample for
 * them: wherever between two samples they come, they are no bend, which explains them as badly as a
 * jump between two samples does. The channel turns down before and up after it, as a bounce. */
static void jumps_that_take_a_sample(void **state)
{
    (void)state;
    const double rate = 4e3, noise = 1e-3, lag = 1 / (2 * M_PI * 0.25 * rate);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    for (double phase = 0; phase < 1; phase += 0.05) {
        const double at = (0.5 * N + phase) / rate;
        struct measure_events jumps = {0};
        for (size_t i = 0; i < N; i++) {
            const double d = (double)i / rate - at;
            values[i] = gsl_ran_gaussian(rng, noise) + 20 * d +
                        (d > 0 ? 0.5 * (1 - exp(-d / lag)) : 0);
        }
        measured = (struct measure_record){.n = N, .whole = N, .period = 1 / rate};
        measured.v[MEASURE_TIP_T] = values;
        measured.noise[MEASURE_TIP_T] = noise;
        assert_int_equal(measure_jump_find(&measured, &jumps, &err), ERROR_OK);
        assert_int_equal(jumps.n, 1);
        const double half_done = at + M_LN2 * lag;
        const double u = hypot(jumps.list[0].uncertainty, MEASURE_JUMP_PLACE / rate);
        if (fabs(jumps.list[0].t - half_done) > 2 * u)
            fail_msg("phase %g: %g samples off", phase, (jumps.list[0].t - half_done) * rate);
        measure_events_free(&jumps);
    }
    gsl_rng_free(rng);
}

/* the rms of what noise makes of a jump, against the formula's own difference of parabolas: for
 * white noise and many samples each side's end has the variance 9/n */
static void noise_of_a_jump(void **state)
{
    (void)state;
    const struct measure_noise white = {.innovation = 1, .variance = 1};
    const double n = 40; /* samples of 0.8 ms at 50 kHz */
    assert_true(fabs(measure_jump_noise(&white, 2e-5) / sqrt(2 * 9 / n) - 1) < 0.05);
}

static int no_aborts(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bends_are_no_jumps), cmocka_unit_test(jumps_are_found),
        cmocka_unit_test(jumps_that_take_a_sample), cmocka_unit_test(noise_of_a_jump)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
