/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/flag.h"

#include <stdio.h>

bool measure_flag_clipped(const struct run_channel *channel, int64_t count)
{
    return count <= channel->count_min || count >= channel->count_max;
}

void measure_flag_clipped_text(const char *role, int64_t clipped, int64_t samples,
                               char text[MEASURE_FLAG_TEXT])
{
    snprintf(text, MEASURE_FLAG_TEXT,
             "channel %s: %lld of %lld samples are clipped at the converter's range", role,
             (long long)clipped, (long long)samples);
}

bool measure_flag_near(const unsigned char *flags, size_t n, size_t i)
{
    return flags[i] || (i > 0 && flags[i - 1]) || (i + 1 < n && flags[i + 1]);
}

size_t measure_flag_count(const unsigned char *flags, size_t n, enum measure_flag flag)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += flags[i] == flag;
    return count;
}
