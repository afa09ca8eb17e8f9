/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/measure/events.h"

#include <math.h>
#include <stdlib.h>

/* after a jump of size J, one below share * J * exp(-age / time) is not told from flutter */
static const double flutter_share = 0.25, flutter_time = 5e-3;

const char *measure_event_word(enum measure_event_kind kind)
{
    static const char *const words[] = {
#define WORD(name, word) word,
        MEASURE_EVENT_LIST(WORD)
#undef WORD
    };
    return words[kind];
}

int measure_events_add(struct measure_events *events, struct measure_event event)
{
    if (events->n == events->room) {
        size_t room = events->room ? 2 * events->room : 32;
        struct measure_event *more = realloc(events->list, room * sizeof *more);
        if (!more)
            return 0;
        events->list = more;
        events->room = room;
    }
    events->list[events->n++] = event;
    return 1;
}

void measure_events_free(struct measure_events *events)
{
    free(events->list);
    *events = (struct measure_events){0};
}

/* does a larger jump, close by or shortly before, hide this one? */
static int hidden(const struct measure_event *list, size_t n, size_t i)
{
    for (size_t j = 0; j < n; j++) {
        if (j == i || list[j].kind != MEASURE_EVENT_JUMP)
            continue;
        const double age = list[i].t - list[j].t;
        const int larger = list[j].size > list[i].size || (j < i && list[j].size == list[i].size);
        if (fabs(age) < MEASURE_TOGETHER && larger)
            return 1;
        if (age > 0 && list[i].size < flutter_share * list[j].size * exp(-age / flutter_time))
            return 1;
    }
    return 0;
}

void measure_events_thin(const struct measure_event *list, size_t n, int *keep)
{
    for (size_t i = 0; i < n; i++)
        keep[i] = list[i].kind != MEASURE_EVENT_JUMP || !hidden(list, n, i);
}
