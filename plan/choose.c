/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plan/choose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_linalg.h>

/* one in so many goes on, in twice as many worlds */
enum { FIRST_WORLDS = 2, LEFT_OVER = 2, MOST_EXCHANGES = 20, BEGINNINGS = 8 };

/* a direction whose information is below this share of the largest is not determined, as in a
 * fit (fit/covariance.c): columns of length one, squares of singular values */
static const double no_information = 1e-10;

/* ---- what information makes of the goal */

/* covariance of the kept unknowns, scaled to columns of length one and back; false: singular */
static bool invert(const double *information, size_t n, double *covariance)
{
    double length[PLAN_MOST];
    for (size_t i = 0; i < n; i++) {
        length[i] = sqrt(information[i * n + i]);
        if (!(length[i] > 0))
            return false;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            covariance[i * n + j] = information[i * n + j] / (length[i] * length[j]);
    gsl_matrix_view matrix = gsl_matrix_view_array(covariance, n, n);
    if (gsl_linalg_cholesky_decomp1(&matrix.matrix) || gsl_linalg_cholesky_invert(&matrix.matrix))
        return false;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            covariance[i * n + j] /= length[i] * length[j];
    return true;
}

/* logarithm of the volume of the goal's covariance, for each of it: of a mean uncertainty */
static double log_volume(const double *covariance, size_t n, size_t n_goal)
{
    double block[PLAN_MOST * PLAN_MOST], sum = 0;
    for (size_t i = 0; i < n_goal; i++)
        for (size_t j = 0; j < n_goal; j++)
            block[i * n_goal + j] = covariance[i * n + j] /
                                    sqrt(covariance[i * n + i] * covariance[j * n + j]);
    gsl_matrix_view matrix = gsl_matrix_view_array(block, n_goal, n_goal);
    if (gsl_linalg_cholesky_decomp1(&matrix.matrix))
        return INFINITY;
    for (size_t i = 0; i < n_goal; i++)
        sum += log(block[i * n_goal + i]) + 0.5 * log(covariance[i * n + i]);
    return sum / (double)n_goal;
}

static double judge(const struct plan_unknowns *u, enum plan_criterion criterion,
                    const double *information, double *log_u)
{
    const size_t n = u->n_kept;
    double covariance[PLAN_MOST * PLAN_MOST], squares = 0;
    if (!invert(information, n, covariance))
        return INFINITY;
    for (size_t i = 0; i < u->n_goal; i++) {
        if (log_u)
            log_u[i] += 0.5 * log(covariance[i * n + i]);
        squares += covariance[i * n + i] / (u->scale[i] * u->scale[i]);
    }
    const double of[] = {[PLAN_CRITERION_D] = log_volume(covariance, n, u->n_goal),
                         [PLAN_CRITERION_A] = 0.5 * log(squares / (double)u->n_goal),
                         [PLAN_CRITERION_C] = 0.5 * log(covariance[0])};
    return of[criterion];
}

/* ---- sums over runs, world by world */

struct sums {
    size_t size, first, worlds; /* of the worlds that are summed over */
    double *of;                 /* worlds rows of size */
};

static const double *information_of(const struct plan_candidates *c, size_t run, size_t world)
{
    return c->list[run].information + world * c->unknowns->n_kept * c->unknowns->n_kept;
}

/* fresh: worlds in which nothing was chosen, where there are any */
static enum error_code sums_open(const struct plan_candidates *c, bool fresh, struct sums *sums,
                                 struct error *err)
{
    const size_t n = c->unknowns->n_kept;
    fresh = fresh && c->fresh > 0;
    *sums = (struct sums){
        .size = n * n, .first = fresh ? c->members : 0, .worlds = fresh ? c->fresh : c->members};
    sums->of = malloc(sums->worlds * n * n * sizeof *sums->of);
    if (!sums->of)
        return error_memory(err);
    for (size_t w = 0; w < sums->worlds; w++)
        memcpy(sums->of + w * n * n, c->unknowns->prior, n * n * sizeof *sums->of);
    return ERROR_OK;
}

static void sums_add(const struct plan_candidates *c, struct sums *sums, size_t run, double factor)
{
    for (size_t w = 0; w < sums->worlds; w++) {
        const double *information = information_of(c, run, sums->first + w);
        for (size_t k = 0; k < sums->size; k++)
            sums->of[w * sums->size + k] += factor * information[k];
    }
}

/* mean over the first worlds, with one run more (SIZE_MAX: none) */
static double score(const struct plan_candidates *c, enum plan_criterion criterion,
                    const struct sums *sums, size_t run, size_t worlds, double *u)
{
    double total[PLAN_MOST * PLAN_MOST], mean = 0;
    double log_u[SIM_MAX_DIRECTIONS] = {0};
    for (size_t w = 0; w < worlds; w++) {
        memcpy(total, sums->of + w * sums->size, sums->size * sizeof *total);
        const double *more = run == SIZE_MAX ? NULL : information_of(c, run, sums->first + w);
        for (size_t k = 0; more && k < sums->size; k++)
            total[k] += more[k];
        mean += judge(c->unknowns, criterion, total, log_u) / (double)worlds;
    }
    for (size_t i = 0; u && i < c->unknowns->n_goal; i++)
        u[i] = exp(log_u[i] / (double)worlds);
    return mean;
}

/* ---- the race */

struct racer {
    size_t run;
    double gain; /* for its cost */
};

static int by_gain(const void *a, const void *b)
{
    const struct racer *x = a, *y = b;
    if (x->gain != y->gain)
        return x->gain < y->gain ? 1 : -1;
    return x->run < y->run ? -1 : x->run > y->run; /* the same for any number of threads */
}

static double cost_of(const struct plan_wish *wish, const struct plan_choice *choice, size_t run)
{
    for (size_t i = 0; i < choice->n; i++)
        if (choice->runs[i] == run)
            return wish->repeat_cost;
    return 1;
}

static void score_all(const struct plan_candidates *c, const struct plan_wish *wish,
                      const struct plan_choice *choice, const struct sums *sums, size_t worlds,
                      struct racer *racers, size_t n)
{
    const double before = score(c, wish->criterion, sums, SIZE_MAX, worlds, NULL);
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < n; i++) {
        const bool good = c->list[racers[i].run].fate == PLAN_GOOD;
        racers[i].gain = good ? (before -
                                 score(c, wish->criterion, sums, racers[i].run, worlds, NULL)) /
                                    cost_of(wish, choice, racers[i].run)
                              : -INFINITY;
    }
    qsort(racers, n, sizeof *racers, by_gain);
}

