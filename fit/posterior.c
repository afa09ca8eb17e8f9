/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/posterior.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "fit/sampler.h"
#include "lib/measure/normal.h"

static const unsigned long seed = 1;
enum { TRIES = 1000 };
/* steps, in units of the chain's memory, that are needed to see how long that is
 * (Foreman-Mackey et al. 2013) */
static const double enough = 50;

/* of sorted values: as many bins as Rice's rule says, over all but the furthest */
static struct fit_marginal marginal_of(const double *values, size_t n)
{
    static const double beyond = 0.002; /* of the values on each side: a tail would hide the rest */
    const size_t left_out = (size_t)(beyond * (double)n);
    struct fit_marginal m = {.low = values[left_out], .high = values[n - 1 - left_out]};
    if (!(m.high > m.low))
        return m;
    m.n = (size_t)fmin(ceil(2 * cbrt((double)n)), FIT_MARGINAL_MOST);
    const double width = (m.high - m.low) / (double)m.n;
    for (size_t i = left_out; i < n - left_out; i++) {
        const double bin = fmin(floor((values[i] - m.low) / width), (double)m.n - 1);
        m.density[(size_t)bin] += 1 / ((double)n * width);
    }
    return m;
}

struct fit_spread fit_spread_of(double *values, size_t n)
{
    if (n < 2)
        return (struct fit_spread){NAN, NAN, NAN, NAN, NAN, {NAN, NAN, 0, {0}}};
    gsl_sort(values, 1, n);
    const double mean = gsl_stats_mean(values, 1, n);
    return (struct fit_spread){.mean = mean,
                               .deviation = gsl_stats_sd_m(values, 1, n, mean),
                               .median = gsl_stats_median_from_sorted_data(values, 1, n),
                               .low = gsl_stats_quantile_from_sorted_data(values, 1, n, 0.025),
                               .high = gsl_stats_quantile_from_sorted_data(values, 1, n, 0.975),
                               .marginal = marginal_of(values, n)};
}

static bool within(const struct fit_problem *problem, const double *p)
{
    for (size_t i = 0; i < problem->n; i++)
        if (!(p[i] >= problem->parameters[i].low && p[i] <= problem->parameters[i].high))
            return false;
    return true;
}

static double log_density(const void *context, const double *p)
{
    const struct fit_rows *rows = context;
    struct error ignored;
    double sum = 0, *r = within(rows->problem, p) ? malloc(rows->n * sizeof *r) : NULL;
    if (!r)
        return -INFINITY;
    if (fit_rows_evaluate(rows, p, r, NULL, &ignored))
        sum = INFINITY;
    for (size_t i = 0; isfinite(sum) && i < rows->n; i++)
        sum += 0.5 * r[i] * r[i];
    free(r);
    return -sum;
}

/* what the runs do not determine within its bounds begins anywhere there */
static bool wide(const struct fit_problem *problem, const struct fit_covariance *covariance,
                 size_t i)
{
    const double width = problem->parameters[i].high - problem->parameters[i].low;
    return !(covariance->uncertainty[i] < 0.25 * width);
}

static void place(const struct fit_problem *problem, const struct fit_posterior_wish *wish,
                  gsl_rng *rng, double *p)
{
    for (size_t i = 0; i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        const double anywhere = parameter->low +
                                gsl_rng_uniform(rng) * (parameter->high - parameter->low);
        p[i] = wide(problem, wish->covariance, i) ? anywhere : wish->p[i] + p[i];
    }
}

/* walkers that are drawn from the covariance, within the bounds */
static enum error_code start_walkers(const struct fit_problem *problem,
                                     const struct fit_posterior_wish *wish, size_t walkers,
                                     double *start, struct error *err)
{
    const size_t n = problem->n;
    struct measure_normal *normal = NULL;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    enum error_code code = rng ? measure_normal_open(wish->covariance->matrix, n, &normal, err)
                               : error_memory(err);
    if (!code)
        gsl_rng_set(rng, seed);
    for (size_t k = 0; !code && k < walkers; k++) {
        double *p = start + k * n;
        int tries = 0;
        do {
            measure_normal_draw(normal, rng, p);
            place(problem, wish, rng, p);
        } while (!within(problem, p) && ++tries < TRIES);
    }
    measure_normal_close(normal);
    if (rng)
        gsl_rng_free(rng);
    return code;
}

/* what the chain tells of each parameter, its first quarter left out */
static enum error_code take_chain(const struct fit_problem *problem,
                                  const struct fit_sampler *sampler, const double *chain,
                                  size_t done, struct fit_posterior *out, struct error *err)
{
    const size_t n = problem->n, skipped = done / 4;
    const double *kept = chain + skipped * sampler->walkers * n;
    out->steps = done - skipped;
    const size_t samples = out->steps * sampler->walkers;
    double *values = malloc((samples + 1) * sizeof *values);
    if (!values)
        return error_memory(err);
    out->effective = (double)samples;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < samples; k++)
            values[k] = kept[k * n + i];
        out->of[i] = fit_spread_of(values, samples);
        if (!problem->parameters[i].asked)
            continue;
        const double memory = fit_sampler_memory(sampler, kept, out->steps, i);
        const bool told = (double)out->steps > enough * memory;
        out->effective = fmin(out->effective,
                              told ? (double)samples / memory : (double)sampler->walkers);
    }
    free(values);
    return ERROR_OK;
}

enum error_code fit_posterior_make(const struct fit_problem *problem,
                                   const struct fit_posterior_wish *wish,
                                   const struct fit_control *control,
                                   struct fit_posterior *posterior, struct error *err)
{
    const size_t n = problem->n, walkers = 2 * (n + 1);
    struct fit_rows *rows = NULL;
    *posterior = (struct fit_posterior){
        .walkers = walkers, .n = n, .of = calloc(n + 1, sizeof *posterior->of)};
    double *start = malloc(walkers * (n + 1) * sizeof *start);
    double *chain = calloc(wish->steps * walkers, (n + 1) * sizeof *chain);
    enum error_code code = posterior->of && start && chain
                               ? fit_rows_create(problem, wish->stage, &control->loss, wish->p,
                                                 &rows, err)
                               : error_memory(err);
    if (!code)
        code = start_walkers(problem, wish, walkers, start, err);
    const struct fit_sampler sampler = {.log_density = log_density,
                                        .context = rows,
                                        .n = n,
                                        .walkers = walkers,
                                        .steps = wish->steps,
                                        .seed = seed,
                                        .stop = wish->stop};
    size_t done = 0;
    if (!code)
        code = fit_sampler_run(&sampler, start, chain, &done, &posterior->acceptance, err);
    if (!code)
        code = take_chain(problem, &sampler, chain, done, posterior, err);
    if (code)
        fit_posterior_free(posterior);
    free(start);
    free(chain);
    fit_rows_free(rows);
    return code;
}

void fit_posterior_free(struct fit_posterior *posterior)
{
    free(posterior->of);
    *posterior = (struct fit_posterior){0};
}
