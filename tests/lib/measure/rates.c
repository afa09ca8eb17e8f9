/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often detection finds what truly happened, in records of the second generator: start and
 * impacts, over noise of any colour, hum, drift, offsets, bandwidth and rates of 1 to 50 kHz.
 * Two records of each kind in `make check`, as many as SKITTER_LONG_TESTS says, 50 at least. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "lib/measure/detect.h"
#include "tests/generator/record.h"
#include "tests/scratch.h"
#include "tests/test.h"

static struct error err;

struct condition {
    const char *name;
    double rate, noise, colour, hum, drift, bandwidth;
    int bits;
};

static const struct condition conditions[] = {
    {"white 1 mm/s, 10 kHz", 10e3, 1e-3, 0, 0, 0, 0, 16},
    {"AR(1) 0.5 of 1 mm/s", 10e3, 1e-3, 0.5, 0, 0, 0, 16},
    {"AR(1) 0.8 of 1 mm/s", 10e3, 1e-3, 0.8, 0, 0, 0, 16},
    {"hum of 1 mm/s", 10e3, 1e-3, 0, 1e-3, 0, 0, 16},
    {"hum, colour and drift", 10e3, 1e-3, 0.5, 1e-3, 5e-3, 0, 16},
    {"white 0.1 mm/s", 10e3, 1e-4, 0, 0, 0, 0, 16},
    {"white 0.1 mm/s, 24 bits", 10e3, 1e-4, 0, 0, 0, 0, 24},
    {"1 kHz", 1e3, 1e-3, 0.3, 0, 0, 0, 16},
    {"2 kHz", 2e3, 1e-3, 0.3, 0, 0, 0, 16},
    {"1 kHz, 0.1 mm/s", 1e3, 1e-4, 0, 0, 0, 0, 16},
    {"5 kHz, 12 bits", 5e3, 1e-3, 0, 0, 0, 0, 12},
    {"50 kHz", 50e3, 1e-3, 0.5, 1e-3, 0, 0, 16},
    {"50 kHz, 0.1 mm/s", 50e3, 1e-4, 0, 0, 0, 0, 16},
    {"bandwidth 1 kHz", 10e3, 1e-3, 0, 0, 0, 1e3, 16},
    {"bandwidth 2 kHz, 50 kHz", 50e3, 1e-3, 0.5, 0, 0, 2e3, 16},
};
enum { CONDITIONS = sizeof conditions / sizeof *conditions };

struct tally {
    int records, detected, starts;
    int sure, sure_found; /* jumps that must be seen */
    int false_jumps;
    double worst_rest; /* of a channel's rest, in its uncertainties */
};

/* start angle (deg) and rail: bounces, bounces, sticks, slides, bounces, slides */
static const double set_ups[][2] = {{32, -0.5}, {30.5, -0.2},  {32, -0.075},
                                    {21, -0.2}, {30.5, -0.35}, {15, -0.3}};

static struct generator_two_link draw_rig(gsl_rng *rng, size_t k)
{
    struct generator_two_link rig = generator_two_link_of_paper();
    rig.theta1 = (set_ups[k % 6][0] + gsl_ran_flat(rng, -0.3, 0.3)) * M_PI / 180;
    rig.rail = generator_rail_draw(rng, set_ups[k % 6][1] * gsl_ran_flat(rng, 0.9, 1.1));
    rig.stiffness *= gsl_ran_flat(rng, 0.9, 1.1);
    rig.friction = gsl_ran_flat(rng, 0.57, 0.65);
    rig.restitution = gsl_ran_flat(rng, 0.06, 0.2);
    return rig;
}

static struct generator_instrument draw_instrument(gsl_rng *rng, const struct condition *condition)
{
    struct generator_instrument instrument = generator_instrument_clean(condition->rate);
    instrument.bits = condition->bits;
    instrument.rest = gsl_ran_flat(rng, 0.15, 0.3);
    for (int c = 0; c < GENERATOR_CHANNELS; c++)
        instrument.channels[c] = (struct generator_channel){
            .gain = 1,
            .full = c == GENERATOR_RAIL ? 1.25 : 5,
            .offset = gsl_ran_flat(rng, -0.02, 0.02),
            .noise = condition->noise,
            .colour = condition->colour,
            .hum = condition->hum,
            .drift = gsl_ran_flat(rng, -1, 1) * condition->drift,
            .bandwidth = condition->bandwidth};
    return instrument;
}

/* does the record show a jump near t? The smaller of two close ones may hide. */
static bool shown(const struct measure_events *events, double t, double within)
{
    for (size_t i = 0; i < events->n; i++)
        if (events->list[i].kind <= MEASURE_EVENT_JUMP && fabs(events->list[i].t - t) < within)
            return true;
    return false;
}

static bool true_jump(const struct generator_recording *truth, double t, double within)
{
    for (size_t i = 0; i < truth->n_events; i++)
        if (truth->events[i].kind <= GENERATOR_TANGENTIAL && fabs(truth->events[i].t - t) < within)
            return true;
    return false;
}

