/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/talk.h"

#include "lib/base/shown.h"
#include "lib/cli/remark.h"

static const char program[] = "skitter-daq";

void daq_talk_loss(int64_t frame, const struct daq_loss *loss)
{
    if (loss->frames == RUN_UNKNOWN)
        remark(true, program, "frames were lost before frame %lld: %s", (long long)frame,
               loss->why);
    else
        remark(true, program, "%lld frame%s lost before frame %lld: %s", (long long)loss->frames,
               loss->frames == 1 ? " was" : "s were", (long long)frame, loss->why);
}

void daq_talk_health(const struct run_info *info, const struct daq_health *health)
{
    char text[256];
    for (size_t i = 0; i < info->n_channels; i++) {
        daq_health_text(&health[i], &info->channels[i], text, sizeof text);
        if (*text)
            remark(false, program, "%s", text);
    }
}

void daq_talk_summary(const char *dir, const struct run_info *info,
                      const struct daq_outcome *outcome, bool json)
{
    if (!json) {
        shown_print(dir, stdout);
        printf(": %lld frames of %zu channel%s, %.6g s", (long long)outcome->frames,
               info->n_channels, info->n_channels == 1 ? "" : "s",
               (double)outcome->frames * run_period(info));
        if (outcome->gaps > 0)
            printf(" of signal in %.6g s of time", outcome->seconds);
        putchar('\n');
        return;
    }
    json_t *channels = json_array();
    for (size_t i = 0; i < info->n_channels; i++)
        json_array_append_new(channels, json_pack("{s:s, s:I, s:b}", "role", info->channels[i].role,
                                                  "clipped", (json_int_t)outcome->health[i].clipped,
                                                  "flat", daq_health_flat(&outcome->health[i])));
    json_t *object = json_pack(
        "{s:s, s:I, s:[I, I], s:I, s:o}", "run", dir, "frames", (json_int_t)outcome->frames,
        "period", (json_int_t)info->period.numerator, (json_int_t)info->period.denominator, "gaps",
        (json_int_t)outcome->gaps, "channels", channels);
    json_object_set_new(object, "seconds", json_real(outcome->seconds));
    json_object_set_new(object, "lost",
                        outcome->lost == RUN_UNKNOWN ? json_null() : json_integer(outcome->lost));
    json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(object);
}
