/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stick, slip and flight of the tip, sample by sample: as a record shows them
 * and as the simulator says, judged by the same lengths. */
#ifndef REPORT_REGIME_H
#define REPORT_REGIME_H

#include <stdbool.h>

#include "lib/base/error.h"
#include "lib/measure/record.h"

/* X(name, word) */
#define REPORT_REGIME_LIST(X)                                 \
    X(NONE, "none") /* before the motion, or after its end */ \
    X(STICK, "stick")                                         \
    X(SLIP, "slip")                                           \
    X(FLIGHT, "flight")

enum report_regime {
#define REPORT_REGIME_ENUM(name, word) REPORT_##name,
    REPORT_REGIME_LIST(REPORT_REGIME_ENUM)
#undef REPORT_REGIME_ENUM
        REPORT_REGIMES
};

const char *report_regime_word(enum report_regime regime);

/* shorter flights and sticks than this are not told from flutter and noise (s) */
#define REPORT_REGIME_LEAST 5e-3

/* What a record shows from sample `first` on. Flight: the normal velocity stays
 * away from zero but for its turning point. Stick: no flight, and the tip moves
 * with the rail (or, where that was not recorded, with `belt`). Without tip_n
 * flight cannot be seen. rest: what the tip channels show at rest. */
void report_regime_seen(const struct measure_record *measured, const double rest[2], double belt,
                        size_t first, unsigned char *regime);

/* flights and sticks below REPORT_REGIME_LEAST take the regime around them */
void report_regime_smooth(unsigned char *regime, size_t n, double period);

/* what a reader wants to know of a motion */
struct report_behaviour {
    size_t impacts;     /* after the start; with any, the tip bounces */
    size_t sticks;      /* phases of stick */
    double first_stick; /* from the start, s; NaN: never */
    double share[REPORT_REGIMES];
};
struct report_behaviour report_regime_behaviour(const unsigned char *regime, size_t first, size_t n,
                                                double period, size_t impacts);

/* "bounces (7 impacts), sticks" and the like */
void report_behaviour_text(const struct report_behaviour *behaviour, char *text, size_t size);

#endif
