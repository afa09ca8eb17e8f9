/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/simulate.h"

/* a change that shrinks by more in one stretch is forgotten */
static const double forgotten = 1e-13;

struct taker {
    const struct orbit_system *system;
    struct orbit_section *section;
};

static enum error_code add_crossing(struct taker *taker, double t, const double *x,
                                    struct error *err)
{
    struct orbit_section *section = taker->section;
    if (section->n == section->room) {
        const size_t room = section->room ? 2 * section->room : 256;
        struct orbit_crossing *more = realloc(section->crossings, room * sizeof *more);
        if (!more)
            return error_memory(err);
        section->crossings = more;
        section->room = room;
    }
    struct orbit_crossing *crossing = &section->crossings[section->n++];
    crossing->t = t;
    memcpy(crossing->x, x, taker->system->width * sizeof *x);
    return ERROR_OK;
}

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    struct taker *taker = context;
    const bool crosses = event->kind == taker->section->kind;
    return crosses ? add_crossing(taker, event->t, event->x, err) : ERROR_OK;
}

static enum error_code take_sample(void *context, const struct sim_sample *sample,
                                   struct error *err)
{
    return add_crossing(context, sample->t, sample->x, err);
}

enum error_code orbit_section_take(const struct orbit_system *system, const double *x,
                                   double duration, struct orbit_section *section,
                                   struct error *err)
{
    struct sim_problem problem = system->setup->problem;
    problem.inputs.p = problem.p;
    memcpy(problem.x, x, system->width * sizeof *x);
    problem.t_start = 0;
    problem.t_end = duration;
    problem.rate = section->drive ? 1 / system->drive_period : 0;
    problem.n_directions = 0;
    struct taker taker = {.system = system, .section = section};
    const struct sim_sink sink = {.context = &taker,
                                  .event = section->drive ? NULL : take_event,
                                  .sample = section->drive ? take_sample : NULL};
    struct sim_statistics statistics;
    section->n = 0;
    return sim_simulate(&problem, &sink, &statistics, err);
}

void orbit_section_free(struct orbit_section *section)
{
    free(section->crossings);
    *section = (struct orbit_section){0};
}

static const char drive_word[] = "drive";

const char *orbit_section_word(const struct orbit_section *section)
{
    return section->drive ? drive_word : sim_event_word(section->kind);
}

enum error_code orbit_section_choose(const struct orbit_system *system, const char *word,
                                     struct orbit_section *section, struct error *err)
{
    section->drive = system->drive.there && strcmp(word, drive_word) == 0;
    if (section->drive)
        return ERROR_OK;
    enum sim_event_kind *kind = &section->kind;
    for (*kind = SIM_EVENT_TAKEOFF; *kind < SIM_EVENT_END; ++*kind)
        if (strcmp(word, sim_event_word(*kind)) == 0)
            return ERROR_OK;
    error_set(err, ERROR_INPUT, "'%s' is no event%s; events are", word,
              strcmp(word, drive_word) == 0 ? " of a rig that nothing drives" : "");
    for (enum sim_event_kind k = SIM_EVENT_TAKEOFF; k < SIM_EVENT_END; k++)
        error_append(err, " %s", sim_event_word(k));
    return ERROR_INPUT;
}

static double norm(size_t n, const double *v)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

/* what is across the motion, of length 1; returns the length it had. At an
 * equilibrium there is no motion but rounding: slower than `least` is none. */
static double take_across(size_t n, const double *rate, double least, double *change)
{
    double speed = norm(n, rate);
    if (speed < least)
        speed = 0;
    double along = 0;
    for (size_t i = 0; speed > 0 && i < n; i++)
        along += change[i] * rate[i] / speed;
    for (size_t i = 0; speed > 0 && i < n; i++)
        change[i] -= along * rate[i] / speed;
    const double length = norm(n, change);
    for (size_t i = 0; length > 0 && i < n; i++)
        change[i] /= length;
    return length;
}

/* The weight of the share u of the whole time in a mean: it vanishes with all its derivatives at
 * both ends, so that neither what the first direction was nor at which phase of an orbit the
 * time ends shows in the mean (Das, Saiki, Sander and Yorke 2017, weighted Birkhoff average) */
static double weight_at(double u) { return exp(-1 / (u * (1 - u))); }

enum error_code orbit_section_exponent(const struct orbit_system *system, const double *x,
                                       double duration, size_t chunks, double *exponent,
                                       struct error *err)
{
    const size_t width = system->width;
    const double stretch = duration / (double)chunks;
    double state[SIM_MAX_STATES], change[SIM_MAX_STATES] = {0}, growth = 0, whole = 0;
    memcpy(state, x, width * sizeof *state);
    for (size_t i = 0; i < width; i++) /* any direction that is not special */
        change[i] = orbit_drive_is_time(&system->drive, i) ? 0 : 1 + 0.1 * (double)i;
    for (size_t k = 0; k < chunks; k++) {
        struct orbit_flow flow;
        enum error_code code = orbit_flow_run(system, false, state, stretch, true, &flow, err);
        if (code)
            return code;
        if (flow.slopes_why)
            return error_set(err, ERROR_NUMERIC, "the exponent is not defined: in the motion is %s",
                             flow.slopes_why);
        /* what is not time itself does not lie along a driven motion */
        const double least = system->drive.there ? INFINITY : 1e-9 * norm(width, state) / stretch;
        if (k == 0)
            take_across(width, flow.start_rate, least, change);
        double moved[SIM_MAX_STATES] = {0};
        for (size_t i = 0; i < width; i++)
            for (size_t j = 0; j < width; j++)
                moved[i] += flow.by_x[i][j] * change[j];
        const double factor = take_across(width, flow.end_rate, least, moved);
        if (!(factor > forgotten)) {
            *exponent = -INFINITY;
            return ERROR_OK;
        }
        const double weight = weight_at(((double)k + 0.5) / (double)chunks);
        growth += weight * log(factor);
        whole += weight;
        memcpy(change, moved, sizeof change);
        memcpy(state, flow.end, sizeof state);
    }
    *exponent = growth / (whole * stretch);
    return ERROR_OK;
}
