/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/diagram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "orbit/family.h"

/* an attractor this near a branch, of its peak, is on it */
static const double on_branch = 1e-3;

static enum error_code add_point(void *context, const struct orbit_point *point, struct error *err)
{
    struct orbit_branch *branch = context;
    if (branch->n == branch->room) {
        const size_t room = branch->room ? 2 * branch->room : 64;
        struct orbit_point *points = realloc(branch->points, room * sizeof *points);
        if (!points)
            return error_memory(err);
        branch->points = points;
        branch->room = room;
    }
    branch->points[branch->n++] = *point;
    return ERROR_OK;
}

static struct orbit_branch *new_branch(struct orbit_diagram *diagram, const char *kind)
{
    struct orbit_branch *branch = &diagram->branches[diagram->n];
    *branch = (struct orbit_branch){.kind = kind, .number = (int)++diagram->n};
    return branch;
}

/* relative distance of a peak from the stable parts of a branch at that value;
 * infinite where it has none there */
static double distance(const struct orbit_branch *branch, const struct orbit_point *point,
                       size_t state)
{
    const double value = point->place.value, peak = orbit_measure_peak(&point->measure, state);
    double best = INFINITY;
    for (size_t i = 0; i + 1 < branch->n; i++) {
        const struct orbit_point *a = &branch->points[i], *b = &branch->points[i + 1];
        const double from = a->place.value, to = b->place.value;
        if ((value - from) * (value - to) > 0 || from == to ||
            (a->stability == ORBIT_UNSTABLE && b->stability == ORBIT_UNSTABLE))
            continue;
        const double share = (value - from) / (to - from);
        const double there = (1 - share) * orbit_measure_peak(&a->measure, state) +
                             share * orbit_measure_peak(&b->measure, state);
        best = fmin(best, fabs(there - peak) / peak);
    }
    return best;
}

static double nearest(const struct orbit_diagram *diagram, const struct orbit_point *point,
                      size_t state)
{
    double best = INFINITY;
    for (size_t i = 0; i < diagram->n; i++)
        if (strcmp(diagram->branches[i].kind, "orbit") == 0)
            best = fmin(best, distance(&diagram->branches[i], point, state));
    return best;
}

static enum error_code make_sweeps(const struct orbit_sweep *sweep, struct orbit_diagram *diagram,
                                   struct error *err)
{
    static const enum orbit_sweep_start starts[] = {ORBIT_SWEEP_UP, ORBIT_SWEEP_DOWN};
    struct orbit_branch *branches[2];
    enum error_code codes[2];
    struct error errors[2];
    for (size_t i = 0; i < 2; i++) {
        branches[i] = new_branch(diagram, orbit_sweep_word(starts[i]));
        branches[i]->points = calloc(sweep->points, sizeof *branches[i]->points);
        if (!branches[i]->points)
            return error_memory(err);
        branches[i]->n = branches[i]->room = sweep->points;
    }
#pragma omp parallel for
    for (size_t i = 0; i < 2; i++)
        codes[i] = orbit_sweep_chain(
            sweep, &(struct orbit_chain){.start = starts[i], .count = sweep->points},
            branches[i]->points, NULL, NULL, &errors[i]);
    for (size_t i = 0; i < 2; i++) {
        if (codes[i]) {
            *err = errors[i];
            return codes[i];
        }
    }
    return ERROR_OK;
}

/* the branch through an attractor, down and up from it */
static enum error_code follow_attractor(struct orbit_system *system,
                                        const struct orbit_range *range,
                                        const struct orbit_point *point,
                                        struct orbit_diagram *diagram, struct error *err)
{
    for (int direction = -1; direction <= 1 && diagram->n < ORBIT_MAX_BRANCHES; direction += 2) {
        struct orbit_range there = *range;
        struct orbit_place guess = point->place;
        struct orbit_follow_report report = {0};
        struct orbit_branch *branch = new_branch(diagram, "orbit");
        const struct orbit_sink sink = {.context = branch, .point = add_point};
        there.direction = direction;
        enum error_code code = orbit_family_follow(system, &guess, &there, &sink, &report, err);
        if (code && code != ERROR_NUMERIC)
            return code;
        memcpy(branch->why, code ? err->message : report.why, sizeof branch->why);
    }
    return ERROR_OK;
}

