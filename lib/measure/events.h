/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens in a run, seen or simulated: jumps of the tip's velocity
 * (impacts), the tip catching the rail, the tip leaving it. */
#ifndef LIB_MEASURE_EVENTS_H
#define LIB_MEASURE_EVENTS_H

#include <stddef.h>

/* X(name, word in files) */
#define MEASURE_EVENT_LIST(X)                        \
    X(START, "start") /* of the motion */            \
    X(JUMP, "impact") /* of tip_t, tip_n or both */  \
    X(STICK, "stick") /* slip ends without a jump */ \
    X(LEAVE, "leave") /* stick ends without a jump */

enum measure_event_kind {
#define MEASURE_EVENT_ENUM(name, word) MEASURE_EVENT_##name,
    MEASURE_EVENT_LIST(MEASURE_EVENT_ENUM)
#undef MEASURE_EVENT_ENUM
};

const char *measure_event_word(enum measure_event_kind kind);

struct measure_event {
    enum measure_event_kind kind;
    double t;           /* s */
    double uncertainty; /* standard, of t */
    double size;        /* of a jump, m/s */
};

struct measure_events {
    struct measure_event *list; /* by time */
    size_t n, room;
};

/* speed of the tip along the rail, or off it, that counts as none, beside the noise (m/s), and
 * the shortest stick that is an event (s) */
#define MEASURE_NO_SPEED 3e-3
#define MEASURE_STICK_LEAST 10e-3

/* 0 when there is no memory */
int measure_events_add(struct measure_events *events, struct measure_event event);
void measure_events_free(struct measure_events *events);

/* what a record cannot show is taken out, from seen and simulated events alike:
 * of jumps within MEASURE_TOGETHER the largest stays, and the smaller ones soon
 * after a large one go, since the reflecting paper flutters then. `keep[i]` is
 * set for those that stay. */
#define MEASURE_TOGETHER 1e-3 /* s */
void measure_events_thin(const struct measure_event *list, size_t n, int *keep);

#endif
