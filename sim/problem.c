/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/problem.h"

static const char *const event_words[] = {
#define WORD(name, word) word,
    SIM_EVENT_LIST(WORD)
#undef WORD
};

const char *sim_event_word(enum sim_event_kind kind) { return event_words[kind]; }

double sim_event_heat(const struct sim_event *event)
{
    const double work = 0.5 * (event->impulse_t * (event->slip_before + event->slip_after) +
                               event->impulse_n * (event->normal_before + event->normal_after));
    return event->normal_work - work;
}

const char *sim_mode_word(enum sim_mode mode)
{
    static const char *const words[] = {"flight", "slip+", "slip-", "stick"};
    return words[mode];
}
