/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-orbit diagram: a bifurcation diagram as CSV and as a figure */
#include <stdio.h>

#include "lib/cli/remark.h"
#include "orbit/figure.h"
#include "orbit/job.h"
#include "orbit/table.h"

static enum error_code write_table(struct orbit_job *job, const struct orbit_diagram *diagram,
                                   struct error *err)
{
    enum error_code code = orbit_job_output(job, err);
    if (code)
        return code;
    orbit_table_header(job->system, job->out);
    for (size_t b = 0; b < diagram->n; b++)
        for (size_t i = 0; i < diagram->branches[b].n; i++)
            orbit_table_row(job->system, diagram->branches[b].kind, diagram->branches[b].number,
                            &diagram->branches[b].points[i], job->out);
    if (ferror(job->out))
        return error_set(err, ERROR_IO, "the diagram cannot be written; is the disk full?");
    return orbit_job_keep(job, err);
}

static void print_summary(const struct orbit_job *job, const struct orbit_diagram *diagram)
{
    for (size_t b = 0; b < diagram->n; b++) {
        const struct orbit_branch *branch = &diagram->branches[b];
        if (!branch->why[0])
            continue;
        remark(false, "skitter-orbit", "branch %d: %s, %zu points, then: %s", branch->number,
               branch->kind, branch->n, branch->why);
        for (size_t i = 0; i < branch->n; i++)
            if (branch->points[i].special > ORBIT_SPECIAL_END)
                orbit_table_special(job->system, &branch->points[i], stderr);
    }
    remark(false, "skitter-orbit",
           "sweeps: %zu of %zu periodic attractors on a stable branch, "
           "peaks within %.2g of it",
           diagram->met, diagram->attractors, diagram->apart);
}

static enum error_code draw(struct orbit_job *job, struct error *err)
{
    const struct orbit_settings *settings = job->settings;
    size_t state = job->system->width / 2;
    enum error_code code = ERROR_OK;
    if (settings->quantity)
        code = orbit_job_state(job, settings->quantity, &state, err);
    if (!code)
        code = orbit_job_vacant(job, err);
    if (code)
        return code;
    const struct orbit_range range = orbit_job_range(job);
    const struct orbit_sweep sweep = orbit_job_sweep(job);
    struct orbit_diagram diagram;
    code = orbit_diagram_make(&sweep, &range, state, &diagram, err);
    if (!code)
        code = write_table(job, &diagram, err);
    if (!code && settings->figure)
        code = orbit_figure_draw(settings->figure, settings->force, job->rig->title, job->system,
                                 &diagram, state, err);
    if (!code && !settings->quiet)
        print_summary(job, &diagram);
    orbit_diagram_free(&diagram);
    return code;
}

enum error_code orbit_diagram_command(const void *settings, const struct option_list *arguments,
                                      struct error *err)
{
    struct orbit_job job;
    enum error_code code = orbit_job_open(settings, arguments->items[0], true, &job, err);
    if (!code) {
        code = draw(&job, err);
        orbit_job_close(&job);
    }
    return code;
}
