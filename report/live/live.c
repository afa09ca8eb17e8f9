/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulator within a page: compiled to WebAssembly, called by report/page.js. It is the
 * engine of skitter-sim; here are the functions by which the page hands values over and gets the
 * motion back. */
#include <stdlib.h>
#include <string.h>

#include "report/live/belt.h"
#include "sim/carry.h"
#include "sim/shown.h"
#include "sim/simulate.h"
#include "sim/values.h"

/* t, velocities of the tip, forces on it, then the coordinates in use */
enum { FORCES = 3 };
/* t, kind, mode after, impulses along and off the surface */
enum { EVENT_COLUMNS = 5 };

struct table {
    double *rows;
    size_t n, room, columns;
};

struct live {
    struct sim_values values;
    struct sim_belt *belt;
    double belt_shift;
    enum rig_law law;
    enum rig_impact impact;
    enum rig_indeterminate indeterminate;
    struct table samples, events;
    struct error err;
};

#define LIVE_EXPORT(name) __attribute__((export_name(#name))) name

void *LIVE_EXPORT(live_room)(size_t bytes) { return malloc(bytes); }
void LIVE_EXPORT(live_drop)(void *room) { free(room); }

/* a mechanism from the bytes of sim/carry.h; it stays as long as the page. NULL: no memory */
const struct sim_model *LIVE_EXPORT(live_mechanism)(const unsigned char *bytes, size_t n)
{
    struct arena arena = {0};
    const struct sim_model *model = sim_carry_read(bytes, n, &arena);
    if (!model)
        arena_free(&arena);
    return model;
}

/* NULL: no memory */
struct live *LIVE_EXPORT(live_open)(const struct sim_model *model, size_t coordinates)
{
    struct live *live = calloc(1, sizeof *live);
    if (live)
        live->values = (struct sim_values){.model = model, .n = coordinates};
    return live;
}

void LIVE_EXPORT(live_close)(struct live *live)
{
    sim_belt_free(live->belt);
    free(live->samples.rows);
    free(live->events.rows);
    free(live);
}

/* a value by its index (sim/values.h); those that are not given follow from the others */
void LIVE_EXPORT(live_give)(struct live *live, size_t index, double value)
{
    sim_values_set(&live->values, index, value);
}

void LIVE_EXPORT(live_laws)(struct live *live, int law, int impact, int indeterminate)
{
    live->law = (enum rig_law)law;
    live->impact = (enum rig_impact)impact;
    live->indeterminate = (enum rig_indeterminate)indeterminate;
}

/* shift: the belt's clock less the motion's; 0 pieces: the parameter belt_speed again */
int LIVE_EXPORT(live_rail)(struct live *live, const double *pieces, size_t n, int order,
                           double shift)
{
    sim_belt_free(live->belt);
    live->belt = live_belt_make(pieces, n, order);
    live->belt_shift = shift;
    return n == 0 || live->belt ? 0 : 1;
}

static double *add_row(struct table *table)
{
    if (table->n == table->room) {
        const size_t room = table->room ? 2 * table->room : 1024;
        double *rows = realloc(table->rows, room * table->columns * sizeof *rows);
        if (!rows)
            return NULL;
        table->rows = rows;
        table->room = room;
    }
    return table->rows + table->columns * table->n++;
}

static enum error_code take_tip(void *context, const struct sim_tip *tip, struct error *err)
{
    struct live *live = context;
    double *row = add_row(&live->samples);
    if (!row)
        return error_memory(err);
    row[0] = tip->t;
    row[1] = tip->velocity[0];
    row[2] = tip->velocity[1];
    memcpy(row + FORCES, tip->shown, (live->samples.columns - FORCES) * sizeof *row);
    return ERROR_OK;
}

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    struct live *live = context;
    double *row = add_row(&live->events);
    if (!row)
        return error_memory(err);
    row[0] = event->t;
    row[1] = event->kind;
    row[2] = event->to;
    row[3] = event->impulse_t;
    row[4] = event->impulse_n;
    return ERROR_OK;
}

/* the code of the failure, whose message is live_message; what was computed before it is there */
int LIVE_EXPORT(live_run)(struct live *live, double t_end, double rate, double phase, double rtol)
{
    size_t shown[SIM_MAX_SHOWN] = {SIM_SHOWN_FORCE_T, SIM_SHOWN_FORCE_N}, n_shown = 2;
    struct sim_values values = live->values; /* those that follow are found anew */
    struct sim_problem problem = {.t_end = t_end,
                                  .rate = rate,
                                  .phase = phase,
                                  .rtol = rtol,
                                  .impact = live->impact,
                                  .indeterminate = live->indeterminate};
    const struct sim_sink sink = {.context = live, .tip = take_tip, .event = take_event};
    struct sim_statistics statistics;
    for (size_t i = 0; i < values.n && n_shown < SIM_MAX_SHOWN; i++)
        shown[n_shown++] = SIM_SHOWN_STATES + i;
    live->samples.columns = FORCES + n_shown;
    live->events.columns = EVENT_COLUMNS;
    live->samples.n = live->events.n = 0;
    live->err = (struct error){0};
    problem.inputs.law = live->law;
    enum error_code code = sim_values_complete(&values, &live->err);
    if (code)
        return (int)code;
    sim_values_to_problem(&values, &problem);
    problem.inputs.belt = live->belt;
    problem.inputs.belt_shift = live->belt_shift;
    problem.shown = shown;
    problem.n_shown = n_shown;
    return (int)sim_simulate(&problem, &sink, &statistics, &live->err);
}

const char *LIVE_EXPORT(live_message)(const struct live *live) { return live->err.message; }
const double *LIVE_EXPORT(live_samples)(const struct live *live) { return live->samples.rows; }
size_t LIVE_EXPORT(live_sample_count)(const struct live *live) { return live->samples.n; }
size_t LIVE_EXPORT(live_columns)(const struct live *live) { return live->samples.columns; }
const double *LIVE_EXPORT(live_events)(const struct live *live) { return live->events.rows; }
size_t LIVE_EXPORT(live_event_count)(const struct live *live) { return live->events.n; }
