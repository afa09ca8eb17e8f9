/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events in signals whose events are known, because they are put together here. */
#include "config.h"

#include "lib/measure/detect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "tests/test.h"

enum { N = 6000 };
static const double period = 1e-4, noise = 1e-3;

static struct measure_record measured;
static struct measure_detected detected;
static struct error err;

static void make(unsigned long seed)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, seed);
    measured = (struct measure_record){.name = "made", .n = N, .whole = N, .period = period};
    for (int c = 0; c < MEASURE_CHANNELS; c++) {
        measured.v[c] = malloc(N * sizeof(double));
        measured.noise[c] = noise;
        for (size_t i = 0; i < N; i++)
            measured.v[c][i] = gsl_ran_gaussian(rng, noise);
    }
    gsl_rng_free(rng);
}

/* add to a channel from time `from` on: jump + rate * (t - from) */
static void add(int channel, double from, double jump, double rate)
{
    for (size_t i = 0; i < N; i++)
        if ((double)i * period >= from)
            measured.v[channel][i] += jump + rate * ((double)i * period - from);
}

static void detect(void)
{
    if (measure_detect(&measured, &detected, &err))
        fail_msg("%s", err.message);
}

static void done(void)
{
    for (int c = 0; c < MEASURE_CHANNELS; c++)
        free(measured.v[c]);
    measure_events_free(&detected.events);
}

/* jumps down to 20 mm/s are all found, nothing else is, and each between the two
 * samples that it fell between */
static void jumps(void **state)
{
    (void)state;
    const double times[] = {0.05003, 0.11007, 0.20001, 0.31234, 0.45678};
    const double sizes[] = {-0.3, 0.2, 0.05, -0.02, 0.4};
    for (unsigned long seed = 0; seed < 20; seed++) {
        make(seed);
        add(MEASURE_RAIL, 0, -0.6, 0);
        for (size_t i = 0; i < 5; i++)
            add(i % 2 ? MEASURE_TIP_N : MEASURE_TIP_T, times[i], sizes[i], i % 2 ? -0.8 : 1.1);
        detect();
        assert_int_equal(detected.events.n, 5);
        for (size_t i = 0; i < 5; i++) {
            const struct measure_event *event = &detected.events.list[i];
            assert_int_equal(event->kind, i ? MEASURE_EVENT_JUMP : MEASURE_EVENT_START);
            /* half a sample; the smallest may be one off */
            assert_true(fabs(event->t - times[i]) <
                        (fabs(sizes[i]) < 0.03 ? 1.5 : 0.5) * period + 1e-9);
            assert_true(event->uncertainty > 0.25 * period && event->uncertainty < 2 * period);
        }
        done();
    }
}

/* noise alone, a kink and a strong curve are no jumps */
static void no_jumps(void **state)
{
    (void)state;
    for (unsigned long seed = 0; seed < 20; seed++) {
        make(seed);
        add(MEASURE_RAIL, 0, -5, 0);
        add(MEASURE_TIP_T, 0.1, 0, 6);
        for (size_t i = 0; i < N; i++)
            if ((double)i * period > 0.2)
                measured.v[MEASURE_TIP_N][i] += 0.3 * (1 - cos(60 * ((double)i * period - 0.2)));
        detect();
        for (size_t i = 1; i < detected.events.n; i++)
            assert_int_not_equal(detected.events.list[i].kind, MEASURE_EVENT_JUMP);
        done();
    }
}

/* the tip at rest, then accelerated at 6 m/s2: the start within its uncertainty */
static void start_at_a_kink(void **state)
{
    (void)state;
    double squares = 0;
    for (unsigned long seed = 0; seed < 20; seed++) {
        make(seed);
        add(MEASURE_RAIL, 0, -5, 0);
        add(MEASURE_TIP_T, 0.08004, 0, -6);
        detect();
        const struct measure_event *start = &detected.events.list[0];
        assert_int_equal(start->kind, MEASURE_EVENT_START);
        squares += pow((start->t - 0.08004) / start->uncertainty, 2);
        assert_true(start->uncertainty < 0.5e-3);
        assert_true(detected.quiet > 780 && (double)detected.quiet * period < 0.0801);
        done();
    }
    assert_true(sqrt(squares / 20) < 2);
}

/* slip from -0.3 to 0 in 50 ms, stick for 100 ms, then away again */
static void stick_has_two_ends(void **state)
{
    (void)state;
    for (unsigned long seed = 0; seed < 10; seed++) {
        make(seed);
        add(MEASURE_RAIL, 0, -0.3, 0);
        add(MEASURE_TIP_T, 0.05, 0, -6);
        add(MEASURE_TIP_T, 0.1, 0, 6);
        add(MEASURE_TIP_T, 0.2, 0, 4);
        detect();
        assert_int_equal(detected.events.n, 3);
        assert_int_equal(detected.events.list[1].kind, MEASURE_EVENT_STICK);
        assert_true(fabs(detected.events.list[1].t - 0.1) < 1e-3);
        assert_int_equal(detected.events.list[2].kind, MEASURE_EVENT_LEAVE);
        assert_true(fabs(detected.events.list[2].t - 0.2) < 1e-3);
        done();
    }
}

