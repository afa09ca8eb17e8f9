/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random campaigns of the second generator (tests/generator), with all that is wrong in a
 * laboratory: do the intervals hold the truth? A few in `make check`; with SKITTER_LONG_TESTS=1 a
 * hundred, or as many as that says.
 *
 * mass, length, height, gravity, clock, sensitivities and beam angles are drawn within the
 * uncertainties that the rig file states; rail uneven, offsets, coloured noise, hum, drift,
 * bandwidth, 1 to 50 kHz, 12 to 16 bits. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "fit/multistart.h"
#include "fit/setup.h"
#include "fit/verdict.h"
#include "lib/rig/rig.h"
#include "sim/registry.h"
#include "tests/generator/record.h"
#include "tests/scratch.h"
#include "tests/test.h"

enum { RUNS = 3, ASKED = 3 };
static const char *const asked[ASKED] = {"stiffness", "friction", "restitution"};
static const double degree = M_PI / 180;

static struct error err;
#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

/* how well a laboratory knows what it does not fit: standard uncertainties */
static const struct {
    const char *name;
    double believed, uncertainty;
} known[] = {{"mass", 0.12, 1e-4},
             {"length", 0.21, 2e-4},
             {"height", 0.3775, 5e-4},
             {"gravity", 9.8, 2e-3},
             {"damping", 0.005, 2e-4}};
enum { KNOWN = sizeof known / sizeof *known };
static const double clock_u = 5e-5, gain_u = 2e-3, angle_u = 3e-3, theta_u = 0.1 * M_PI / 180;

/* as the person believes it to be, uncertainties stated */
static struct rig *believed_rig(void)
{
    char path[4096];
    struct rig *rig;
    snprintf(path, sizeof path, "%s/data/zhao-2008.yaml", getenv("TOP_SRCDIR"));
    good(rig_read(path, sim_registry, &rig, &err));
    for (size_t i = 0; i < KNOWN; i++)
        good(rig_set_uncertain(rig, known[i].name, known[i].believed, known[i].uncertainty, &err));
    rig->sampling.values[0].uncertainty = clock_u * rig->sampling.values[0].value;
    for (size_t c = 0; c < rig->n_channels; c++) {
        rig->channels[c].sensitivity_uncertainty = gain_u * rig->channels[c].sensitivity;
        if (rig->channels[c].role != RIG_ROLE_RAIL)
            rig->channels[c].values.values[RIG_CHANNEL_BEAM_ANGLE].uncertainty = angle_u;
    }
    return rig;
}

/* one of each value for all runs of a campaign */
static struct generator_two_link draw_truth(gsl_rng *rng, double *values)
{
    struct generator_two_link truth = generator_two_link_of_paper();
    double draw[KNOWN];
    for (size_t i = 0; i < KNOWN; i++)
        draw[i] = known[i].believed + gsl_ran_gaussian(rng, known[i].uncertainty);
    truth.mass[0] = truth.mass[1] = draw[0];
    truth.length[0] = truth.length[1] = draw[1];
    truth.height = draw[2];
    truth.gravity = draw[3];
    truth.damping[0] = truth.damping[1] = draw[4];
    truth.stiffness = values[0] = gsl_ran_flat(rng, 1.25, 1.45);
    truth.friction = values[1] = gsl_ran_flat(rng, 0.55, 0.65);
    truth.restitution = values[2] = gsl_ran_flat(rng, 0.08, 0.16);
    return truth;
}

static void draw_instrument(gsl_rng *rng, struct generator_instrument *instrument)
{
    instrument->duration = 0.4;
    instrument->clock_error = gsl_ran_gaussian(rng, clock_u);
    for (int c = 0; c < GENERATOR_CHANNELS; c++) {
        instrument->channels[c].gain = 1 + gsl_ran_gaussian(rng, gain_u);
        if (c != GENERATOR_RAIL)
            instrument->channels[c].beam_angle = gsl_ran_gaussian(rng, angle_u);
    }
}

/* a bounce, a bounce on a fast rail, a slide: angles as believed */
static const struct {
    double theta1, rail;
} runs[RUNS] = {{32, -0.24}, {30.5, -0.2}, {21, -0.2}};

struct tally {
    int campaigns, usable, explained, wrong; /* wrong: said explained, but far off */
    int inside[ASKED];
    double worst;
};

