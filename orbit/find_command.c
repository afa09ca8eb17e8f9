/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-orbit find: one periodic orbit */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "orbit/job.h"
#include "orbit/json.h"

/* a multiplier this small is none: the orbit has forgotten */
static const double forgotten = 1e-8;

static void print_multipliers(const struct orbit_point *point, FILE *out)
{
    if (!point->place.cycles) /* time does not return, and has none */
        fprintf(out, "multipliers  1 (along the orbit)\n");
    for (size_t i = 0; i < point->n_values; i++) {
        const double complex m = point->values[i];
        const char *label = point->place.cycles && i == 0 ? "multipliers" : "";
        if (cabs(m) < forgotten)
            fprintf(out, "%-12s 0 (forgotten in contact)\n", label);
        else if (cimag(m) != 0)
            fprintf(out, "%-12s %.9g %+.9gi, modulus %.9g\n", label, creal(m), cimag(m), cabs(m));
        else
            fprintf(out, "%-12s %.9g\n", label, creal(m));
    }
}

static void print_orbit(const struct orbit_job *job, const struct orbit_point *point,
                        const struct orbit_flow *flow)
{
    const struct orbit_system *system = job->system;
    FILE *out = job->out;
    fprintf(out, "period       %.9g s (%.9g Hz)\n", point->place.period, 1 / point->place.period);
    if (point->place.cycles)
        fprintf(out, "drive        %d %s of %.9g s\n", point->place.cycles,
                point->place.cycles == 1 ? "cycle" : "cycles", system->drive_period);
    fprintf(out, "sequence     %s\n", point->sequence);
    fprintf(out, "stability    %s\n", orbit_stability_word(point->stability));
    print_multipliers(point, out);
    for (size_t i = 0; i < system->width; i++)
        if (!orbit_drive_is_time(&system->drive, i))
            fprintf(out, "%-12s %.9g to %.9g %s\n", sim_setup_state(system->setup, i),
                    point->measure.low[i], point->measure.high[i],
                    orbit_system_state_unit(system, i));
    for (size_t e = 0; e < flow->n_events && e < ORBIT_MAX_EVENTS; e++)
        fprintf(out, "%-12s %-17s %s to %s, at %.9g s\n", e ? "" : "events",
                sim_event_word(flow->events[e].kind), sim_mode_word(flow->events[e].from),
                sim_mode_word(flow->events[e].to), flow->events[e].t);
    if (point->measure.broken)
        fprintf(out, "infeasible   %s\n", point->measure.broken);
}

static enum error_code check_sequence(const struct orbit_job *job, const struct orbit_point *point,
                                      struct error *err)
{
    const char *wanted = job->settings->sequence;
    if (!wanted || strcmp(wanted, point->sequence) == 0)
        return ERROR_OK;
    return error_set(err, ERROR_NUMERIC,
                     "the orbit goes '%s' and not '%s'; start from a guess that goes so "
                     "(--period and --set)",
                     point->sequence, wanted);
}

static enum error_code find(struct orbit_job *job, struct error *err)
{
    struct orbit_place guess;
    struct orbit_point point;
    struct orbit_flow flow;
    enum error_code code = orbit_job_guess(job, &guess, err);
    if (!code)
        code = orbit_family_find(job->system, &guess, &point, err);
    if (!code)
        code = check_sequence(job, &point, err);
    if (!code)
        code = orbit_flow_run(job->system, point.place.closed, point.place.x, point.place.period,
                              true, &flow, err);
    if (!code)
        code = orbit_job_output(job, err);
    if (code)
        return code;
    if (job->settings->json) {
        json_t *object = orbit_json_point(job->system, &point);
        orbit_json_flow(job->system, &flow, object);
        orbit_json_print(object, job->out);
    } else {
        print_orbit(job, &point, &flow);
    }
    return orbit_job_keep(job, err);
}

enum error_code orbit_find_command(const void *settings, const struct option_list *arguments,
                                   struct error *err)
{
    struct orbit_job job;
    enum error_code code = orbit_job_open(settings, arguments->items[0], false, &job, err);
    if (!code) {
        code = find(&job, err);
        orbit_job_close(&job);
    }
    return code;
}