/* the best of all points beside what is chosen; SIZE_MAX: none can be made */
static enum error_code race(struct plan_candidates *c, const struct plan_wish *wish,
                            const struct plan_choice *choice, const struct sums *sums,
                            size_t *winner, struct error *err)
{
    struct racer *racers = calloc(c->n, sizeof *racers);
    size_t *which = calloc(c->n, sizeof *which);
    enum error_code code = racers && which ? ERROR_OK : error_memory(err);
    size_t n = c->n, worlds = c->members < FIRST_WORLDS ? c->members : FIRST_WORLDS;
    for (size_t i = 0; !code && i < n; i++)
        racers[i].run = i;
    *winner = SIZE_MAX;
    while (!code) {
        for (size_t i = 0; i < n; i++)
            which[i] = racers[i].run;
        code = plan_candidates_simulate(c, which, n, worlds, err);
        if (code)
            break;
        score_all(c, wish, choice, sums, worlds, racers, n);
        if (worlds == c->members)
            break;
        worlds = 2 * worlds < c->members ? 2 * worlds : c->members;
        n = n > LEFT_OVER ? (n + LEFT_OVER - 1) / LEFT_OVER : 1;
    }
    /* one that is found out in the last worlds to be impossible leaves its place to the next */
    if (!code && isfinite(racers[0].gain) && c->list[racers[0].run].n >= c->members)
        *winner = racers[0].run;
    free(racers);
    free(which);
    return code;
}

/* ---- one after the other, and exchanges */

