/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of runs against trying all of them, on candidates whose information is made up. */
#include "config.h"

#include "plan/choose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_rng.h>

#include "tests/test.h"

enum { KEPT = 2, CANDIDATES = 12, WORLDS = 3 };

static struct error err;
static struct plan_unknowns unknowns;

/* two unknowns about which next to nothing is known; each candidate tells of one direction of them
 * in each world */
static struct plan_candidates make(unsigned long seed)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, seed);
    struct plan_candidates c = {.unknowns = &unknowns, .n = CANDIDATES, .members = WORLDS};
    unknowns = (struct plan_unknowns){.n = KEPT,
                                      .n_goal = KEPT,
                                      .n_kept = KEPT,
                                      .kept = {0, 1},
                                      .prior = {1e-3, 0, 0, 1e-3},
                                      .scale = {1, 1}};
    c.list = calloc(CANDIDATES, sizeof *c.list);
    for (size_t i = 0; i < CANDIDATES; i++) {
        c.list[i].n = WORLDS; /* all have been tried: nothing is simulated */
        c.list[i].information = calloc(WORLDS, KEPT * KEPT * sizeof(double));
        for (size_t w = 0; w < WORLDS; w++) {
            const double a = gsl_rng_uniform(rng) - 0.5, b = gsl_rng_uniform(rng) - 0.5;
            const double of[] = {a * a, a * b, a * b, b * b};
            memcpy(c.list[i].information + w * KEPT * KEPT, of, sizeof of);
        }
    }
    gsl_rng_free(rng);
    return c;
}

/* half the logarithm of the determinant of the covariance, for each: by hand */
static double score_of(const struct plan_candidates *c, const size_t *runs, size_t n)
{
    double mean = 0;
    for (size_t w = 0; w < WORLDS; w++) {
        double m[4] = {1e-3, 0, 0, 1e-3};
        for (size_t k = 0; k < n; k++)
            for (size_t e = 0; e < 4; e++)
                m[e] += c->list[runs[k]].information[w * 4 + e];
        mean -= 0.25 * log(m[0] * m[3] - m[1] * m[2]) / WORLDS;
    }
    return mean;
}

static void finds_the_best_pair(void **state)
{
    (void)state;
    for (unsigned long seed = 1; seed <= 20; seed++) {
        struct plan_candidates c = make(seed);
        const struct plan_wish wish = {
            .criterion = PLAN_CRITERION_D, .runs = 2, .budget = INFINITY, .repeat_cost = 1};
        struct plan_choice choice;
        double best = INFINITY;
        for (size_t a = 0; a < CANDIDATES; a++)
            for (size_t b = a; b < CANDIDATES; b++)
                best = fmin(best, score_of(&c, (size_t[]){a, b}, 2));
        assert_int_equal(plan_choose(&c, &wish, &choice, &err), 0);
        assert_int_equal(choice.n, 2);
        assert_true(fabs(choice.after[2].score - score_of(&c, choice.runs, 2)) < 1e-9);
        /* exchanges one by one need not come to the best; within 1 % of the uncertainty */
        assert_true(choice.after[2].score < best + 0.01);
        plan_candidates_free(&c);
    }
}

/* one direction is told a hundred times better by candidate 3: repeats of it, and one other */
static void repeats_what_is_worth_it(void **state)
{
    (void)state;
    struct plan_candidates c = make(1);
    for (size_t i = 0; i < CANDIDATES; i++)
        for (size_t w = 0; w < WORLDS; w++) {
            const double of[] = {i == 3 ? 1 : 0.01, 0, 0, i == 3 ? 1 : 0.01};
            memcpy(c.list[i].information + w * 4, of, sizeof of);
        }
    const struct plan_wish wish = {
        .criterion = PLAN_CRITERION_A, .runs = 4, .budget = INFINITY, .repeat_cost = 1};
    struct plan_choice choice;
    assert_int_equal(plan_choose(&c, &wish, &choice, &err), 0);
    for (size_t k = 0; k < 4; k++)
        assert_int_equal(choice.runs[k], 3);
    /* n runs: u = (n + 1e-3)^(-1/2) */
    for (size_t k = 0; k <= 4; k++)
        assert_true(fabs(choice.after[k].u[0] * sqrt((double)k + 1e-3) - 1) < 1e-9);
    const struct plan_wish poor = {
        .criterion = PLAN_CRITERION_A, .runs = 4, .budget = 1.6, .repeat_cost = 0.3};
    assert_int_equal(plan_choose(&c, &poor, &choice, &err), 0);
    assert_int_equal(choice.n, 3); /* 1 + 0.3 + 0.3 */
    plan_candidates_free(&c);
}

static void tell(struct plan_candidates *c, size_t run, size_t world, double first, double second)
{
    const double of[] = {first, 0, 0, second};
    memcpy(c->list[run].information + world * 4, of, sizeof of);
}

