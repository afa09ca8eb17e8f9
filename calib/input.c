/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- opening */

static enum error_code choose_frames(struct calib_input *input, double from, double until,
                                     struct error *err)
{
    const double frames = (double)input->run->frames;
    const double first = isnan(from) ? 0 : ceil(from / input->period - 1e-6);
    const double end = isnan(until) ? frames : fmin(floor(until / input->period + 1e-6), frames);
    if (!(first >= 0 && first < end))
        return error_set(err, ERROR_INPUT,
                         "%s: no samples from %g s to %g s: the run is %.6g s long",
                         input->run->dir, isnan(from) ? 0 : from,
                         isnan(until) ? frames * input->period : until, frames * input->period);
    input->first = (int64_t)first;
    input->n = (size_t)(end - first);
    input->time = first * input->period;
    return ERROR_OK;
}

enum error_code calib_input_open(const char *dir, double from, double until,
                                 struct calib_input *input, struct error *err)
{
    *input = (struct calib_input){0};
    enum error_code code = run_open(dir, &input->run, err);
    if (code)
        return code;
    input->period = (double)input->run->info.period_ns * 1e-9;
    if (input->run->frames == 0)
        code = error_set(err, ERROR_INPUT, "%s: the run has no samples", dir);
    if (!code && input->run->sha256)
        code = run_verify(input->run, err);
    if (!code)
        code = choose_frames(input, from, until, err);
    if (code)
        calib_input_close(input);
    return code;
}

void calib_input_close(struct calib_input *input)
{
    run_close(input->run);
    input->run = NULL;
}

/* ---- channels */

/* "rail, tip_t": the roles of the run */
static void list_roles(const struct run_info *info, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < info->n_channels && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "",
                                 info->channels[i].role);
}

static enum error_code check_unit(const struct calib_input *input, size_t channel,
                                  const char *const *units, struct error *err)
{
    const struct run_channel *found = &input->run->info.channels[channel];
    for (const char *const *unit = units; *unit; unit++)
        if (strcmp(found->unit, *unit) == 0)
            return ERROR_OK;
    error_set(err, ERROR_INPUT, "%s: channel %s is in %s, which this needs in %s", input->run->dir,
              found->role, found->unit, units[0]);
    for (const char *const *unit = units + 1; *unit; unit++)
        error_append(err, " or %s", *unit);
    return ERROR_INPUT;
}

enum error_code calib_input_channel(const struct calib_input *input, const char *role,
                                    const char *const *roles, const char *const *units,
                                    size_t *channel, struct error *err)
{
    const struct run_info *info = &input->run->info;
    const char *const asked[] = {role, NULL};
    int64_t found = RUN_UNKNOWN;
    for (const char *const *r = role ? asked : roles; *r && found == RUN_UNKNOWN; r++)
        found = run_find_channel(info, *r);
    if (found != RUN_UNKNOWN) {
        *channel = (size_t)found;
        return check_unit(input, *channel, units, err);
    }
    char there[256];
    list_roles(info, there, sizeof there);
    error_set(err, ERROR_INPUT, "%s: no channel has the role %s", input->run->dir,
              role ? role : roles[0]);
    for (const char *const *r = roles + 1; !role && *r; r++)
        error_append(err, " or %s", *r);
    return error_append(err, "; the run has %s; choose with --channel", there);
}

/* ---- samples */

enum error_code calib_input_whole(const struct calib_input *input, struct error *err)
{
    const int64_t end = input->first + (int64_t)input->n;
    for (size_t i = 0; i < input->run->n_gaps; i++) {
        const int64_t frame = input->run->gaps[i].frame;
        if (frame > input->first && frame < end)
            return error_set(err, ERROR_INPUT,
                             "%s: samples are missing at %.6g s, so that times after it are not "
                             "known; choose a part without gaps with --from and --until",
                             input->run->dir, (double)frame * input->period);
    }
    return ERROR_OK;
}

static enum error_code refuse_clipped(const struct calib_input *input, size_t channel,
                                      const bool *flags, struct error *err)
{
    size_t count = 0, first = 0;
    for (size_t i = input->n; i-- > 0;)
        if (flags[i]) {
            count++;
            first = i;
        }
    if (count == 0)
        return ERROR_OK;
    return error_set(err, ERROR_INPUT,
                     "%s: channel %s: %zu samples are clipped, the first at %.6g s; choose a "
                     "part without clipping with --from and --until, or record with a larger "
                     "range",
                     input->run->dir, input->run->info.channels[channel].role, count,
                     input->time + (double)first * input->period);
}

static enum error_code read_blocks(const struct calib_input *input, size_t channel, double *values,
                                   bool *flags, struct error *err)
{
    enum { SAMPLES = 1 << 16 };
    const struct run_info *info = &input->run->info;
    const struct run_channel *source = &info->channels[channel];
    const size_t block = SAMPLES / info->n_channels;
    int32_t *samples = malloc(SAMPLES * sizeof *samples);
    if (!samples)
        return error_memory(err);
    enum error_code code = ERROR_OK;
    for (size_t done = 0; done < input->n && !code;) {
        const size_t now = input->n - done < block ? input->n - done : block;
        code = run_read_frames(input->run, input->first + (int64_t)done, (int64_t)now, samples,
                               err);
        for (size_t i = 0; i < now && !code; i++) {
            const int64_t count = samples[i * info->n_channels + channel] + info->count_offset;
            values[done + i] = run_convert(source, (double)count);
            flags[done + i] = count <= source->count_min || count >= source->count_max;
        }
        done += now;
    }
    free(samples);
    return code;
}

enum error_code calib_input_read(const struct calib_input *input, size_t channel, double **values,
                                 bool **clipped, struct error *err)
{
    *values = malloc(input->n * sizeof **values);
    bool *flags = malloc(input->n * sizeof *flags);
    if (!*values || !flags) {
        free(*values);
        free(flags);
        *values = NULL;
        return error_memory(err);
    }
    enum error_code code = read_blocks(input, channel, *values, flags, err);
    if (!code && !clipped)
        code = refuse_clipped(input, channel, flags, err);
    if (clipped && !code) {
        *clipped = flags;
        flags = NULL;
    }
    free(flags);
    if (code) {
        free(*values);
        *values = NULL;
    }
    return code;
}

/* ---- parameters */

struct calib_given calib_input_parameter(const struct calib_input *input, const char *name,
                                         double value, double uncertainty)
{
    struct calib_given given = {value, uncertainty};
    if (!isnan(value))
        return given;
    const json_t *parameters = json_object_get(input->run->info.rig, "parameters");
    const json_t *found = json_object_get(parameters, name);
    const json_t *number = json_object_get(found, "value");
    const json_t *spread = json_object_get(found, "uncertainty");
    if (json_is_number(number))
        given.value = json_number_value(number);
    if (isnan(uncertainty) && json_is_number(spread))
        given.uncertainty = json_number_value(spread);
    return given;
}
