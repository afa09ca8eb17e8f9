/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plan/candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_qrng.h>

/* ---- the ensemble */

static size_t world_size(const struct plan_unknowns *u) { return u->n_kept + u->n; }

/* Standard normal numbers that fill their space evenly (Sobol). The first world is what is
 * believed. */
static enum error_code draw_numbers(size_t members, size_t dimensions, double *numbers,
                                    struct error *err)
{
    gsl_qrng *sobol = gsl_qrng_alloc(gsl_qrng_sobol, (unsigned)(dimensions < 40 ? dimensions : 40));
    double *point = calloc(dimensions, sizeof *point);
    if (!sobol || !point) {
        if (sobol)
            gsl_qrng_free(sobol);
        free(point);
        return error_memory(err);
    }
    for (size_t k = 1; k < members; k++) {
        gsl_qrng_get(sobol, point);
        for (size_t i = 0; i < dimensions; i++)
            numbers[k * dimensions + i] = gsl_cdf_ugaussian_Pinv(point[i % 40]);
    }
    gsl_qrng_free(sobol);
    free(point);
    return ERROR_OK;
}

/* square root of the covariance of what is known, by its eigenvectors: it may be singular */
static bool root_of(const struct plan_unknowns *u, double *root)
{
    const size_t n = u->n_kept;
    double scaled[PLAN_MOST * PLAN_MOST];
    memset(root, 0, n * n * sizeof *root);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            scaled[i * n + j] = u->covariance[i * n + j];
    /* Cholesky by hand: a row of zeros stays one */
    for (size_t j = 0; j < n; j++) {
        double d = scaled[j * n + j];
        for (size_t k = 0; k < j; k++)
            d -= root[j * n + k] * root[j * n + k];
        if (d < -1e-9 * scaled[j * n + j])
            return false;
        root[j * n + j] = d > 0 ? sqrt(d) : 0;
        for (size_t i = j + 1; i < n; i++) {
            double s = scaled[i * n + j];
            for (size_t k = 0; k < j; k++)
                s -= root[i * n + k] * root[j * n + k];
            root[i * n + j] = root[j * n + j] > 0 ? s / root[j * n + j] : 0;
        }
    }
    return true;
}

static enum error_code draw(struct plan_candidates *c, struct error *err)
{
    const struct plan_unknowns *u = c->unknowns;
    const size_t width = world_size(u), n = u->n_kept, worlds = c->members + c->fresh;
    double root[PLAN_MOST * PLAN_MOST];
    double *numbers = calloc(worlds * width, sizeof *numbers);
    c->worlds = calloc(worlds * width, sizeof *c->worlds);
    enum error_code code = numbers && c->worlds ? draw_numbers(worlds, width, numbers, err)
                                                : error_memory(err);
    if (!code && !root_of(u, root))
        code = error_set(err, ERROR_INPUT, "what is known of the values is no covariance");
    for (size_t k = 0; !code && k < worlds; k++) {
        double *world = c->worlds + k * width;
        const double *z = numbers + k * width;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++)
                world[i] += root[i * n + j] * z[j];
        for (size_t i = 0; i < u->n; i++)
            world[n + i] = u->list[i].own ? u->list[i].spread * z[n + i] : 0;
    }
    free(numbers);
    return code;
}

/* ---- the grid */

static size_t points_of(const struct map_axis *axes, size_t n)
{
    size_t points = 1;
    for (size_t k = 0; k < n; k++)
        points *= axes[k].n;
    return points;
}

/* directions of a simulation are for the unknowns first */
static enum error_code take_rail(struct plan_candidates *c, struct error *err)
{
    const struct plan_unknowns *u = c->unknowns;
    if (!(u->rail_noise > 0))
        return ERROR_OK;
    enum error_code code = plan_rail_make(u->rail_noise, u->rest, c->recording.duration,
                                          c->recording.period, SIM_MAX_DIRECTIONS - 1 - u->n,
                                          &c->rail, err);
    c->recording.n_ways = c->rail.n;
    c->recording.ways = c->rail.ways;
    return code;
}

enum error_code plan_candidates_create(const struct rig *rig, const struct plan_unknowns *unknowns,
                                       const struct predict_recording *recording,
                                       const struct map_axis *axes, size_t n_axes, size_t members,
                                       struct plan_candidates *candidates, struct error *err)
{
    struct plan_candidates *c = candidates;
    *c = (struct plan_candidates){.unknowns = unknowns,
                                  .recording = *recording,
                                  .n_axes = n_axes,
                                  .n = points_of(axes, n_axes),
                                  .members = members,
                                  .fresh = members > 1 ? members : 0};
    predict_base_from_rig(rig, &c->base);
    plan_unknowns_extras(unknowns, &c->recording);
    memcpy(c->axes, axes, n_axes * sizeof *axes);
    enum error_code code = take_rail(c, err);
    c->list = code ? NULL : calloc(c->n, sizeof *c->list);
    if (!c->list) {
        plan_rail_free(&c->rail);
        return code ? code : error_memory(err);
    }
    for (size_t i = 0; i < c->n; i++) {
        size_t rest = i;
        c->list[i].first_impact[0] = c->list[i].first_impact[1] = NAN;
        c->list[i].impacts[0] = INFINITY;
        for (size_t k = 0; k < n_axes; k++) {
            c->list[i].at[k] = map_axis_value(&axes[k], rest % axes[k].n);
            rest /= axes[k].n;
        }
    }
    code = draw(c, err);
    if (code)
        plan_candidates_free(c);
    return code;
}

