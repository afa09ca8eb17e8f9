/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter run export: a run for other people's programs */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/base/list.h"
#include "lib/cli/remark.h"
#include "lib/measure/channels.h"
#include "front/export.h"
#include "front/runs.h"

struct settings {
    const char *output, *channels;
    bool subtract, force, quiet;
};

struct kind {
    const char *ending, *doc;
    front_export_write *write;
};

static const struct kind kinds[] = {
    {".csv", "text", front_export_csv},           {".mat", "MAT", front_export_mat},
    {".wav", "WAV", front_export_sound},          {".uff", "universal file", front_export_uff},
    {".unv", "universal file", front_export_uff},
};

static const struct kind *kind_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++)
        if (strcasecmp(dot, kinds[i].ending) == 0)
            return &kinds[i];
    return NULL;
}

/* frames before a gap, NaN for what it lost, frames after it */
static enum error_code count_rows(const struct measure_channels *from, size_t *rows,
                                  struct error *err)
{
    *rows = from->n;
    for (size_t i = 0; i < from->run->n_gaps; i++) {
        const int64_t lost = from->run->gaps[i].lost;
        if (lost == RUN_UNKNOWN)
            return error_set(err, ERROR_INPUT,
                             "an unknown number of frames is lost before frame %lld: export the "
                             "parts before and after it, which skitter run cut makes",
                             (long long)from->run->gaps[i].frame);
        *rows += (size_t)lost;
    }
    return ERROR_OK;
}

static void fill(const struct measure_channels *from, const struct measure_channel *channel,
                 double offset, double *to)
{
    size_t gap = 0;
    for (size_t i = 0; i < from->n; i++) {
        for (; gap < from->run->n_gaps && from->run->gaps[gap].frame == (int64_t)i; gap++)
            for (int64_t k = 0; k < from->run->gaps[gap].lost; k++)
                *to++ = NAN;
        *to++ = channel->values[i] - offset;
    }
    for (; gap < from->run->n_gaps; gap++)
        for (int64_t k = 0; k < from->run->gaps[gap].lost; k++)
            *to++ = NAN;
}

static enum error_code add_channel(struct front_export *to, const struct measure_channels *from,
                                   const struct measure_channel *channel, bool subtract,
                                   struct error *err)
{
    double *values = malloc(to->rows * sizeof *values + 1);
    if (!values)
        return error_memory(err);
    fill(from, channel, subtract ? channel->rest.mean : 0, values);
    to->roles[to->n] = channel->info->role;
    to->units[to->n] = channel->info->unit;
    to->values[to->n++] = values;
    return ERROR_OK;
}

/* all of them, or those that are asked for in the order in which they are */
static enum error_code add_channels(struct front_export *to, const struct measure_channels *from,
                                    const struct settings *settings, struct error *err)
{
    enum error_code code = ERROR_OK;
    char word[LIST_WORD_SIZE];
    const char *rest = settings->channels;
    for (size_t i = 0; !settings->channels && !code && i < from->n_list; i++)
        code = add_channel(to, from, &from->list[i], settings->subtract, err);
    while (settings->channels && !code && list_next(&rest, word)) {
        const struct measure_channel *channel = measure_channels_find(from, word);
        if (!channel) {
            code = error_set(err, ERROR_USAGE, "the run has no channel %s; it has", word);
            for (size_t i = 0; i < from->n_list; i++)
                error_append(err, "%s %s", i ? "," : "", from->list[i].info->role);
            break;
        }
        code = add_channel(to, from, channel, settings->subtract, err);
    }
    return code;
}

static enum error_code export_channels(const struct measure_channels *from, const char *name,
                                       const struct settings *settings, const struct kind *kind,
                                       struct error *err)
{
    struct front_export to = {.name = name, .start = from->run->info.start, .period = from->period};
    to.roles = calloc(from->n_list, sizeof *to.roles);
    to.units = calloc(from->n_list, sizeof *to.units);
    to.values = calloc(from->n_list, sizeof *to.values);
    enum error_code code = to.roles && to.units && to.values ? ERROR_OK : error_memory(err);
    if (!code)
        code = count_rows(from, &to.rows, err);
    if (!code)
        code = add_channels(&to, from, settings, err);
    if (!code)
        code = kind->write(&to, settings->output, settings->force, err);
    if (!code && !settings->quiet)
        remark(false, "skitter run export", "%s: %zu rows of %zu channel%s as %s", settings->output,
               to.rows, to.n, to.n == 1 ? "" : "s", kind->doc);
    for (size_t i = 0; to.values && i < to.n; i++)
        free(to.values[i]);
    free(to.roles);
    free(to.units);
    free(to.values);
    return code;
}

static enum error_code export_run(const void *given, const struct option_list *arguments,
                                  struct error *err)
{
    const struct settings *settings = given;
    const char *dir = arguments->items[0];
    if (!settings->output)
        return error_set(err, ERROR_USAGE, "--output is missing: where shall it go?");
    const struct kind *kind = kind_of(settings->output);
    if (!kind)
        return error_set(err, ERROR_USAGE,
                         "--output %s: its name must end in .csv, .mat, .wav or .uff",
                         settings->output);
    struct measure_channels channels;
    enum error_code code = measure_channels_read(dir, NAN, NAN, &channels, err);
    if (code)
        return code;
    code = export_channels(&channels, dir, settings, kind, err);
    measure_channels_free(&channels);
    return code;
}

static const struct option_row options[] = {
    OPTION_OUTPUT("FILE", struct settings, output,
                  "the file to make; its ending says what: .csv, .mat, .wav, .uff"),
    OPTION_NAMES("channels", 'c', "ROLES", struct settings, channels,
                 "the channels that are wanted, as tip_t,tip_n (default: all)"),
    OPTION_FLAG("subtract-rest", 0, struct settings, subtract,
                "subtract from each channel what it shows at rest"),
    OPTION_FORCE(struct settings),
    OPTION_QUIET(struct settings),
};

static const char *const synopsis[] = {"[OPTION]... --output FILE RUN", NULL};

const struct program front_run_export = {
    .name = "skitter run export",
    .summary = "write a run in physical units as CSV, MAT, WAV or universal file",
    .synopsis = synopsis,
    .arguments = front_run_argument,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(options),
    .settings_size = sizeof(struct settings),
    .run = export_run,
};
