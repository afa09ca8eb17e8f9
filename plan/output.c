/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plan/output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/json.h"
#include "lib/base/number.h"
#include "lib/base/shown.h"
#include "lib/base/version.h"
#include "lib/cli/table.h"

static const char *const criteria[] = {
#define CRITERION(name, word, text) word,
    PLAN_CRITERION_LIST(CRITERION)
#undef CRITERION
};

static const struct plan_candidate *run_of(const struct plan_report *report, size_t k)
{
    return &report->job->candidates.list[report->choice->runs[k]];
}

/* ---- lines for the recorder */

/* --set of all that is varied, at a candidate */
static void set_line(const struct plan_job *job, size_t run, char *line, size_t size)
{
    size_t used = 0;
    line[0] = '\0';
    for (size_t a = 0; a < job->n_axes && used < size; a++) {
        const struct map_axis *axis = &job->axes[a];
        char number[NUMBER_SIZE];
        /* as it was typed: in its unit, with digits that a person can set */
        snprintf(number, sizeof number, "%.6g", job->candidates.list[run].at[a] / axis->scale);
        const int more = snprintf(line + used, size - used, "%s--set '%s=%s%s%s'", a ? " " : "",
                                  axis->quantity->name, number, strcmp(axis->unit, "1") ? " " : "",
                                  strcmp(axis->unit, "1") ? axis->unit : "");
        used += more > 0 ? (size_t)more : 0;
    }
}

void plan_output_record(const struct plan_job *job, size_t run, size_t number)
{
    char line[512];
    set_line(job, run, line, sizeof line);
    shown_printf(stdout, "# skitter daq record %s %s --output run-%zu\n", job->rig->path, line,
                 number);
}

/* ---- JSON */

static json_t *goal_json(const struct plan_report *report, const struct plan_state *state)
{
    const struct plan_unknowns *u = &report->job->unknowns;
    json_t *after = json_object();
    for (size_t i = 0; i < u->n_goal; i++)
        json_object_set_new(after, u->list[i].name, json_number(state->u[i]));
    return after;
}

static json_t *goals_json(const struct plan_report *report)
{
    const struct plan_unknowns *u = &report->job->unknowns;
    const struct plan_choice *choice = report->choice;
    json_t *list = json_array();
    for (size_t i = 0; i < u->n_goal; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:f, s:o, s:o}", "name", u->list[i].name,
                                        "unit", u->list[i].unit, "value", u->list[i].value, "known",
                                        json_number(u->list[i].uncertainty), "promised",
                                        json_number(choice->after[choice->n].u[i])));
    return list;
}

static json_t *run_json(const struct plan_report *report, size_t k)
{
    const struct plan_candidate *run = run_of(report, k);
    char line[512];
    json_t *at = json_object();
    for (size_t a = 0; a < report->job->n_axes; a++)
        json_object_set_new(at, report->job->axes[a].quantity->name, json_real(run->at[a]));
    set_line(report->job, report->choice->runs[k], line, sizeof line);
    return json_pack("{s:o, s:s, s:[o,o], s:[o,o], s:[f,f], s:I, s:o}", "at", at, "set", line,
                     "impacts", json_number(run->impacts[0]), json_number(run->impacts[1]),
                     "first_impact", json_number(run->first_impact[0]),
                     json_number(run->first_impact[1]), "peak", run->peak[0], run->peak[1],
                     "worlds_lost", (json_int_t)run->lost, "after",
                     goal_json(report, &report->choice->after[k + 1]));
}

static json_t *variants_json(const struct plan_report *report)
{
    json_t *list = json_array();
    for (size_t i = 0; report->variants && i < report->variants->n; i++)
        json_array_append_new(list, json_pack("{s:s, s:o}", "recorded",
                                              report->variants->list[i].text, "promised",
                                              goal_json(report, &report->variants->list[i].state)));
    return list;
}

