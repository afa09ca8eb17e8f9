/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-daq import: other people's data become a run. */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/cli/remark.h"
#include "lib/cli/table.h"
#include "daq/commands.h"
#include "daq/health.h"
#include "daq/stop.h"
#include "daq/talk.h"
#include "sim/registry.h"

struct settings {
    const char *output, *rig, *note, *time;
    double rate;
    long skip;
    struct option_list columns;
    bool dry, json, quiet;
};

static const struct option_row options[] = {
    OPTION_OUTPUT("DIR", struct settings, output, "the run directory to make"),
    OPTION_TEXT("rig", 0, "RIG", struct settings, rig,
                "the rig file: what the channels of a WAV, and volts, mean"),
    OPTION_QUANTITY("rate", 'r', "RATE", struct settings, rate, "Hz",
                    "sampling rate of a file that does not tell, or tells it wrong"),
    OPTION_LIST("column", 'c', "NAME=ROLE[:UNIT]", struct settings, columns,
                "what a column is, and in which unit; only those that are named are taken"),
    OPTION_TEXT("time", 't', "NAME[:UNIT]", struct settings, time, "the column of the times"),
    OPTION_COUNT("skip", 0, "N", struct settings, skip, 0,
                 "lines at the beginning of a text to pass over"),
    OPTION_FLAG("dry-run", 'n', struct settings, dry,
                "say what the file was understood to be; write nothing"),
    OPTION_TEXT("note", 0, "TEXT", struct settings, note, "a note to keep with the run"),
    OPTION_JSON(struct settings),
    OPTION_QUIET(struct settings),
};

static enum error_code import_source(const struct settings *settings, const struct rig *rig,
                                     struct daq_source *source, struct error *err)
{
    sigset_t signals;
    daq_stop_block(&signals);
    struct daq_outcome outcome = {0};
    struct progress progress;
    struct daq_plan plan = {.dir = settings->output,
                            .source = source,
                            .note = settings->note,
                            .rig = rig ? rig_to_json(rig) : NULL,
                            .whole = true,
                            .timeless = true,
                            .on_loss = daq_talk_loss};
    if (*source->remark && !settings->quiet)
        remark(false, "skitter-daq", "%s", source->remark);
    progress_start(&progress, "importing", "frames", 0, settings->quiet);
    enum error_code code = daq_session_record(&plan, source, 0, &signals, &progress, &outcome, err);
    progress_end(&progress);
    if (outcome.fired) {
        daq_talk_summary(plan.dir, &source->info, &outcome, settings->json);
        if (!settings->quiet)
            daq_talk_health(&source->info, outcome.health);
    }
    json_decref(plan.rig);
    return code;
}

/* ---- --dry-run */

struct survey {
    int64_t frames, lost;
    size_t gaps;
    struct daq_health health[RUN_CHANNELS_MAX];
};

static enum error_code look_through(struct daq_source *source, struct survey *survey,
                                    struct error *err)
{
    enum { ROOM = 1 << 16 };
    static int32_t samples[ROOM];
    struct daq_read got = {0};
    enum error_code code = source->driver->start(source, err);
    while (!code && !got.end) {
        code = source->driver->read(source, true, samples, ROOM / source->info.n_channels, &got,
                                    err);
        if (code)
            break;
        survey->gaps += got.loss.frames != 0;
        survey->lost += got.loss.frames > 0 ? got.loss.frames : 0;
        daq_health_add(survey->health, &source->info, samples, got.frames);
        survey->frames += (int64_t)got.frames;
    }
    source->driver->stop(source);
    return code;
}

static enum error_code show_channels(const struct daq_source *source, const struct survey *survey,
                                     bool json, struct error *err)
{
    struct table table;
    enum error_code code = table_begin(&table, stdout, json, err);
    if (code)
        return code;
    fprintf(table.file, "column,role,unit,min,max,clipped\n");
    for (size_t i = 0; i < source->info.n_channels; i++) {
        const struct run_channel *channel = &source->info.channels[i];
        const struct daq_health *health = &survey->health[i];
        const double a = run_convert(channel, (double)(health->low + source->info.count_offset));
        const double b = run_convert(channel, (double)(health->high + source->info.count_offset));
        const char *texts[] = {source->origins[i] ? source->origins[i] : channel->role,
                               channel->role, channel->unit};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            table_text(&table, texts[k]);
            fputc(',', table.file);
        }
        fprintf(table.file, "%.9g,%.9g,%lld\n", a < b ? a : b, a < b ? b : a,
                (long long)health->clipped);
    }
    return table_end(&table, NULL, NULL, err);
}

static enum error_code preview(const struct settings *settings, const char *path,
                               struct daq_source *source, struct error *err)
{
    struct survey *survey = calloc(1, sizeof *survey);
    if (!survey)
        return error_memory(err);
    enum error_code code = look_through(source, survey, err);
    const double period = run_period(&source->info);
    if (!code && !settings->quiet) {
        remark(false, "skitter-daq", "%s: %s", path, *source->layout ? source->layout : "a run");
        if (*source->remark)
            remark(false, "skitter-daq", "%s", source->remark);
        remark(false, "skitter-daq",
               "%lld frames of %zu channel%s, one every %.9g s (%.9g Hz): %.6g s",
               (long long)survey->frames, source->info.n_channels,
               source->info.n_channels == 1 ? "" : "s", period, 1 / period,
               period * (double)(survey->frames + survey->lost));
        if (survey->gaps > 0)
            remark(false, "skitter-daq",
                   "%lld frame%s lost in %zu gap%s: the file holds no number there",
                   (long long)survey->lost, survey->lost == 1 ? " is" : "s are", survey->gaps,
                   survey->gaps == 1 ? "" : "s");
    }
    if (!code)
        code = show_channels(source, survey, settings->json, err);
    free(survey);
    return code;
}

static enum error_code import(const void *given, const struct option_list *arguments,
                              struct error *err)
{
    const struct settings *settings = given;
    struct rig *rig = NULL;
    struct daq_source *source = NULL;
    char spec[PATH_MAX + 8];
    enum error_code code = ERROR_OK;
    if (!settings->output && !settings->dry)
        return error_set(err, ERROR_USAGE,
                         "--output is missing: where shall the run go? --dry-run only looks");
    if (settings->rate < 0)
        return error_set(err, ERROR_USAGE, "--rate must be positive");
    if (settings->rig)
        code = rig_read(settings->rig, sim_registry, &rig, err);
    snprintf(spec, sizeof spec, "file:%s", arguments->items[0]);
    const struct daq_request request = {.rig = rig,
                                        .fast = true,
                                        .mapping = {.rate = settings->rate,
                                                    .time = settings->time,
                                                    .skip = settings->skip,
                                                    .columns = settings->columns.items,
                                                    .n_columns = settings->columns.n}};
    if (!code)
        code = daq_source_open(spec, request, &source, err);
    if (!code)
        code = settings->dry ? preview(settings, arguments->items[0], source, err)
                             : import_source(settings, rig, source, err);
    daq_source_close(source);
    rig_free(rig);
    return code;
}

static const char *const synopsis[] = {"[OPTION]... --output DIR FILE",
                                       "--dry-run [OPTION]... FILE", NULL};
static const struct option_argument import_arguments[] = {
    {"FILE", "text, MAT (5, 7.3), universal (58) or sound file, or another run"}, {NULL, NULL}};

const struct program daq_import_program = {
    .name = "skitter-daq import",
    .summary = "make a run of a table, MAT, universal or sound file",
    .synopsis = synopsis,
    .arguments = import_arguments,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(options),
    .settings_size = sizeof(struct settings),
    .run = import,
};