static enum error_code follow_all(struct orbit_system *system, const struct orbit_range *range,
                                  size_t state, struct orbit_diagram *diagram, struct error *err)
{
    for (size_t s = 0; s < 2; s++) {
        for (size_t i = 0; i < diagram->branches[s].n; i++) {
            const struct orbit_point *point = &diagram->branches[s].points[i];
            if (!point->periodic || nearest(diagram, point, state) < on_branch)
                continue;
            if (diagram->n + 3 > ORBIT_MAX_BRANCHES)
                return ERROR_OK;
            enum error_code code = follow_attractor(system, range, point, diagram, err);
            if (code)
                return code;
        }
    }
    return ERROR_OK;
}

/* where a sweep came to rest; else the rig's start, at the low end of the range */
static struct orbit_place resting_place(const struct orbit_system *system,
                                        const struct orbit_range *range,
                                        const struct orbit_diagram *diagram)
{
    for (size_t i = 0; i < diagram->branches[0].n; i++) {
        const struct orbit_point *point = &diagram->branches[0].points[i];
        if (!point->periodic && strncmp(point->sequence, "slip", 4) == 0)
            return point->place;
    }
    struct orbit_place place = {.value = range->low};
    memcpy(place.x, system->setup->problem.x, sizeof place.x);
    return place;
}

static enum error_code follow_equilibrium(struct orbit_system *system,
                                          const struct orbit_range *range,
                                          struct orbit_diagram *diagram, struct error *err)
{
    enum orbit_balance kinds[3];
    const struct orbit_place place = resting_place(system, range, diagram);
    orbit_equilibrium_kinds(system, kinds);
    for (int direction = -1; direction <= 1; direction += 2) {
        struct orbit_range there = *range;
        struct orbit_follow_report report = {0};
        there.direction = direction;
        if (place.value == (direction < 0 ? range->low : range->high))
            continue;
        struct orbit_branch *branch = new_branch(diagram, "equilibrium");
        const struct orbit_sink sink = {.context = branch, .point = add_point};
        enum error_code code = orbit_equilibrium_follow(system, kinds[0], &place, &there, &sink,
                                                        &report, err);
        if (code && code != ERROR_NUMERIC && code != ERROR_UNSUPPORTED)
            return code; /* there need not be one */
        memcpy(branch->why, code ? err->message : report.why, sizeof branch->why);
    }
    return ERROR_OK;
}

static void compare(size_t state, struct orbit_diagram *diagram)
{
    for (size_t s = 0; s < 2; s++) {
        for (size_t i = 0; i < diagram->branches[s].n; i++) {
            const struct orbit_point *point = &diagram->branches[s].points[i];
            if (!point->periodic)
                continue;
            const double apart = nearest(diagram, point, state);
            diagram->attractors++;
            if (apart >= 10 * on_branch)
                continue;
            diagram->met++;
            diagram->apart = fmax(diagram->apart, apart);
        }
    }
}

enum error_code orbit_diagram_make(const struct orbit_sweep *sweep, const struct orbit_range *range,
                                   size_t state, struct orbit_diagram *diagram, struct error *err)
{
    struct orbit_system *system;
    *diagram = (struct orbit_diagram){.n = 0};
    enum error_code code = orbit_system_create(sweep->rig, sweep->rtol, sweep->parameter, &system,
                                               err);
    if (code)
        return code;
    code = make_sweeps(sweep, diagram, err); /* branches 0 and 1 */
    if (!code)
        code = follow_equilibrium(system, range, diagram, err);
    if (!code)
        code = follow_all(system, range, state, diagram, err);
    if (!code)
        compare(state, diagram);
    orbit_system_free(system);
    return code;
}

void orbit_diagram_free(struct orbit_diagram *diagram)
{
    for (size_t i = 0; i < diagram->n; i++)
        free(diagram->branches[i].points);
    diagram->n = 0;
}
