/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-orbit poincare: sections, return map, largest Lyapunov exponent */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/json.h"
#include "lib/base/number.h"
#include "lib/cli/remark.h"
#include "lib/figure/file.h"
#include "lib/figure/symbol.h"
#include "orbit/job.h"
#include "orbit/json.h"
#include "orbit/section.h"

/* stretches in which the growth of a change is measured, each second */
static const double stretches_per_second = 50;

enum { SIDE = 460 }; /* of the figure */

static enum error_code draw(const struct orbit_job *job, const struct orbit_section *section,
                            size_t state, struct error *err)
{
    const struct orbit_settings *settings = job->settings;
    static const struct figure_style same = {.colour = "#b0b0b0"};
    static const struct figure_style returns = {.colour = "#1f4e9e", .size = 2};
    struct figure figure = {.width = SIDE + 60};
    struct arena *arena = &figure.arena;
    const char *name = figure_symbol(arena, sim_setup_state(job->system->setup, state));
    const char *event = orbit_section_word(section);
    double low = INFINITY, high = -INFINITY, *x = arena_doubles(arena, section->n);
    double *ends = arena_doubles(arena, 2);
    figure.title = arena_print(arena, "return map at %s", event);
    struct figure_panel *panel = figure_panel_add(&figure, SIDE,
                                                  arena_print(arena, "%s at one %s", name, event),
                                                  arena_print(arena, "%s at the next", name));
    for (size_t i = 0; !arena->failed && i < section->n; i++) {
        x[i] = section->crossings[i].x[state];
        low = fmin(low, x[i]);
        high = fmax(high, x[i]);
    }
    if (!arena->failed) {
        const double edge = fmax(0.05 * (high - low), 1e-3 * fmax(fabs(low), fabs(high)) + 1e-9);
        ends[0] = low - edge;
        ends[1] = high + edge;
        for (size_t k = 0; k < 2; k++) {
            panel->axes[k].fixed = true;
            panel->axes[k].low = ends[0];
            panel->axes[k].high = ends[1];
        }
        figure_series_add(arena, panel,
                          (struct figure_series){
                              .name = "the same", .style = &same, .x = ends, .y = ends, .n = 2});
        figure_series_add(arena, panel,
                          (struct figure_series){.name = "returns",
                                                 .style = &returns,
                                                 .mark = FIGURE_POINTS,
                                                 .x = x,
                                                 .y = x + 1,
                                                 .n = section->n - (section->n > 0)});
    }
    enum error_code code = figure_file_write(&figure, settings->figure, settings->force, err);
    figure_free(&figure);
    return code;
}

static void print_csv(const struct orbit_job *job, const struct orbit_section *section)
{
    fprintf(job->out, "t");
    for (size_t i = 0; i < job->system->width; i++)
        fprintf(job->out, ",%s", sim_setup_state(job->system->setup, i));
    fputc('\n', job->out);
    for (size_t k = 0; k < section->n; k++) {
        number_print(section->crossings[k].t, job->out);
        number_columns(section->crossings[k].x, job->system->width, job->out);
        fputc('\n', job->out);
    }
}

static void print_json(const struct orbit_job *job, const struct orbit_section *section,
                       double exponent)
{
    json_t *crossings = json_array(), *states = json_array();
    for (size_t i = 0; i < job->system->width; i++)
        json_array_append_new(states, json_string(sim_setup_state(job->system->setup, i)));
    for (size_t k = 0; k < section->n; k++) {
        json_t *row = json_array();
        json_array_append_new(row, json_real(section->crossings[k].t));
        for (size_t i = 0; i < job->system->width; i++)
            json_array_append_new(row, json_real(section->crossings[k].x[i]));
        json_array_append_new(crossings, row);
    }
    /* null: below all numbers */
    orbit_json_print(json_pack("{s:s, s:o, s:o, s:o}", "event", orbit_section_word(section),
                               "states", states, "crossings", crossings, "exponent",
                               json_number(exponent)),
                     job->out);
}

/* the section that was asked for, or the first of the usual events that occurs */
static enum error_code take_section(const struct orbit_job *job, const double *x,
                                    struct orbit_section *section, struct error *err)
{
    static const enum sim_event_kind usual[] = {
        SIM_EVENT_IMPACT, SIM_EVENT_STICK, SIM_EVENT_TAKEOFF, SIM_EVENT_SLIP, SIM_EVENT_TOUCHDOWN};
    const double duration = job->settings->duration;
    enum error_code code = ERROR_OK;
    if (job->settings->event) {
        code = orbit_section_choose(job->system, job->settings->event, section, err);
        if (!code)
            code = orbit_section_take(job->system, x, duration, section, err);
    } else if (job->system->drive.there) {
        section->drive = true;
        code = orbit_section_take(job->system, x, duration, section, err);
    } else {
        for (size_t i = 0; i < sizeof usual / sizeof *usual && !code && !section->n; i++) {
            section->kind = usual[i];
            code = orbit_section_take(job->system, x, duration, section, err);
        }
    }
    if (!code && !section->n)
        return error_set(err, ERROR_NUMERIC,
                         "no %s in %.6g s: the motion does not cross the section",
                         job->settings->event ? job->settings->event : "event", duration);
    return code;
}

/* sections of a driven rig begin where the drive does */
static double settling_time(const struct orbit_job *job)
{
    const double period = job->system->drive_period;
    return period > 0 ? ceil(job->settings->settle / period) * period : job->settings->settle;
}

static enum error_code look(struct orbit_job *job, struct orbit_section *section, struct error *err)
{
    const struct orbit_settings *settings = job->settings;
    struct orbit_flow flow;
    double exponent = NAN;
    size_t state = job->system->width / 2;
    enum error_code code = ERROR_OK;
    if (settings->quantity)
        code = orbit_job_state(job, settings->quantity, &state, err);
    if (!code)
        code = orbit_job_vacant(job, err);
    if (!code)
        code = orbit_flow_run(job->system, false, job->system->setup->problem.x, settling_time(job),
                              false, &flow, err);
    if (!code)
        code = take_section(job, flow.end, section, err);
    if (!code)
        code = orbit_section_exponent(job->system, flow.end, settings->duration,
                                      (size_t)ceil(settings->duration * stretches_per_second),
                                      &exponent, err);
    if (!code)
        code = orbit_job_output(job, err);
    if (code)
        return code;
    if (settings->json)
        print_json(job, section, exponent);
    else
        print_csv(job, section);
    code = orbit_job_keep(job, err);
    if (!code && settings->figure)
        code = draw(job, section, state, err);
    if (!code && !settings->quiet)
        remark(false, "skitter-orbit", "%zu times %s, largest Lyapunov exponent %.6g 1/s%s",
               section->n, orbit_section_word(section), exponent,
               isfinite(exponent) ? "" : " (the motion forgets every change)");
    return code;
}

enum error_code orbit_poincare_command(const void *settings, const struct option_list *arguments,
                                       struct error *err)
{
    struct orbit_job job;
    struct orbit_section section = {0};
    enum error_code code = orbit_job_open(settings, arguments->items[0], false, &job, err);
    if (!code) {
        code = look(&job, &section, err);
        orbit_section_free(&section);
        orbit_job_close(&job);
    }
    return code;
}
