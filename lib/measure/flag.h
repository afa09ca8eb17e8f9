/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with a recorded sample, and the words for it, which are the same in all
 * programs: daq while it records, calib, fit and report when they read. */
#ifndef LIB_MEASURE_FLAG_H
#define LIB_MEASURE_FLAG_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/run/run.h"

enum measure_flag {
    MEASURE_GOOD,
    MEASURE_CLIPPED, /* at the converter's range: the truth may lie anywhere beyond */
    MEASURE_LOST     /* in a dropout: the sensor did not see */
};

enum { MEASURE_FLAG_TEXT = 160 };

bool measure_flag_clipped(const struct run_channel *channel, int64_t count);

/* "channel rail: 7000 of 10000 samples are clipped at the converter's range"; what is to be
 * done about it follows in the caller's own words */
void measure_flag_clipped_text(const char *role, int64_t clipped, int64_t samples,
                               char text[MEASURE_FLAG_TEXT]);

/* has the sample a flag, or one beside it? Such a sample may be half lost, or have been moved
 * by the skew: it is worth nothing either. */
bool measure_flag_near(const unsigned char *flags, size_t n, size_t i);

size_t measure_flag_count(const unsigned char *flags, size_t n, enum measure_flag flag);

#endif
