/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Information of a run against sums over its samples, with derivatives by differences of motions
 * that were simulated anew, and against closed forms. */
#include "config.h"

#include "lib/predict/information.h"

#include <math.h>
#include <string.h>

#include "tests/fit/fixture.h"
#include "tests/test.h"

static struct error err;

enum { FREE = 2, SAMPLES = 1450 };
static const double period = 1e-4, noise = 1e-3, first = 3e-3 + 0.5e-4;

static struct predict_base make_base(double theta1_deg, double rail)
{
    static const struct fixture_truth paper = {1.350, 0.005, 0.6, 0.1};
    struct rig *rig = fixture_rig(&paper);
    struct predict_base base;
    assert_int_equal(rig_set_value(rig, "theta1", theta1_deg * 3.14159265358979 / 180, &err), 0);
    assert_int_equal(rig_set_value(rig, "belt_speed", rail, &err), 0);
    predict_base_from_rig(rig, &base);
    rig_free(rig);
    return base;
}

static void find(const struct predict_base *base, size_t index[FREE])
{
    index[0] = sim_values_index(base->values.model, "stiffness");
    index[1] = sim_values_index(base->values.model, "friction");
}

/* velocities at all samples when one value is moved */
static void follow(const struct predict_base *base, size_t index, double by,
                   struct predict_result *out)
{
    static double some[1];
    const struct measure_record seen = {
        .period = period, .v = {some, some}, .noise = {noise, noise}};
    const struct predict_wish wish = {
        .duration = 0.15, .n_samples = SAMPLES, .first_sample = first, .sample_period = period};
    struct predict_base moved = *base;
    moved.rtol = 1e-12;
    predict_base_set(&moved, index, sim_values_get(&moved.values, index) + by);
    if (predict_run(&moved, &seen, &wish, out, &err))
        fail_msg("%s", err.message);
}

/* a slide has no events: the integral is the sum over all samples */
static void is_the_sum_over_samples(void **state)
{
    (void)state;
    const struct predict_base base = make_base(7, -3);
    const struct predict_recording recording = {.duration = 0.145,
                                                .period = period,
                                                .mask = 1e-3,
                                                .noise = {noise, noise},
                                                .most = {INFINITY, INFINITY},
                                                .extras = {[PREDICT_OFFSET_T] = true}};
    static struct predict_information information;
    size_t index[FREE];
    find(&base, index);
    if (predict_information_of(&base, &recording, index, FREE, &information, &err))
        fail_msg("%s", err.message);
    assert_int_equal(information.impacts, 0);
    static double slope[FREE][2][SAMPLES];
    struct predict_result plus = {0}, minus = {0};
    size_t n = 0;
    for (size_t k = 0; k < FREE; k++) {
        const double step = 1e-5;
        follow(&base, index[k], step, &plus);
        follow(&base, index[k], -step, &minus);
        assert_int_equal(plus.n_changes, 1); /* the start */
        for (int c = 0; c < 2; c++)
            for (n = 0; n < SAMPLES && first + (double)n * period < 0.145; n++)
                slope[k][c][n] = (plus.tip[c][n] - minus.tip[c][n]) / (2 * step);
    }
    for (size_t i = 0; i < FREE; i++)
        for (size_t j = 0; j < FREE; j++) {
            double sum = 0;
            for (int c = 0; c < 2; c++)
                for (size_t k = 0; k < n; k++)
                    sum += slope[i][c][k] * slope[j][c][k] / (noise * noise);
            /* the rule is exact, the simulation is good to its loose tolerance */
            if (fabs(information.matrix[i][j] - sum) > 2e-3 * fabs(sum))
                fail_msg("%zu %zu: %.9g, sum %.9g", i, j, information.matrix[i][j], sum);
        }
    /* an offset is in every sample of its channel once */
    const double offset = information.matrix[FREE + PREDICT_OFFSET_T][FREE + PREDICT_OFFSET_T];
    assert_true(fabs(offset * noise * noise / ((0.145 - 3e-3) / period) - 1) < 1e-9);
    predict_result_free(&plus);
    predict_result_free(&minus);
}

