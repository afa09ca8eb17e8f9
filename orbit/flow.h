/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One stretch of motion from a state: where it ends, through which events, and
 * the derivative of its end by its start and by the parameter. Over a period
 * that derivative is the monodromy matrix. */
#ifndef ORBIT_FLOW_H
#define ORBIT_FLOW_H

#include "orbit/system.h"

enum { ORBIT_MAX_EVENTS = 64, ORBIT_SEQUENCE_SIZE = 512 };

struct orbit_event {
    double t;
    enum sim_event_kind kind;
    enum sim_mode from, to;
    bool stops; /* no slip is left after it */
    double x[SIM_MAX_STATES];
};

struct orbit_flow {
    enum sim_mode start_mode, end_mode;
    double start[SIM_MAX_STATES], start_rate[SIM_MAX_STATES];
    double end[SIM_MAX_STATES], end_rate[SIM_MAX_STATES];
    double by_x[SIM_MAX_STATES][SIM_MAX_STATES]; /* d(end)/d(start) at fixed time */
    double by_parameter[SIM_MAX_STATES];
    size_t n_events; /* without start and end; at most ORBIT_MAX_EVENTS are kept */
    struct orbit_event events[ORBIT_MAX_EVENTS];
    const char *slopes_why; /* why there are no derivatives; NULL: there are */
};

/* `closed`: the start is moved onto the surface first (a rigid contact only),
 * which is part of the derivative; without `slopes` there is none */
enum error_code orbit_flow_run(const struct orbit_system *system, bool closed, const double *x,
                               double duration, bool slopes, struct orbit_flow *flow,
                               struct error *err);

/* d(state)/dt in a mode */
void orbit_flow_rate(const struct orbit_system *system, enum sim_mode mode, const double *x,
                     double *rate);

/* the phases and impacts of a period in the order that comes last in the
 * alphabet, so that it does not depend on where the period begins:
 * "stick slip+ flight impact slip+"; "impact-stop" leaves no slip, and yet the
 * tip does not stick */
void orbit_flow_sequence(const struct orbit_flow *flow, char text[ORBIT_SEQUENCE_SIZE]);

#endif
