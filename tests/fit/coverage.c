/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random campaigns of the second generator (tests/generator), with all that is wrong in a
 * laboratory: do the intervals hold the truth? A few in `make check`; with SKITTER_LONG_TESTS=1 a
 * hundred, or as many as that says, from number SKITTER_COVERAGE_FROM on (0).
 *
 * mass, length, height, gravity, clock, sensitivities and beam angles are drawn within the
 * uncertainties that the rig file states; rail uneven, offsets, coloured noise, hum, drift,
 * bandwidth, 1 to 50 kHz, 12 to 16 bits. What is not fitted but known is looked at as well: its
 * intervals hold its truth, too. And no lower cost is found from the truth: an interval around
 * something that is no minimum may hold the truth by luck. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "fit/search.h"
#include "fit/settle.h"
#include "fit/setup.h"
#include "fit/suggest.h"
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

/* all that is true of one campaign */
struct campaign {
    struct generator_two_link truth;
    struct generator_instrument instrument;
    double values[ASKED], theta1[RUNS], start[RUNS];
};

struct tally {
    int campaigns, usable, explained, wrong; /* wrong: said explained, but far off */
    int inside[ASKED];
    int known, known_inside; /* of what was known before, all parameters and campaigns */
    double worst;
};

static void record(const char *directory, gsl_rng *rng, struct rig *rig, struct campaign *campaign,
                   char paths[RUNS][4096])
{
    struct generator_two_link truth = draw_truth(rng, campaign->values);
    struct generator_instrument instrument = generator_instrument_draw(rng);
    draw_instrument(rng, &instrument);
    for (int i = 0; i < RUNS; i++) {
        const double theta1 = runs[i].theta1 * degree;
        truth.theta1 = campaign->theta1[i] = theta1 + gsl_ran_gaussian(rng, theta_u);
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
        campaign->start[i] = recording.start;
        generator_recording_free(&recording);
        json_decref(believed);
    }
    campaign->truth = truth;
    campaign->instrument = instrument;
    printf("# %.0f Hz, %d bits, noise %.2g, colour %.2f, hum %.2g\n", instrument.rate,
           instrument.bits, instrument.channels[1].noise, instrument.channels[1].colour,
           instrument.channels[1].hum);
}

/* the truth of a parameter; NaN: of what is left of offset, drift and lag it is not told */
static double truth_of(const struct campaign *campaign, const struct fit_parameter *parameter)
{
    const struct generator_two_link *t = &campaign->truth;
    const struct generator_channel *channels = campaign->instrument.channels;
    const struct {
        const char *name;
        double value;
    } shared[] = {{"stiffness", t->stiffness},
                  {"friction", t->friction},
                  {"restitution", t->restitution},
                  {"mass", t->mass[0]},
                  {"length", t->length[0]},
                  {"height", t->height},
                  {"gravity", t->gravity},
                  {"damping", t->damping[0]},
                  {"clock_error", campaign->instrument.clock_error},
                  {"rail_gain_error", 1 / channels[GENERATOR_RAIL].gain - 1},
                  {"tip_t_gain", channels[GENERATOR_TIP_T].gain},
                  {"tip_n_gain", channels[GENERATOR_TIP_N].gain},
                  {"tip_t_beam_angle", channels[GENERATOR_TIP_T].beam_angle},
                  {"tip_n_beam_angle", channels[GENERATOR_TIP_N].beam_angle}};
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (strcmp(shared[i].name, parameter->name) == 0)
            return shared[i].value;
    return strncmp(parameter->name, "theta1[", 7) == 0 ? campaign->theta1[parameter->run] : NAN;
}

/* which of those that are asked for; ASKED: none */
static size_t which(const char *name)
{
    size_t i = 0;
    while (i < ASKED && strcmp(asked[i], name) != 0)
        i++;
    return i;
}

static void count(const struct campaign *campaign, const struct fit_problem *problem,
                  const double *p, const struct fit_verdict *verdict, struct tally *tally)
{
    double worst = 0;
    size_t found = 0;
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        const double truth = truth_of(campaign, parameter);
        const double u = verdict->covariance.uncertainty[i], off = (p[i] - truth) / u;
        const bool inside = verdict->usable && fabs(off) < 1.96;
        if (parameter->asked) {
            const size_t k = which(parameter->name);
            assert_true(k < ASKED); /* all else is known, and said to be */
            tally->inside[k] += inside;
            worst = fmax(worst, fabs(off));
            found++;
        } else if (isfinite(truth) && verdict->usable) {
            tally->known++;
            tally->known_inside += inside;
            tally->worst = fmax(tally->worst, fabs(off));
        }
        if (parameter->asked || (isfinite(truth) && !inside))
            printf("# %s %.6g +- %.2g, off by %.2f u\n", parameter->name, p[i], u, off);
    }
    assert_int_equal(found, ASKED);
    tally->usable += verdict->usable;
    tally->explained += verdict->explained;
    tally->wrong += verdict->explained && worst > 4;
    if (verdict->usable)
        tally->worst = fmax(tally->worst, worst);
    if (verdict->why[0])
        printf("# %s: %s\n", verdict->usable ? "NOT EXPLAINED" : "NOT USABLE", verdict->why);
}

