/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/bootstrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "fit/replica.h"
#include "fit/residuals.h"
#include "fit/settle.h"

static const unsigned long seed = 1;

struct work {
    const struct fit_problem *problem;
    const struct fit_bootstrap_wish *wish;
    const struct fit_control *control;
    double *found; /* of each replica a row of problem->n; NaN: its fit failed */
    bool memory;   /* there was none */
};

/* what the record itself tells is not known before; it comes with the replica */
static bool from_record(const struct fit_parameter *parameter)
{
    switch (parameter->kind) {
    case FIT_OFFSET_T:
    case FIT_OFFSET_N:
    case FIT_DRIFT_T:
    case FIT_DRIFT_N:
        return true;
    default:
        return parameter->kind == FIT_MODEL && parameter->index == SIM_BELT_SPEED &&
               parameter->run != FIT_SHARED && !parameter->asked;
    }
}

/* which parameter of the fit this one of a replica is; problem->n: none */
static size_t find(const struct fit_problem *problem, const char *name)
{
    size_t i = 0;
    while (i < problem->n && strcmp(problem->parameters[i].name, name) != 0)
        i++;
    return i;
}

/* start from the fitted values, and know of them what could have been known */
static void begin(const struct work *w, struct fit_problem *replica, gsl_rng *rng, double *p)
{
    for (size_t i = 0; i < replica->n; i++) {
        struct fit_parameter *parameter = &replica->parameters[i];
        const size_t of = find(w->problem, parameter->name);
        p[i] = parameter->start;
        if (of == w->problem->n)
            continue;
        const double fitted = w->wish->p[of], u = w->problem->parameters[of].prior_uncertainty;
        if (!from_record(parameter)) {
            p[i] = fmin(fmax(fitted, parameter->low), parameter->high);
            if (isfinite(u))
                parameter->prior = fitted + gsl_ran_gaussian(rng, u);
        }
    }
}

static enum error_code make_records(const struct work *w, gsl_rng *rng,
                                    struct measure_record *records, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < w->problem->n_runs; i++) {
        code = fit_replica_make(w->problem, i, w->wish->p, rng, &records[i], err);
        for (size_t k = 0; code && k < i; k++)
            measure_record_free(&records[k]);
    }
    return code;
}

/* Whether a rail is uneven beyond its noise is a matter of luck near the limit: replicas have it as
 * the fit had, else their belts are others than those that made them. */
static enum fit_rail_source rail_of(const struct fit_problem *problem, enum fit_rail_source asked)
{
    size_t driven = 0, recorded = 0;
    for (size_t i = 0; i < problem->n_runs; i++) {
        driven += problem->runs[i].belt != NULL;
        recorded += problem->runs[i].measured.v[MEASURE_RAIL] != NULL;
    }
    if (driven == 0)
        return FIT_RAIL_CONSTANT;
    return recorded == problem->n_runs ? FIT_RAIL_RECORDED : asked;
}

/* the last solve, with the rails as unknown as the fit has them */
static enum error_code solve_last(const struct work *w, struct fit_problem *replica, double *p,
                                  struct error *err)
{
    struct fit_rows *rows;
    struct fit_solution solution;
    enum error_code code = fit_rows_create(replica, w->wish->stage, &w->control->loss, p, &rows,
                                           err);
    if (!code)
        code = fit_settle(rows, NULL, p, &solution, err);
    fit_rows_free(rows);
    return code;
}

static enum error_code fit_replica(const struct work *w, gsl_rng *rng, double *found,
                                   struct error *err)
{
    struct measure_record *records = calloc(w->problem->n_runs, sizeof *records);
    struct fit_problem replica = {0};
    struct fit_request request = *w->wish->request;
    request.rail = rail_of(w->problem, request.rail);
    enum error_code code = records ? make_records(w, rng, records, err) : error_memory(err);
    if (!code)
        code = fit_setup_records(w->wish->rig, records, w->problem->n_runs, &request, &replica,
                                 err);
    double *p = code ? NULL : calloc(replica.n + 1, sizeof *p);
    if (!code && !p)
        code = error_memory(err);
    if (!code) {
        const struct fit_plan last = {.stages = {*w->wish->stage}, .n = 1};
        const struct fit_control quiet = {.loss = w->control->loss};
        struct fit_path path = {.p = p};
        for (size_t i = 0; i < replica.n_runs; i++)
            memcpy(replica.runs[i].excess, w->problem->runs[i].excess,
                   sizeof replica.runs[i].excess);
        begin(w, &replica, rng, p);
        code = fit_stages_follow(&replica, &last, &quiet, 0, &path, err);
        if (!code && !path.lost)
            code = solve_last(w, &replica, p, err);
        for (size_t i = 0; !code && !path.lost && i < w->problem->n; i++) {
            const size_t of = find(&replica, w->problem->parameters[i].name);
            found[i] = of < replica.n ? p[of] : NAN;
        }
    }
    fit_problem_free(&replica);
    free(records);
    free(p);
    return code;
}

static void one(struct work *w, size_t replica)
{
    struct error why = {0};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    enum error_code code = rng ? ERROR_OK : ERROR_MEMORY;
    if (rng) {
        gsl_rng_set(rng, seed + replica);
        code = fit_replica(w, rng, w->found + replica * w->problem->n, &why);
        gsl_rng_free(rng);
    }
    if (code == ERROR_MEMORY) {
#pragma omp atomic write
        w->memory = true;
    }
}

static void take_spreads(const struct work *w, double *values, struct fit_bootstrap *out)
{
    const size_t n = w->problem->n;
    for (size_t i = 0; i < n; i++) {
        size_t count = 0;
        for (size_t k = 0; k < w->wish->replicas; k++)
            if (isfinite(w->found[k * n + i]))
                values[count++] = w->found[k * n + i];
        if (w->problem->parameters[i].asked) {
            out->of[i] = fit_spread_of(values, count);
            out->fitted = count;
        } else {
            out->of[i] = fit_spread_of(values, 0);
        }
    }
}

enum error_code fit_bootstrap_make(const struct fit_problem *problem,
                                   const struct fit_bootstrap_wish *wish,
                                   const struct fit_control *control,
                                   struct fit_bootstrap *bootstrap, struct error *err)
{
    const size_t n = problem->n, all = wish->replicas;
    struct work w = {.problem = problem,
                     .wish = wish,
                     .control = control,
                     .found = calloc(all, (n + 1) * sizeof(double))};
    double *values = malloc((all + 1) * sizeof *values);
    *bootstrap = (struct fit_bootstrap){
        .asked = all, .n = n, .of = calloc(n + 1, sizeof *bootstrap->of)};
    w.memory = !w.found || !values || !bootstrap->of;
    for (size_t i = 0; !w.memory && i < all * n; i++)
        w.found[i] = NAN;
    if (!w.memory) {
#pragma omp parallel for schedule(dynamic, 1)
        for (size_t k = 0; k < all; k++)
            if (!(wish->stop && wish->stop()))
                one(&w, k);
        take_spreads(&w, values, bootstrap);
    }
    free(w.found);
    free(values);
    if (!w.memory)
        return ERROR_OK;
    fit_bootstrap_free(bootstrap);
    return error_memory(err);
}

void fit_bootstrap_free(struct fit_bootstrap *bootstrap)
{
    free(bootstrap->of);
    *bootstrap = (struct fit_bootstrap){0};
}