/* 5 tells most in the mean, but nothing in one world; 3 tells less than that in all of them; 7
 * could not be made */
static void prefers_what_is_reliable(void **state)
{
    (void)state;
    struct plan_candidates c = make(1);
    for (size_t i = 0; i < CANDIDATES; i++)
        for (size_t w = 0; w < WORLDS; w++) {
            const double much = i == 3 ? 1 : i == 5 ? (w == 1 ? 0 : 3) : i == 7 ? 100 : 0.01;
            tell(&c, i, w, much, much);
        }
    c.list[7].fate = PLAN_CLIPPED;
    const struct plan_wish wish = {
        .criterion = PLAN_CRITERION_D, .runs = 1, .budget = INFINITY, .repeat_cost = 1};
    struct plan_choice choice;
    assert_int_equal(plan_choose(&c, &wish, &choice, &err), 0);
    assert_int_equal(choice.runs[0], 3);
    c.members = 1; /* in the world that is believed alone the other one is better */
    for (size_t i = 0; i < CANDIDATES; i++)
        c.list[i].n = 1;
    assert_int_equal(plan_choose(&c, &wish, &choice, &err), 0);
    assert_int_equal(choice.runs[0], 5);
    plan_candidates_free(&c);
}

/* 3 is the best in the worlds that it is chosen in, by luck: in the others it tells a quarter,
 * which is what is promised */
static void promises_what_others_tell(void **state)
{
    (void)state;
    struct plan_candidates c = make(1);
    c.members = 2, c.fresh = WORLDS - 2;
    for (size_t i = 0; i < CANDIDATES; i++)
        for (size_t w = 0; w < WORLDS; w++) {
            const double much = i != 3 ? 0.5 : w < c.members ? 1 : 0.25;
            tell(&c, i, w, much, much);
        }
    const struct plan_wish wish = {
        .criterion = PLAN_CRITERION_D, .runs = 2, .budget = INFINITY, .repeat_cost = 1};
    struct plan_choice choice;
    assert_int_equal(plan_choose(&c, &wish, &choice, &err), 0);
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(choice.runs[k], 3);
        assert_true(fabs(choice.after[k + 1].u[1] * sqrt(0.25 * ((double)k + 1) + 1e-3) - 1) <
                    1e-9);
    }
    plan_candidates_free(&c);
}

/* by c the first of the goal counts alone; by d the volume: 2 * 2 is more than 3 * 1; by a the
 * relative squares, of which the larger one counts most. One after the other: 4, which is best
 * alone, although 1 and 2 are the best pair */
static void follows_the_criterion(void **state)
{
    (void)state;
    struct plan_candidates c = make(1);
    for (size_t i = 0; i < CANDIDATES; i++)
        for (size_t w = 0; w < WORLDS; w++)
            tell(&c, i, w, i == 1 ? 30 : i == 4 ? 4 : 0, i == 2 ? 30 : i == 4 ? 4 : 0);
    struct plan_wish wish = {
        .criterion = PLAN_CRITERION_C, .runs = 1, .budget = INFINITY, .repeat_cost = 1};
    struct plan_choice choice;
    assert_int_equal(plan_choose(&c, &wish, &choice, &err), 0);
    assert_int_equal(choice.runs[0], 1);
    wish.criterion = PLAN_CRITERION_A;
    assert_int_equal(plan_choose(&c, &wish, &choice, &err), 0);
    assert_int_equal(choice.runs[0], 4);
    wish = (struct plan_wish){.criterion = PLAN_CRITERION_D,
                              .runs = 2,
                              .budget = INFINITY,
                              .repeat_cost = 1,
                              .sequential = true};
    assert_int_equal(plan_choose(&c, &wish, &choice, &err), 0);
    assert_int_equal(choice.runs[0], 4);
    wish.sequential = false;
    assert_int_equal(plan_choose(&c, &wish, &choice, &err), 0);
    assert_int_equal(choice.runs[0] + choice.runs[1], 3);
    plan_candidates_free(&c);
}

/* a column that is a multiple of the other: no run parts them */
static void names_what_hides(void **state)
{
    (void)state;
    struct plan_candidates c = make(1);
    size_t behind;
    assert_int_equal(plan_undetermined(&c, &behind), KEPT);
    for (size_t i = 0; i < CANDIDATES; i++) {
        const double of[] = {1, 2, 2, 4};
        memcpy(c.list[i].information, of, sizeof of);
    }
    assert_int_equal(plan_undetermined(&c, &behind), 0);
    assert_int_equal(behind, 1);
    plan_candidates_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_best_pair),      cmocka_unit_test(repeats_what_is_worth_it),
        cmocka_unit_test(prefers_what_is_reliable), cmocka_unit_test(promises_what_others_tell),
        cmocka_unit_test(follows_the_criterion),    cmocka_unit_test(names_what_hides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