/* what instruments are unknown by, in a slide: slopes by hand from its samples, the rates by
 * differences of these */
static void knows_instruments(void **state)
{
    (void)state;
    enum { KINDS = 4 };
    static const enum predict_extra kinds[KINDS] = {PREDICT_TIME_OFFSET, PREDICT_DRIFT_T,
                                                    PREDICT_GAIN_T, PREDICT_CLOCK};
    const struct predict_base base = make_base(7, -3);
    struct predict_recording recording = {
        .duration = 0.145, .period = period, .mask = 1e-3, .noise = {noise, 0}};
    recording.most[0] = recording.most[1] = INFINITY;
    for (size_t i = 0; i < KINDS; i++)
        recording.extras[kinds[i]] = true;
    static struct predict_information information;
    struct predict_result still = {0};
    double sum[KINDS][KINDS] = {{0}};
    size_t index[FREE];
    find(&base, index);
    assert_int_equal(predict_information_of(&base, &recording, index, FREE, &information, &err), 0);
    follow(&base, index[0], 0, &still);
    for (size_t k = 1; first + (double)k * period < 0.145; k++) {
        const double t = first + (double)k * period, *v = still.tip[0] + k;
        const double rate = (v[1] - v[-1]) / (2 * period);
        const double slope[KINDS] = {-rate, t, v[0], rate * t};
        for (size_t i = 0; i < KINDS; i++)
            for (size_t j = 0; j < KINDS; j++)
                sum[i][j] += slope[i] * slope[j] / (noise * noise);
    }
    for (size_t i = 0; i < KINDS; i++)
        for (size_t j = 0; j < KINDS; j++) {
            const double of = information.matrix[FREE + kinds[i]][FREE + kinds[j]];
            if (fabs(of - sum[i][j]) > 2e-3 * sqrt(sum[i][i] * sum[j][j]))
                fail_msg("%zu %zu: %.9g, sum %.9g", i, j, of, sum[i][j]);
        }
    predict_result_free(&still);
}

/* half the noise, four times the information; half of the samples, half of it */
static void follows_noise_and_rate(void **state)
{
    (void)state;
    const struct predict_base base = make_base(7, -3);
    struct predict_recording recording = {.duration = 0.2,
                                          .period = period,
                                          .mask = 1e-3,
                                          .noise = {noise, noise},
                                          .most = {INFINITY, INFINITY}};
    static struct predict_information one, other;
    size_t index[FREE];
    find(&base, index);
    assert_int_equal(predict_information_of(&base, &recording, index, FREE, &one, &err), 0);
    recording.noise[0] = recording.noise[1] = 0.5 * noise;
    assert_int_equal(predict_information_of(&base, &recording, index, FREE, &other, &err), 0);
    assert_true(fabs(other.matrix[0][1] / one.matrix[0][1] - 4) < 1e-9);
    recording.noise[0] = recording.noise[1] = noise;
    recording.period = 2 * period;
    assert_int_equal(predict_information_of(&base, &recording, index, FREE, &other, &err), 0);
    assert_true(fabs(other.matrix[1][1] / one.matrix[1][1] - 0.5) < 1e-9);
    recording.most[0] = 1e-3;
    assert_int_equal(predict_information_of(&base, &recording, index, FREE, &other, &err), 0);
    assert_true(other.clipped && !one.clipped);
}

