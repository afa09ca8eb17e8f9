/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stick, slip and flight of the tip, sample by sample: as a record shows them
 * and as the simulator says, judged by the same lengths. */
#ifndef LIB_MEASURE_REGIME_H
#define LIB_MEASURE_REGIME_H

#include <stdbool.h>

#include "lib/base/error.h"
#include "lib/measure/record.h"

/* X(name, word) */
#define MEASURE_REGIME_LIST(X)                                \
    X(NONE, "none") /* before the motion, or after its end */ \
    X(STICK, "stick")                                         \
    X(SLIP, "slip")                                           \
    X(FLIGHT, "flight")

enum measure_regime {
#define MEASURE_REGIME_ENUM(name, word) MEASURE_##name,
    MEASURE_REGIME_LIST(MEASURE_REGIME_ENUM)
#undef MEASURE_REGIME_ENUM
        MEASURE_REGIMES
};

const char *measure_regime_word(enum measure_regime regime);

/* shorter flights and sticks than this are not told from flutter and noise (s) */
#define MEASURE_REGIME_LEAST 5e-3

/* What a record shows from sample `first` on. Flight: the normal velocity stays
 * away from zero but for its turning point. Stick: no flight, and the tip moves
 * with the rail (or, where that was not recorded, with `belt`). Without tip_n
 * flight cannot be seen. rest: what the tip channels show at rest. */
void measure_regime_seen(const struct measure_record *measured, const double rest[2], double belt,
                         size_t first, unsigned char *regime);

/* flights and sticks below MEASURE_REGIME_LEAST take the regime around them */
void measure_regime_smooth(unsigned char *regime, size_t n, double period);

/* the end of the stretch of one regime that begins at sample i */
size_t measure_regime_end(const unsigned char *regime, size_t n, size_t i);

#endif
