/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/interrupt.h"
#include "lib/cli/share.h"
#include "lib/base/list.h"

static const double freedom = 4; /* of Student's distribution, by which runs left out are judged */
static const double surely = 2;  /* standard uncertainties of a lead that is taken for one */
/* of its bounds, that a parameter's uncertainty may be for it to be determined: fit/verdict.c */
static const double widest = 0.25;
/* And a lead in AICc or BIC where no run can be left out (Burnham and Anderson 2002, 2.6) */
static const double surely_criterion = 10;

/* ---- squares of residuals, datum by datum, so that laws are compared over the same ones
 *
 * Of a run: each event that was seen, those that were not, what its rail is off, and then each
 * block of each of its channels. */

static size_t count_data(const struct fit_rows *rows, size_t run)
{
    const struct fit_part *part = &rows->parts[run];
    return part->events.n + 2 + (2 + rows->problem->runs[run].n_others) * part->n_blocks;
}

static void sort_channel(const struct fit_part *part, const double *r, size_t n, double *data)
{
    for (size_t b = 0, row = 0; b < part->n_blocks; b++)
        data[b] = part->use[b] && n ? r[row] * r[row] : NAN, row += part->use[b];
}

static void sort_run(const struct fit_rows *rows, size_t run, const double *r, double *data)
{
    const struct fit_part *part = &rows->parts[run];
    const size_t n_others = rows->problem->runs[run].n_others;
    for (size_t i = 0; i <= part->events.n; i++)
        *data++ = r[part->row + i] * r[part->row + i];
    *data = 0;
    for (size_t i = 0; i < part->n_rail; i++)
        *data += r[part->rail_row + i] * r[part->rail_row + i];
    data++;
    for (int c = 0; c < 2; c++, data += part->n_blocks) {
        const size_t end = c == 0 ? part->channel_row[1] : part->other_row[0];
        sort_channel(part, r + part->channel_row[c], end - part->channel_row[c], data);
    }
    for (size_t k = 0; k < n_others; k++, data += part->n_blocks)
        sort_channel(part, r + part->other_row[k], part->other_row[k + 1] - part->other_row[k],
                     data);
}

/* the squares of rows at p; `out`: an array for each run of the rows' problem */
static enum error_code take_squares(const struct fit_rows *rows, const double *p, double **out,
                                    double *rest, struct error *err)
{
    double *r = malloc(rows->n * sizeof *r);
    enum error_code code = r ? fit_rows_evaluate(rows, p, r, NULL, err) : error_memory(err);
    for (size_t i = 0; !code && i < rows->problem->n_runs; i++) {
        out[i] = malloc(count_data(rows, i) * sizeof **out);
        if (out[i])
            sort_run(rows, i, r, out[i]);
        else
            code = error_memory(err);
    }
    *rest = 0;
    for (size_t i = rows->prior_row; !code && i < rows->n; i++)
        *rest += r[i] * r[i];
    free(r);
    return code;
}

/* the least squares of a problem from p, and what is left there */
static enum error_code settle(const struct fit_problem *problem, const struct fit_stage *stage,
                              const struct fit_control *control, double *p, double **out,
                              double *rest, struct error *err)
{
    struct fit_rows *rows = NULL;
    struct fit_solution solution;
    enum error_code code = fit_rows_create(problem, stage, &control->loss, p, &rows, err);
    if (!code)
        code = fit_stages_finish(rows, control, 0, p, &solution, err);
    fit_rows_free(rows);
    rows = NULL;
    /* next to what the motion does at the new p there are other samples that cannot count */
    if (!code)
        code = fit_rows_create(problem, stage, &control->loss, p, &rows, err);
    if (!code && out)
        code = take_squares(rows, p, out, rest, err);
    fit_rows_free(rows);
    return code;
}

/* ---- a part of the runs */

struct part {
    struct fit_problem problem;
    double *p;
};

static void part_free(struct part *part)
{
    free(part->problem.runs);
    free(part->problem.parameters);
    free(part->p);
}

