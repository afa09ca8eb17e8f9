/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/channels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calib/delay.h"
#include "calib/dropout.h"
#include "calib/quiet.h"
#include "lib/base/stream.h"

static const double quiet_time = 0.2; /* s */

/* ---- one channel */

static struct calib_quiet find_quiet(const struct calib_input *input, double rest,
                                     const struct calib_channel *channel, const char **how)
{
    const struct run_trigger *trigger = &input->run->info.trigger;
    size_t n = 0;
    *how = "the quietest 0.2 s";
    if (!isnan(rest)) {
        n = (size_t)(rest / input->period);
        *how = "the rest at the start (--rest)";
    } else if (trigger->text && trigger->frame > input->first) {
        /* the last tenth is left out: the trigger fires after the motion begins */
        n = (size_t)(0.9 * (double)(trigger->frame - input->first));
        *how = "the part before the trigger";
    }
    n = n < input->n ? n : input->n;
    if (n >= 20)
        return calib_quiet_of(channel->values, 0, n);
    *how = "the quietest 0.2 s";
    const size_t length = (size_t)fmin(fmax(quiet_time / input->period, 20), (double)input->n / 4);
    return calib_quiet_find(channel->values, channel->clipped, input->n, length);
}

static size_t count_flags(const bool *flags, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += flags[i];
    return count;
}

static enum error_code examine(const struct calib_input *input, size_t index, double rest,
                               struct calib_channel *channel, const char **how, struct error *err)
{
    channel->info = &input->run->info.channels[index];
    enum error_code code = calib_input_read(input, index, &channel->values, &channel->clipped, err);
    if (code)
        return code;
    channel->dropped = calloc(input->n, sizeof *channel->dropped);
    if (!channel->dropped)
        return error_memory(err);
    const struct calib_quiet quiet = find_quiet(input, rest, channel, how);
    if (quiet.n == 0)
        return error_set(err, ERROR_NUMERIC, "%s: channel %s: no quiet stretch without clipping",
                         input->run->dir, channel->info->role);
    channel->offset = quiet.mean;
    channel->offset_u = quiet.mean_u;
    channel->noise = quiet.sigma;
    const double middle = 0.5 * (double)(channel->info->count_min + channel->info->count_max);
    const double step = run_convert(channel->info, middle + 1) - run_convert(channel->info, middle);
    code = calib_dropout_find(channel->values, input->n, input->period, quiet.sigma, step,
                              channel->dropped, &channel->n_dropouts, err);
    if (code)
        return code;
    for (size_t i = 0; i < input->n; i++) {
        channel->values[i] -= quiet.mean;
        channel->dropped[i] = channel->dropped[i] && !channel->clipped[i];
    }
    channel->n_clipped = count_flags(channel->clipped, input->n);
    channel->n_dropped = count_flags(channel->dropped, input->n);
    return ERROR_OK;
}

/* ---- the conversion in the run against the rig's words */

static double rig_number(const json_t *values, const char *key, double otherwise)
{
    const json_t *value = json_object_get(json_object_get(values, key), "value");
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

/* sensitivity * sign / cos(beam angle) of the rig must be what run.json converts with */
static void compare_with_rig(const struct calib_input *input, const struct calib_channel *channel,
                             struct calib_output *output)
{
    const json_t *list = json_object_get(input->run->info.rig, "channels");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *role = json_string_value(json_object_get(entry, "role"));
        const json_t *sensitivity = json_object_get(entry, "sensitivity");
        if (!role || strcmp(role, channel->info->role) != 0 || !json_is_number(sensitivity))
            continue;
        const json_t *values = json_object_get(entry, "values");
        const double wanted = json_number_value(sensitivity) * rig_number(values, "sign", 1) /
                              cos(rig_number(values, "beam_angle", 0));
        if (fabs(wanted - channel->info->sensitivity) > 1e-9 * fabs(wanted))
            calib_output_remark(output,
                                "channel %s: the run converts with %.9g %s/V, the rig's "
                                "sensitivity, sign and beam angle give %.9g",
                                role, channel->info->sensitivity, channel->info->unit, wanted);
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
        channel->delay = delay.samples * channels->period +
                         1e-9 * (double)(channel->info->skew_ns - channels->list[0].info->skew_ns);
        channel->delay_u = delay.uncertainty * channels->period;
        channel->coherence = delay.coherence;
    }
    return ERROR_OK;
}

static void add_result(struct calib_output *output, const struct calib_channel *channel,
                       const char *what, double value, double uncertainty, const char *unit)
{
    char name[CALIB_NAME_SIZE];
    snprintf(name, sizeof name, "%s_%s", channel->info->role, what);
    calib_output_add(output, name, value, uncertainty, 9, unit);
}

