/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/channels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/measure/dropout.h"
#include "lib/measure/noise.h"

static const double rest_time = 0.2; /* s */
enum { FEWEST_AT_REST = 20 };
/* the trigger fires after the motion begins: so much of the time before it is rest */
static const double before_trigger = 0.9;

/* ---- the frames in use */

static enum error_code choose_frames(double from, double until, struct measure_channels *channels,
                                     struct error *err)
{
    const struct run *run = channels->run;
    const double frames = (double)run->frames, period = channels->period;
    const double first = isnan(from) ? 0 : ceil(from / period - 1e-6);
    const double end = isnan(until) ? frames : fmin(floor(until / period + 1e-6), frames);
    if (run->frames == 0)
        return error_set(err, ERROR_INPUT, "%s: the run has no samples", run->dir);
    if (!(first >= 0 && first < end))
        return error_set(
            err, ERROR_INPUT, "%s: no samples from %g s to %g s: the run is %.6g s long", run->dir,
            isnan(from) ? 0 : from, isnan(until) ? frames * period : until, frames * period);
    channels->first = (int64_t)first;
    channels->n = (size_t)(end - first);
    channels->time = first * period;
    return ERROR_OK;
}

/* ---- one pass over them */

static void take_block(void *context, int64_t first, int64_t count, const int32_t *samples)
{
    const struct measure_channels *channels = context;
    const struct run_info *info = &channels->run->info;
    const size_t at = (size_t)(first - channels->first);
    for (size_t c = 0; c < channels->n_list; c++) {
        const struct measure_channel *channel = &channels->list[c];
        const int32_t *sample = samples + c;
        for (size_t i = at; i < at + (size_t)count; i++, sample += channels->n_list) {
            const int64_t value = *sample + info->count_offset;
            channel->values[i] = run_convert(channel->info, (double)value);
            channel->flags[i] = measure_flag_clipped(channel->info, value) ? MEASURE_CLIPPED
                                                                           : MEASURE_GOOD;
        }
    }
}

static enum error_code read_frames(struct measure_channels *channels, struct error *err)
{
    const struct run_info *info = &channels->run->info;
    channels->list = calloc(info->n_channels, sizeof *channels->list);
    if (!channels->list)
        return error_memory(err);
    channels->n_list = info->n_channels;
    for (size_t c = 0; c < channels->n_list; c++) {
        struct measure_channel *channel = &channels->list[c];
        channel->info = &info->channels[c];
        channel->values = malloc(channels->n * sizeof *channel->values);
        channel->flags = malloc(channels->n);
        if (!channel->values || !channel->flags)
            return error_memory(err);
    }
    return run_read_blocks(channels->run, channels->first, (int64_t)channels->n, take_block,
                           channels, err);
}

/* ---- what can be said of them */

double measure_channel_step(const struct run_channel *info)
{
    const double middle = 0.5 * (double)(info->count_min + info->count_max);
    return fabs(run_convert(info, middle + 1) - run_convert(info, middle));
}

static enum error_code check_finite(const struct measure_channels *channels,
                                    const struct measure_channel *channel, struct error *err)
{
    for (size_t i = 0; i < channels->n; i++)
        if (!isfinite(channel->values[i]))
            return error_set(err, ERROR_INPUT, "%s: channel %s has no finite value at sample %lld",
                             channels->run->dir, channel->info->role,
                             (long long)(channels->first + (int64_t)i));
    return ERROR_OK;
}

/* samples before the trigger that are at rest; 0 when there are none */
static size_t rest_before_trigger(const struct measure_channels *channels)
{
    const struct run_trigger *trigger = &channels->run->info.trigger;
    if (!trigger->text || trigger->frame <= channels->first)
        return 0;
    const double n = before_trigger * (double)(trigger->frame - channels->first);
    return n >= FEWEST_AT_REST ? (size_t)fmin(n, (double)channels->n) : 0;
}

