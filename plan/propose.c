/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the job itself: which runs next */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/stream.h"
#include "lib/cli/progress.h"
#include "lib/cli/remark.h"
#include "plan/figure.h"
#include "plan/output.h"

static void show(void *context, size_t simulations)
{
    progress_update(context, (double)simulations);
}

/* a goal that no run of the range tells of */
static enum error_code check_determined(const struct plan_job *job, struct error *err)
{
    const struct plan_unknowns *u = &job->unknowns;
    size_t behind, good = 0;
    for (size_t i = 0; i < job->candidates.n; i++)
        good += job->candidates.list[i].fate == PLAN_GOOD;
    if (good == 0) {
        const bool clipped = job->candidates.list[0].fate == PLAN_CLIPPED;
        return error_set(err, ERROR_INPUT, "no run of this range can be made: %s",
                         clipped ? "a channel would be clipped in each; give it a larger range"
                                 : "there is no such start (skitter sim says why)");
    }
    const size_t hidden = plan_undetermined(&job->candidates, &behind);
    if (hidden == u->n_goal)
        return ERROR_OK;
    const char *name = u->list[hidden].name;
    if (behind == u->n_kept)
        return error_set(err, ERROR_NUMERIC,
                         "no run of this range tells of %s: what the channels show does not depend "
                         "on it, or on it and others together only",
                         name);
    return error_set(err, ERROR_NUMERIC,
                     "no run of this range determines %s: it hides behind %s, by which it can be "
                     "made up for; give %s an uncertainty, or vary something else",
                     name, plan_unknowns_name(u, behind), plan_unknowns_name(u, behind));
}

static enum error_code write_file(const struct plan_settings *settings, const char *text,
                                  struct error *err)
{
    return settings->output
               ? stream_write_whole(settings->output, text, strlen(text), settings->force, err)
               : ERROR_OK;
}

static enum error_code write_outputs(const struct plan_report *report, struct error *err)
{
    const struct plan_settings *settings = report->job->settings;
    json_t *json = plan_output_json(report);
    char *text = json_text(json);
    json_decref(json);
    if (!text)
        return error_memory(err);
    const size_t size = strlen(text);
    char *line = realloc(text, size + 2);
    if (!line) {
        free(text);
        return error_memory(err);
    }
    line[size] = '\n';
    line[size + 1] = '\0';
    enum error_code code = write_file(settings, line, err);
    if (!code && settings->json)
        fputs(line, stdout);
    free(line);
    if (!code && !settings->json)
        code = plan_output_print(report, err);
    return code;
}

static void tell(const struct plan_job *job, const struct plan_choice *choice)
{
    const struct plan_settings *settings = job->settings;
    if (settings->quiet)
        return;
    size_t left = 0;
    for (size_t i = 0; i < job->candidates.n; i++)
        left += job->candidates.list[i].fate != PLAN_GOOD;
    remark(false, "skitter-plan",
           "%zu of %zu points of the range, %zu of which cannot be run; %zu "
           "simulations in up to %zu worlds%s%s%s%s",
           choice->n, job->candidates.n, left, job->candidates.simulations, job->candidates.members,
           settings->output ? "; written: " : "", settings->output ? settings->output : "",
           settings->figure ? (settings->output ? ", " : "; written: ") : "",
           settings->figure ? settings->figure : "");
    for (size_t k = 0; k < choice->n; k++) {
        const struct plan_candidate *run = &job->candidates.list[choice->runs[k]];
        if (run->lost > 0)
            remark(true, "skitter-plan", "run %zu tells nothing in %zu of %zu worlds", k + 1,
                   run->lost, run->n);
    }
}

static enum error_code choose(struct plan_job *job, struct plan_choice *choice, struct error *err)
{
    const struct plan_settings *settings = job->settings;
    const struct plan_wish wish = {.criterion = (enum plan_criterion)settings->criterion,
                                   .runs = (size_t)settings->runs,
                                   .budget = settings->budget > 0 ? settings->budget : INFINITY,
                                   .repeat_cost = settings->repeat_cost,
                                   .sequential = settings->sequential};
    struct progress progress;
    progress_start(&progress, "simulating", "runs", 0, settings->quiet);
    job->candidates.watch = show;
    job->candidates.context = &progress;
    enum error_code code = plan_choose(&job->candidates, &wish, choice, err);
    progress_end(&progress);
    return code ? code : check_determined(job, err);
}

enum error_code plan_propose(const struct plan_settings *settings, const char *rig,
                             struct error *err)
{
    struct plan_job *job = malloc(sizeof *job);
    struct plan_choice *choice = malloc(sizeof *choice);
    struct plan_variants *variants = malloc(sizeof *variants);
    enum error_code code = job && choice && variants ? plan_job_open(settings, rig, job, err)
                                                     : error_memory(err);
    if (!code) {
        code = plan_job_candidates(job, err);
        if (!code)
            code = choose(job, choice, err);
        if (!code && settings->compare)
            code = plan_compare(job, choice, variants, err);
        const struct plan_report report = {
            .job = job, .choice = choice, .variants = settings->compare ? variants : NULL};
        if (!code)
            code = write_outputs(&report, err);
        if (!code && settings->figure)
            code = plan_figure_write(&report, err);
        if (!code)
            tell(job, choice);
        plan_job_close(job);
    }
    free(variants);
    free(choice);
    free(job);
    return code;
}
