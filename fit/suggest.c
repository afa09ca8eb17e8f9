/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/suggest.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fit/covariance.h"
#include "fit/stages.h"
#include "sim/registry.h"
#include "sim/values.h"

/* a value is determined when the runs would tell it to this share of itself */
static const double told_share = 0.1;

/* units of what is laid on a balance, measured with a ruler or with a level, or looked up */
static const char *const measured_units[] = {"kg", "m", "kg.m2", "rad", "m/s2"};

static bool measured(const struct quantity *row)
{
    for (size_t i = 0; i < sizeof measured_units / sizeof *measured_units; i++)
        if (strcmp(row->unit, measured_units[i]) == 0)
            return true;
    return false;
}

/* ---- which values there are */

static void add(const struct rig_section *section, size_t i, struct fit_suggestions *out)
{
    const struct rig_value *value = &section->values[i];
    const struct quantity *row = &section->table[i];
    if (rig_given(value) && row->range != QUANTITY_WHOLE)
        out->list[out->n++] = (struct fit_suggestion){.name = row->name,
                                                      .unit = row->unit,
                                                      .value = value->value,
                                                      .uncertainty = value->uncertainty,
                                                      .why = value->uncertainty > 0
                                                                 ? FIT_SUGGEST_KNOWN
                                                             : measured(row) ? FIT_SUGGEST_MEASURED
                                                                             : FIT_SUGGEST_FREE};
}

/* what the rig gives, but for the belt, whose speed is recorded, and for speeds at the start */
static void add_all(const struct rig *rig, struct fit_suggestions *out)
{
    const struct sim_model *model = sim_registry_of(rig->model);
    for (size_t i = 0; i < rig->parameters.n; i++)
        if (sim_values_index(model, rig->parameters.table[i].name) != SIM_BELT_SPEED)
            add(&rig->parameters, i, out);
    for (size_t i = 0; i < rig->start.n; i++)
        if (measured(&rig->start.table[i]))
            add(&rig->start, i, out);
}

static enum error_code join(struct fit_suggestions *out, struct error *err)
{
    size_t size = 1;
    for (size_t i = 0; i < out->n; i++)
        size += strlen(out->list[i].name) + 1;
    free(out->free);
    out->free = calloc(size, 1);
    if (!out->free)
        return error_memory(err);
    for (size_t i = 0; i < out->n; i++) {
        if (out->list[i].why != FIT_SUGGEST_FREE)
            continue;
        if (*out->free)
            strcat(out->free, ",");
        strcat(out->free, out->list[i].name);
    }
    return ERROR_OK;
}

/* ---- what the runs tell of them */

/* residuals and Jacobian where the rig stands */
struct sight {
    struct fit_problem problem;
    struct fit_rows *rows;
    double *p, *r, *j;
};

static void sight_free(struct sight *s)
{
    fit_rows_free(s->rows);
    free(s->p);
    free(s->r);
    free(s->j);
    fit_problem_free(&s->problem);
}

static enum error_code look(struct sight *s, struct error *err)
{
    /* the rails as they were recorded, and no loss: large residuals count here as they are */
    const struct fit_stage stage = {"all", 0, 0, 30, true, FIT_MASK, false, false};
    const struct fit_loss none = {FIT_LOSS_NONE, 1};
    const size_t n = s->problem.n;
    s->p = malloc((n + 1) * sizeof *s->p);
    if (!s->p)
        return error_memory(err);
    for (size_t i = 0; i < n; i++)
        s->p[i] = s->problem.parameters[i].start;
    enum error_code code = fit_rows_create(&s->problem, &stage, &none, s->p, &s->rows, err);
    if (code)
        return code;
    s->r = malloc(s->rows->n * sizeof *s->r);
    s->j = malloc(s->rows->n * n * sizeof *s->j);
    return s->r && s->j ? fit_rows_evaluate(s->rows, s->p, s->r, s->j, err) : error_memory(err);
}

/* how much a parameter's column weighs, per share of its value; a prior's row is none of the data
 */
static double weight(const struct sight *s, size_t column)
{
    double square = 0;
    for (size_t i = 0; i < s->rows->prior_row; i++)
        square += pow(s->j[i * s->problem.n + column], 2);
    return sqrt(square) * fabs(s->p[column]);
}