/* from the truth, with the rows and weights of the minimum that was found */
static void no_lower_cost_at_the_truth(const struct campaign *campaign,
                                       const struct fit_problem *problem,
                                       const struct fit_stage *stage,
                                       const struct fit_control *control, const double *p,
                                       const struct fit_verdict *verdict)
{
    struct fit_rows *rows;
    struct fit_solution solution;
    double *q = calloc(problem->n, sizeof *q);
    assert_non_null(q);
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        const double truth = truth_of(campaign, parameter);
        q[i] = isfinite(truth) ? truth : p[i];
        if (parameter->kind == FIT_TIME_OFFSET)
            q[i] = campaign->start[parameter->run];
    }
    good(fit_rows_create(problem, stage, &control->loss, p, &rows, &err));
    good(fit_settle_forget(problem, &err));
    good(fit_rows_linearise(rows, q, &err));
    good(fit_settle(rows, NULL, q, &solution, &err));
    if (solution.cost < verdict->last.cost - 0.1)
        fail_msg("cost %.3f, from the truth %.3f", verdict->last.cost, solution.cost);
    fit_rows_free(rows);
    free(q);
}

/* as the program does it; true: usable */
static bool reach(const struct fit_problem *problem, const struct fit_control *control,
                  struct fit_found *found)
{
    *found = (struct fit_found){0};
    if (fit_search(problem, NULL, NAN, FIT_STARTS, control, found, &err) ||
        fit_search_judge(problem, FIT_MISFIT, control, found, &err)) {
        printf("# FAILED: %s\n", err.message);
        *found = (struct fit_found){0};
        return false;
    }
    return found->verdict.usable;
}

/* as `skitter fit RIG RUNS`: what is free is chosen by the runs, too */
static void fit_given(const struct rig *rig, const struct option_list *given,
                      const struct campaign *campaign, bool closely, struct tally *tally)
{
    const struct fit_control control = {.loss = {FIT_LOSS, FIT_WIDTH}};
    struct fit_request request = {.free = NULL};
    struct fit_suggestions suggestions;
    struct fit_problem problem;
    struct fit_found found;
    if (fit_suggest_choose(rig, given, &request, &suggestions, &err)) {
        printf("# REFUSED: %s\n", err.message);
        return;
    }
    if (fit_setup(rig, given, &request, &problem, &err)) {
        printf("# REFUSED: %s\n", err.message);
        fit_suggest_free(&suggestions);
        return;
    }
    reach(&problem, &control, &found);
    if (found.p)
        count(campaign, &problem, found.p, &found.verdict, tally);
    if (closely && found.p && found.verdict.usable)
        no_lower_cost_at_the_truth(campaign, &problem, &found.plan.stages[found.plan.n - 1],
                                   &control, found.p, &found.verdict);
    fit_found_free(&found);
    fit_problem_free(&problem);
    fit_suggest_free(&suggestions);
}

static void fit_campaign(unsigned long seed, bool closely, struct tally *tally)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 1000 + seed);
    char *directory = scratch_directory(), paths[RUNS][4096];
    struct rig *rig = believed_rig();
    struct campaign campaign;
    printf("# campaign %lu: ", seed);
    record(directory, rng, rig, &campaign, paths);
    const char *list[RUNS] = {paths[0], paths[1], paths[2]};
    const struct option_list given = {list, RUNS};
    const clock_t before = clock();
    tally->campaigns++;
    fit_given(rig, &given, &campaign, closely, tally);
    printf("# %.1f s of processor time\n", (double)(clock() - before) / CLOCKS_PER_SEC);
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
        fit_campaign((unsigned long)(i + from), n < 20, &tally);
    printf("# %d campaigns: %d usable, %d explained, %d of these wrong; inside %d %d %d; worst "
           "%.2f u; of what was known before %d of %d inside\n",
           n, tally.usable, tally.explained, tally.wrong, tally.inside[0], tally.inside[1],
           tally.inside[2], tally.worst, tally.known_inside, tally.known);
    if (n < 20) { /* of few: nothing is far off, and the minimum is one */
        assert_int_equal(tally.usable, n);
        assert_true(tally.worst < 4);
        return;
    }
    assert_true(tally.usable >= 0.95 * n);
    assert_true(tally.wrong <= 0.02 * n);
    assert_true(tally.known_inside >= 0.90 * tally.known);
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