/* all runs but `run`; or that one alone, with what was asked for held at p */
static enum error_code part_make(const struct fit_problem *problem, const double *p, size_t run,
                                 bool alone, struct part *part, struct error *err)
{
    *part = (struct part){.problem.runs = calloc(problem->n_runs, sizeof *problem->runs),
                          .problem.parameters = calloc(problem->n + 1, sizeof *problem->parameters),
                          .p = calloc(problem->n + 1, sizeof *part->p)};
    struct fit_problem *to = &part->problem;
    if (!to->runs || !to->parameters || !part->p)
        return error_memory(err);
    for (size_t i = 0; i < problem->n_runs; i++)
        if ((i == run) == alone)
            to->runs[to->n_runs++] = problem->runs[i];
    for (size_t i = 0; i < problem->n; i++) {
        struct fit_parameter parameter = problem->parameters[i];
        if (parameter.run != FIT_SHARED && (parameter.run == run) != alone)
            continue;
        if (alone && parameter.run == FIT_SHARED && parameter.asked) {
            predict_base_set(&to->runs[0].base, parameter.index, p[i]);
            continue;
        }
        if (parameter.run != FIT_SHARED)
            parameter.run = alone ? 0 : parameter.run - (parameter.run > run);
        part->p[to->n] = p[i];
        to->parameters[to->n++] = parameter;
    }
    return ERROR_OK;
}

/* shared values of a part without a run go back to their places */
static void put_back(const struct fit_problem *problem, const struct part *part, size_t run,
                     double *p)
{
    for (size_t i = 0, k = 0; i < problem->n; i++)
        if (problem->parameters[i].run == FIT_SHARED)
            p[i] = part->p[k++];
        else if (problem->parameters[i].run != run)
            k++;
}

/* Fitted without a run, then judged by it. What the run has of its own, as its time offset, is
 * found in it: that is no merit of a law. */
static enum error_code leave_out(const struct fit_compare_law *law, size_t run,
                                 const struct fit_control *control, double **out, struct error *err)
{
    const struct fit_problem *problem = &law->problem;
    const struct fit_stage *stage = &law->found.plan.stages[law->found.plan.n - 1];
    struct part others = {0}, alone = {0};
    double rest, *p = malloc((problem->n + 1) * sizeof *p);
    enum error_code code = p ? part_make(problem, law->found.p, run, false, &others, err)
                             : error_memory(err);
    if (!code)
        code = settle(&others.problem, stage, control, others.p, NULL, &rest, err);
    if (!code) {
        memcpy(p, law->found.p, problem->n * sizeof *p);
        put_back(problem, &others, run, p);
        code = part_make(problem, p, run, true, &alone, err);
    }
    if (!code)
        code = settle(&alone.problem, stage, control, alone.p, out, &rest, err);
    part_free(&others);
    part_free(&alone);
    free(p);
    return code;
}

/* ---- one law */

static enum error_code fit_law(const struct fit_compare_wish *wish,
                               const struct fit_control *control, struct fit_compare_law *law,
                               struct error *err)
{
    struct fit_request request;
    enum error_code code = fit_law_request(&law->is, wish->request, &request, err);
    if (code)
        return code;
    code = fit_setup(law->is.rig, wish->runs, &request, &law->problem, err);
    free(request.bounds.items);
    if (!code)
        code = fit_search(&law->problem, wish->stages, wish->mask, wish->starts, control,
                          &law->found, err);
    if (!code && share_rank() > 0) { /* what is left is for the first rank */
        fit_found_free(&law->found);
        law->found = (struct fit_found){0};
        return ERROR_OK;
    }
    if (!code) {
        code = fit_search_judge(&law->problem, wish->misfit, control, &law->found, err);
        if (code)
            law->found = (struct fit_found){0}; /* it is freed */
    }
    if (!code && interrupt_seen())
        code = error_set(err, ERROR_INTERRUPTED, "interrupted");
    for (size_t i = 0; i < law->problem.n; i++)
        law->n_free += law->problem.parameters[i].asked;
    return code;
}

/* what no other law would mend ends the comparison; the rest speaks against this law */
static enum error_code excuse(struct fit_compare_law *law, enum error_code code,
                              const struct error *err)
{
    if (code != ERROR_NUMERIC)
        return code;
    law->failure = *err;
    return ERROR_OK;
}

static bool fitted(const struct fit_compare_law *law) { return law->found.p && !law->failure.code; }

/* ---- all are weighed alike */