static struct fit_suggestion *suggestion_of(const struct fit_suggestions *out,
                                            const struct fit_parameter *parameter)
{
    for (size_t i = 0; parameter->asked && i < out->n; i++)
        if (strcmp(out->list[i].name, parameter->name) == 0)
            return &out->list[i];
    return NULL;
}

/* The one asked for that the rows tell least of, among those that they do not determine beside all
 * others; problem.n: all are determined. Their uncertainties are noted. */
static enum error_code weakest(const struct sight *s, const struct fit_suggestions *out,
                               size_t *column, struct error *err)
{
    const enum fit_scaling scaling[1] = {FIT_SCALE_NONE};
    const struct fit_stretch whole = {0, s->rows->n, 0};
    const struct fit_jacobian jacobian = {.r = s->r,
                                          .j = s->j,
                                          .rows = s->rows->n,
                                          .n = s->problem.n,
                                          .stretches = &whole,
                                          .n_stretches = 1,
                                          .scaling = scaling,
                                          .n_groups = 1};
    struct fit_covariance covariance;
    double least = INFINITY;
    *column = s->problem.n;
    enum error_code code = fit_covariance_make(&jacobian, &covariance, err);
    for (size_t i = 0; !code && i < s->problem.n; i++) {
        struct fit_suggestion *suggestion = suggestion_of(out, &s->problem.parameters[i]);
        if (!suggestion)
            continue;
        suggestion->uncertainty = covariance.uncertainty[i];
        if (covariance.uncertainty[i] < told_share * fabs(s->p[i]) || weight(s, i) >= least)
            continue;
        least = weight(s, i);
        *column = i;
    }
    if (!code)
        fit_covariance_free(&covariance);
    return code;
}

/* look at the runs with all that may be free, and hold the weakest; *held: there was one */
static enum error_code hold_one(const struct rig *rig, const struct option_list *runs,
                                const struct fit_request *request, struct fit_suggestions *out,
                                bool *held, struct error *err)
{
    const struct fit_request all = {.free = out->free,
                                    .from_run = request->from_run,
                                    .start_at = request->start_at,
                                    .until = request->until,
                                    .rail = request->rail};
    struct sight s = {.rows = NULL};
    size_t column;
    *held = false;
    enum error_code code = fit_setup(rig, runs, &all, &s.problem, err);
    if (code)
        return code;
    code = look(&s, err);
    if (!code)
        code = weakest(&s, out, &column, err);
    if (!code && column < s.problem.n) {
        suggestion_of(out, &s.problem.parameters[column])->why = FIT_SUGGEST_BLIND;
        *held = true;
    }
    sight_free(&s);
    return code;
}

enum error_code fit_suggest_make(const struct rig *rig, const struct option_list *runs,
                                 const struct fit_request *request,
                                 struct fit_suggestions *suggestions, struct error *err)
{
    bool held = true;
    *suggestions = (struct fit_suggestions){
        .list = calloc(rig->parameters.n + rig->start.n + 1, sizeof *suggestions->list)};
    if (!suggestions->list)
        return error_memory(err);
    add_all(rig, suggestions);
    enum error_code code = join(suggestions, err);
    while (!code && held && *suggestions->free) {
        code = hold_one(rig, runs, request, suggestions, &held, err);
        if (!code)
            code = join(suggestions, err);
    }
    if (code)
        fit_suggest_free(suggestions);
    return code;
}

enum error_code fit_suggest_choose(const struct rig *rig, const struct option_list *runs,
                                   struct fit_request *request, struct fit_suggestions *suggestions,
                                   struct error *err)
{
    *suggestions = (struct fit_suggestions){0};
    if (request->free || (request->own && *request->own))
        return ERROR_OK;
    enum error_code code = fit_suggest_make(rig, runs, request, suggestions, err);
    if (code)
        return code;
    if (*suggestions->free) {
        request->free = suggestions->free;
        return ERROR_OK;
    }
    fit_suggest_free(suggestions);
    return error_set(err, ERROR_INPUT,
                     "%s: the runs determine none of its values; --suggest says why, --free names "
                     "what to fit all the same",
                     rig->path);
}

void fit_suggest_free(struct fit_suggestions *suggestions)
{
    free(suggestions->list);
    free(suggestions->free);
    *suggestions = (struct fit_suggestions){0};
}
