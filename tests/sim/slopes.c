/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sensitivities against differences of the simulator itself: 200 random motions
 * of each mechanism, each differentiated in one random direction through all
 * its parameters and start values at once. */
#include "sim/slopes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/ball.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

enum { CASES = 200, MAX_DRAWS = 700, RUNS = 4 };

static double uniform(double low, double high)
{
    return low + (high - low) * ((double)rand() / RAND_MAX);
}

/* the values that are moved: where they are, and how fast each moves */
struct values {
    const char *names[SIM_MAX_DIRECTIONS];
    double at[SIM_MAX_DIRECTIONS], speed[SIM_MAX_DIRECTIONS];
    size_t n;
};

/* names beside the rig's own that a motion starts with, "name low high" */
struct extra {
    const char *name;
    double low, high, share; /* share of the motions that have it */
};

struct suite {
    const char *rig, *settings;
    double duration, spread; /* how far values are drawn from the rig's, relative */
    double speed;            /* how fast they move, relative to their size */
    struct extra extras[4];
};

static void add_value(struct values *values, const char *name, double at)
{
    assert_true(values->n < SIM_MAX_DIRECTIONS);
    values->names[values->n] = name;
    values->at[values->n] = at;
    values->speed[values->n++] = uniform(-1, 1) * fmax(fabs(at), 0.1);
}

/* every given value but sizes, around where the rig has it; values that the rig
 * has at zero may be moved to one side only */
static void draw_given(const struct rig_section *section, double spread, struct values *values)
{
    for (size_t i = 0; i < section->n; i++) {
        const char *name = section->table[i].name;
        const double at = section->values[i].value;
        if (!rig_given(&section->values[i]) || strcmp(name, "links") == 0)
            continue;
        if (strcmp(name, "restitution") == 0)
            add_value(values, name, uniform(0.05, 0.7));
        else if (at == 0)
            add_value(values, name, uniform(0.05, 0.2));
        else
            add_value(values, name, at * uniform(1 - spread, 1 + spread));
    }
}

static void draw(const struct suite *suite, const struct rig *rig, struct values *values)
{
    values->n = 0;
    draw_given(&rig->parameters, suite->spread, values);
    draw_given(&rig->start, suite->spread, values);
    for (const struct extra *extra = suite->extras; extra->name; extra++)
        if (uniform(0, 1) < extra->share)
            add_value(values, extra->name, uniform(extra->low, extra->high));
    for (size_t i = 0; i < values->n; i++)
        values->speed[i] *= suite->speed;
}

/* the motion with all values moved by h; NULL when there is no such start */
static struct sim_setup *moved_setup(struct rig *rig, const struct values *values, double h,
                                     double duration)
{
    struct sim_setup *setup;
    struct error err;
    for (size_t i = 0; i < values->n; i++)
        if (rig_set_value(rig, values->names[i], values->at[i] + h * values->speed[i], &err))
            return NULL;
    if (sim_setup_create(rig, duration, 1e-13, values->names, values->n, &setup, &err))
        return NULL;
    setup->problem.rate = 0;
    return setup;
}

/* all directions into one, by the speeds */
static void combine(struct sim_setup *setup, const struct values *values)
{
    struct sim_direction sum = {.p = {0}};
    for (size_t d = 0; d < values->n; d++) {
        for (size_t i = 0; i < SIM_MAX_PARAMETERS; i++)
            sum.p[i] += values->speed[d] * setup->directions[d].p[i];
        for (size_t i = 0; i < SIM_MAX_STATES; i++)
            sum.x[i] += values->speed[d] * setup->directions[d].x[i];
    }
    setup->directions[0] = sum;
    setup->problem.n_directions = 1;
}

static bool same_order(const struct recording *a, const struct recording *b)
{
    if (a->code != b->code || a->n_events != b->n_events)
        return false;
    for (size_t i = 0; i < a->n_events; i++)
        if (a->events[i].kind != b->events[i].kind || a->events[i].to != b->events[i].to ||
            a->events[i].from != b->events[i].from)
            return false;
    return true;
}

/* central differences with steps h and h/2, extrapolated; *trust is small where
 * the differences are good */
static double difference(const double *f, double h, double *trust)
{
    const double wide = (f[1] - f[0]) / (2 * h), narrow = (f[3] - f[2]) / h;
    *trust = fabs(narrow - wide);
    return narrow + (narrow - wide) / 3;
}