static enum error_code place(struct plan_candidates *c, const struct plan_wish *wish,
                             struct sums *sums, struct plan_choice *choice, struct error *err)
{
    enum error_code code = ERROR_OK;
    while (!code && choice->n < wish->runs) {
        size_t winner;
        code = race(c, wish, choice, sums, &winner, err);
        if (code || winner == SIZE_MAX)
            break;
        const double cost = cost_of(wish, choice, winner);
        if (choice->cost + cost > wish->budget)
            break;
        choice->cost += cost;
        choice->runs[choice->n++] = winner;
        sums_add(c, sums, winner, 1);
    }
    return code;
}

/* the best run to add, of those that have been tried in all worlds */
static size_t best_more(const struct plan_candidates *c, enum plan_criterion criterion,
                        const struct sums *sums, double *scores)
{
    size_t best = SIZE_MAX;
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < c->n; i++)
        scores[i] = c->list[i].fate == PLAN_GOOD && c->list[i].n == c->members
                        ? score(c, criterion, sums, i, c->members, NULL)
                        : INFINITY;
    for (size_t i = 0; i < c->n; i++)
        if (isfinite(scores[i]) && (best == SIZE_MAX || scores[i] < scores[best]))
            best = i;
    return best;
}

/* exchange runs one by one until none is exchanged for a better one; returns the score then */
static double exchange(const struct plan_candidates *c, const struct plan_wish *wish,
                       struct sums *sums, struct plan_choice *choice, double *scores)
{
    bool helped = true;
    for (int round = 0; helped && round < MOST_EXCHANGES; round++) {
        helped = false;
        for (size_t k = 0; k < choice->n; k++) {
            const size_t old = choice->runs[k];
            sums_add(c, sums, old, -1);
            const size_t best = best_more(c, wish->criterion, sums, scores);
            const bool better = best != SIZE_MAX && scores[best] < scores[old] - 1e-9;
            choice->runs[k] = better ? best : old;
            helped |= better;
            sums_add(c, sums, choice->runs[k], 1);
        }
    }
    return score(c, wish->criterion, sums, SIZE_MAX, c->members, NULL);
}

/* The same from other beginnings, as the run that is the best alone need not be of the best ones:
 * each of the best alone as the first, and the others after it. */
static enum error_code begin_anew(const struct plan_candidates *c, const struct plan_wish *wish,
                                  double least, struct plan_choice *choice, double *scores,
                                  struct error *err)
{
    size_t firsts[BEGINNINGS], n_firsts = 0;
    struct sums sums;
    enum error_code code = sums_open(c, false, &sums, err);
    if (code)
        return code;
    best_more(c, wish->criterion, &sums, scores);
    for (; n_firsts < BEGINNINGS; n_firsts++) {
        size_t best = SIZE_MAX;
        for (size_t i = 0; i < c->n; i++)
            if (isfinite(scores[i]) && (best == SIZE_MAX || scores[i] < scores[best]))
                best = i;
        if (best == SIZE_MAX)
            break;
        firsts[n_firsts] = best;
        scores[best] = INFINITY;
    }
    free(sums.of);
    for (size_t f = 0; !code && f < n_firsts; f++) {
        struct plan_choice other = {.cost = choice->cost};
        code = sums_open(c, false, &sums, err);
        while (!code && other.n < choice->n) {
            other.runs[other.n] = other.n ? best_more(c, wish->criterion, &sums, scores)
                                          : firsts[f];
            sums_add(c, &sums, other.runs[other.n++], 1);
        }
        const double now = code ? INFINITY : exchange(c, wish, &sums, &other, scores);
        if (now < least - 1e-9) {
            least = now;
            *choice = other;
        }
        free(sums.of);
    }
    return code;
}

enum error_code plan_choice_simulate(struct plan_candidates *candidates,
                                     const struct plan_choice *choice, struct error *err)
{
    size_t each[PLAN_MOST_RUNS], n = 0;
    for (size_t k = 0; k < choice->n; k++) {
        bool again = false;
        for (size_t i = 0; i < n; i++)
            again |= each[i] == choice->runs[k];
        if (!again)
            each[n++] = choice->runs[k];
    }
    return plan_candidates_simulate(candidates, each, n, candidates->members + candidates->fresh,
                                    err);
}