json_t *plan_output_json(const struct plan_report *report)
{
    const struct plan_job *job = report->job;
    json_t *runs = json_array();
    for (size_t k = 0; k < report->choice->n; k++)
        json_array_append_new(runs, run_json(report, k));
    json_t *plan = json_pack("{s:s, s:I, s:f, s:f, s:f, s:f, s:[f,f], s:f, s:o, s:o}", "criterion",
                             criteria[job->settings->criterion], "ensemble",
                             (json_int_t)job->candidates.members, "duration",
                             job->recording.duration, "rate", 1 / job->recording.period, "mask",
                             job->recording.mask, "rest", job->rest, "noise",
                             job->recording.noise[0], job->recording.noise[1], "cost",
                             report->choice->cost, "goal", goals_json(report), "runs", runs);
    if (report->variants)
        json_object_set_new(plan, "otherwise", variants_json(report));
    return json_pack("{s:s, s:s, s:s, s:s, s:o}", "skitter", skitter_version, "kind", "plan",
                     "program", "skitter-plan", "rig", job->rig->path, "plan", plan);
}

/* ---- the table */

/* columns of the goal are "u_NAME" */
static const char *unit_of(const void *context, const char *column)
{
    const struct plan_report *report = context;
    const struct plan_unknowns *u = &report->job->unknowns;
    for (size_t i = 0; i < u->n_goal; i++)
        if (strncmp(column, "u_", 2) == 0 && strcmp(column + 2, u->list[i].name) == 0)
            return u->list[i].unit;
    for (size_t a = 0; a < report->job->n_axes; a++)
        if (strcmp(column, report->job->axes[a].quantity->name) == 0)
            return report->job->axes[a].quantity->unit;
    if (strncmp(column, "peak_", 5) == 0)
        return "m/s";
    return strcmp(column, "first_impact") == 0 ? "s" : NULL;
}

static void print_goal(const struct plan_report *report, const struct plan_state *state, FILE *out)
{
    number_columns(state->u, report->job->unknowns.n_goal, out);
    fputc('\n', out);
}

static void print_rows(const struct plan_report *report, FILE *out)
{
    const struct plan_job *job = report->job;
    fputs("run", out);
    for (size_t a = 0; a < job->n_axes; a++)
        fprintf(out, ",%s", job->axes[a].quantity->name);
    fputs(",impacts,first_impact,peak_t,peak_n", out);
    for (size_t i = 0; i < job->unknowns.n_goal; i++)
        fprintf(out, ",u_%s", job->unknowns.list[i].name);
    fputc('\n', out);
    for (size_t k = 0; k < report->choice->n; k++) {
        const struct plan_candidate *run = run_of(report, k);
        const double middle[] = {0.5 * (run->impacts[0] + run->impacts[1]),
                                 0.5 * (run->first_impact[0] + run->first_impact[1]), run->peak[0],
                                 run->peak[1]};
        fprintf(out, "%zu", k + 1);
        number_columns(run->at, job->n_axes, out);
        number_columns(middle, 4, out);
        print_goal(report, &report->choice->after[k + 1], out);
    }
}

/* the same runs recorded otherwise */
static enum error_code print_variants(const struct plan_report *report, struct error *err)
{
    const struct plan_unknowns *u = &report->job->unknowns;
    struct table table;
    enum error_code code = table_begin(&table, stdout, false, err);
    if (code)
        return code;
    fputs("recorded", table.file);
    for (size_t i = 0; i < u->n_goal; i++)
        fprintf(table.file, ",u_%s", u->list[i].name);
    fputc('\n', table.file);
    table_text(&table, "as planned");
    print_goal(report, &report->choice->after[report->choice->n], table.file);
    for (size_t i = 0; i < report->variants->n; i++) {
        table_text(&table, report->variants->list[i].text);
        print_goal(report, &report->variants->list[i].state, table.file);
    }
    return table_end(&table, unit_of, report, err);
}

enum error_code plan_output_print(const struct plan_report *report, struct error *err)
{
    struct table table;
    enum error_code code = table_begin(&table, stdout, false, err);
    if (code)
        return code;
    print_rows(report, table.file);
    code = table_end(&table, unit_of, report, err);
    for (size_t k = 0; !code && k < report->choice->n; k++)
        plan_output_record(report->job, report->choice->runs[k], k + 1);
    return !code && report->variants ? print_variants(report, err) : code;
}
