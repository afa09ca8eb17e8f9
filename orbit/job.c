/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/job.h"

#include <math.h>
#include <string.h>

#include "lib/figure/file.h"
#include "sim/table.h"
#include "lib/base/file.h"
#include "lib/base/nearest.h"
#include "lib/base/units.h"
#include "lib/cli/remark.h"
#include "sim/compiled.h"
#include "sim/registry.h"

const char *const orbit_start_words[] = {"each", "up", "down", "both", NULL};

static enum error_code check_settings(const struct orbit_settings *settings, struct error *err)
{
    if (!(settings->rtol >= 1e-14 && settings->rtol <= 1e-6))
        return error_set(err, ERROR_USAGE, "--rtol must be between 1e-14 and 1e-6");
    if (!(settings->settle > 0))
        return error_set(err, ERROR_USAGE, "--settle must be positive");
    if (!(settings->step > 0 && settings->step <= 0.5))
        return error_set(err, ERROR_USAGE, "--step must be positive and at most 0.5");
    if (settings->period < 0)
        return error_set(err, ERROR_USAGE, "--period must be positive");
    if (!(settings->duration > 0))
        return error_set(err, ERROR_USAGE, "--duration must be positive");
    return ERROR_OK;
}

static enum error_code take_value(struct orbit_job *job, const char *option, const char *text,
                                  double *value, struct error *err)
{
    *value = NAN;
    if (!text)
        return ERROR_OK;
    enum error_code code = units_parse(text, orbit_system_unit(job->system), value, err);
    if (!code)
        code = orbit_system_set(job->system, *value, err);
    if (code)
        error_prefix(err, "--%s", option);
    return code;
}

static enum error_code take_range(struct orbit_job *job, struct error *err)
{
    const struct orbit_settings *settings = job->settings;
    if (!settings->parameter || !settings->from || !settings->to)
        return error_set(err, ERROR_USAGE, "--parameter, --from and --to are needed");
    enum error_code code = take_value(job, "to", settings->to, &job->to, err);
    if (!code)
        code = take_value(job, "from", settings->from, &job->from, err);
    if (!code && job->from == job->to)
        return error_set(err, ERROR_USAGE, "--from and --to are the same");
    return code;
}

enum error_code orbit_job_open(const struct orbit_settings *settings, const char *path, bool range,
                               struct orbit_job *job, struct error *err)
{
    *job = (struct orbit_job){.settings = settings, .from = NAN, .to = NAN};
    enum error_code code = check_settings(settings, err);
    if (!code)
        code = rig_load(path, settings->set.items, settings->set.n, sim_registry, &job->rig, err);
    if (!code && settings->compiled)
        code = sim_compiled_load(job->rig, err);
    if (!code)
        code = orbit_system_create(job->rig, settings->rtol, settings->parameter, &job->system,
                                   err);
    if (!code)
        job->own = job->system->value;
    if (!code && range)
        code = take_range(job, err);
    if (code)
        orbit_job_close(job);
    return code;
}

static enum error_code show_table(struct orbit_job *job, struct error *err)
{
    if (!job->table.file)
        return ERROR_OK;
    enum error_code code = table_end(&job->table, sim_table_unit, &job->system->setup->model->table,
                                     err);
    job->table = (struct table){0};
    return code;
}

void orbit_job_close(struct orbit_job *job)
{
    show_table(job, NULL); /* what was obtained before a failure */
    stream_abandon(job->stream);
    orbit_system_free(job->system);
    if (job->rig)
        rig_free(job->rig);
    *job = (struct orbit_job){0};
}

enum error_code orbit_job_vacant(const struct orbit_job *job, struct error *err)
{
    const struct orbit_settings *settings = job->settings;
    enum error_code code = file_vacant(settings->output, settings->force, err);
    return code ? code : figure_file_check(settings->figure, settings->force, err);
}

enum error_code orbit_job_output(struct orbit_job *job, struct error *err)
{
    if (!job->settings->output) {
        enum error_code code = table_begin(&job->table, stdout, false, err);
        job->out = job->table.file;
        return code;
    }
    enum error_code code = stream_open(job->settings->output, job->settings->force, &job->stream,
                                       err);
    if (!code)
        job->out = stream_file(job->stream);
    return code;
}

