/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/channels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calib/delay.h"
#include "lib/base/shown.h"
#include "lib/base/stream.h"
#include "lib/figure/symbol.h"

enum { FEWEST = 80, FEWEST_AT_REST = 20 }; /* samples */

/* ---- one channel */

static const char *how_at_rest(const struct measure_channels *input, double told)
{
    return told > 0                ? "the rest at the start (--rest)"
           : input->before_trigger ? "the part before the trigger"
                                   : "a quiet stretch of 0.2 s";
}

/* `told`: seconds of rest at the start, by the user's word; NaN: none */
static enum error_code examine(const struct measure_channels *input, size_t index, double told,
                               struct calib_channel *channel, struct error *err)
{
    const struct measure_channel *m = channel->measured = &input->list[index];
    const size_t n = (size_t)fmin(told / input->period, (double)input->n);
    channel->rest = told > 0 ? measure_level_of(m->values, m->flags, 0, n, input->period) : m->rest;
    if (channel->rest.n == 0)
        return error_set(err, ERROR_NUMERIC, "%s: channel %s: no quiet stretch without clipping",
                         input->run->dir, m->info->role);
    channel->values = malloc(input->n * sizeof *channel->values);
    if (!channel->values)
        return error_memory(err);
    /* a quiet stretch may be a steady motion, whose mean is true: only a rest that is known to be
     * one is taken off */
    const double off = told > 0 || input->before_trigger ? channel->rest.mean : 0;
    for (size_t i = 0; i < input->n; i++)
        channel->values[i] = m->values[i] - off;
    return ERROR_OK;
}

/* ---- the conversion in the run against the rig's words */

static double rig_number(const json_t *values, const char *key, double otherwise)
{
    const json_t *value = json_object_get(json_object_get(values, key), "value");
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

/* sensitivity * sign / cos(beam angle) of the rig must be what run.json converts with */
static void compare_with_rig(const struct measure_channels *input,
                             const struct calib_channel *channel, struct calib_output *output)
{
    const struct run_channel *info = channel->measured->info;
    const json_t *list = json_object_get(input->run->info.rig, "channels");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *role = json_string_value(json_object_get(entry, "role"));
        const json_t *sensitivity = json_object_get(entry, "sensitivity");
        if (!role || strcmp(role, info->role) != 0 || !json_is_number(sensitivity))
            continue;
        const json_t *values = json_object_get(entry, "values");
        const double wanted = json_number_value(sensitivity) * rig_number(values, "sign", 1) /
                              cos(rig_number(values, "beam_angle", 0));
        if (fabs(wanted - info->sensitivity) > 1e-9 * fabs(wanted))
            calib_output_remark(output,
                                "channel %s: the run converts with %.9g %s/V, the rig's "
                                "sensitivity, sign and beam angle give %.9g",
                                role, info->sensitivity, info->unit, wanted);
        return;
    }
}

/* ---- all of them */

static enum error_code find_delays(struct calib_channels *channels, struct error *err)
{
    for (size_t i = 1; i < channels->n; i++) {
        struct calib_channel *channel = &channels->list[i];
        struct calib_delay delay;
        enum error_code code = calib_delay_find(channels->list[0].values, channel->values,
                                                channels->samples, &delay, err);
        if (code)
            return code;
        /* a channel that is converted later sees everything earlier in its samples */
        channel->delay = delay.samples * channels->period + channel->measured->skew -
                         channels->list[0].measured->skew;
        channel->delay_u = delay.uncertainty * channels->period;
        channel->coherence = delay.coherence;
    }
    return ERROR_OK;
}

static void add_result(struct calib_output *output, const struct calib_channel *channel,
                       const char *what, double value, double uncertainty, const char *unit)
{
    char name[CALIB_NAME_SIZE];
    snprintf(name, sizeof name, "%s_%s", channel->measured->info->role, what);
    calib_output_add(output, name, value, uncertainty, 9, unit);
}

static void remark_flags(const struct measure_channels *input, struct calib_output *output)
{
    for (size_t i = 0; i < input->n_list; i++) {
        const struct measure_channel *channel = &input->list[i];
        char text[MEASURE_FLAG_TEXT];
        if (measure_channel_clipped(input, channel, text))
            calib_output_remark(output, "%s: flagged, not filled", text);
        if (channel->n_dropouts > 0)
            calib_output_remark(output,
                                "channel %s: %zu of %zu samples are lost in %zu dropouts: flagged, "
                                "not filled",
                                channel->info->role, channel->n_lost, input->n,
                                channel->n_dropouts);
    }
}

