/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-orbit continue: a branch of orbits or of equilibria */
#include <math.h>
#include <stdio.h>

#include "lib/cli/progress.h"
#include "lib/cli/remark.h"
#include "orbit/equilibrium.h"
#include "orbit/job.h"
#include "orbit/json.h"
#include "orbit/table.h"

struct writer {
    struct orbit_job *job;
    json_t *json; /* NULL: CSV */
    int branch;
    long points;
    struct progress progress;
};

static enum error_code take_point(void *context, const struct orbit_point *point, struct error *err)
{
    struct writer *writer = context;
    struct orbit_job *job = writer->job;
    if (!writer->json && writer->points == 0)
        orbit_table_header(job->system, job->out);
    if (writer->json)
        json_array_append_new(writer->json, orbit_json_point(job->system, point));
    else
        orbit_table_row(job->system, point->periodic ? "orbit" : "equilibrium", writer->branch,
                        point, job->out);
    progress_update(&writer->progress, (double)++writer->points);
    /* with the points in a file, what is special is worth a line here */
    if (job->stream && !job->settings->quiet && point->special != ORBIT_SPECIAL_NONE)
        orbit_table_special(job->system, point, stdout);
    if (ferror(job->out))
        return error_set(err, ERROR_IO, "the branch cannot be written; is the disk full?");
    return ERROR_OK;
}

static enum error_code follow(struct writer *writer, struct orbit_follow_report *report,
                              struct error *err)
{
    struct orbit_job *job = writer->job;
    const struct orbit_range range = orbit_job_range(job);
    const struct orbit_sink sink = {.context = writer, .point = take_point};
    if (!job->settings->equilibria) {
        struct orbit_place guess;
        enum error_code code = orbit_job_guess(job, &guess, err);
        return code ? code : orbit_family_follow(job->system, &guess, &range, &sink, report, err);
    }
    enum orbit_balance kinds[3];
    const struct orbit_place start = orbit_job_start(job);
    orbit_equilibrium_kinds(job->system, kinds);
    return orbit_equilibrium_follow(job->system, kinds[0], &start, &range, &sink, report, err);
}

enum error_code orbit_continue_command(const void *settings, const struct option_list *arguments,
                                       struct error *err)
{
    struct orbit_job job;
    struct orbit_follow_report report = {0};
    enum error_code code = orbit_job_open(settings, arguments->items[0], true, &job, err);
    if (code)
        return code;
    struct writer writer = {.job = &job, .branch = 1};
    code = orbit_job_output(&job, err);
    if (!code) {
        if (job.settings->json)
            writer.json = json_array();
        progress_start(&writer.progress, "following", "points", 0, job.settings->quiet);
        code = follow(&writer, &report, err);
        progress_end(&writer.progress);
    }
    /* a part of a branch is worth keeping */
    const bool keep = !code || (code == ERROR_NUMERIC && writer.points > 0);
    if (keep && writer.json)
        orbit_json_print(json_incref(writer.json), job.out);
    json_decref(writer.json);
    struct error late;
    enum error_code late_code = keep ? orbit_job_keep(&job, &late) : ERROR_OK;
    if (!code && late_code) {
        code = late_code;
        *err = late;
    }
    if (!code && !job.settings->quiet)
        remark(false, "skitter-orbit", "%ld points, then: %s", report.points, report.why);
    orbit_job_close(&job);
    return code;
}
