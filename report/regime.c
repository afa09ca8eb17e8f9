/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/regime.h"

#include <math.h>
#include <stdio.h>

/* speeds below this count as none, beside the noise (m/s; as in lib/measure/detect.c) */
static const double no_speed = 3e-3;
enum { WIDTH = 8 }; /* samples that are averaged */

const char *report_regime_word(enum report_regime regime)
{
    static const char *const words[] = {
#define WORD(name, word) word,
        REPORT_REGIME_LIST(WORD)
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

static double limit(double noise) { return no_speed + 4 * noise / sqrt(WIDTH); }

static void set(unsigned char *regime, size_t from, size_t to, enum report_regime value)
{
    for (size_t i = from; i < to; i++)
        regime[i] = (unsigned char)value;
}

/* the end of the stretch of one regime that begins at i */
static size_t stretch(const unsigned char *regime, size_t n, size_t i)
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
        end = stretch(regime, n, i);
        if (regime[i] != REPORT_FLIGHT && i > first && end < n && end - i < least &&
            around(normal, n, i - 1) > rest && around(normal, n, end) < rest)
            set(regime, i, end, REPORT_FLIGHT);
    }
}

/* stretches of one regime that are too short become the regime before them */
static void drop_short(unsigned char *regime, size_t n, enum report_regime which, size_t least)
{
    for (size_t i = 0, end; i < n; i = end) {
        end = stretch(regime, n, i);
        if (regime[i] != which || end - i >= least)
            continue;
        enum report_regime other = REPORT_SLIP;
        if (i > 0 && regime[i - 1] != REPORT_NONE)
            other = (enum report_regime)regime[i - 1];
        else if (end < n && regime[end] != REPORT_NONE)
            other = (enum report_regime)regime[end];
        set(regime, i, end, other);
    }
}

void report_regime_smooth(unsigned char *regime, size_t n, double period)
{
    const size_t least = (size_t)lround(REPORT_REGIME_LEAST / period);
    drop_short(regime, n, REPORT_FLIGHT, least);
    drop_short(regime, n, REPORT_STICK, least);
}

void report_regime_seen(const struct measure_record *measured, const double rest[2], double belt,
                        size_t first, unsigned char *regime)
{
    const struct measure_record *m = measured;
    const double *const tip_t = m->v[MEASURE_TIP_T], *const tip_n = m->v[MEASURE_TIP_N],
                        *const rail = m->v[MEASURE_RAIL];
    const double slip_limit = limit(hypot(m->noise[MEASURE_TIP_T], m->noise[MEASURE_RAIL]));
    const size_t least = (size_t)lround(REPORT_REGIME_LEAST / m->period);
    set(regime, 0, first < m->n ? first : m->n, REPORT_NONE);
    for (size_t i = first; i < m->n; i++)
        regime[i] = tip_n && fabs(around(tip_n, m->n, i) - rest[1]) > limit(m->noise[MEASURE_TIP_N])
                        ? REPORT_FLIGHT
                        : REPORT_SLIP;
    if (tip_n)
        bridge_turns(tip_n, rest[1], regime, first, m->n, least);
    drop_short(regime, m->n, REPORT_FLIGHT, least);
    for (size_t i = first; tip_t && i < m->n; i++)
        if (regime[i] != REPORT_FLIGHT && fabs(around(tip_t, m->n, i) - rest[0] -
                                               (rail ? around(rail, m->n, i) : belt)) < slip_limit)
            regime[i] = REPORT_STICK;
    drop_short(regime, m->n, REPORT_STICK, least);
}

struct report_behaviour report_regime_behaviour(const unsigned char *regime, size_t first, size_t n,
                                                double period, size_t impacts)
{
    struct report_behaviour out = {.first_stick = NAN, .impacts = impacts};
    for (size_t i = first, end; i < n; i = end) {
        end = stretch(regime, n, i);
        out.share[regime[i]] += (double)(end - i) / (double)(n - first);
        out.sticks += regime[i] == REPORT_STICK;
        if (regime[i] == REPORT_STICK && isnan(out.first_stick))
            out.first_stick = (double)(i - first) * period;
    }
    return out;
}

void report_behaviour_text(const struct report_behaviour *behaviour, char *text, size_t size)
{
    const struct report_behaviour *b = behaviour;
    if (b->impacts)
        snprintf(text, size, "bounces (%zu impact%s)%s", b->impacts, b->impacts == 1 ? "" : "s",
                 b->sticks ? ", sticks" : "");
    else if (b->sticks > 1)
        snprintf(text, size, "stick-slip (%zu sticks)", b->sticks);
    else
        snprintf(text, size, "%s", b->sticks ? "sticks" : "slides");
}
