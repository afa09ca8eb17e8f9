/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/attractor.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* events in which a period must show, if the time for them can be had */
enum { ENOUGH_EVENTS = 24 };
/* how long is looked at: this share of the settling time at first, all of it in the end */
static const double first_look = 1.0 / 64;
/* difference of states, of their size, that counts as none */
static const double same_state = 1e-3;
/* speed that counts as rest, relative to the way made while settling */
static const double at_rest = 1e-6;

static bool same_event(const struct orbit_event *a, const struct orbit_event *b, size_t width,
                       const double *size)
{
    if (a->kind != b->kind || a->from != b->from || a->to != b->to)
        return false;
    for (size_t i = 0; i < width; i++)
        if (fabs(a->x[i] - b->x[i]) > same_state * size[i])
            return false;
    return true;
}

/* smallest number of events after which they repeat throughout; 0: none */
static size_t events_of_period(const struct orbit_flow *flow, size_t width, const double *size)
{
    const size_t n = flow->n_events < ORBIT_MAX_EVENTS ? flow->n_events : ORBIT_MAX_EVENTS;
    for (size_t lag = 1; 2 * lag <= n; lag++) {
        bool repeats = true;
        for (size_t e = 0; e + lag < n && repeats; e++)
            repeats = same_event(&flow->events[e], &flow->events[e + lag], width, size);
        if (repeats)
            return lag;
    }
    return 0;
}

/* largest values on the way, velocities and coordinates alike judged together */
static void sizes(const struct orbit_flow *flow, size_t width, double *size)
{
    const size_t n = flow->n_events < ORBIT_MAX_EVENTS ? flow->n_events : ORBIT_MAX_EVENTS;
    double most[2] = {0, 0};
    for (size_t i = 0; i < width; i++) {
        double *half = &most[i >= width / 2];
        *half = fmax(*half, fabs(flow->start[i]));
        for (size_t e = 0; e < n; e++)
            *half = fmax(*half, fabs(flow->events[e].x[i]));
    }
    for (size_t i = 0; i < width; i++)
        size[i] = most[i >= width / 2];
}

static bool rests(const struct orbit_flow *flow, size_t width, double duration)
{
    double moved = 0, rate = 0, size = 0;
    for (size_t i = 0; i < width; i++) {
        size = fmax(size, fabs(flow->end[i]));
        moved = fmax(moved, fabs(flow->end[i] - flow->start[i]));
        rate = fmax(rate, fabs(flow->end_rate[i]));
    }
    return flow->n_events == 0 && moved <= at_rest * size && rate * duration <= 10 * size &&
           rate <= 1e3 * at_rest * fmax(1, size / duration);
}

/* x, period and sequence of the orbit that repeats after `lag` events */
static enum error_code take_orbit(const struct orbit_system *system, const double *x,
                                  const struct orbit_flow *seen, size_t lag,
                                  struct orbit_attractor *found, struct error *err)
{
    const size_t n = seen->n_events < ORBIT_MAX_EVENTS ? seen->n_events : ORBIT_MAX_EVENTS;
    const double begin = seen->events[n - 1 - lag].t, end = seen->events[n - 1].t;
    double middle;
    bool flies;
    if (!orbit_shoot_anchor(seen, begin, end, &middle, &flies))
        return error_set(err, ERROR_NUMERIC, "the motion sticks all the time");
    struct orbit_flow flow;
    enum error_code code = orbit_flow_run(system, false, x, middle, false, &flow, err);
    if (code)
        return code;
    found->kind = ORBIT_PERIODIC;
    found->n_events = lag;
    found->place.period = end - begin;
    found->place.closed = !flies && system->setup->problem.inputs.law == RIG_LAW_RIGID;
    memcpy(found->place.x, flow.end, system->width * sizeof *flow.end);
    code = orbit_flow_run(system, found->place.closed, found->place.x, found->place.period, false,
                          &flow, err);
    if (!code)
        orbit_flow_sequence(&flow, found->sequence);
    return code;
}

/* ---- driven rigs: the motion at every period of the drive */

/* periods of the drive, up to half of which an orbit may take */
enum { STROBES = 64 };

/* one period of the drive; the clock is set back */
static enum error_code next_strobe(const struct orbit_system *system, double *x, struct error *err)
{
    struct orbit_flow flow;
    enum error_code code = orbit_flow_run(system, false, x, system->drive_period, false, &flow,
                                          err);
    const double clock = x[system->drive.clock];
    memcpy(x, flow.end, system->width * sizeof *x);
    x[system->drive.clock] = clock;
    return code;
}