static void record(const char *directory, gsl_rng *rng, struct rig *rig, double *values,
                   char paths[RUNS][4096])
{
    struct generator_two_link truth = draw_truth(rng, values);
    struct generator_instrument instrument = generator_instrument_draw(rng);
    draw_instrument(rng, &instrument);
    for (int i = 0; i < RUNS; i++) {
        const double theta1 = runs[i].theta1 * degree;
        truth.theta1 = theta1 + gsl_ran_gaussian(rng, theta_u);
        truth.rail = generator_rail_draw(rng, runs[i].rail);
        truth.rest_angle = NAN;
        for (int c = 0; c < GENERATOR_CHANNELS; c++)
            instrument.channels[c].offset = gsl_ran_flat(rng, -20e-3, 20e-3);
        good(rig_set_uncertain(rig, "theta1", theta1, theta_u, &err));
        good(rig_set_value(rig, "belt_speed", runs[i].rail, &err));
        json_t *believed = rig_to_json(rig);
        snprintf(paths[i], 4096, "%s/run-%d", directory, i + 1);
        struct generator_recording recording = generator_record(paths[i], &truth, &instrument,
                                                                believed, gsl_rng_get(rng));
        generator_recording_free(&recording);
        json_decref(believed);
    }
    printf("# %.0f Hz, %d bits, noise %.2g, colour %.2f, hum %.2g\n", instrument.rate,
           instrument.bits, instrument.channels[1].noise, instrument.channels[1].colour,
           instrument.channels[1].hum);
}

static void count(const double *values, const struct fit_problem *problem, const double *p,
                  const struct fit_verdict *verdict, struct tally *tally)
{
    double worst = 0;
    for (int i = 0; i < ASKED; i++) {
        assert_string_equal(problem->parameters[i].name, asked[i]);
        const double u = verdict->covariance.uncertainty[i], off = (p[i] - values[i]) / u;
        tally->inside[i] += verdict->usable && fabs(off) < 1.96;
        worst = fmax(worst, fabs(off));
        printf("# %s %.6g +- %.2g, off by %.2f u\n", asked[i], p[i], u, off);
    }
    tally->usable += verdict->usable;
    tally->explained += verdict->explained;
    tally->wrong += verdict->explained && worst > 4;
    if (verdict->usable)
        tally->worst = fmax(tally->worst, worst);
}

static void fit_campaign(unsigned long seed, struct tally *tally)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 1000 + seed);
    char *directory = scratch_directory(), paths[RUNS][4096];
    struct rig *rig = believed_rig();
    double values[ASKED];
    printf("# campaign %lu: ", seed);
    record(directory, rng, rig, values, paths);
    const char *list[RUNS] = {paths[0], paths[1], paths[2]};
    const struct option_list given = {list, RUNS};
    const struct fit_request request = {.free = "stiffness,friction,restitution"};
    const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};
    struct fit_problem problem;
    struct fit_plan plan;
    struct fit_starts starts;
    struct fit_verdict verdict;
    tally->campaigns++;
    if (fit_setup(rig, &given, &request, &problem, &err)) {
        printf("# REFUSED: %s\n", err.message);
    } else {
        double *p = malloc(problem.n * sizeof *p);
        assert_non_null(p);
        good(fit_plan_make(&problem, NULL, FIT_MASK, &plan, &err));
        if (fit_multistart(&problem, &plan, &control, 2, &starts, &err)) {
            printf("# FAILED: %s\n", err.message);
        } else {
            const struct fit_start *best = &starts.list[starts.by_cost[0]];
            memcpy(p, best->to, problem.n * sizeof *p);
            const struct fit_verdict_case of = {&plan.stages[plan.n - 1], 0.1, best->path.lost};
            good(fit_verdict_reach(&problem, &of, &control, p, &verdict, &err));
            count(values, &problem, p, &verdict, tally);
            if (verdict.why[0])
                printf("# %s (%zu evaluations, %zu failed)\n", verdict.why, best->path.evaluations,
                       best->path.failures);
            fit_verdict_free(&verdict);
            fit_starts_free(&starts);
        }
        free(p);
        fit_problem_free(&problem);
    }
    fflush(stdout);
    rig_free(rig);
    scratch_remove(directory);
    free(directory);
    gsl_rng_free(rng);
}

static void intervals_hold_the_truth(void **state)
{
    (void)state;
    const char *wish = getenv("SKITTER_LONG_TESTS");
    const int n = !wish ? 1 : atoi(wish) > 1 ? atoi(wish) : 100;
    const char *first = getenv("SKITTER_COVERAGE_FROM"); /* so that several can share the work */
    const int from = first ? atoi(first) : 0;
    struct tally tally = {0};
    for (int i = 0; i < n; i++)
        fit_campaign((unsigned long)(i + from), &tally);
    printf("# %d campaigns: %d usable, %d explained, %d of these wrong; inside %d %d %d; worst "
           "%.2f u\n",
           n, tally.usable, tally.explained, tally.wrong, tally.inside[0], tally.inside[1],
           tally.inside[2], tally.worst);
    if (n < 20) { /* of few: nothing is far off */
        assert_int_equal(tally.usable, n);
        assert_true(tally.worst < 4);
        return;
    }
    assert_true(tally.usable >= 0.95 * n);
    assert_true(tally.wrong <= 0.02 * n);
    for (int i = 0; i < ASKED; i++) {
        assert_true(tally.inside[i] >= 0.90 * tally.usable);
        assert_true(tally.inside[i] <= 0.99 * tally.usable);
    }
}

static int no_aborts(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(intervals_hold_the_truth)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