enum verdict { GOOD, OTHER_ORDER, ROUGH, NO_START, ENDED, WRONG };

struct tally {
    int counts[WRONG + 1];
    double worst; /* of all */
    size_t event; /* the last one looked at, and how far off */
    double off;
};

/* one number of one event: analytic slope against the difference. The last
 * bounces before they settle are weak: there rounding of the gap by 1e-16 m
 * shows as g 1e-16 / v in their velocity, which spoils the differences */
static enum verdict judge(double slope, const double *f, double h, double scale, bool weak,
                          struct tally *tally)
{
    double trust, expected = difference(f, h, &trust);
    if (!(trust < 1e-6 * scale))
        return ROUGH;
    tally->off = fabs(slope - expected) / scale;
    if (!weak)
        tally->worst = fmax(tally->worst, tally->off);
    return tally->off < (weak ? 1e-4 : 1e-6) ? GOOD : WRONG;
}

/* event times, and states along with their events */
static enum verdict compare(const struct sim_problem *problem, const struct recording *base,
                            struct recording *const *runs, double h, struct tally *tally)
{
    for (size_t i = 0; i < base->n_events; i++) {
        const struct recorded_event *event = &base->events[i];
        const double dt = event->time_slopes[0];
        const bool weak = event->kind == SIM_EVENT_SETTLE ||
                          (event->kind == SIM_EVENT_IMPACT && event->normal_before > -1e-3);
        tally->event = i;
        double rate[SIM_MAX_STATES], f[RUNS], scale = 1 + fabs(dt);
        for (int k = 0; k < RUNS; k++)
            f[k] = runs[k]->events[i].t;
        enum verdict verdict = judge(dt, f, h, scale, weak, tally);
        if (verdict != GOOD)
            return verdict;
        recording_rate(problem, event->to, event->t, event->x, rate);
        for (size_t s = 0; s < base->width; s++)
            scale = fmax(scale, 1 + fabs(event->state_slopes[s] + rate[s] * dt));
        for (size_t s = 0; s < base->width; s++) {
            for (int k = 0; k < RUNS; k++)
                f[k] = runs[k]->events[i].x[s];
            verdict = judge(event->state_slopes[s] + rate[s] * dt, f, h, scale, weak, tally);
            if (verdict != GOOD)
                return verdict;
        }
    }
    return GOOD;
}

static struct recording *moved_run(struct rig *rig, const struct values *values, double h,
                                   double duration)
{
    struct sim_setup *setup = moved_setup(rig, values, h, duration);
    if (!setup)
        return NULL;
    setup->problem.n_directions = 0;
    struct recording *r = recording_try(&setup->problem);
    sim_setup_free(setup);
    return r;
}

/* where A is close to zero the slopes grow as 1/A^2, and the step, which follows
 * the state alone, is too long for them */
static bool near_jam(const struct sim_problem *problem, const struct recording *base)
{
    for (size_t i = 0; i < base->n_events; i++) {
        const struct recorded_event *event = &base->events[i];
        struct sim_motion m;
        if (!sim_mode_slip(event->from))
            continue;
        sim_motion_at(&problem->inputs, event->from, event->t, event->x, &m);
        if (fabs(m.a) < 1e-3 * m.contact.q_nn)
            return true;
    }
    return false;
}

/* what it takes to see the first wrong motions again */
static void tell(const struct suite *suite, const struct recording *base,
                 const struct values *values, const struct tally *tally)
{
    if (tally->counts[WRONG] > 2)
        return;
    char *kinds = recording_kinds(base);
    print_error("%s %s: off by %.1e at event %zu of: %s\n", suite->rig, suite->settings, tally->off,
                tally->event, kinds);
    for (size_t i = 0; i < values->n; i++)
        print_error("  --set %s=%.17g\n", values->names[i], values->at[i]);
    free(kinds);
}

