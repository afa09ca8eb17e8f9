/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/sampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_rng.h>

/* a of the stretch, z from 1/a to a with the density z^(-1/2): what all use */
static const double stretch = 2;
/* the window of the autocorrelation is this many of its times (Sokal) */
static const double window = 5;

/* what one walker tries */
struct attempt {
    size_t partner; /* in the other half */
    double z, chance;
    double *p, log_density;
};

struct work {
    const struct fit_sampler *sampler;
    double *at;          /* walkers rows of n */
    double *log_density; /* of each */
    struct attempt *attempts;
    double *tried; /* half the walkers' rows of n */
    size_t accepted;
};

/* all chance comes from here, in one order */
static void plan(const struct work *w, size_t first, gsl_rng *rng)
{
    const struct fit_sampler *s = w->sampler;
    const size_t half = s->walkers / 2, other = half - first;
    for (size_t k = 0; k < half; k++) {
        struct attempt *a = &w->attempts[k];
        const double root = 1 + (stretch - 1) * gsl_rng_uniform(rng);
        a->partner = other + gsl_rng_uniform_int(rng, half);
        a->z = root * root / stretch;
        a->chance = gsl_rng_uniform_pos(rng);
        for (size_t i = 0; i < s->n; i++) {
            const double partner = w->at[a->partner * s->n + i];
            a->p[i] = partner + a->z * (w->at[(first + k) * s->n + i] - partner);
        }
    }
}

static void move_half(struct work *w, size_t first, gsl_rng *rng)
{
    const struct fit_sampler *s = w->sampler;
    const size_t half = s->walkers / 2;
    plan(w, first, rng);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t k = 0; k < half; k++)
        w->attempts[k].log_density = s->log_density(s->context, w->attempts[k].p);
    for (size_t k = 0; k < half; k++) {
        const struct attempt *a = &w->attempts[k];
        const double gain = ((double)s->n - 1) * log(a->z) + a->log_density -
                            w->log_density[first + k];
        if (!(log(a->chance) < gain))
            continue;
        memcpy(w->at + (first + k) * s->n, a->p, s->n * sizeof *a->p);
        w->log_density[first + k] = a->log_density;
        w->accepted++;
    }
}

static bool open_work(struct work *w, const double *start)
{
    const struct fit_sampler *s = w->sampler;
    const size_t half = s->walkers / 2;
    w->at = malloc(s->walkers * s->n * sizeof *w->at);
    w->log_density = calloc(s->walkers, sizeof *w->log_density);
    w->attempts = calloc(half, sizeof *w->attempts);
    w->tried = malloc(half * s->n * sizeof *w->tried);
    if (!w->at || !w->log_density || !w->attempts || !w->tried)
        return false;
    memcpy(w->at, start, s->walkers * s->n * sizeof *w->at);
    for (size_t k = 0; k < half; k++)
        w->attempts[k].p = w->tried + k * s->n;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t k = 0; k < s->walkers; k++)
        w->log_density[k] = s->log_density(s->context, w->at + k * s->n);
    return true;
}

enum error_code fit_sampler_run(const struct fit_sampler *sampler, const double *start,
                                double *chain, size_t *done, double *acceptance, struct error *err)
{
    const struct fit_sampler *s = sampler;
    struct work w = {.sampler = s};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    const bool room = rng && open_work(&w, start);
    *done = 0;
    if (room)
        gsl_rng_set(rng, s->seed);
    while (room && *done < s->steps && !(s->stop && s->stop())) {
        move_half(&w, 0, rng);
        move_half(&w, s->walkers / 2, rng);
        memcpy(chain + *done * s->walkers * s->n, w.at, s->walkers * s->n * sizeof *chain);
        ++*done;
    }
    *acceptance = *done ? (double)w.accepted / (double)(*done * s->walkers) : 0;
    if (rng)
        gsl_rng_free(rng);
    free(w.at);
    free(w.log_density);
    free(w.attempts);
    free(w.tried);
    return room ? ERROR_OK : error_memory(err);
}

/* of the mean of all walkers, about the mean of all steps */
static double mean_at(const struct fit_sampler *s, const double *chain, size_t step, size_t i)
{
    double sum = 0;
    for (size_t k = 0; k < s->walkers; k++)
        sum += chain[(step * s->walkers + k) * s->n + i];
    return sum / (double)s->walkers;
}

double fit_sampler_memory(const struct fit_sampler *sampler, const double *chain, size_t steps,
                          size_t i)
{
    double *mean = malloc((steps + 1) * sizeof *mean), all = 0, time = 1, variance = 0;
    if (!mean)
        return NAN;
    for (size_t t = 0; t < steps; t++)
        all += (mean[t] = mean_at(sampler, chain, t, i)) / (double)steps;
    for (size_t t = 0; t < steps; t++)
        variance += (mean[t] - all) * (mean[t] - all) / (double)steps;
    for (size_t lag = 1; lag < steps && (double)lag < window * time; lag++) {
        double product = 0;
        for (size_t t = 0; t + lag < steps; t++)
            product += (mean[t] - all) * (mean[t + lag] - all);
        time += variance > 0 ? 2 * product / ((double)(steps - lag) * variance) : 0;
    }
    free(mean);
    return fmax(time, 1);
}