/* true jumps as lib/predict would list them */
static struct measure_events expected(const struct measure_record *m,
                                      const struct generator_recording *truth)
{
    struct measure_events events = {0};
    for (size_t i = 0; i < truth->n_events; i++) {
        const struct generator_event *e = &truth->events[i];
        const double size = measure_jump_size(m, e->tip_t[1] - e->tip_t[0],
                                              e->tip_n[1] - e->tip_n[0]);
        if (e->kind <= GENERATOR_TANGENTIAL && e->t > truth->start + MEASURE_TOGETHER &&
            e->t < (double)(m->n - 1) * m->period - 4e-3)
            assert_true(measure_events_add(
                &events, (struct measure_event){MEASURE_EVENT_JUMP, e->t, 0, size}));
    }
    return events;
}

static void compare(const struct condition *condition, const struct measure_record *m,
                    const struct measure_detected *detected,
                    const struct generator_recording *truth,
                    const struct generator_instrument *instrument, struct tally *tally)
{
    static const enum generator_role of[MEASURE_CHANNELS] = {[MEASURE_TIP_T] = GENERATOR_TIP_T,
                                                             [MEASURE_TIP_N] = GENERATOR_TIP_N,
                                                             [MEASURE_RAIL] = GENERATOR_RAIL};
    const struct measure_event *start = &detected->events.list[0];
    const double late = condition->bandwidth > 0 ? 1 / (2 * M_PI * condition->bandwidth) : 0;
    const double window = 4e-3 + 5 / condition->rate;
    const bool found = fabs(start->t - truth->start) < 4 * start->uncertainty + 2 * late;
    if (!found)
        print_message("# start at %.6f +- %.6f, truly %.6f\n", start->t, start->uncertainty,
                      truth->start);
    tally->starts += found;
    struct measure_events jumps = expected(m, truth);
    int keep[64];
    assert_true(jumps.n < 64);
    measure_events_thin(jumps.list, jumps.n, keep);
    for (size_t i = 0; i < jumps.n; i++) {
        if (!keep[i] || jumps.list[i].size < MEASURE_JUMP_SURE)
            continue;
        const bool seen = shown(&detected->events, jumps.list[i].t, window);
        tally->sure++;
        tally->sure_found += seen;
        if (!seen)
            print_message("# missed: %.6f s, size %.1f\n", jumps.list[i].t, jumps.list[i].size);
    }
    for (size_t i = 1; i < detected->events.n; i++)
        if (detected->events.list[i].kind == MEASURE_EVENT_JUMP &&
            !true_jump(truth, detected->events.list[i].t, window)) {
            tally->false_jumps++;
            print_message("# false: %.6f s, size %.1f\n", detected->events.list[i].t,
                          detected->events.list[i].size);
        }
    for (int c = 0; c < MEASURE_CHANNELS; c++) {
        const double middle = 0.5 * (double)(detected->rest[c].n - 1) * m->period;
        const struct generator_channel *channel = &instrument->channels[of[c]];
        const double off = detected->rest[c].mean - channel->offset - channel->drift * middle;
        tally->worst_rest = fmax(tally->worst_rest, fabs(off) / detected->rest[c].uncertainty);
    }
    measure_events_free(&jumps);
}

static void one_record(const struct condition *condition, gsl_rng *rng, size_t number,
                       struct tally *tally)
{
    char name[64];
    const struct generator_two_link rig = draw_rig(rng, number);
    const struct generator_instrument instrument = draw_instrument(rng, condition);
    struct measure_record m;
    struct measure_detected detected;
    char *directory = scratch_directory();
    snprintf(name, sizeof name, "%s/run", directory);
    struct generator_recording truth = generator_record(name, &rig, &instrument, NULL, number);
    if (measure_record_read(truth.path, &m, &err))
        fail_msg("%s", err.message);
    for (int c = 0; c < MEASURE_CHANNELS; c++)
        m.bandwidth[c] = condition->bandwidth;
    tally->records++;
    if (measure_detect(&m, &detected, &err) == ERROR_OK) {
        tally->detected++;
        compare(condition, &m, &detected, &truth, &instrument, tally);
        measure_events_free(&detected.events);
    } else {
        print_message("# %s\n", err.message);
    }
    measure_record_free(&m);
    generator_recording_free(&truth);
    scratch_remove(directory);
    free(directory);
}

static void found_as_it_happened(void **state)
{
    (void)state;
    const char *asked = getenv("SKITTER_LONG_TESTS");
    const int n = !asked ? 3 : atoi(asked) > 50 ? atoi(asked) : 50;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    struct tally all = {0};
    for (size_t k = 0; k < CONDITIONS; k++) {
        struct tally tally = {0};
        gsl_rng_set(rng, 17 + k);
        for (int i = 0; i < n; i++)
            one_record(&conditions[k], rng, (size_t)i + k, &tally);
        print_message("# %-26s starts %d of %d, impacts %d of %d, false %d; rest within %.1f u\n",
                      conditions[k].name, tally.starts, tally.records, tally.sure_found, tally.sure,
                      tally.false_jumps, tally.worst_rest);
        all.records += tally.records;
        all.starts += tally.starts;
        all.sure += tally.sure;
        all.sure_found += tally.sure_found;
        all.false_jumps += tally.false_jumps;
        all.worst_rest = fmax(all.worst_rest, tally.worst_rest);
    }
    gsl_rng_free(rng);
    assert_true(all.starts >= 0.95 * all.records);
    assert_true(all.sure_found >= 0.97 * all.sure);
    assert_true(all.false_jumps <= 0.03 * all.records);
    assert_true(all.worst_rest < 6);
}

static int no_aborts(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(found_as_it_happened)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
