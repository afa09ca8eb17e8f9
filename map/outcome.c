/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/outcome.h"

#include <math.h>
#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#endif

#include "lib/cli/share.h"
#include "sim/simulate.h"

const char *map_outcome_word(enum map_outcome outcome)
{
#define WORD(name, word) word,
    static const char *const words[] = {MAP_OUTCOME_LIST(WORD)};
#undef WORD
    return words[outcome];
}

struct witness {
    const struct sim_problem *problem;
    struct map_motion *motion;
    double least_flight;
    double left; /* time at which the flight began, NaN: none */
};

static void raise_to(struct map_motion *motion, enum map_outcome outcome)
{
    if (outcome > motion->outcome)
        motion->outcome = outcome;
}

static enum error_code see(void *context, const struct sim_event *event, struct error *err)
{
    (void)err;
    struct witness *witness = context;
    struct map_motion *motion = witness->motion;
    if (event->kind == SIM_EVENT_IMPACT || event->kind == SIM_EVENT_TANGENTIAL_IMPACT)
        motion->impacts++;
    if (event->kind == SIM_EVENT_JAM)
        raise_to(motion, MAP_OUTCOME_JAMS);
    if (event->kind == SIM_EVENT_TIP_OVER)
        raise_to(motion, MAP_OUTCOME_TIPS);
    if (event->to == SIM_STICK)
        raise_to(motion, MAP_OUTCOME_STICKS);
    const bool ends = event->from == SIM_FLIGHT || event->kind == SIM_EVENT_END;
    if (ends && isfinite(witness->left)) {
        motion->flight = fmax(motion->flight, event->t - witness->left);
        witness->left = NAN;
    }
    if (event->to == SIM_FLIGHT)
        witness->left = event->t;
    const bool for_good = event->kind == SIM_EVENT_END && event->from == SIM_FLIGHT &&
                          event->t < witness->problem->t_end;
    if (motion->flight >= witness->least_flight || for_good)
        raise_to(motion, MAP_OUTCOME_BOUNCES);
    return ERROR_OK;
}

void map_outcome_at(const struct map_place *place, const double *at, const struct map_watch *watch,
                    struct map_motion *motion)
{
    struct sim_problem problem;
    struct sim_statistics statistics;
    *motion = (struct map_motion){.outcome = MAP_OUTCOME_NONE};
    if (!map_place_start(place, at, &problem))
        return;
    motion->outcome = MAP_OUTCOME_SLIDES;
    problem.rate = 0;
    problem.t_end = watch->duration;
    problem.rtol = watch->rtol;
    struct witness witness = {
        .problem = &problem, .motion = motion, .least_flight = watch->flight, .left = NAN};
    const struct sim_sink sink = {.context = &witness, .event = see};
    if (sim_simulate(&problem, &sink, &statistics, NULL))
        motion->outcome = MAP_OUTCOME_FAILS;
}

enum error_code map_outcome_grid(const struct map_scan *scan, const struct map_progress *progress,
                                 struct map_motion **motions, struct error *err)
{
    const struct map_place *place = scan->place;
    const struct map_rows *rows = &scan->rows;
    const size_t nx = place->axes[0].n, ny = place->axes[1].n;
    struct map_motion *all = calloc(nx * ny, sizeof *all);
    if (!all)
        return error_memory(err);
    const size_t end = rows->end < ny ? rows->end + 1 : ny;
    size_t done = 0;
#pragma omp parallel for schedule(dynamic)
    for (size_t j = rows->first; j < end; j++) {
        if (!share_mine(j))
            continue;
        for (size_t i = 0; i < nx; i++) {
            double at[2];
            map_grid_at(place, i, j, at);
            map_outcome_at(place, at, &scan->watch, &all[j * nx + i]);
        }
        size_t so_far;
#pragma omp atomic capture
        so_far = done += nx;
        if (progress && omp_get_thread_num() == 0)
            progress->done(progress->context, so_far);
    }
    for (size_t j = rows->first; j < end; j++)
        share_tell(j, &all[j * nx], nx * sizeof *all);
    *motions = all;
    return ERROR_OK;
}

/* between two neighbours of the grid of which one has the outcome */
static void bisect(const struct map_scan *scan, enum map_outcome outcome, double precision,
                   const double from[2], const double to[2], bool from_has, double at[2])
{
    double low = 0, high = 1;
    struct map_motion motion;
    while (high - low > precision) {
        const double middle = 0.5 * (low + high);
        for (size_t k = 0; k < 2; k++)
            at[k] = from[k] + middle * (to[k] - from[k]);
        map_outcome_at(scan->place, at, &scan->watch, &motion);
        *((motion.outcome == outcome) == from_has ? &low : &high) = middle;
    }
    for (size_t k = 0; k < 2; k++)
        at[k] = from[k] + 0.5 * (low + high) * (to[k] - from[k]);
}

struct crossing {
    size_t i, j, axis;
    double at[2];
};

/* edges of the grid whose ends differ, row by row, so that the rows of a shard are one block;
 * where one end has no start there is no border */
static size_t find_crossings(const struct map_scan *scan, const struct map_motion *motions,
                             enum map_outcome outcome, struct crossing *out)
{
    const struct map_rows *rows = &scan->rows;
    const size_t nx = scan->place->axes[0].n, ny = scan->place->axes[1].n;
    size_t n = 0;
    for (size_t j = rows->first; j < rows->end; j++)
        for (size_t axis = 0; axis < 2 && j + axis < ny; axis++)
            for (size_t i = 0; i + !axis < nx; i++) {
                const enum map_outcome a = motions[j * nx + i].outcome;
                const enum map_outcome b = motions[(j + axis) * nx + i + !axis].outcome;
                if (a == MAP_OUTCOME_NONE || b == MAP_OUTCOME_NONE ||
                    (a == outcome) == (b == outcome))
                    continue;
                if (out)
                    out[n] = (struct crossing){.i = i, .j = j, .axis = axis};
                n++;
            }
    return n;
}

enum error_code map_outcome_border(const struct map_scan *scan, const struct map_motion *motions,
                                   enum map_outcome outcome, double precision,
                                   struct map_curve *border, struct error *err)
{
    const struct map_place *place = scan->place;
    const size_t nx = place->axes[0].n;
    const size_t n = find_crossings(scan, motions, outcome, NULL);
    struct crossing *crossings = calloc(n + 1, sizeof *crossings);
    if (!crossings)
        return error_memory(err);
    find_crossings(scan, motions, outcome, crossings);
#pragma omp parallel for schedule(dynamic)
    for (size_t k = 0; k < n; k++) {
        struct crossing *c = &crossings[k];
        double from[2], to[2];
        if (!share_mine(k))
            continue;
        map_grid_at(place, c->i, c->j, from);
        map_grid_at(place, c->i + !c->axis, c->j + c->axis, to);
        const bool has = motions[c->j * nx + c->i].outcome == outcome;
        bisect(scan, outcome, precision, from, to, has, c->at);
    }
    enum error_code code = ERROR_OK;
    for (size_t k = 0; k < n; k++)
        share_tell(k, &crossings[k], sizeof crossings[k]);
    for (size_t k = 0; !code && k < n; k++) {
        const struct crossing *c = &crossings[k];
        code = map_curve_add(border, (2 * c->j + c->axis) * nx + c->i, c->at, err);
    }
    free(crossings);
    return code;
}
