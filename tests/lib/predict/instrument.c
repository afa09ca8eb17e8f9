/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What instruments of little bandwidth show: against recordings of the second generator, whose
 * low-pass follows straight lines in short steps, and derivatives against differences. */
#include "config.h"

#include "lib/predict/instrument.h"

#include <math.h>
#include <stdlib.h>

#include "lib/predict/predict.h"
#include "tests/fit/fixture.h"
#include "tests/generator/record.h"
#include "tests/test.h"

static struct error err;
static const struct fixture_truth paper = {1.350, 0.005, 0.6, 0.1};

enum { N = 4000 };
static const double rest = 0.1, period = 1e-4, rail = -0.3;

static double some[1];

static struct measure_record seen_with(double tip_t, double tip_n)
{
    return (struct measure_record){
        .period = period, .v = {some, some}, .noise = {1e-3, 1e-3}, .bandwidth = {tip_t, tip_n}};
}

static struct predict_base base_of(void)
{
    struct rig *rig = fixture_rig(&paper);
    struct predict_base base;
    predict_base_from_rig(rig, &base);
    predict_base_set(&base, SIM_BELT_SPEED, rail);
    base.rtol = 1e-11;
    rig_free(rig);
    return base;
}

static void simulate(const struct predict_base *base, const struct measure_record *seen,
                     const struct predict_wish *wish, struct predict_result *out)
{
    if (predict_run(base, seen, wish, out, &err))
        fail_msg("%s", err.message);
    assert_int_equal(out->n_samples, wish->n_samples);
}

/* six impacts in 0.4 s */
static void as_recorded(double tip_t, double tip_n)
{
    struct generator_two_link rig = generator_two_link_of_paper();
    struct generator_instrument instrument = generator_instrument_clean(1 / period);
    struct generator_recording recording = {0};
    double *values[GENERATOR_CHANNELS];
    instrument.rest = rest;
    rig.rail.speed = rail;
    instrument.channels[GENERATOR_TIP_T].bandwidth = tip_t;
    instrument.channels[GENERATOR_TIP_N].bandwidth = tip_n;
    for (int c = 0; c < GENERATOR_CHANNELS; c++)
        assert_non_null(values[c] = calloc(N + 1000, sizeof *values[c]));
    generator_values(&rig, &instrument, values, N + 1000, &recording);
    const struct measure_record seen = seen_with(tip_t, tip_n);
    const struct predict_wish wish = {.duration = N * period,
                                      .n_samples = N - 1,
                                      .first_sample = period,
                                      .sample_period = period};
    const struct predict_base base = base_of();
    struct predict_result got = {0};
    simulate(&base, &seen, &wish, &got);
    size_t jumps = 0;
    for (size_t i = 0; i < recording.n_events; i++)
        jumps += recording.events[i].kind <= GENERATOR_TANGENTIAL;
    assert_int_equal(jumps, 6);
    const double *truth[2] = {values[GENERATOR_TIP_T], values[GENERATOR_TIP_N]};
    for (int c = 0; c < 2; c++)
        for (size_t i = 0; i < got.n_samples; i++) {
            const double off = got.tip[c][i] - truth[c][i + 1001];
            if (!(fabs(off) < 2e-6))
                fail_msg("channel %d, sample %zu: %.9f, recorded %.9f", c, i, got.tip[c][i],
                         truth[c][i + 1001]);
        }
    predict_result_free(&got);
    generator_recording_free(&recording);
    for (int c = 0; c < GENERATOR_CHANNELS; c++)
        free(values[c]);
}

static void recorded_by_another_method(void **state)
{
    (void)state;
    as_recorded(1000, 2000);
    as_recorded(150, 40);
}

/* a mean is the mean of samples, and its rate theirs */
static void means_of_samples(void **state)
{
    (void)state;
    enum { OF = 10, MEANS = 300 };
    const struct measure_record seen = seen_with(500, 0);
    const struct predict_wish each = {.duration = 0.4,
                                      .n_samples = OF * MEANS,
                                      .first_sample = 5e-3,
                                      .sample_period = period},
                              means = {.duration = 0.4,
                                       .n_samples = MEANS,
                                       .first_sample = 5e-3 + 4.5 * period,
                                       .sample_period = OF * period,
                                       .average = OF};
    const struct predict_base base = base_of();
    struct predict_result fine = {0}, coarse = {0};
    simulate(&base, &seen, &each, &fine);
    simulate(&base, &seen, &means, &coarse);
    for (int c = 0; c < 2; c++)
        for (size_t i = 0; i < MEANS; i++) {
            double sum = 0, rates = 0;
            for (size_t k = OF * i; k < OF * (i + 1); k++) {
                sum += fine.tip[c][k] / OF;
                rates += fine.rate[c][k] / OF;
            }
            assert_true(fabs(sum - coarse.tip[c][i]) < 1e-12);
            assert_true(fabs(rates - coarse.rate[c][i]) < 1e-9);
        }
    predict_result_free(&fine);
    predict_result_free(&coarse);
}

/* Derivatives by stiffness, start angle and restitution, at every sample and so through every
 * impact, against central differences to fourth order; at 150 Hz a time constant is ten samples.
 * Steps are so small that no impact moves across a sample, where there is a kink. */
static void derivatives_through_impacts(void **state)
{
    (void)state;
    static const char *const names[] = {"stiffness", "theta1", "restitution"};
    enum { FREE = 3 };
    static const double steps[FREE] = {2e-7, 2e-9, 2e-7};
    const struct measure_record seen = seen_with(150, 150);
    struct predict_base base = base_of();
    base.rtol = 1e-13;
    size_t free_values[FREE];
    for (int k = 0; k < FREE; k++)
        free_values[k] = sim_values_index(base.values.model, names[k]);
    struct predict_wish wish = {.slopes = true,
                                .duration = 0.3,
                                .n_samples = 2900,
                                .first_sample = period,
                                .sample_period = period,
                                .n_free = FREE,
                                .free = free_values};
    struct predict_result exact = {0};
    simulate(&base, &seen, &wish, &exact);
    assert_true(exact.smooth);
    wish.slopes = false;
    for (int k = 0; k < FREE; k++) {
        struct predict_result at[4] = {0};
        const double step = steps[k];
        const double middle = sim_values_get(&base.values, free_values[k]);
        for (int i = 0; i < 4; i++) {
            predict_base_set(&base, free_values[k], middle + step * (i < 2 ? i - 2 : i - 1));
            simulate(&base, &seen, &wish, &at[i]);
        }
        predict_base_set(&base, free_values[k], middle);
        for (int c = 0; c < 2; c++) {
            double largest = 0;
            for (size_t i = 0; i < wish.n_samples; i++)
                largest = fmax(largest, fabs(exact.slopes[c][FREE * i + (size_t)k]));
            for (size_t i = 0; i < wish.n_samples; i++) {
                const double want = (8 * (at[2].tip[c][i] - at[1].tip[c][i]) -
                                     (at[3].tip[c][i] - at[0].tip[c][i])) /
                                    (12 * step);
                const double got = exact.slopes[c][FREE * i + (size_t)k];
                if (!(fabs(got - want) < 1e-5 * largest))
                    fail_msg("%s, channel %d, sample %zu: %.9g, differenced %.9g (largest %.3g)",
                             names[k], c, i, got, want, largest);
            }
        }
        for (int i = 0; i < 4; i++)
            predict_result_free(&at[i]);
    }
    predict_result_free(&exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(recorded_by_another_method),
                                       cmocka_unit_test(means_of_samples),
                                       cmocka_unit_test(derivatives_through_impacts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