enum error_code plan_state_after(const struct plan_candidates *candidates,
                                 enum plan_criterion criterion, const size_t *runs, size_t n,
                                 struct plan_state *state, struct error *err)
{
    struct sums sums;
    enum error_code code = sums_open(candidates, true, &sums, err);
    if (code)
        return code;
    for (size_t i = 0; i < n; i++)
        sums_add(candidates, &sums, runs[i], 1);
    state->score = score(candidates, criterion, &sums, SIZE_MAX, sums.worlds, state->u);
    free(sums.of);
    return ERROR_OK;
}

enum error_code plan_state_alone(const struct plan_candidates *candidates,
                                 enum plan_criterion criterion, size_t run,
                                 struct plan_state *state, struct error *err)
{
    const size_t tried = candidates->list[run].n;
    struct sums sums;
    enum error_code code = sums_open(candidates, false, &sums, err);
    if (code)
        return code;
    state->score = score(candidates, criterion, &sums, run,
                         tried < candidates->members ? tried : candidates->members, state->u);
    free(sums.of);
    return ERROR_OK;
}

enum error_code plan_choose(struct plan_candidates *candidates, const struct plan_wish *wish,
                            struct plan_choice *choice, struct error *err)
{
    struct sums sums;
    *choice = (struct plan_choice){0};
    enum error_code code = sums_open(candidates, false, &sums, err);
    if (!code)
        code = place(candidates, wish, &sums, choice, err);
    /* with costs an exchange would have to weigh them: the order of gain for cost stands */
    double *scores = calloc(candidates->n, sizeof *scores);
    if (!code && !scores)
        code = error_memory(err);
    if (!code && !wish->sequential && wish->repeat_cost == 1 && choice->n > 1) {
        const double least = exchange(candidates, wish, &sums, choice, scores);
        code = begin_anew(candidates, wish, least, choice, scores, err);
    }
    free(scores);
    if (!code)
        code = plan_choice_simulate(candidates, choice, err);
    for (size_t k = 0; !code && k <= choice->n; k++)
        code = plan_state_after(candidates, wish->criterion, choice->runs, k, &choice->after[k],
                                err);
    free(sums.of);
    return code;
}

/* ---- what no run tells */

/* all that the range can teach, in the world that is believed, without what is known before of
 * the goal */
static void gather(const struct plan_candidates *c, double *total)
{
    const struct plan_unknowns *u = c->unknowns;
    const size_t n = u->n_kept;
    memset(total, 0, n * n * sizeof *total);
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; c->list[i].n > 0 && c->list[i].fate == PLAN_GOOD && k < n * n; k++)
            total[k] += c->list[i].information[k];
    for (size_t i = u->n_goal; i < n; i++)
        total[i * n + i] += u->prior[i * n + i];
}

size_t plan_undetermined(const struct plan_candidates *candidates, size_t *behind)
{
    const struct plan_unknowns *u = candidates->unknowns;
    const size_t n = u->n_kept;
    double total[PLAN_MOST * PLAN_MOST], length[PLAN_MOST] = {0};
    gather(candidates, total);
    for (size_t i = 0; i < n; i++)
        length[i] = sqrt(total[i * n + i]);
    for (size_t g = 0; g < u->n_goal; g++) {
        double largest = 0;
        *behind = n;
        if (!(length[g] > 0))
            return g;
        /* what is left of its column beside the one that is most like it */
        for (size_t j = 0; j < n; j++) {
            const double alike = j == g || !(length[j] > 0)
                                     ? 0
                                     : fabs(total[g * n + j]) / (length[g] * length[j]);
            if (alike > largest) {
                largest = alike;
                *behind = j;
            }
        }
        if (1 - largest * largest < no_information)
            return g;
    }
    double covariance[PLAN_MOST * PLAN_MOST];
    if (invert(total, n, covariance))
        return u->n_goal;
    *behind = n; /* hidden behind several together */
    return 0;
}