static void add_results(const struct calib_channels *channels, struct calib_output *output)
{
    for (size_t i = 0; i < channels->n; i++) {
        const struct calib_channel *channel = &channels->list[i];
        const double volt = fabs(channel->info->sensitivity);
        calib_output_method(output, "%s", channels->quiet);
        add_result(output, channel, "offset", channel->offset / channel->info->sensitivity,
                   channel->offset_u / volt, "V");
        add_result(output, channel, "noise", channel->noise, NAN, channel->info->unit);
        if (i > 0 && channel->coherence > 0) {
            calib_output_method(output, "phase of the cross-spectrum with %s, coherence %.3f",
                                channels->list[0].info->role, channel->coherence);
            add_result(output, channel, "delay", channel->delay, channel->delay_u, "s");
        }
        if (channel->n_clipped + channel->n_dropped > 0)
            calib_output_remark(output,
                                "channel %s: %zu clipped samples, %zu dropouts (%zu "
                                "samples): flagged, not filled",
                                channel->info->role, channel->n_clipped, channel->n_dropouts,
                                channel->n_dropped);
    }
}

enum error_code calib_channels_find(const struct calib_input *input, double rest,
                                    struct calib_channels *channels, struct calib_output *output,
                                    struct error *err)
{
    *channels = (struct calib_channels){.n = input->run->info.n_channels,
                                        .samples = input->n,
                                        .time = input->time,
                                        .period = input->period};
    if (input->n < 80)
        return error_set(err, ERROR_INPUT, "%s: %zu samples are too few", input->run->dir,
                         input->n);
    channels->list = calloc(channels->n, sizeof *channels->list);
    if (!channels->list)
        return error_memory(err);
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < channels->n && !code; i++) {
        code = examine(input, i, rest, &channels->list[i], &channels->quiet, err);
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
    return ERROR_OK;
}

void calib_channels_free(struct calib_channels *channels)
{
    for (size_t i = 0; channels->list && i < channels->n; i++) {
        free(channels->list[i].values);
        free(channels->list[i].clipped);
        free(channels->list[i].dropped);
    }
    free(channels->list);
    channels->list = NULL;
}

void calib_channels_print(const struct calib_channels *channels, FILE *out)
{
    fprintf(out, "%-10s %-8s %-14s %-12s %-10s %-9s %-9s %s\n", "channel", "unit", "unit per volt",
            "skew (s)", "coherence", "clipped", "dropouts", "samples in them");
    for (size_t i = 0; i < channels->n; i++) {
        const struct calib_channel *channel = &channels->list[i];
        fprintf(out, "%-10s %-8s %-14.8g %-12.3g %-10.3f %-9zu %-9zu %zu\n", channel->info->role,
                channel->info->unit, channel->info->sensitivity,
                1e-9 * (double)channel->info->skew_ns, i ? channel->coherence : 1,
                channel->n_clipped, channel->n_dropouts, channel->n_dropped);
    }
    fputc('\n', out);
}

void calib_channels_draw(const struct calib_channels *channels, struct gnuplot *plot)
{
    FILE *script = gnuplot_script(plot);
    for (size_t i = 0; i < channels->n; i++) {
        char name[32];
        snprintf(name, sizeof name, "channel%zu", i);
        calib_output_data(plot, name, channels->time, channels->period, channels->list[i].values,
                          NULL, channels->samples);
    }
    fprintf(script, "set multiplot layout %zu,1\nset xlabel 'time (s)'\n", channels->n);
    for (size_t i = 0; i < channels->n; i++) {
        fputs("set ylabel ", script);
        gnuplot_text(plot, channels->list[i].info->unit);
        fprintf(script, "\nplot $channel%zu using 1:2 with lines lc rgb '#3050a0' title ", i);
        gnuplot_text(plot, channels->list[i].info->role);
        fputs("\nunset title\n", script);
    }
    fputs("unset multiplot\n", script);
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
        fprintf(file, ",%s,%s_flag", channels->list[c].info->role, channels->list[c].info->role);
    fputc('\n', file);
    for (size_t i = 0; i < channels->samples; i++) {
        fprintf(file, "%.9g", channels->time + (double)i * channels->period);
        for (size_t c = 0; c < channels->n; c++) {
            const struct calib_channel *channel = &channels->list[c];
            const int flag = channel->clipped[i] ? 1 : channel->dropped[i] ? 2 : 0;
            if (flag)
                fprintf(file, ",,%d", flag);
            else
                fprintf(file, ",%.9g,0", channel->values[i]);
        }
        fputc('\n', file);
    }
    return stream_commit(stream, err);
}