enum error_code orbit_job_keep(struct orbit_job *job, struct error *err)
{
    const struct orbit_settings *settings = job->settings;
    enum error_code code = job->stream ? stream_commit(job->stream, err) : ERROR_OK;
    if (!code && job->stream && !settings->quiet)
        remark(false, "skitter-orbit", "written: %s", settings->output);
    job->stream = NULL;
    return code ? code : show_table(job, err);
}

/* the start as it stands, in the middle of a phase */
static enum error_code start_as_guess(const struct orbit_job *job, struct orbit_place *guess,
                                      struct error *err)
{
    const struct sim_problem *problem = &job->system->setup->problem;
    struct orbit_flow flow;
    enum error_code code = orbit_flow_run(job->system, false, problem->x, job->settings->period,
                                          false, &flow, err);
    if (code)
        return code;
    if (flow.start_mode == SIM_STICK)
        return error_set(err, ERROR_INPUT,
                         "the guess sticks; start it where the tip slips or flies");
    guess->period = job->settings->period;
    if (job->system->drive.there) {
        const double drive = job->system->drive_period, cycles = round(guess->period / drive);
        if (!(cycles >= 1) || fabs(guess->period / drive - cycles) > 0.01)
            return error_set(err, ERROR_INPUT,
                             "--period must be a multiple of the drive's period, %.9g s", drive);
        guess->cycles = (int)cycles;
    }
    guess->closed = flow.start_mode != SIM_FLIGHT && problem->inputs.law == RIG_LAW_RIGID;
    memcpy(guess->x, problem->x, sizeof guess->x);
    return ERROR_OK;
}

enum error_code orbit_job_guess(const struct orbit_job *job, struct orbit_place *guess,
                                struct error *err)
{
    *guess = (struct orbit_place){.value = job->system->value};
    if (job->settings->period > 0)
        return start_as_guess(job, guess, err);
    struct orbit_attractor attractor;
    enum error_code code = orbit_attractor_find(job->system, job->system->setup->problem.x, false,
                                                job->settings->settle, &attractor, err);
    if (code)
        return code;
    *guess = attractor.place;
    if (attractor.kind == ORBIT_AT_REST)
        return error_set(err, ERROR_NUMERIC,
                         "the motion settles in an equilibrium (%s) and not in an orbit; see "
                         "'equilibria', choose another start or parameter, or give --period "
                         "and a start on the orbit",
                         attractor.sequence);
    if (attractor.kind == ORBIT_OTHER && job->system->drive.there)
        return error_set(err, ERROR_NUMERIC,
                         "no period within 32 cycles of the drive after %.6g s; give a longer "
                         "--settle, or look at the motion with 'poincare'",
                         job->settings->settle);
    if (attractor.kind == ORBIT_OTHER)
        return error_set(err, ERROR_NUMERIC,
                         "no period within 32 events after %.6g s; give a longer --settle, or "
                         "look at the motion with 'poincare'",
                         job->settings->settle);
    return ERROR_OK;
}

struct orbit_range orbit_job_range(const struct orbit_job *job)
{
    return (struct orbit_range){.low = fmin(job->from, job->to),
                                .high = fmax(job->from, job->to),
                                .direction = job->to > job->from ? 1 : -1,
                                .step = job->settings->step,
                                .max_points = job->settings->max_points};
}

struct orbit_sweep orbit_job_sweep(const struct orbit_job *job)
{
    const struct orbit_settings *settings = job->settings;
    return (struct orbit_sweep){.rig = job->rig,
                                .parameter = settings->parameter,
                                .low = fmin(job->from, job->to),
                                .high = fmax(job->from, job->to),
                                .points = (size_t)settings->points,
                                .settle = settings->settle,
                                .rtol = settings->rtol};
}

struct orbit_place orbit_job_start(const struct orbit_job *job)
{
    struct orbit_place start = {.value = job->from};
    memcpy(start.x, job->system->setup->problem.x, sizeof start.x);
    return start;
}

enum error_code orbit_job_state(const struct orbit_job *job, const char *name, size_t *state,
                                struct error *err)
{
    struct nearest nearest = nearest_to(name);
    for (*state = 0; *state < job->system->width; ++*state) {
        const char *other = sim_setup_state(job->system->setup, *state);
        if (strcmp(other, name) == 0)
            return ERROR_OK;
        nearest_offer(&nearest, other);
    }
    char hint[128];
    nearest_hint(&nearest, hint, sizeof hint);
    return error_set(err, ERROR_INPUT, "%s has no state '%s'%s", job->rig->model->name, name, hint);
}
