/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-daq import: other people's data become a run. */
#include "config.h"

#include <limits.h>
#include <stdio.h>

#include "daq/commands.h"
#include "daq/stop.h"
#include "daq/talk.h"
#include "sim/registry.h"

struct settings {
    const char *output, *rig, *note;
    double rate;
    bool json, quiet;
};

static const struct option_row options[] = {
    OPTION_OUTPUT("DIR", struct settings, output, "the run directory to make"),
    OPTION_TEXT("rig", 0, "RIG", struct settings, rig,
                "the rig file: what the channels of a WAV, and volts, mean"),
    OPTION_QUANTITY("rate", 'r', "RATE", struct settings, rate, "Hz",
                    "sampling rate of a file that does not tell, or tells it wrong"),
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
        daq_talk(false, "%s", source->remark);
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

static enum error_code import(const void *given, const struct option_list *arguments,
                              struct error *err)
{
    const struct settings *settings = given;
    struct rig *rig = NULL;
    struct daq_source *source = NULL;
    char spec[PATH_MAX + 8];
    enum error_code code = ERROR_OK;
    if (!settings->output)
        return error_set(err, ERROR_USAGE, "--output is missing: where shall the run go?");
    if (settings->rate < 0)
        return error_set(err, ERROR_USAGE, "--rate must be positive");
    if (settings->rig)
        code = rig_read(settings->rig, sim_registry, &rig, err);
    snprintf(spec, sizeof spec, "file:%s", arguments->items[0]);
    const struct daq_request request = {.rig = rig, .fast = true, .rate = settings->rate};
    if (!code)
        code = daq_source_open(spec, request, &source, err);
    if (!code)
        code = import_source(settings, rig, source, err);
    daq_source_close(source);
    rig_free(rig);
    return code;
}

static const char *const synopsis[] = {"[OPTION]... --output DIR FILE", NULL};
static const struct option_argument import_arguments[] = {
    {"FILE", "a CSV or WAV file, or another run directory"}, {NULL, NULL}};

const struct program daq_import_program = {
    .name = "skitter-daq import",
    .summary = "make a run of a CSV or WAV file",
    .synopsis = synopsis,
    .arguments = import_arguments,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(options),
    .settings_size = sizeof(struct settings),
    .run = import,
};
