/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter run note and cut */
#include "config.h"
#include "lib/base/shown.h"

#include <math.h>
#include <stdio.h>

#include "lib/cli/remark.h"
#include "lib/run/cut.h"
#include "lib/run/note.h"
#include "lib/run/run.h"
#include "front/runs.h"

static enum error_code note(const void *settings, const struct option_list *arguments,
                            struct error *err)
{
    (void)settings;
    struct run *run;
    enum error_code code;
    if (arguments->n == 2) {
        code = run_note_set(arguments->items[0], arguments->items[1], err);
        if (!code)
            remark(false, "skitter run note", "%s: the note is kept", arguments->items[0]);
        return code;
    }
    code = run_open(arguments->items[0], &run, err);
    if (code)
        return code;
    shown_printf(stdout, "%s\n", run->info.note ? run->info.note : "");
    run_close(run);
    return ERROR_OK;
}

static const char *const note_synopsis[] = {"RUN [TEXT]", NULL};
static const struct option_argument note_arguments[] = {
    {"RUN", "run directory, see skitter-run(5)"},
    {"TEXT", "the note, in place of the one that is there; without it that is shown"},
    {0}};

const struct program front_run_note = {
    .name = "skitter run note",
    .summary = "keep a note with a run, or show it",
    .synopsis = note_synopsis,
    .arguments = note_arguments,
    .min_arguments = 1,
    .max_arguments = 2,
    .run = note,
};

/* ---- cut */

struct cut_settings {
    const char *output;
    double from, until;
    bool quiet;
};

static const struct cut_settings cut_defaults = {.until = INFINITY};

static enum error_code cut(const void *given, const struct option_list *arguments,
                           struct error *err)
{
    const struct cut_settings *settings = given;
    int64_t frames;
    if (!settings->output)
        return error_set(err, ERROR_USAGE, "--output is missing: where shall the new run go?");
    enum error_code code = run_cut(arguments->items[0], settings->from, settings->until,
                                   settings->output, &frames, err);
    if (!code && !settings->quiet)
        remark(false, "skitter run cut", "%s: %lld frames of %s", settings->output,
               (long long)frames, arguments->items[0]);
    return code;
}

static const struct option_row cut_options[] = {
    OPTION_OUTPUT("DIR", struct cut_settings, output, "the run directory to make"),
    OPTION_QUANTITY("from", 0, "TIME", struct cut_settings, from, "s",
                    "where to begin, from the run's start (default 0 s)"),
    OPTION_QUANTITY("until", 0, "TIME", struct cut_settings, until, "s",
                    "where to end (default: where the run does)"),
    OPTION_QUIET(struct cut_settings),
};
static const char *const cut_synopsis[] = {"[--from TIME] [--until TIME] --output DIR RUN", NULL};

const struct program front_run_cut = {
    .name = "skitter run cut",
    .summary = "make a run of a part of one",
    .synopsis = cut_synopsis,
    .arguments = front_run_argument,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(cut_options),
    .defaults = &cut_defaults,
    .settings_size = sizeof(struct cut_settings),
    .run = cut,
};
