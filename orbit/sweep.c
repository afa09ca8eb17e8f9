/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/sweep.h"

#include <stdio.h>
#include <string.h>

/* share of the settling time in which an irregular motion is measured */
static const double measured = 0.25;

const char *orbit_sweep_word(enum orbit_sweep_start start)
{
    static const char *const words[] = {"each", "up", "down"};
    return words[start];
}

double orbit_sweep_value(const struct orbit_sweep *sweep, size_t i)
{
    if (i + 1 == sweep->points)
        return sweep->high;
    return sweep->low + (sweep->high - sweep->low) * (double)i / (double)(sweep->points - 1);
}

/* a message as a cell of a table */
static void take_note(struct orbit_point *row, const struct error *why)
{
    snprintf(row->note, sizeof row->note, "%.400s", why->message);
    for (char *c = row->note; *c; c++)
        if (*c == ',' || *c == '\n' || *c == '"')
            *c = ';';
}

static enum error_code measure_point(const struct orbit_sweep *sweep,
                                     const struct orbit_system *system,
                                     const struct orbit_attractor *attractor,
                                     struct orbit_point *row, struct error *err)
{
    row->place = attractor->place;
    row->periodic = attractor->kind == ORBIT_PERIODIC;
    snprintf(row->sequence, sizeof row->sequence, "%s",
             attractor->kind == ORBIT_OTHER ? "irregular" : attractor->sequence);
    if (attractor->kind == ORBIT_AT_REST) {
        memcpy(row->measure.low, row->place.x, sizeof row->place.x);
        memcpy(row->measure.high, row->place.x, sizeof row->place.x);
        return ERROR_OK;
    }
    struct orbit_place place = row->place;
    if (!row->periodic)
        place.period = measured * sweep->settle;
    enum error_code code = orbit_measure_orbit(system, &place, &row->measure, err);
    row->measure.broken = NULL; /* a guess need not come back to the last bit */
    return code;
}

enum error_code orbit_sweep_chain(const struct orbit_sweep *sweep, const struct orbit_chain *chain,
                                  struct orbit_point *rows, void (*done)(void *context),
                                  void *context, struct error *err)
{
    struct orbit_system *system;
    enum error_code code = orbit_system_create(sweep->rig, sweep->rtol, sweep->parameter, &system,
                                               err);
    if (code)
        return code;
    bool has_last = false, closed = false;
    double x[SIM_MAX_STATES];
    for (size_t k = 0; k < chain->count; k++) {
        const bool down = chain->start == ORBIT_SWEEP_DOWN;
        const size_t i = chain->first + (down ? chain->count - 1 - k : k);
        struct orbit_point *row = &rows[i];
        struct orbit_attractor attractor;
        struct error why;
        *row = (struct orbit_point){.place.value = orbit_sweep_value(sweep, i)};
        code = orbit_system_set(system, row->place.value, &why);
        if (!code && !has_last)
            memcpy(x, system->setup->problem.x, sizeof x);
        if (!code)
            code = orbit_attractor_find(system, x, closed, sweep->settle, &attractor, &why);
        if (!code)
            code = measure_point(sweep, system, &attractor, row, &why);
        has_last = !code && chain->start != ORBIT_SWEEP_EACH;
        closed = false;
        if (code) {
            take_note(row, &why);
        } else if (has_last) {
            memcpy(x, attractor.place.x, sizeof x);
            closed = attractor.place.closed ||
                     (attractor.kind == ORBIT_AT_REST && attractor.mode != SIM_FLIGHT);
        }
        if (done)
            done(context);
    }
    orbit_system_free(system);
    return ERROR_OK;
}