static void add_results(const struct calib_channels *channels, struct calib_output *output)
{
    for (size_t i = 0; i < channels->n; i++) {
        const struct calib_channel *channel = &channels->list[i];
        const double volt = fabs(channel->measured->info->sensitivity);
        calib_output_method(output, "%s", channels->quiet);
        add_result(output, channel, "offset",
                   channel->rest.mean / channel->measured->info->sensitivity,
                   channel->rest.uncertainty / volt, "V");
        add_result(output, channel, "noise", channel->rest.sigma, NAN,
                   channel->measured->info->unit);
        if (i > 0 && channel->coherence > 0) {
            calib_output_method(output, "phase of the cross-spectrum with %s, coherence %.3f",
                                channels->list[0].measured->info->role, channel->coherence);
            add_result(output, channel, "delay", channel->delay, channel->delay_u, "s");
        }
    }
}

enum error_code calib_channels_find(const struct measure_channels *input, double rest,
                                    struct calib_channels *channels, struct calib_output *output,
                                    struct error *err)
{
    *channels = (struct calib_channels){.n = input->run->info.n_channels,
                                        .samples = input->n,
                                        .time = input->time,
                                        .period = input->period,
                                        .quiet = how_at_rest(input, rest)};
    if (input->n < FEWEST)
        return error_set(err, ERROR_INPUT, "%s: %zu samples are too few", input->run->dir,
                         input->n);
    if (rest / input->period < FEWEST_AT_REST)
        return error_set(err, ERROR_INPUT, "%s: --rest %g s are less than %d samples",
                         input->run->dir, rest, FEWEST_AT_REST);
    channels->list = calloc(channels->n, sizeof *channels->list);
    if (!channels->list)
        return error_memory(err);
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < channels->n && !code; i++) {
        code = examine(input, i, rest, &channels->list[i], err);
        if (!code)
            compare_with_rig(input, &channels->list[i], output);
    }
    if (!code)
        code = find_delays(channels, err);
    if (code) {
        calib_channels_free(channels);
        return code;
    }
    for (size_t i = 0; i < input->run->n_gaps; i++)
        calib_output_remark(output, "samples are missing at %.6g s",
                            (double)input->run->gaps[i].frame * input->period);
    add_results(channels, output);
    if (!(rest > 0) && !input->before_trigger)
        calib_output_remark(output, "no rest is told: the quiet 0.2 s nearest to zero is taken for "
                                    "it, and nothing is taken off the values; say --rest where "
                                    "the run begins with a rest");
    remark_flags(input, output);
    return ERROR_OK;
}

void calib_channels_free(struct calib_channels *channels)
{
    for (size_t i = 0; channels->list && i < channels->n; i++)
        free(channels->list[i].values);
    free(channels->list);
    channels->list = NULL;
}

void calib_channels_print(const struct calib_channels *channels, FILE *out)
{
    fprintf(out, "%-10s %-6s %-13s %-9s %-9s %-7s %-8s %s\n", "channel", "unit", "unit per volt",
            "skew (s)", "coherence", "clipped", "dropouts", "lost");
    for (size_t i = 0; i < channels->n; i++) {
        const struct calib_channel *channel = &channels->list[i];
        shown_printf(out, "%-10s %-6s %-13.8g %-9.3g %-9.3f %-7zu %-8zu %zu\n",
                     channel->measured->info->role, channel->measured->info->unit,
                     channel->measured->info->sensitivity, channel->measured->skew,
                     i ? channel->coherence : 1, channel->measured->n_clipped,
                     channel->measured->n_dropouts, channel->measured->n_lost);
    }
    fputc('\n', out);
}

void calib_channels_draw(const struct calib_channels *channels, struct figure *figure)
{
    const int height = channels->n < 4 ? 200 : 130;
    struct arena *arena = &figure->arena;
    figure->linked = true;
    for (size_t i = 0; i < channels->n; i++) {
        const struct run_channel *info = channels->list[i].measured->info;
        struct figure_panel *panel = figure_panel_add(figure, height, "time (s)",
                                                      figure_unit(arena, info->unit));
        figure_series_add(arena, panel,
                          calib_output_samples(info->role, &calib_residual, channels->time,
                                               channels->period, channels->list[i].values,
                                               channels->samples));
    }
}

enum error_code calib_channels_write(const struct calib_channels *channels, const char *path,
                                     bool force, struct error *err)
{
    struct stream *stream;
    enum error_code code = stream_open(path, force, &stream, err);
    if (code)
        return code;
    FILE *file = stream_file(stream);
    fputc('t', file);
    for (size_t c = 0; c < channels->n; c++)
        shown_printf(file, ",%s,%s_flag", channels->list[c].measured->info->role,
                     channels->list[c].measured->info->role);
    fputc('\n', file);
    for (size_t i = 0; i < channels->samples; i++) {
        fprintf(file, "%.9g", channels->time + (double)i * channels->period);
        for (size_t c = 0; c < channels->n; c++) {
            const struct calib_channel *channel = &channels->list[c];
            const int flag = channel->measured->flags[i];
            if (flag)
                fprintf(file, ",,%d", flag);
            else
                fprintf(file, ",%.9g,0", channel->values[i]);
        }
        fputc('\n', file);
    }
    return stream_commit(stream, err);
}