/* a paper that rings at 500 Hz after a jump of 0.3 m/s adds none */
static void flutter_adds_nothing(void **state)
{
    (void)state;
    make(1);
    add(MEASURE_RAIL, 0, -5, 0);
    add(MEASURE_TIP_T, 0.1, 0.3, 0);
    for (size_t i = 1000; i < N; i++) {
        const double age = (double)i * period - 0.1;
        measured.v[MEASURE_TIP_T][i] += 0.03 * exp(-age / 5e-3) *
                                        sin(2 * 3.14159265358979 * 500 * age);
    }
    detect();
    assert_int_equal(detected.events.n, 1);
    assert_true(fabs(detected.events.list[0].t - 0.1) < 2 * period);
    done();
}

static void constant_offset_is_no_motion(void **state)
{
    (void)state;
    make(3);
    add(MEASURE_TIP_T, 0, 0.05, 0);
    add(MEASURE_RAIL, 0, -0.3, 0);
    assert_int_equal(measure_detect(&measured, &detected, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "no events found"));
    done();
}

/* exact: y = 2 d + 3 d^2 from sample 40.25 on */
static void hinge_of_a_clean_signal(void **state)
{
    (void)state;
    double y[100], uncertainty;
    for (int i = 0; i < 100; i++) {
        const double d = fmax(0, i - 40.25);
        y[i] = 2e-3 * d + 1e-5 * d * d;
    }
    assert_true(fabs(measure_detect_hinge(y, 100, 1, 1e-3, &uncertainty) - 40.25) < 0.26);
    double mirrored[100];
    for (int i = 0; i < 100; i++)
        mirrored[i] = y[99 - i];
    assert_true(fabs(measure_detect_hinge(mirrored, 100, -1, 1e-3, &uncertainty) - 58.75) < 0.26);
}

/* What leaves rest goes one way: a swell of noise to the other side, 20 samples before it does, is
 * no part of the motion, however well a parabola turns from one into the other. */
static void hinge_of_one_way(void **state)
{
    (void)state;
    for (double swell = 1e-3; swell < 4e-3; swell *= 1.5) {
        double y[52], uncertainty;
        for (int i = 0; i < 52; i++) {
            y[i] = i > 20 && i < 40 ? swell * sin(M_PI * (i - 20) / 20) : 0;
            y[i] -= 1e-3 * fmax(0, i - 40);
        }
        assert_true(fabs(measure_detect_hinge(y, 52, 1, 1e-3, &uncertainty) - 40) < 0.51);
    }
}

/* what each channel shows before the motion, in noise of 1 mm/s */
static void rest_of_every_channel(void **state)
{
    (void)state;
    const double offsets[MEASURE_CHANNELS] = {0.02, -0.03, 0.05};
    make(5);
    for (int c = 0; c < MEASURE_CHANNELS; c++)
        add(c, 0, offsets[c], 0);
    add(MEASURE_TIP_T, 0.2, 0.3, 0);
    add(MEASURE_RAIL, 0.2, 0.3, 0);
    detect();
    assert_int_equal(measure_detect_first(&measured, &detected), 2000);
    for (int c = 0; c < MEASURE_CHANNELS; c++) {
        const struct measure_level *rest = &detected.rest[c];
        assert_true(rest->n > 1850 && rest->n < 2000); /* not the last 10 ms */
        assert_true(fabs(rest->mean - offsets[c]) < 4 * rest->uncertainty);
        assert_true(rest->uncertainty > 0.9 * noise / sqrt(2000) && rest->uncertainty < 5e-5);
    }
    done();
}

/* 1800 samples of 6000 are few, but of 3000 in the motion more than half */
static void motion_that_is_clipped(void **state)
{
    (void)state;
    static unsigned char flags[N];
    make(6);
    add(MEASURE_TIP_T, 0.3, 0.3, 0);
    add(MEASURE_RAIL, 0, -0.3, 0);
    memset(flags + 4000, MEASURE_CLIPPED, 1800);
    measured.flags[MEASURE_RAIL] = flags;
    assert_int_equal(measure_detect(&measured, &detected, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "channel rail: 1800 of 6000 samples are clipped at the "
                                        "converter's range, 60 % of those from 0.3 s on"));
    memset(flags + 5400, MEASURE_GOOD, 400);
    detect();
    done();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(jumps),
                                       cmocka_unit_test(no_jumps),
                                       cmocka_unit_test(start_at_a_kink),
                                       cmocka_unit_test(stick_has_two_ends),
                                       cmocka_unit_test(flutter_adds_nothing),
                                       cmocka_unit_test(constant_offset_is_no_motion),
                                       cmocka_unit_test(rest_of_every_channel),
                                       cmocka_unit_test(motion_that_is_clipped),
                                       cmocka_unit_test(hinge_of_a_clean_signal),
                                       cmocka_unit_test(hinge_of_one_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
