/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-orbit equilibria: where the mechanism can stay */
#include <math.h>
#include <stdio.h>

#include "orbit/equilibrium.h"
#include "orbit/job.h"
#include "orbit/json.h"
#include "orbit/table.h"

static const char *const kind_words[] = {"sliding", "sticking, F_t = -mu_s F_n",
                                         "sticking, F_t = mu_s F_n", "free"};

struct writer {
    struct orbit_job *job;
    json_t *json; /* NULL: text */
    enum orbit_balance kind;
    bool along; /* along a parameter: only what is special is told */
};

static void print_values(const struct orbit_point *point, FILE *out)
{
    for (size_t i = 0; i < point->n_values; i++) {
        const double complex value = point->values[i];
        if (cimag(value) != 0)
            fprintf(out, "%-13s %.9g %+.9gi\n", i ? "" : "  eigenvalues", creal(value),
                    cimag(value));
        else
            fprintf(out, "%-13s %.9g\n", i ? "" : "  eigenvalues", creal(value));
    }
}

static void print_point(const struct writer *writer, const struct orbit_point *point)
{
    const struct orbit_system *system = writer->job->system;
    FILE *out = writer->job->out;
    if (writer->along)
        orbit_table_special(system, point, out);
    fprintf(out, "%s, %s%s%s%s\n", kind_words[writer->kind],
            point->n_values ? orbit_stability_word(point->stability)
                            : "one of a line of equilibria",
            point->note[0] ? ", " : "", point->note, point->measure.broken ? ", infeasible" : "");
    for (size_t i = 0; i < system->width / 2; i++)
        fprintf(out, "  %-11s %.12g %s\n", sim_setup_state(system->setup, i), point->place.x[i],
                orbit_system_state_unit(system, i));
    if (writer->kind != ORBIT_BALANCE_FREE)
        fprintf(out, "  %-11s %.9g N\n", "F_n", point->force_n);
    if (writer->kind == ORBIT_BALANCE_SLIDING)
        fprintf(out, "  %-11s %.9g\n", "A", point->a);
    print_values(point, out);
    if (point->measure.broken)
        fprintf(out, "  infeasible  %s\n", point->measure.broken);
}

static enum error_code take_point(void *context, const struct orbit_point *point, struct error *err)
{
    (void)err;
    struct writer *writer = context;
    if (writer->along && point->special == ORBIT_SPECIAL_NONE)
        return ERROR_OK;
    /* where a mechanism without a surface would hang is no news */
    if (writer->kind == ORBIT_BALANCE_FREE && point->measure.broken)
        return ERROR_OK;
    if (writer->json)
        json_array_append_new(writer->json, orbit_json_point(writer->job->system, point));
    else
        print_point(writer, point);
    return ERROR_OK;
}

static enum error_code one_kind(struct writer *writer, enum orbit_balance kind, struct error *err)
{
    struct orbit_job *job = writer->job;
    const struct orbit_sink sink = {.context = writer, .point = take_point};
    writer->kind = kind;
    if (writer->along) {
        const struct orbit_range range = orbit_job_range(job);
        const struct orbit_place start = orbit_job_start(job);
        struct orbit_follow_report report;
        return orbit_equilibrium_follow(job->system, kind, &start, &range, &sink, &report, err);
    }
    struct orbit_point point;
    enum error_code code = orbit_equilibrium_find(job->system, kind, job->system->setup->problem.x,
                                                  &point, err);
    return code ? code : take_point(writer, &point, err);
}

static enum error_code find(struct orbit_job *job, struct error *err)
{
    struct writer writer = {.job = job, .along = job->settings->parameter != NULL};
    enum orbit_balance kinds[3];
    const size_t n = orbit_equilibrium_kinds(job->system, kinds);
    size_t found = 0;
    enum error_code code = orbit_job_output(job, err);
    if (code)
        return code;
    if (job->settings->json)
        writer.json = json_array();
    for (size_t i = 0; i < n; i++) {
        struct error why;
        enum error_code one = one_kind(&writer, kinds[i], &why);
        found += !one;
        if (one && one != ERROR_NUMERIC) {
            json_decref(writer.json);
            *err = why;
            return one;
        }
    }
    if (writer.json)
        orbit_json_print(writer.json, job->out);
    if (!found)
        return error_set(err, ERROR_NUMERIC,
                         "no equilibrium is found from the rig's start; set the start nearer "
                         "to one, or the mechanism has none");
    return orbit_job_keep(job, err);
}

enum error_code orbit_equilibria_command(const void *settings, const struct option_list *arguments,
                                         struct error *err)
{
    const struct orbit_settings *s = settings;
    struct orbit_job job;
    const bool range = s->parameter || s->from || s->to;
    enum error_code code = orbit_job_open(settings, arguments->items[0], range, &job, err);
    if (!code) {
        code = find(&job, err);
        orbit_job_close(&job);
    }
    return code;
}