/* what the residuals of a law are beyond the noise, over all of its samples */
static double excess_of(const struct fit_compare_law *law)
{
    double sum = 0;
    for (size_t i = 0; i < law->problem.n_runs; i++) {
        const struct fit_run *run = &law->problem.runs[i];
        for (int c = 0; c < 2; c++)
            sum += (double)law->found.verdict.outcomes[i].samples[c] * log(run->excess[c]);
        for (size_t k = 0; k < run->n_others; k++)
            sum += (double)law->found.verdict.outcomes[i].others[k].samples *
                   log(run->others[k].excess);
    }
    return sum;
}

static const struct fit_compare_law *closest_of(const struct fit_compare *compare)
{
    const struct fit_compare_law *closest = NULL;
    for (size_t i = 0; i < compare->n; i++)
        if (fitted(&compare->laws[i]) &&
            (!closest || excess_of(&compare->laws[i]) < excess_of(closest)))
            closest = &compare->laws[i];
    return closest;
}

static void weigh_like(const struct fit_compare_law *closest, struct fit_compare_law *law)
{
    for (size_t i = 0; i < law->problem.n_runs; i++) {
        struct fit_run *run = &law->problem.runs[i];
        const struct fit_run *like = &closest->problem.runs[i];
        for (int c = 0; c < 2; c++)
            run->excess[c] = like->excess[c];
        for (size_t k = 0; k < run->n_others; k++)
            run->others[k].excess = like->others[k].excess;
    }
}

/* how many data there are, and how many of them are worth one */
static enum error_code take_colours(const struct fit_compare_law *closest, size_t run,
                                    size_t events, size_t blocks, struct fit_compare *compare,
                                    struct error *err)
{
    const struct fit_outcome *outcome = &closest->found.verdict.outcomes[run];
    const size_t n_others = closest->problem.runs[run].n_others;
    double *colour = malloc(compare->n_data[run] * sizeof *colour);
    compare->colour[run] = colour;
    if (!colour)
        return error_memory(err);
    for (size_t i = 0; i < events; i++)
        *colour++ = 1;
    for (size_t k = 0; k < 2 + n_others; k++)
        for (size_t b = 0; b < blocks; b++)
            *colour++ = k < 2 ? outcome->colour[k] : outcome->others[k - 2].colour;
    return ERROR_OK;
}

static enum error_code measure_data(const struct fit_compare_law *closest,
                                    const struct fit_control *control, struct fit_compare *compare,
                                    struct error *err)
{
    const struct fit_stage *stage = &closest->found.plan.stages[closest->found.plan.n - 1];
    struct fit_rows *rows = NULL;
    compare->n_runs = closest->problem.n_runs;
    compare->n_data = calloc(compare->n_runs, sizeof *compare->n_data);
    compare->colour = calloc(compare->n_runs, sizeof *compare->colour);
    enum error_code code = compare->n_data && compare->colour
                               ? fit_rows_create(&closest->problem, stage, &control->loss,
                                                 closest->found.p, &rows, err)
                               : error_memory(err);
    for (size_t i = 0; !code && i < compare->n_runs; i++) {
        compare->n_data[i] = count_data(rows, i);
        code = take_colours(closest, i, rows->parts[i].events.n + 2, rows->parts[i].n_blocks,
                            compare, err);
    }
    fit_rows_free(rows);
    return code;
}

/* whether the other runs still determine what all of them do: else what they say of this one is
 * chance */
static bool determined_without(const struct fit_compare_law *law, size_t run)
{
    const struct fit_leverage *leverage = &law->found.verdict.leverage;
    for (size_t i = 0; i < law->problem.n; i++) {
        const struct fit_parameter *parameter = &law->problem.parameters[i];
        const double most = widest * (parameter->high - parameter->low);
        if (parameter->asked && parameter->run == FIT_SHARED && leverage->whole[i] < most &&
            !(leverage->uncertainty[run * leverage->n + i] < most))
            return false;
    }
    return true;
}

