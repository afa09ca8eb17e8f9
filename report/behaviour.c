/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/behaviour.h"

#include <math.h>
#include <stdio.h>

struct report_behaviour report_behaviour_of(const unsigned char *regime, size_t first, size_t n,
                                            double period, size_t impacts)
{
    struct report_behaviour out = {.first_stick = NAN, .impacts = impacts};
    for (size_t i = first, end; i < n; i = end) {
        end = measure_regime_end(regime, n, i);
        out.share[regime[i]] += (double)(end - i) / (double)(n - first);
        out.sticks += regime[i] == MEASURE_STICK;
        if (regime[i] == MEASURE_STICK && isnan(out.first_stick))
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