static struct measure_level find_rest(const struct measure_channels *channels,
                                      const struct measure_channel *channel)
{
    const double n = (double)channels->n, period = channels->period;
    if (channels->before_trigger)
        return measure_level_of(channel->values, channel->flags, 0, rest_before_trigger(channels),
                                period);
    const size_t length = (size_t)fmin(fmax(rest_time / period, FEWEST_AT_REST), n / 4);
    return measure_level_rest(channel->values, channel->flags, channels->n, length, period);
}

static enum error_code examine(const struct measure_channels *channels,
                               struct measure_channel *channel, struct error *err)
{
    const double step = measure_channel_step(channel->info);
    channel->skew = 1e-9 * (double)channel->info->skew_ns;
    enum error_code code = check_finite(channels, channel, err);
    if (!code)
        code = measure_noise_white(channel->values, channel->flags, channels->n, &channel->noise,
                                   err);
    if (code)
        return code;
    channel->noise = fmax(channel->noise, step / sqrt(12));
    channel->n_dropouts = measure_dropout_find(channel->values, channels->n, channels->period,
                                               channel->noise, step, channel->flags);
    channel->n_clipped = measure_flag_count(channel->flags, channels->n, MEASURE_CLIPPED);
    channel->n_lost = measure_flag_count(channel->flags, channels->n, MEASURE_LOST);
    channel->rest = find_rest(channels, channel);
    return ERROR_OK;
}

/* ---- all of it */

static enum error_code fill(double from, double until, struct measure_channels *channels,
                            struct error *err)
{
    channels->period = run_period(&channels->run->info);
    enum error_code code = choose_frames(from, until, channels, err);
    if (!code && channels->run->sha256)
        code = run_verify(channels->run, err);
    if (!code)
        code = read_frames(channels, err);
    run_close_signal(channels->run);
    channels->before_trigger = !code && rest_before_trigger(channels) > 0;
    for (size_t c = 0; c < channels->n_list && !code; c++)
        code = examine(channels, &channels->list[c], err);
    return code;
}

enum error_code measure_channels_read(const char *dir, double from, double until,
                                      struct measure_channels *channels, struct error *err)
{
    struct run *run;
    *channels = (struct measure_channels){0};
    enum error_code code = run_open(dir, &run, err);
    return code ? code : measure_channels_take(run, from, until, channels, err);
}

enum error_code measure_channels_take(struct run *run, double from, double until,
                                      struct measure_channels *channels, struct error *err)
{
    *channels = (struct measure_channels){.run = run};
    enum error_code code = run_open_signal(run, err);
    if (!code)
        code = fill(from, until, channels, err);
    if (code)
        measure_channels_free(channels);
    return code;
}

void measure_channels_free(struct measure_channels *channels)
{
    for (size_t c = 0; c < channels->n_list; c++) {
        free(channels->list[c].values);
        free(channels->list[c].flags);
    }
    free(channels->list);
    run_close(channels->run);
    *channels = (struct measure_channels){0};
}

struct measure_channel *measure_channels_find(const struct measure_channels *channels,
                                              const char *role)
{
    const int64_t found = run_find_channel(&channels->run->info, role);
    return found == RUN_UNKNOWN ? NULL : &channels->list[found];
}

bool measure_channel_clipped(const struct measure_channels *channels,
                             const struct measure_channel *channel, char text[MEASURE_FLAG_TEXT])
{
    measure_flag_clipped_text(channel->info->role, (int64_t)channel->n_clipped,
                              (int64_t)channels->n, text);
    return channel->n_clipped > 0;
}

enum error_code measure_channels_whole(const struct measure_channels *channels, const char *advice,
                                       struct error *err)
{
    const struct run *run = channels->run;
    const int64_t end = channels->first + (int64_t)channels->n;
    for (size_t i = 0; i < run->n_gaps; i++)
        if (run->gaps[i].frame > channels->first && run->gaps[i].frame < end)
            return error_set(err, ERROR_INPUT,
                             "%s: samples are missing at %.6g s (frame %lld, %s), so that times "
                             "after it are not known; %s",
                             run->dir, (double)run->gaps[i].frame * channels->period,
                             (long long)run->gaps[i].frame, run->gaps[i].why, advice);
    return ERROR_OK;
}