static enum error_code choose_judges(struct fit_compare *compare, struct error *err)
{
    compare->judges = calloc(compare->n_runs, sizeof *compare->judges);
    if (!compare->judges)
        return error_memory(err);
    for (size_t run = 0; compare->n_runs > 1 && run < compare->n_runs; run++) {
        compare->judges[run] = true;
        for (size_t i = 0; i < compare->n; i++)
            if (fitted(&compare->laws[i]) && !determined_without(&compare->laws[i], run))
                compare->judges[run] = false;
        compare->n_judges += compare->judges[run];
    }
    return ERROR_OK;
}

/* ---- sums over what all laws have */

static bool common(const struct fit_compare *compare, bool left, size_t run, size_t datum)
{
    for (size_t i = 0; i < compare->n; i++) {
        const struct fit_compare_law *law = &compare->laws[i];
        if (fitted(law) && isnan((left ? law->left : law->whole)[run][datum]))
            return false;
    }
    return true;
}

/* Of a datum of a run that was left out. A law that is far off is so at a few data, next to
 * impacts, which by their squares would outweigh all others and hide in their own scatter. */
static double likelihood(double square) { return -0.5 * (freedom + 1) * log1p(square / freedom); }

double fit_compare_run(const struct fit_compare *compare, const struct fit_compare_law *law,
                       size_t run)
{
    double sum = 0;
    if (!compare->judges[run])
        return NAN;
    for (size_t d = 0; d < compare->n_data[run]; d++)
        if (common(compare, true, run, d))
            sum += likelihood(law->left[run][d]);
    return sum;
}

static void sum_up(struct fit_compare *compare, struct fit_compare_law *law)
{
    double samples = 0;
    law->misfit = law->rest;
    law->left_out = compare->n_judges ? 0 : NAN;
    for (size_t run = 0; run < compare->n_runs; run++) {
        for (size_t d = 0; d < compare->n_data[run]; d++)
            if (common(compare, false, run, d)) {
                law->misfit += law->whole[run][d];
                samples += 1 / compare->colour[run][d];
            }
        if (compare->judges[run])
            law->left_out += fit_compare_run(compare, law, run);
    }
    const double k = (double)law->n_free;
    compare->samples = samples;
    law->aicc = law->misfit + 2 * k + 2 * k * (k + 1) / fmax(samples - k - 1, 1);
    law->bic = law->misfit + k * log(samples);
}

/* the lead of a law over another, and how far that is by chance: the scatter of its single data
 * (Vuong 1989), of which `colour` are worth one */
static void find_lead(const struct fit_compare *compare, const struct fit_compare_law *first,
                      struct fit_compare_law *law)
{
    double square = 0;
    law->behind = 0.5 * (law->aicc - first->aicc);
    law->uncertainty = NAN;
    if (!compare->n_judges)
        return;
    for (size_t run = 0; run < compare->n_runs; run++)
        for (size_t d = 0; d < compare->n_data[run]; d++)
            if (compare->judges[run] && common(compare, true, run, d))
                square += compare->colour[run][d] *
                          pow(likelihood(law->left[run][d]) - likelihood(first->left[run][d]), 2);
    law->behind = first->left_out - law->left_out;
    law->uncertainty = sqrt(square);
}

/* a law that could not be fitted is behind all that could */
static double score(const struct fit_compare *compare, const struct fit_compare_law *law)
{
    if (!fitted(law))
        return -INFINITY;
    return compare->n_judges ? law->left_out : -law->aicc;
}

static bool surely_behind(const struct fit_compare *compare, const struct fit_compare_law *law)
{
    const struct fit_compare_law *first = &compare->laws[0];
    if (compare->n_judges)
        return law->behind > surely * law->uncertainty;
    return law->aicc - first->aicc > surely_criterion && law->bic - first->bic > surely_criterion;
}

static void rank(struct fit_compare *compare)
{
    struct fit_compare_law *laws = compare->laws;
    for (size_t i = 1; i < compare->n; i++)
        for (size_t k = i; k > 0 && score(compare, &laws[k]) > score(compare, &laws[k - 1]); k--) {
            const struct fit_compare_law law = laws[k];
            laws[k] = laws[k - 1];
            laws[k - 1] = law;
        }
    for (size_t i = 0; i < compare->n && fitted(&laws[i]); i++) {
        find_lead(compare, &laws[0], &laws[i]);
        laws[i].rival = !surely_behind(compare, &laws[i]);
        if (laws[i].rival && laws[i].n_free < laws[compare->chosen].n_free)
            compare->chosen = i;
    }
    compare->told = true;
    for (size_t i = 0; i < compare->n; i++) {
        /* one that has more parameters and gains nothing by them is no rival */
        laws[i].rival = laws[i].rival && i != compare->chosen &&
                        laws[i].n_free <= laws[compare->chosen].n_free;
        compare->told = compare->told && !laws[i].rival;
    }
}

