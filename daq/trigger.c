/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/trigger.h"

#include <stdio.h>
#include <string.h>

#include "lib/base/nearest.h"
#include "lib/base/units.h"

enum { WORD_SIZE = 32 };

static const struct {
    const char *word;
    int sign;
    bool edge;
} comparisons[] = {{">", 1, false}, {"<", -1, false}, {"rises", 1, true}, {"falls", -1, true}};

/* the letters of `set` that come next, after blanks; returns what follows */
static const char *take_word(const char *text, const char *set, char word[WORD_SIZE])
{
    text += strspn(text, " \t");
    size_t length = strspn(text, set);
    snprintf(word, WORD_SIZE, "%.*s", (int)length, text);
    return text + length;
}

static enum error_code unknown_channel(const char *text, const char *role,
                                       const struct run_info *info, struct error *err)
{
    char hint[96];
    struct nearest nearest = nearest_to(role);
    for (size_t i = 0; i < info->n_channels; i++)
        nearest_offer(&nearest, info->channels[i].role);
    nearest_hint(&nearest, hint, sizeof hint);
    return error_set(err, ERROR_INPUT,
                     "trigger '%s': there is no channel '%s'%s; write for example '%s > 20 %s'",
                     text, role, hint, info->channels[0].role, info->channels[0].unit);
}

/* beyond what the converter can show it fires never, or at once: that is known now */
static enum error_code check_level(const char *text, const struct run_channel *channel,
                                   double level, struct error *err)
{
    const double ends[] = {run_convert(channel, (double)channel->count_min),
                           run_convert(channel, (double)channel->count_max)};
    const double low = ends[0] < ends[1] ? ends[0] : ends[1];
    const double high = ends[0] < ends[1] ? ends[1] : ends[0];
    if (level > low && level < high)
        return ERROR_OK;
    return error_set(err, ERROR_INPUT,
                     "trigger '%s': %.6g %s is beyond the range of channel %s, %.6g to %.6g %s",
                     text, level, channel->unit, channel->role, low, high, channel->unit);
}

enum error_code daq_trigger_parse(const char *text, const struct run_info *info,
                                  struct daq_trigger *trigger, struct error *err)
{
    char role[WORD_SIZE], comparison[WORD_SIZE];
    const char *rest = take_word(
        text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", role);
    const int64_t channel = run_find_channel(info, role);
    if (channel < 0)
        return unknown_channel(text, role, info, err);
    rest = take_word(rest, "<>=risefal", comparison);
    *trigger = (struct daq_trigger){.channel = (size_t)channel};
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (strcmp(comparison, comparisons[i].word) == 0) {
            trigger->sign = comparisons[i].sign;
            trigger->edge = comparisons[i].edge;
        }
    if (trigger->sign == 0)
        return error_set(err, ERROR_INPUT,
                         "trigger '%s': '%s' must be followed by >, <, rises or falls", text, role);
    rest += strspn(rest, " \t");
    enum error_code code = units_parse(rest, info->channels[channel].unit, &trigger->level, err);
    if (code) {
        error_prefix(err, "trigger '%s'", text);
        return err ? err->code = ERROR_INPUT : ERROR_INPUT;
    }
    code = check_level(text, &info->channels[channel], trigger->level, err);
    if (code)
        return code;
    daq_trigger_arm(trigger);
    return ERROR_OK;
}

void daq_trigger_arm(struct daq_trigger *trigger) { trigger->ready = !trigger->edge; }

size_t daq_trigger_scan(struct daq_trigger *trigger, const struct run_info *info,
                        const int32_t *samples, size_t frames)
{
    const struct run_channel *channel = &info->channels[trigger->channel];
    samples += trigger->channel;
    for (size_t i = 0; i < frames; i++, samples += info->n_channels) {
        const double value = run_convert(channel, (double)(*samples + info->count_offset));
        const bool beyond = trigger->sign * (value - trigger->level) > 0;
        if (beyond && trigger->ready)
            return i;
        if (!beyond)
            trigger->ready = true;
    }
    return frames;
}