/* the rig of the paper at 32 deg and -0.5 m/s: next collision at 0.086 s */
static void tells_of_impacts(void **state)
{
    (void)state;
    const struct predict_base base = make_base(32, -0.5);
    const struct predict_recording recording = {.duration = 0.12,
                                                .period = period,
                                                .mask = 1e-3,
                                                .noise = {noise, noise},
                                                .most = {INFINITY, INFINITY},
                                                .extras = {[PREDICT_TIME_OFFSET] = true}};
    static struct predict_information information;
    size_t index[FREE];
    find(&base, index);
    assert_int_equal(predict_information_of(&base, &recording, index, FREE, &information, &err), 0);
    assert_int_equal(information.impacts, 1);
    assert_true(fabs(information.first_impact - 0.086) < 5e-4);
}

/* y = a + b t at t = 0, 1, 2, 3 in unit noise: with a unknown, b has the information 5, the sum of
 * squares about the mean; with a known to u, 14 - 36/(4 + 1/u^2) */
static void eliminates_what_is_not_asked_for(void **state)
{
    (void)state;
    static struct predict_information all;
    all.n = 2;
    all.matrix[0][0] = 4;
    all.matrix[0][1] = all.matrix[1][0] = 6;
    all.matrix[1][1] = 14;
    const bool gone[2] = {true, false};
    double prior[2] = {0, 0}, kept[1];
    assert_true(predict_information_about(&all, gone, prior, kept));
    assert_true(fabs(kept[0] - 5) < 1e-12);
    prior[0] = 9;
    assert_true(predict_information_about(&all, gone, prior, kept));
    assert_true(fabs(kept[0] - (14 - 36.0 / 13)) < 1e-12);
}

/* a rail that is off by the same speed all the time is a belt_speed that is not known so well */
static void a_way_of_the_rail_is_eliminated(void **state)
{
    (void)state;
    enum { ALL = FREE + 1 };
    const struct predict_base base = make_base(32, -0.5);
    const double u = 2e-4;
    struct sim_belt *way;
    assert_int_equal(sim_belt_create_waves(u, 0, NULL, 0, &way, &err), 0);
    struct predict_recording recording = {.duration = 0.3,
                                          .period = period,
                                          .mask = 1e-3,
                                          .noise = {noise, noise},
                                          .most = {INFINITY, INFINITY},
                                          .extras = {[PREDICT_TIME_OFFSET] = true}};
    static struct predict_information with, value, without;
    size_t index[ALL];
    find(&base, index);
    index[FREE] = sim_values_index(base.values.model, "belt_speed");
    assert_int_equal(predict_information_of(&base, &recording, index, ALL, &value, &err), 0);
    assert_int_equal(predict_information_of(&base, &recording, index, FREE, &without, &err), 0);
    recording.n_ways = 1;
    recording.ways = &way;
    assert_int_equal(predict_information_of(&base, &recording, index, FREE, &with, &err), 0);
    bool gone[ALL + PREDICT_EXTRAS] = {[FREE] = true};
    double prior[ALL + PREDICT_EXTRAS] = {[FREE] = 1 / (u * u)};
    double kept[(FREE + PREDICT_EXTRAS) * (FREE + PREDICT_EXTRAS)];
    assert_true(predict_information_about(&value, gone, prior, kept));
    assert_int_equal(with.n, FREE + PREDICT_EXTRAS);
    for (size_t i = 0; i < with.n; i++)
        for (size_t j = 0; j < with.n; j++) {
            const double want = kept[i * with.n + j];
            if (fabs(with.matrix[i][j] - want) > 1e-6 * fabs(want))
                fail_msg("%zu %zu: %.9g instead of %.9g", i, j, with.matrix[i][j], want);
        }
    assert_true(with.matrix[0][0] < 0.9 * without.matrix[0][0]); /* and it costs */
    sim_belt_free(way);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_the_sum_over_samples),
                                       cmocka_unit_test(knows_instruments),
                                       cmocka_unit_test(a_way_of_the_rail_is_eliminated),
                                       cmocka_unit_test(follows_noise_and_rate),
                                       cmocka_unit_test(tells_of_impacts),
                                       cmocka_unit_test(eliminates_what_is_not_asked_for)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