void plan_candidates_free(struct plan_candidates *candidates)
{
    for (size_t i = 0; candidates->list && i < candidates->n; i++)
        free(candidates->list[i].information);
    free(candidates->list);
    free(candidates->worlds);
    plan_rail_free(&candidates->rail);
    *candidates = (struct plan_candidates){0};
}

/* ---- one run in one world */

bool plan_candidates_enter(const struct plan_candidates *candidates, size_t run, size_t world,
                           struct predict_base *base)
{
    const struct plan_unknowns *u = candidates->unknowns;
    const double *off = candidates->worlds + world * world_size(u);
    *base = candidates->base;
    for (size_t k = 0; k < candidates->n_axes; k++)
        predict_base_set(base, candidates->axes[k].row, candidates->list[run].at[k]);
    for (size_t i = 0; i < u->n_kept + u->n; i++) {
        const bool own = i >= u->n_kept;
        const size_t value = own ? i - u->n_kept : u->kept[i];
        if (value >= u->n || off[i] == 0)
            continue;
        const size_t index = u->list[value].index;
        const double set = sim_values_get(&base->values, index) + off[i];
        if (quantity_check(sim_values_quantity(base->values.model, index), set, NULL))
            return false;
        predict_base_set(base, index, set);
    }
    return true;
}

static void widen(double range[2], double value)
{
    range[0] = fmin(range[0], value); /* fmin and fmax prefer numbers to NaN */
    range[1] = fmax(range[1], value);
}

/* what a run teaches there: into `out`, zero where it is lost */
static enum error_code visit(struct plan_candidates *c, struct plan_candidate *candidate,
                             size_t world, double *out, struct error *err)
{
    const struct plan_unknowns *u = c->unknowns;
    struct predict_information *all = malloc(sizeof *all);
    struct predict_base base;
    struct error failure = {0};
    if (!all)
        return error_memory(err);
    memset(out, 0, u->n_kept * u->n_kept * sizeof *out);
    enum error_code code = ERROR_INPUT;
    if (plan_candidates_enter(c, (size_t)(candidate - c->list), world, &base))
        code = predict_information_of(&base, &c->recording, u->free, u->n, all, &failure);
    if (code == ERROR_MEMORY) {
        free(all);
        return error_memory(err);
    }
    if (code && world == 0)
        candidate->fate = PLAN_UNREACHABLE;
    const bool clipped = !code && all->clipped;
    if (clipped && world < c->members)
        candidate->fate = PLAN_CLIPPED;
    if (code || clipped || !predict_information_about(all, u->gone, u->own_prior, out)) {
        memset(out, 0, u->n_kept * u->n_kept * sizeof *out);
        candidate->lost++;
    }
    if (!code) {
        widen(candidate->impacts, (double)all->impacts);
        widen(candidate->first_impact, all->first_impact);
        for (int k = 0; k < 2; k++)
            candidate->peak[k] = fmax(candidate->peak[k], all->peak[k]);
    }
    free(all);
    return ERROR_OK;
}

static enum error_code visit_all(struct plan_candidates *c, struct plan_candidate *candidate,
                                 size_t worlds, struct error *err)
{
    const size_t size = c->unknowns->n_kept * c->unknowns->n_kept;
    enum error_code code = ERROR_OK;
    if (candidate->n >= worlds || candidate->fate != PLAN_GOOD)
        return ERROR_OK;
    double *more = realloc(candidate->information, worlds * size * sizeof *more);
    if (!more)
        return error_memory(err);
    candidate->information = more;
    for (; !code && candidate->n < worlds && candidate->fate == PLAN_GOOD; candidate->n++)
        code = visit(c, candidate, candidate->n, more + candidate->n * size, err);
    return code;
}

enum error_code plan_candidates_simulate(struct plan_candidates *candidates, const size_t *which,
                                         size_t n, size_t worlds, struct error *err)
{
    struct plan_candidates *c = candidates;
    enum error_code code = ERROR_OK;
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < n; i++) {
        struct error failure = {0};
        struct plan_candidate *candidate = &c->list[which[i]];
        const size_t before = candidate->n;
        const enum error_code own = visit_all(c, candidate, worlds, &failure);
#pragma omp critical(plan_candidates)
        {
            c->simulations += candidate->n - before;
            if (own && !code) {
                code = own;
                *err = failure;
            }
            if (c->watch)
                c->watch(c->context, c->simulations);
        }
    }
    return code;
}
