/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-daq record: runs from a source, one or a campaign. */
#include "config.h"

#include <limits.h>
#include <math.h>

#include "lib/cli/remark.h"
#include "daq/campaign.h"
#include "daq/commands.h"
#include "daq/stop.h"
#include "daq/talk.h"
#include "sim/registry.h"

static const char *const formats[] = {"wav", "w64", "flac", NULL};
static const char *const references[] = {"ground", "common", "diff", "other", NULL};

struct settings {
    const char *source, *output, *trigger, *note;
    double duration, pre, buffer;
    long repeat;
    int format, reference;
    struct option_list set;
    bool by_clock, fast, timeless, json, quiet;
};

static const struct settings defaults = {.duration = NAN, .pre = 0.2}; /* no length is given */

static const struct option_row options[] = {
    OPTION_TEXT("source", 's', "SOURCE", struct settings, source,
                "where the samples come from: comedi:DEVICE, alsa:DEVICE, rig:RIG, file:PATH or "
                "test:"),
    OPTION_OUTPUT("DIR", struct settings, output, "the run directory to make"),
    OPTION_QUANTITY("duration", 'd', "TIME", struct settings, duration, "s",
                    "length of the run, from the trigger on (default: until it is stopped)"),
    OPTION_FLAG("by-clock", 0, struct settings, by_clock,
                "the length is time: frames that are lost count (default: frames that come)"),
    OPTION_TEXT("trigger", 't', "CONDITION", struct settings, trigger,
                "wait for it: 'tip_t > 20 mm/s', 'rail < -50 mm/s', 'tip_t rises 20 mm/s'"),
    OPTION_QUANTITY("pre", 'p', "TIME", struct settings, pre, "s",
                    "what to keep from before the trigger (default 0.2 s)"),
    OPTION_COUNT(
        "repeat", 'n', "N", struct settings, repeat, 1,
        "record N runs, DIR/001 and so on or what numbers are next, armed again after each"),
    OPTION_TEXT("note", 0, "TEXT", struct settings, note, "a note to keep with the run"),
    OPTION_LIST("set", 0, "NAME=VALUE", struct settings, set,
                "set a parameter or start value of the rig; may be given again"),
    OPTION_CHOICE("format", 0, "FORMAT", struct settings, format, formats,
                  "of the signal: wav, w64 or flac (default wav)"),
    OPTION_CHOICE("reference", 0, "WHICH", struct settings, reference, references,
                  "of the card's inputs: ground, common, diff or other (default ground)"),
    OPTION_QUANTITY("buffer", 0, "TIME", struct settings, buffer, "s",
                    "what the disk may be late (default 30 s, up to 512 MiB)"),
    OPTION_FLAG("fast", 0, struct settings, fast,
                "do not keep to the clock (simulated rig, files and test)"),
    OPTION_FLAG("timeless", 0, struct settings, timeless,
                "keep no time of day, so that the same run can be made again bit for bit"),
    OPTION_JSON(struct settings),
    OPTION_QUIET(struct settings),
};

static enum error_code check_settings(const struct settings *settings, struct error *err)
{
    if (!settings->source)
        return error_set(err, ERROR_USAGE, "--source is missing; skitter-daq list shows them");
    if (!settings->output)
        return error_set(err, ERROR_USAGE, "--output is missing: where shall the run go?");
    if (settings->repeat > 0 && !(settings->duration > 0))
        return error_set(err, ERROR_USAGE, "--repeat needs --duration: when is a run over?");
    if (settings->repeat > 999)
        return error_set(err, ERROR_USAGE, "--repeat: 999 runs are the most");
    return daq_session_check_times(settings->duration, settings->pre, settings->buffer, err);
}

/* one run; its lines on the screen */
static enum error_code record_one(const struct settings *settings, const struct daq_plan *plan,
                                  struct daq_source *source, const sigset_t *signals,
                                  struct error *err)
{
    struct daq_outcome outcome = {0};
    struct progress progress;
    progress_start(&progress, plan->trigger ? "armed, recording" : "recording", "frames",
                   (double)plan->frames, settings->quiet);
    enum error_code code = daq_session_record(plan, source, settings->buffer, signals, &progress,
                                              &outcome, err);
    progress_end(&progress);
    if (outcome.fired) {
        daq_talk_summary(plan->dir, &source->info, &outcome, settings->json);
        if (!settings->quiet)
            daq_talk_health(&source->info, outcome.health);
    }
    return code;
}

/* a run with gaps does not end a campaign, anything else that fails does */
static enum error_code record_campaign(const struct settings *settings, struct daq_plan plan,
                                       struct daq_source *source, const sigset_t *signals,
                                       struct error *err)
{
    char dir[PATH_MAX];
    enum error_code code = ERROR_OK, worst = ERROR_OK;
    struct error gaps;
    plan.dir = dir;
    for (long i = 1; !code && i <= settings->repeat; i++) {
        code = daq_campaign_next(settings->output, dir, err);
        if (!code)
            code = record_one(settings, &plan, source, signals, err);
        if (code == ERROR_GAPS) {
            gaps = *err;
            worst = code;
            code = ERROR_OK;
        }
    }
    if (!code && worst)
        *err = gaps;
    return code ? code : worst;
}

static enum error_code record_source(const struct settings *settings, const struct rig *rig,
                                     struct daq_source *source, struct error *err)
{
    sigset_t signals;
    daq_stop_block(&signals);
    const double rate = 1 / run_period(&source->info);
    struct daq_plan plan = {.dir = settings->output,
                            .source = source,
                            .note = settings->note,
                            .rig = rig_to_json(rig),
                            .trigger = settings->trigger,
                            .pre = settings->trigger ? llround(settings->pre * rate) : 0,
                            .frames = daq_session_frames(settings->duration, rate),
                            .by_clock = settings->by_clock,
                            .format = (enum run_format)settings->format,
                            .timeless = settings->timeless,
                            .on_loss = daq_talk_loss};
    if (*source->remark && !settings->quiet)
        remark(false, "skitter-daq", "%s", source->remark);
    enum error_code code = settings->repeat > 0
                               ? record_campaign(settings, plan, source, &signals, err)
                               : record_one(settings, &plan, source, &signals, err);
    json_decref(plan.rig);
    return code;
}

static enum error_code record(const void *given, const struct option_list *arguments,
                              struct error *err)
{
    const struct settings *settings = given;
    struct rig *rig = NULL;
    struct daq_source *source = NULL;
    enum error_code code = check_settings(settings, err);
    if (!code)
        code = rig_load(arguments->items[0], settings->set.items, settings->set.n, sim_registry,
                        &rig, err);
    const struct daq_request request = {
        .rig = rig, .fast = settings->fast, .reference = settings->reference};
    if (!code)
        code = daq_source_open(settings->source, request, &source, err);
    if (!code)
        code = record_source(settings, rig, source, err);
    daq_source_close(source);
    rig_free(rig);
    return code;
}

static const char *const synopsis[] = {"[OPTION]... --source SOURCE --output DIR RIG", NULL};
static const struct option_argument record_arguments[] = {
    {"RIG", "the rig file with the channels and the rate, see skitter-rig(5)"}, {NULL, NULL}};

const struct program daq_record_program = {
    .name = "skitter-daq record",
    .summary = "record a run, or a campaign of runs",
    .synopsis = synopsis,
    .arguments = record_arguments,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(options),
    .defaults = &defaults,
    .settings_size = sizeof(struct settings),
    .run = record,
};