/* smallest number of strobes after which they repeat throughout; 0: none */
static int strobes_of_period(double (*strobes)[SIM_MAX_STATES], size_t width)
{
    double most[2] = {0, 0};
    for (int k = 0; k <= STROBES; k++)
        for (size_t i = 0; i < width; i++)
            most[i >= width / 2] = fmax(most[i >= width / 2], fabs(strobes[k][i]));
    for (int lag = 1; 2 * lag <= STROBES; lag++) {
        bool repeats = true;
        for (int k = 0; k + lag <= STROBES && repeats; k++)
            for (size_t i = 0; i < width && repeats; i++)
                repeats = fabs(strobes[k + lag][i] - strobes[k][i]) <=
                          same_state * most[i >= width / 2];
        if (repeats)
            return lag;
    }
    return 0;
}

/* the clock, and its pace, say nothing of the motion's size */
static void forget_time(const struct orbit_system *system, double *x)
{
    x[system->drive.clock] = 0;
    x[system->drive.pace] = 0;
}

/* x, on the orbit of so many cycles of the drive, moved to the middle of its longest phase */
static enum error_code take_driven(const struct orbit_system *system, const double *x, int cycles,
                                   struct orbit_attractor *found, struct error *err)
{
    struct orbit_flow flow;
    double middle;
    bool flies;
    struct orbit_place *place = &found->place;
    place->period = cycles * system->drive_period;
    enum error_code code = orbit_flow_run(system, false, x, place->period, false, &flow, err);
    if (code)
        return code;
    if (!orbit_shoot_anchor(&flow, 0, place->period, &middle, &flies))
        return error_set(err, ERROR_NUMERIC, "the motion sticks all the time");
    found->kind = ORBIT_PERIODIC;
    found->n_events = flow.n_events;
    orbit_flow_sequence(&flow, found->sequence);
    place->cycles = cycles;
    place->closed = !flies && system->setup->problem.inputs.law == RIG_LAW_RIGID;
    code = orbit_flow_run(system, false, x, middle, false, &flow, err);
    memcpy(place->x, flow.end, system->width * sizeof *flow.end);
    return code;
}

static enum error_code find_driven(const struct orbit_system *system, const double *x, bool closed,
                                   double settle, struct orbit_attractor *attractor,
                                   struct error *err)
{
    struct orbit_flow flow;
    double strobes[STROBES + 1][SIM_MAX_STATES], start[SIM_MAX_STATES];
    const double cycles = ceil(settle / system->drive_period);
    enum error_code code = orbit_flow_run(system, closed, x, cycles * system->drive_period, false,
                                          &flow, err);
    if (code)
        return code;
    memcpy(start, flow.end, sizeof start);
    start[system->drive.clock] = x[system->drive.clock];
    *attractor = (struct orbit_attractor){
        .kind = ORBIT_OTHER, .mode = flow.end_mode, .place = {.value = system->value}};
    memcpy(attractor->place.x, start, sizeof start);
    double now[SIM_MAX_STATES];
    memcpy(now, start, sizeof now);
    for (int k = 0; k <= STROBES && !code; k++) {
        memcpy(strobes[k], now, sizeof now);
        forget_time(system, strobes[k]);
        code = next_strobe(system, now, err);
    }
    const int lag = code ? 0 : strobes_of_period(strobes, system->width);
    return lag ? take_driven(system, start, lag, attractor, err) : code;
}

enum error_code orbit_attractor_find(const struct orbit_system *system, const double *x,
                                     bool closed, double settle, struct orbit_attractor *attractor,
                                     struct error *err)
{
    if (system->drive.there)
        return find_driven(system, x, closed, settle, attractor, err);
    struct orbit_flow flow;
    double start[SIM_MAX_STATES], size[SIM_MAX_STATES];
    enum error_code code = orbit_flow_run(system, closed, x, settle, false, &flow, err);
    if (code)
        return code;
    memcpy(start, flow.end, sizeof start);
    *attractor = (struct orbit_attractor){
        .kind = ORBIT_OTHER, .mode = flow.end_mode, .place = {.value = system->value}};
    memcpy(attractor->place.x, start, sizeof start);
    for (double look = first_look * settle; look <= settle; look *= 4) {
        code = orbit_flow_run(system, false, start, look, false, &flow, err);
        if (code)
            return code;
        if (rests(&flow, system->width, look)) {
            attractor->kind = ORBIT_AT_REST;
            attractor->mode = flow.end_mode;
            memcpy(attractor->place.x, flow.end, sizeof flow.end);
            strcpy(attractor->sequence, sim_mode_word(flow.end_mode));
            return ERROR_OK;
        }
        if (flow.n_events < ENOUGH_EVENTS && 4 * look <= settle)
            continue;
        sizes(&flow, system->width, size);
        size_t lag = events_of_period(&flow, system->width, size);
        if (lag)
            return take_orbit(system, start, &flow, lag, attractor, err);
    }
    return ERROR_OK;
}
