/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/regime.h"

#include <math.h>

#include "lib/measure/events.h"

enum { WIDTH = 8 }; /* samples that are averaged */

const char *measure_regime_word(enum measure_regime regime)
{
    static const char *const words[] = {
#define WORD(name, word) word,
        MEASURE_REGIME_LIST(WORD)
#undef WORD
    };
    return words[regime];
}

/* mean of the samples around i */
static double around(const double *v, size_t n, size_t i)
{
    const size_t low = i > WIDTH / 2 ? i - WIDTH / 2 : 0;
    const size_t high = low + WIDTH < n ? low + WIDTH : n;
    double sum = 0;
    for (size_t j = low; j < high; j++)
        sum += v[j];
    return sum / (double)(high - low);
}

static double limit(double noise) { return MEASURE_NO_SPEED + 4 * noise / sqrt(WIDTH); }

static void set(unsigned char *regime, size_t from, size_t to, enum measure_regime value)
{
    for (size_t i = from; i < to; i++)
        regime[i] = (unsigned char)value;
}

size_t measure_regime_end(const unsigned char *regime, size_t n, size_t i)
{
    size_t end = i + 1;
    while (end < n && regime[end] == regime[i])
        end++;
    return end;
}

/* a flight's normal velocity goes from up to down through zero: the moment there
 * is no contact */
static void bridge_turns(const double *normal, double rest, unsigned char *regime, size_t first,
                         size_t n, size_t least)
{
    for (size_t i = first, end; i < n; i = end) {
        end = measure_regime_end(regime, n, i);
        if (regime[i] != MEASURE_FLIGHT && i > first && end < n && end - i < least &&
            around(normal, n, i - 1) > rest && around(normal, n, end) < rest)
            set(regime, i, end, MEASURE_FLIGHT);
    }
}

/* stretches of one regime that are too short become the regime before them */
static void drop_short(unsigned char *regime, size_t n, enum measure_regime which, size_t least)
{
    for (size_t i = 0, end; i < n; i = end) {
        end = measure_regime_end(regime, n, i);
        if (regime[i] != which || end - i >= least)
            continue;
        enum measure_regime other = MEASURE_SLIP;
        if (i > 0 && regime[i - 1] != MEASURE_NONE)
            other = (enum measure_regime)regime[i - 1];
        else if (end < n && regime[end] != MEASURE_NONE)
            other = (enum measure_regime)regime[end];
        set(regime, i, end, other);
    }
}

void measure_regime_smooth(unsigned char *regime, size_t n, double period)
{
    const size_t least = (size_t)lround(MEASURE_REGIME_LEAST / period);
    drop_short(regime, n, MEASURE_FLIGHT, least);
    drop_short(regime, n, MEASURE_STICK, least);
}

void measure_regime_seen(const struct measure_record *measured, const double rest[2], double belt,
                         size_t first, unsigned char *regime)
{
    const struct measure_record *m = measured;
    const double *const tip_t = m->v[MEASURE_TIP_T], *const tip_n = m->v[MEASURE_TIP_N],
                        *const rail = m->v[MEASURE_RAIL];
    const double slip_limit = limit(hypot(m->noise[MEASURE_TIP_T], m->noise[MEASURE_RAIL]));
    const size_t least = (size_t)lround(MEASURE_REGIME_LEAST / m->period);
    set(regime, 0, first < m->n ? first : m->n, MEASURE_NONE);
    for (size_t i = first; i < m->n; i++)
        regime[i] = tip_n && fabs(around(tip_n, m->n, i) - rest[1]) > limit(m->noise[MEASURE_TIP_N])
                        ? MEASURE_FLIGHT
                        : MEASURE_SLIP;
    if (tip_n)
        bridge_turns(tip_n, rest[1], regime, first, m->n, least);
    drop_short(regime, m->n, MEASURE_FLIGHT, least);
    for (size_t i = first; tip_t && i < m->n; i++)
        if (regime[i] != MEASURE_FLIGHT && fabs(around(tip_t, m->n, i) - rest[0] -
                                                (rail ? around(rail, m->n, i) : belt)) < slip_limit)
            regime[i] = MEASURE_STICK;
    drop_short(regime, m->n, MEASURE_STICK, least);
}