static enum verdict check_motion(struct rig *rig, const struct suite *suite,
                                 const struct values *values, double h, struct tally *tally)
{
    const double steps[RUNS] = {-h, h, -h / 2, h / 2};
    struct sim_setup *setup = moved_setup(rig, values, 0, suite->duration);
    if (!setup)
        return NO_START;
    combine(setup, values);
    struct recording *base = recording_try(&setup->problem), *runs[RUNS] = {NULL};
    enum verdict verdict = base->code ? NO_START : base->statistics.slopes_why ? ENDED : GOOD;
    if (verdict == GOOD &&
        (near_jam(&setup->problem, base) || (h < 4e-4 && recording_count(base, SIM_EVENT_SETTLE))))
        verdict = ROUGH;
    for (int k = 0; verdict == GOOD && k < RUNS; k++) {
        runs[k] = moved_run(rig, values, steps[k], suite->duration);
        if (!runs[k] || !same_order(base, runs[k]))
            verdict = OTHER_ORDER;
    }
    if (verdict == GOOD)
        verdict = compare(&setup->problem, base, runs, h, tally);
    if (verdict == WRONG)
        tell(suite, base, values, tally);
    for (int k = 0; k < RUNS; k++)
        recording_free(runs[k]);
    recording_free(base);
    sim_setup_free(setup);
    return verdict;
}

static void check_suite(const struct suite *suite)
{
    struct tally tally = {{0}, 0, 0, 0};
    struct values values;
    srand(7);
    int draws = 0;
    for (; draws < MAX_DRAWS && tally.counts[GOOD] + tally.counts[WRONG] < CASES; draws++) {
        struct rig *rig = recording_rig(suite->rig, suite->settings);
        draw(suite, rig, &values);
        enum verdict verdict = ROUGH; /* then closer, as far as rounding lets */
        for (double h = 4e-4; h > 5e-5 && (verdict == ROUGH || verdict == OTHER_ORDER); h /= 4)
            verdict = check_motion(rig, suite, &values, h, &tally);
        tally.counts[verdict]++;
        rig_free(rig);
    }
    print_message("# %s: %d of %d drawn, %d with another order, %d too rough, %d without a "
                  "start, %d ended, %d wrong; worst %.1e\n",
                  suite->rig, tally.counts[GOOD], draws, tally.counts[OTHER_ORDER],
                  tally.counts[ROUGH], tally.counts[NO_START], tally.counts[ENDED],
                  tally.counts[WRONG], tally.worst);
    assert_int_equal(tally.counts[WRONG], 0);
    assert_int_equal(tally.counts[GOOD], CASES);
}

static void test_two_link(void **state)
{
    (void)state;
    check_suite(&(struct suite){"zhao-2008", "", 0.25, 0.02, 0.1, {{"theta1_dot", -3, 3, 0.5}}});
    check_suite(&(struct suite){"liu-2007-case5", "", 0.6, 0.05, 1, {{"theta1_dot", -1, 1, 0.5}}});
}

static void test_chain(void **state)
{
    (void)state;
    check_suite(&(struct suite){
        "chain", "", 0.3, 0.08, 0.3, {{"theta1_dot", -3, 3, 0.5}, {"theta2_dot", -3, 3, 0.5}}});
}

static void test_rod(void **state)
{
    (void)state;
    check_suite(&(struct suite){
        "painleve-rod", "", 0.5, 0.15, 1, {{"phi_dot", -1, 1, 0.5}, {"y_dot", -1, 0.2, 0.3}}});
}

static void test_box(void **state)
{
    (void)state;
    check_suite(&(struct suite){"painleve-box",
                                "phi=0.1rad",
                                0.3,
                                0.15,
                                1,
                                {{"phi_dot", -3, 3, 0.5}, {"y", 0.12, 0.15, 0.3}}});
}

static void test_oscillator(void **state)
{
    (void)state;
    check_suite(&(struct suite){"leine-2002", "", 0.4, 0.15, 0.5, {{"phi_dot", -1, 1, 0.5}}});
}

static void test_simple_oscillator(void **state)
{
    (void)state;
    check_suite(&(struct suite){"leine-2002-simple", "", 0.4, 0.15, 0.5, {{"u1_dot", -1, 1, 0.5}}});
}

static void test_ipos(void **state)
{
    (void)state;
    check_suite(&(struct suite){"or-2012", "", 0.4, 0.15, 0.5, {{"theta_dot", -2, 2, 0.5}}});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_link),   cmocka_unit_test(test_chain),
        cmocka_unit_test(test_rod),        cmocka_unit_test(test_box),
        cmocka_unit_test(test_oscillator), cmocka_unit_test(test_simple_oscillator),
        cmocka_unit_test(test_ipos),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
