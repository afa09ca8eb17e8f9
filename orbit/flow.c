/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/flow.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/select.h"
#include "sim/simulate.h"
#include "sim/slopes.h"

struct collector {
    const struct orbit_system *system;
    struct orbit_flow *flow;
    bool slopes;
};

void orbit_flow_rate(const struct orbit_system *system, enum sim_mode mode, const double *x,
                     double *rate)
{
    const size_t n = system->width / 2;
    struct sim_motion motion;
    sim_motion_at(&system->setup->problem.inputs, mode, 0, x, &motion);
    for (size_t i = 0; i < n; i++) {
        rate[i] = x[n + i];
        rate[n + i] = motion.acceleration[i];
    }
}

static void take_end(const struct collector *collector, const struct sim_event *event)
{
    struct orbit_flow *flow = collector->flow;
    const size_t width = collector->system->width;
    memcpy(flow->end, event->x, width * sizeof *flow->end);
    flow->end_mode = event->to;
    orbit_flow_rate(collector->system, flow->end_mode, flow->end, flow->end_rate);
    if (!collector->slopes)
        return;
    for (size_t i = 0; i < width; i++) {
        for (size_t j = 0; j < width; j++)
            flow->by_x[i][j] = event->state_slopes[j * width + i];
        flow->by_parameter[i] = event->state_slopes[width * width + i];
    }
}

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    (void)err;
    const struct collector *collector = context;
    const struct orbit_system *system = collector->system;
    struct orbit_flow *flow = collector->flow;
    if (event->kind == SIM_EVENT_START) {
        memcpy(flow->start, event->x, system->width * sizeof *flow->start);
        flow->start_mode = event->to;
        orbit_flow_rate(system, flow->start_mode, flow->start, flow->start_rate);
    } else if (event->kind == SIM_EVENT_END) {
        take_end(collector, event);
    } else {
        if (flow->n_events < ORBIT_MAX_EVENTS) {
            struct orbit_event *kept = &flow->events[flow->n_events];
            *kept = (struct orbit_event){
                .t = event->t, .kind = event->kind, .from = event->from, .to = event->to};
            kept->stops = sim_select_at_rest(&system->setup->problem.inputs, event->t, event->x);
            memcpy(kept->x, event->x, system->width * sizeof *kept->x);
        }
        flow->n_events++;
    }
    return ERROR_OK;
}

/* unit vectors of the state, then the parameter */
static void set_directions(const struct orbit_system *system, struct sim_direction *directions)
{
    for (size_t d = 0; d <= system->width; d++) {
        directions[d] = (struct sim_direction){.p = {0}};
        if (d < system->width)
            directions[d].x[d] = 1;
        else
            memcpy(directions[d].p, system->slope, sizeof directions[d].p);
    }
}

/* the start onto the surface, and the directions with it */
static bool close_start(struct sim_problem *problem, struct sim_direction *directions)
{
    const size_t width = 2 * problem->inputs.n;
    double x[SIM_MAX_STATES], none[SIM_MAX_DIRECTIONS] = {0};
    double slopes[SIM_MAX_DIRECTIONS * SIM_MAX_STATES];
    struct sim_impact unused;
    memcpy(x, problem->x, sizeof x);
    if (!sim_reset_apply(&problem->inputs, SIM_RESET_CLOSE, problem->impact, 0, problem->x,
                         &unused))
        return false;
    for (size_t d = 0; d < problem->n_directions; d++)
        memcpy(slopes + width * d, directions[d].x, width * sizeof *slopes);
    const struct sim_slopes_event event = {.before = SIM_FLIGHT,
                                           .after = SIM_FLIGHT,
                                           .reset = SIM_RESET_CLOSE,
                                           .x_before = x,
                                           .x_after = problem->x};
    if (!sim_slopes_jump(problem, &event, slopes, none))
        return false;
    for (size_t d = 0; d < problem->n_directions; d++)
        memcpy(directions[d].x, slopes + width * d, width * sizeof *slopes);
    return true;
}

enum error_code orbit_flow_run(const struct orbit_system *system, bool closed, const double *x,
                               double duration, bool slopes, struct orbit_flow *flow,
                               struct error *err)
{
    struct sim_direction directions[SIM_MAX_STATES + 1];
    struct sim_problem problem = system->setup->problem;
    problem.inputs.p = problem.p;
    memcpy(problem.x, x, system->width * sizeof *x);
    problem.t_start = 0;
    problem.t_end = duration;
    problem.rate = 0;
    problem.n_directions = slopes ? system->width + 1 : 0;
    problem.directions = directions;
    set_directions(system, directions);
    if (closed && problem.inputs.law == RIG_LAW_RIGID && !close_start(&problem, directions))
        return error_set(err, ERROR_NUMERIC, "the start cannot be put on the surface");
    *flow = (struct orbit_flow){.slopes_why = NULL};
    struct collector collector = {.system = system, .flow = flow, .slopes = slopes};
    const struct sim_sink sink = {.context = &collector, .event = take_event};
    struct sim_statistics statistics;
    enum error_code code = sim_simulate(&problem, &sink, &statistics, err);
    flow->slopes_why = statistics.slopes_why;
    return code;
}

/* ---- the sequence as text */

static const char *event_token(const struct orbit_event *event)
{
    if (event->kind == SIM_EVENT_IMPACT && event->stops && event->to != SIM_STICK)
        return "impact-stop";
    if (event->kind == SIM_EVENT_IMPACT || event->kind == SIM_EVENT_TANGENTIAL_IMPACT ||
        event->kind == SIM_EVENT_JAM || event->kind == SIM_EVENT_GRAZE ||
        event->kind == SIM_EVENT_SETTLE)
        return sim_event_word(event->kind);
    return NULL; /* the phases on both sides say it all */
}

static int compare_rotations(const char *const *tokens, size_t n, size_t a, size_t b)
{
    for (size_t i = 0; i < n; i++) {
        int order = strcmp(tokens[(a + i) % n], tokens[(b + i) % n]);
        if (order)
            return order;
    }
    return 0;
}

void orbit_flow_sequence(const struct orbit_flow *flow, char text[ORBIT_SEQUENCE_SIZE])
{
    const char *tokens[2 * ORBIT_MAX_EVENTS];
    size_t n = 0, first = 0, used = 0;
    for (size_t i = 0; i < flow->n_events && i < ORBIT_MAX_EVENTS; i++) {
        const char *token = event_token(&flow->events[i]);
        if (token)
            tokens[n++] = token;
        tokens[n++] = sim_mode_word(flow->events[i].to);
    }
    if (n == 0)
        tokens[n++] = sim_mode_word(flow->start_mode);
    for (size_t i = 1; i < n; i++)
        if (compare_rotations(tokens, n, i, first) > 0)
            first = i;
    text[0] = '\0';
    for (size_t i = 0; i < n && used + 24 < ORBIT_SEQUENCE_SIZE; i++)
        used += (size_t)snprintf(text + used, ORBIT_SEQUENCE_SIZE - used, "%s%s", i ? " " : "",
                                 tokens[(first + i) % n]);
}
