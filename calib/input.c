/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/input.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static enum error_code check_unit(const struct measure_channels *input,
                                  const struct measure_channel *channel, const char *const *units,
                                  struct error *err)
{
    for (const char *const *unit = units; *unit; unit++)
        if (strcmp(channel->info->unit, *unit) == 0)
            return ERROR_OK;
    error_set(err, ERROR_INPUT, "%s: channel %s is in %s, which this needs in %s", input->run->dir,
              channel->info->role, channel->info->unit, units[0]);
    for (const char *const *unit = units + 1; *unit; unit++)
        error_append(err, " or %s", *unit);
    return ERROR_INPUT;
}

static enum error_code choose(const struct measure_channels *input, const char *role,
                              const char *const *roles, const char *const *units,
                              const struct measure_channel **channel, struct error *err)
{
    const char *const asked[] = {role, NULL};
    *channel = NULL;
    for (const char *const *r = role ? asked : roles; *r && !*channel; r++)
        *channel = measure_channels_find(input, *r);
    if (*channel)
        return check_unit(input, *channel, units, err);
    char there[256];
    list_roles(&input->run->info, there, sizeof there);
    error_set(err, ERROR_INPUT, "%s: no channel has the role %s", input->run->dir,
              role ? role : roles[0]);
    for (const char *const *r = roles + 1; !role && *r; r++)
        error_append(err, " or %s", *r);
    error_append(err, "; the run has %s; choose with --channel", there);
    return ERROR_INPUT;
}

/* ---- samples */

static enum error_code refuse_clipped(const struct measure_channels *input,
                                      const struct measure_channel *channel, struct error *err)
{
    char text[MEASURE_FLAG_TEXT];
    if (!measure_channel_clipped(input, channel, text))
        return ERROR_OK;
    const unsigned char *first = memchr(channel->flags, MEASURE_CLIPPED, input->n);
    return error_set(err, ERROR_INPUT,
                     "%s: %s, the first at %.6g s; choose a part without clipping with --from and "
                     "--until, or record with a wider range",
                     input->run->dir, text,
                     input->time + (double)(first - channel->flags) * input->period);
}

enum error_code calib_input_channel(const struct measure_channels *input, const char *role,
                                    const char *const *roles, const char *const *units,
                                    const struct measure_channel **channel, struct error *err)
{
    enum error_code code = choose(input, role, roles, units, channel, err);
    if (!code)
        code = measure_channels_whole(input, "choose a part without gaps with --from and --until",
                                      err);
    return code ? code : refuse_clipped(input, *channel, err);
}

/* ---- parameters */

struct calib_given calib_input_parameter(const struct measure_channels *input, const char *name,
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
