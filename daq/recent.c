/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/recent.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/measure/spectrum.h"

enum { FEWEST = 64 /* frames: fewer have no spectrum worth a look */ };

struct daq_recent {
    const struct run_info *info;
    int32_t *samples; /* RECENT_FRAMES frames, the oldest overwritten */
    size_t next, length;
};

void daq_recent_free(struct daq_recent *recent)
{
    if (!recent)
        return;
    free(recent->samples);
    free(recent);
}

enum error_code daq_recent_create(const struct run_info *info, struct daq_recent **recent,
                                  struct error *err)
{
    struct daq_recent *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->info = info;
    new->samples = malloc(RECENT_FRAMES * info->n_channels * sizeof *new->samples);
    if (!new->samples) {
        free(new);
        return error_memory(err);
    }
    *recent = new;
    return ERROR_OK;
}

void daq_recent_add(struct daq_recent *recent, const int32_t *samples, size_t frames)
{
    const size_t channels = recent->info->n_channels;
    while (frames > 0) {
        const size_t room = RECENT_FRAMES - recent->next, part = frames < room ? frames : room;
        memcpy(recent->samples + recent->next * channels, samples,
               part * channels * sizeof *samples);
        recent->next = (recent->next + part) % RECENT_FRAMES;
        recent->length = recent->length + part < RECENT_FRAMES ? recent->length + part
                                                               : RECENT_FRAMES;
        samples += part * channels;
        frames -= part;
    }
}

/* the last n values of a channel, oldest first */
static void take_values(const struct daq_recent *recent, size_t channel, size_t n, double *values)
{
    const struct run_info *info = recent->info;
    for (size_t i = 0; i < n; i++) {
        const size_t frame = (recent->next + RECENT_FRAMES - n + i) % RECENT_FRAMES;
        const int32_t count = recent->samples[frame * info->n_channels + channel];
        values[i] = run_convert(&info->channels[channel], (double)(count + info->count_offset));
    }
}

static double level(double power, size_t n)
{
    return log10(fmax(measure_spectrum_amplitude(power, n), DBL_MIN));
}

/* lowest and highest in each dot column, from the bin of one cycle on */
static void gather(const double *power, size_t bins, size_t n, size_t cycle,
                   struct daq_spectrum *spectrum)
{
    const double ratio = (double)(bins - 1) / (double)cycle;
    for (size_t x = 0; x < spectrum->dots; x++) {
        const double dots = (double)spectrum->dots;
        const size_t first = (size_t)((double)cycle * pow(ratio, (double)x / dots));
        const size_t end = (size_t)((double)cycle * pow(ratio, (double)(x + 1) / dots));
        struct daq_span *span = &spectrum->spans[x];
        span->low = span->high = level(power[first], n);
        for (size_t k = first + 1; k < end && k < bins; k++) {
            span->low = fmin(span->low, level(power[k], n));
            span->high = fmax(span->high, level(power[k], n));
        }
    }
}

static size_t strongest(const double *power, size_t first, size_t bins)
{
    size_t best = first;
    for (size_t k = first + 1; k < bins; k++)
        best = power[k] > power[best] ? k : best;
    return best;
}

enum error_code daq_recent_spectrum(const struct daq_recent *recent, size_t channel, double seconds,
                                    size_t dots, struct daq_spectrum *spectrum, struct error *err)
{
    const double rate = 1 / run_period(recent->info), wanted = seconds * rate;
    const size_t n = wanted < (double)recent->length ? (size_t)wanted : recent->length;
    double *power, *values;
    size_t bins;
    *spectrum = (struct daq_spectrum){0};
    if (n < FEWEST)
        return ERROR_OK;
    values = malloc(n * sizeof *values);
    if (!values)
        return error_memory(err);
    take_values(recent, channel, n, values);
    enum error_code code = measure_spectrum_power(values, n, &power, &bins, err);
    free(values);
    if (code)
        return code;
    const double per_bin = rate / (2 * (double)(bins - 1)); /* Hz */
    const size_t cycle = (size_t)lround(rate / (double)n / per_bin);
    const size_t line = strongest(power, cycle, bins);
    spectrum->lowest = per_bin * (double)cycle;
    spectrum->frequency = per_bin * (double)line;
    spectrum->amplitude = measure_spectrum_amplitude(power[line], n);
    spectrum->dots = dots < TRACE_DOTS ? dots : TRACE_DOTS;
    gather(power, bins, n, cycle, spectrum);
    free(power);
    return ERROR_OK;
}
