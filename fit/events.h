/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens in a run, seen or simulated: jumps of the tip's velocity
 * (impacts), the tip catching the rail, the tip leaving it. */
#ifndef FIT_EVENTS_H
#define FIT_EVENTS_H

#include <stddef.h>

/* X(name, word in files) */
#define FIT_EVENT_LIST(X)                            \
    X(START, "start") /* of the motion */            \
    X(JUMP, "impact") /* of tip_t, tip_n or both */  \
    X(STICK, "stick") /* slip ends without a jump */ \
    X(LEAVE, "leave") /* stick ends without a jump */

enum fit_event_kind {
#define FIT_EVENT_ENUM(name, word) FIT_EVENT_##name,
    FIT_EVENT_LIST(FIT_EVENT_ENUM)
#undef FIT_EVENT_ENUM
};

const char *fit_event_word(enum fit_event_kind kind);

struct fit_event {
    enum fit_event_kind kind;
    double t;           /* s */
    double uncertainty; /* standard, of t */
    double size;        /* of a jump, m/s */
};

struct fit_events {
    struct fit_event *list; /* by time */
    size_t n, room;
};

/* 0 when there is no memory */
int fit_events_add(struct fit_events *events, struct fit_event event);
void fit_events_free(struct fit_events *events);

/* what a record cannot show is taken out, from seen and simulated events alike:
 * of jumps within FIT_TOGETHER the largest stays, and the smaller ones soon
 * after a large one go, since the reflecting paper flutters then. `keep[i]` is
 * set for those that stay. */
#define FIT_TOGETHER 1e-3 /* s */
void fit_events_thin(const struct fit_event *list, size_t n, int *keep);

#endif
