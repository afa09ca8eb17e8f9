/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter run info, verify and repair: look into runs */
#include "config.h"

#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/memory.h"
#include "lib/base/shown.h"
#include "lib/cli/fold.h"
#include "lib/cli/remark.h"
#include "lib/run/repair.h"
#include "lib/run/run.h"
#include "front/runs.h"

enum { LABEL = 10 /* columns */ };

struct info_settings {
    bool verify;
};

/* a run may come from anywhere: what it says must not steer the terminal */
static void print_text(const char *label, const char *text)
{
    if (!text || !*text)
        return;
    const size_t size = LABEL + 4 * strlen(text) + 1; /* "\xNN" for a byte that is escaped */
    char *line = malloc(size);
    if (!line) { /* noted, and told at the end */
        memory_note();
        return;
    }
    snprintf(line, size, "%-*s %s", LABEL - 1, label, text);
    for (char *c = line; (c = strpbrk(c, "\n\t"));) /* a sentence, whatever it was */
        *c = ' ';
    shown_escape(line, size);
    fold_print(line, LABEL, stdout);
    free(line);
}

static void print_signal(const struct run *run)
{
    double period = run_period(&run->info);
    char frames[128];
    snprintf(frames, sizeof frames,
             "%" PRId64 " (%.9g s, one every %" PRId64 "/%" PRId64 " s), %" PRId64 " bits",
             run->frames, (double)run->frames * period, run->info.period.numerator,
             run->info.period.denominator, run->info.bits);
    print_text("frames", frames);
    for (size_t i = 0; i < run->info.n_channels; i++) {
        char line[128];
        const struct run_channel *channel = &run->info.channels[i];
        snprintf(line, sizeof line, "%zu: %s in %s", i, channel->role, channel->unit);
        print_text("channel", line);
    }
    for (size_t i = 0; i < run->n_gaps; i++) {
        const struct run_gap *gap = &run->gaps[i];
        char line[256], lost[48] = "an unknown number of frames";
        if (gap->lost != RUN_UNKNOWN)
            snprintf(lost, sizeof lost, "%" PRId64 " frame%s", gap->lost,
                     gap->lost == 1 ? "" : "s");
        snprintf(line, sizeof line, "%s lost before frame %" PRId64 ": %s", lost, gap->frame,
                 gap->why ? gap->why : "no reason given");
        print_text("gap", line);
    }
}

static enum error_code print_run(const char *dir, bool verify, struct error *err)
{
    struct run *run;
    enum error_code code = run_open(dir, &run, err);
    if (code)
        return code;
    print_text("run", dir);
    print_text("state", run_state_text(run->state));
    print_text("because", run->why);
    print_text("warning", run->warning);
    print_text("start", run->info.start);
    print_text("program", run->info.program);
    print_text("device", run->info.device);
    print_text("driver", run->info.driver);
    print_text("trigger", run->info.trigger.text);
    print_signal(run);
    print_text("note", run->info.note);
    if (verify)
        code = run_verify(run, err);
    if (verify && !code)
        print_text("verified", "the signal is the one that was recorded");
    run_close(run);
    return code;
}

/* every one of them, also after one that fails, whose error it ends with */
static enum error_code each(const struct option_list *runs,
                            enum error_code (*one)(const char *dir, bool flag, struct error *err),
                            bool flag, struct error *err)
{
    enum error_code worst = ERROR_OK;
    struct error last = {0};
    for (size_t i = 0; i < runs->n; i++) {
        enum error_code code = one(runs->items[i], flag, &last);
        if (code && worst) /* the first is told at the end, as of any command */
            remark(true, "skitter run", "%s", last.message);
        if (code && !worst) {
            worst = code;
            *err = last;
        }
    }
    return worst;
}

static enum error_code info(const void *settings, const struct option_list *arguments,
                            struct error *err)
{
    const struct info_settings *s = settings;
    return each(arguments, print_run, s->verify, err);
}

static enum error_code verify_run(const char *dir, bool quiet, struct error *err)
{
    struct run *run;
    enum error_code code = run_open(dir, &run, err);
    if (code)
        return code;
    code = run_verify(run, err);
    if (!code && !quiet) {
        char line[PATH_MAX + 64];
        snprintf(line, sizeof line, "%s: the %" PRId64 " frames are those that were recorded", dir,
                 run->frames);
        shown_escape(line, sizeof line);
        fold_print(line, 4, stdout);
    }
    run_close(run);
    return code;
}

struct verify_settings {
    bool quiet;
};

static enum error_code verify(const void *settings, const struct option_list *arguments,
                              struct error *err)
{
    const struct verify_settings *s = settings;
    return each(arguments, verify_run, s->quiet, err);
}

static enum error_code repair(const void *settings, const struct option_list *arguments,
                              struct error *err)
{
    (void)settings;
    struct run_repair_report report;
    enum error_code code = run_repair(arguments->items[0], &report, err);
    if (!code)
        shown_printf(stdout, "%s%s: %" PRId64 " frames, %s\n", report.text, arguments->items[0],
                     report.frames, report.changed ? "repaired" : "nothing to repair");
    return code;
}

static const struct option_row info_options[] = {
    OPTION_FLAG("verify", 0, struct info_settings, verify,
                "compare the signal with its SHA-256 (reads all of it)"),
};

static const char *const info_synopsis[] = {"[--verify] RUN...", NULL};
static const char *const repair_synopsis[] = {"RUN", NULL};
const struct option_argument front_run_argument[] = {{"RUN", "run directory, see skitter-run(5)"},
                                                     {0}};
static const char *const verify_synopsis[] = {"[--quiet] RUN...", NULL};
static const struct option_row verify_options[] = {
    OPTION_FLAG("quiet", 'q', struct verify_settings, quiet, "say only what is wrong"),
};

const struct program front_run_info = {
    .name = "skitter run info",
    .summary = "say what runs hold",
    .synopsis = info_synopsis,
    .arguments = front_run_argument,
    .min_arguments = 1,
    .max_arguments = SIZE_MAX,
    OPTION_ROWS(info_options),
    .settings_size = sizeof(struct info_settings),
    .run = info,
};

const struct program front_run_verify = {
    .name = "skitter run verify",
    .summary = "compare runs with what was recorded, by their SHA-256",
    .synopsis = verify_synopsis,
    .arguments = front_run_argument,
    .min_arguments = 1,
    .max_arguments = SIZE_MAX,
    OPTION_ROWS(verify_options),
    .settings_size = sizeof(struct verify_settings),
    .run = verify,
};

const struct program front_run_repair = {
    .name = "skitter run repair",
    .summary = "recover what can be recovered of a damaged run",
    .synopsis = repair_synopsis,
    .arguments = front_run_argument,
    .min_arguments = 1,
    .max_arguments = 1,
    .run = repair,
};