/* ---- the whole */

static enum error_code read_laws(const struct rig *rig, const char *list,
                                 struct fit_compare *compare, struct error *err)
{
    char name[LIST_WORD_SIZE];
    enum error_code code = list_check(list, err);
    while (!code && list_next(&list, name)) {
        if (compare->n == FIT_COMPARE_MOST)
            return error_set(err, ERROR_USAGE, "--compare takes at most %d laws", FIT_COMPARE_MOST);
        code = fit_law_read(rig, name, &compare->laws[compare->n++].is, err);
    }
    if (!code && compare->n < 2)
        return error_set(err, ERROR_USAGE, "--compare needs two laws or more, as poisson,stronge");
    return code;
}

static enum error_code judge_law(const struct fit_control *control,
                                 const struct fit_compare *compare, struct fit_compare_law *law,
                                 struct error *err)
{
    const struct fit_stage *stage = &law->found.plan.stages[law->found.plan.n - 1];
    const size_t n_runs = compare->n_runs;
    law->whole = calloc(n_runs, sizeof *law->whole);
    law->left = calloc(n_runs, sizeof *law->left);
    enum error_code code = law->whole && law->left
                               ? settle(&law->problem, stage, control, law->found.p, law->whole,
                                        &law->rest, err)
                               : error_memory(err);
    for (size_t run = 0; !code && run < n_runs; run++) {
        if (!compare->judges[run])
            continue;
        code = leave_out(law, run, control, &law->left[run], err);
        if (!code && interrupt_seen())
            code = error_set(err, ERROR_INTERRUPTED, "interrupted");
    }
    return code;
}

enum error_code fit_compare_make(const struct rig *rig, const struct fit_compare_wish *wish,
                                 const struct fit_control *control, struct fit_compare *compare,
                                 struct error *err)
{
    *compare = (struct fit_compare){0};
    enum error_code code = read_laws(rig, wish->laws, compare, err);
    for (size_t i = 0; !code && i < compare->n; i++) {
        code = fit_law(wish, control, &compare->laws[i], err);
        code = excuse(&compare->laws[i], code, err);
    }
    if (code || share_rank() > 0)
        return code;
    const struct fit_compare_law *closest = closest_of(compare);
    if (!closest)
        return error_set(err, ERROR_NUMERIC, "no law can be fitted: %s: %s",
                         compare->laws[0].is.name, compare->laws[0].failure.message);
    code = measure_data(closest, control, compare, err);
    if (!code)
        code = choose_judges(compare, err);
    for (size_t i = 0; !code && i < compare->n; i++)
        if (fitted(&compare->laws[i]))
            weigh_like(closest, &compare->laws[i]);
    for (size_t i = 0; !code && i < compare->n; i++)
        if (fitted(&compare->laws[i])) {
            code = judge_law(control, compare, &compare->laws[i], err);
            code = excuse(&compare->laws[i], code, err);
        }
    for (size_t i = 0; !code && i < compare->n; i++)
        if (fitted(&compare->laws[i]))
            sum_up(compare, &compare->laws[i]);
    if (!code)
        rank(compare);
    return code;
}

static void free_squares(double **squares, size_t n)
{
    for (size_t i = 0; squares && i < n; i++)
        free(squares[i]);
    free(squares);
}

void fit_compare_free(struct fit_compare *compare)
{
    for (size_t i = 0; i < compare->n; i++) {
        struct fit_compare_law *law = &compare->laws[i];
        if (law->found.p)
            fit_found_free(&law->found);
        fit_problem_free(&law->problem);
        free_squares(law->whole, compare->n_runs);
        free_squares(law->left, compare->n_runs);
        fit_law_free(&law->is);
    }
    free_squares(compare->colour, compare->n_runs);
    free(compare->n_data);
    free(compare->judges);
}
