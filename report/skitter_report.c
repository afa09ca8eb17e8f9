/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-report: reads its arguments and makes the report. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/gsl_answers.h"
#include "lib/cli/program.h"
#include "lib/cli/progress.h"
#include "lib/cli/remark.h"
#include "lib/base/text.h"
#include "lib/measure/start.h"
#include "report/report.h"

struct settings {
    struct option_list output, start_at;
    const char *fit, *plan, *figures, *title, *from_run;
    bool quiet, force;
};

static const struct option_row options[] = {
    OPTION_LIST("output", 'o', "FILE", struct settings, output,
                "write the report there, as HTML or PDF by its ending; may be given again"),
    OPTION_TEXT("fit", 0, "FILE", struct settings, fit,
                "predict with the parameters of this fit, of skitter-fit"),
    OPTION_TEXT("plan", 0, "FILE", struct settings, plan,
                "show what to record next, by this plan of skitter-plan"),
    OPTION_TEXT("figures", 0, "DIR", struct settings, figures,
                "write each figure there alone, as SVG and PDF, with its data as CSV"),
    OPTION_TEXT("title", 0, "TEXT", struct settings, title,
                "of the report (default: that of the rig file)"),
    OPTION_NAMES("from-run", 0, "NAMES", struct settings, from_run,
                 "parameters to take from each run's own rig, comma-separated"),
    OPTION_LIST("start-at", 0, "[RUN=]TIME", struct settings, start_at,
                "when the motion starts, or trigger, where it is not found; may be given again"),
    OPTION_QUIET(struct settings),
    OPTION_FORCE(struct settings),
};

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

static enum error_code choose_outputs(const struct settings *settings, struct report_job *job,
                                      struct error *err)
{
    for (size_t i = 0; i < settings->output.n; i++) {
        const char *path = settings->output.items[i];
        if (ends_with(path, ".html"))
            job->html = path;
        else if (ends_with(path, ".pdf"))
            job->pdf = path;
        else
            return error_set(err, ERROR_USAGE, "%s: a report must be called .html or .pdf", path);
    }
    if (!job->html && !job->pdf && !job->figures)
        return error_set(err, ERROR_USAGE,
                         "nothing to write: give --output report.html or --figures DIR");
    return ERROR_OK;
}

struct talk {
    struct progress progress;
    size_t compared;
};

static void tell(void *context, size_t runs, const struct report_run *run)
{
    struct talk *talk = context;
    progress_update(&talk->progress, (double)runs);
    talk->compared += run->good;
    if (!run->good) {
        progress_end(&talk->progress);
        remark(true, "skitter-report", "%s", run->why);
    }
}

/* what was asked for, for the page; NULL: no memory */
static char *make_command(const struct settings *settings, const struct option_list *arguments)
{
    char *text = NULL;
    size_t size;
    FILE *out = text_open(&text, &size);
    if (!out)
        return NULL;
    fputs("skitter-report", out);
    for (size_t i = 0; i < arguments->n; i++)
        fprintf(out, " %s", arguments->items[i]);
    if (settings->fit)
        fprintf(out, " --fit %s", settings->fit);
    if (settings->plan)
        fprintf(out, " --plan %s", settings->plan);
    if (settings->from_run)
        fprintf(out, " --from-run %s", settings->from_run);
    for (size_t i = 0; i < settings->start_at.n; i++)
        fprintf(out, " --start-at %s", settings->start_at.items[i]);
    for (size_t i = 0; i < settings->output.n; i++)
        fprintf(out, " -o %s", settings->output.items[i]);
    text_end(out, &text, NULL);
    return text;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* a page may be standard output: what was done goes to stderr */
static void tell_end(const struct report_job *job, const struct talk *talk, double took)
{
    remark(false, "skitter-report", "%zu of %zu runs compared with %s in %.1f s: %s%s%s%s%s",
           talk->compared, job->runs->n, job->fit ? job->fit : job->rig, took,
           job->html ? job->html : "", job->html && job->pdf ? ", " : "", job->pdf ? job->pdf : "",
           job->figures && (job->html || job->pdf) ? ", " : "", job->figures ? job->figures : "");
}

static enum error_code run(const void *given, const struct option_list *arguments,
                           struct error *err)
{
    const struct settings *settings = given;
    const struct option_list runs = {.items = arguments->items + 1, .n = arguments->n - 1};
    struct talk talk = {.compared = 0};
    struct report_job job = {.rig = arguments->items[0],
                             .fit = settings->fit,
                             .plan = settings->plan,
                             .figures = settings->figures,
                             .title = settings->title,
                             .from_run = settings->from_run,
                             .start_at = settings->start_at,
                             .runs = &runs,
                             .force = settings->force,
                             .done = tell,
                             .context = &talk};
    enum error_code code = choose_outputs(settings, &job, err);
    if (!code)
        code = measure_start_check(settings->start_at.items, settings->start_at.n, runs.items,
                                   runs.n, err);
    if (code)
        return code;
    char *command = make_command(settings, arguments);
    if (!command)
        return error_memory(err);
    job.command = command;
    const double began = now();
    progress_start(&talk.progress, "comparing", "runs", (double)runs.n, settings->quiet);
    code = report_make(&job, err);
    progress_end(&talk.progress);
    if ((!code || code == ERROR_NUMERIC) && !settings->quiet) /* what it lacks is told after it */
        tell_end(&job, &talk, now() - began);
    free(command);
    return code;
}

static const char *const synopsis[] = {"[OPTION]... RIG RUN...", NULL};
static const struct option_argument arguments[] = {{"RIG", "the rig file, see skitter-rig(5)"},
                                                   {"RUN", "run directories, see skitter-run(5)"},
                                                   {NULL, NULL}};

static const struct program program = {
    .name = "skitter-report",
    .summary = "Compare recorded runs with their simulation: HTML, PDF and figures.",
    .synopsis = synopsis,
    .arguments = arguments,
    .min_arguments = 2,
    .max_arguments = SIZE_MAX,
    OPTION_ROWS(options),
    .settings_size = sizeof(struct settings),
    .run = run,
};

int main(int argc, char **argv)
{
    gsl_answers_begin();
    return program_main(&program, argc, argv);
}
