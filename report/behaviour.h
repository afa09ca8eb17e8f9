/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion in a few words: does it bounce, stick, slide. */
#ifndef REPORT_BEHAVIOUR_H
#define REPORT_BEHAVIOUR_H

#include "lib/measure/regime.h"

/* what a reader wants to know of a motion */
struct report_behaviour {
    size_t impacts;     /* after the start; with any, the tip bounces */
    size_t sticks;      /* phases of stick */
    double first_stick; /* from the start, s; NaN: never */
    double share[MEASURE_REGIMES];
};
struct report_behaviour report_behaviour_of(const unsigned char *regime, size_t first, size_t n,
                                            double period, size_t impacts);

/* "bounces (7 impacts), sticks" and the like */
void report_behaviour_text(const struct report_behaviour *behaviour, char *text, size_t size);

#endif
