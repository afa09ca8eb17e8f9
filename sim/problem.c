/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/problem.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/nearest.h"
#include "lib/run/run.h"
#include "sim/registry.h"
#include "sim/start.h"

const char *sim_setup_state(const struct sim_setup *setup, size_t i)
{
    const size_t n = setup->problem.inputs.n;
    const struct mechanism *table = &setup->model->table;
    return table->states[i < n ? i : table->n_coordinates + i - n].name;
}

/* the rail channel of a recorded run as a belt; times from the run's start */
static enum error_code belt_from_run(const struct rig_belt *source, struct sim_belt **belt,
                                     struct error *err)
{
    struct run *run;
    enum error_code code = run_open(source->path, &run, err);
    if (code)
        return code;
    const int64_t channel = run_find_channel(&run->info, source->channel);
    const size_t frames = (size_t)run->frames;
    double *t = malloc(frames * sizeof *t), *v = malloc(frames * sizeof *v);
    if (channel < 0)
        code = error_set(err, ERROR_INPUT, "%s: has no channel %s to drive the belt with",
                         source->path, source->channel);
    else if (!t || !v)
        code = error_memory(err);
    else
        code = run_read_channel(run, (size_t)channel, 0, run->frames, v, err);
    for (size_t i = 0; !code && i < frames; i++)
        t[i] = 1e-9 *
               (double)((int64_t)i * run->info.period_ns + run->info.channels[channel].skew_ns);
    if (!code && t[0] > 0)
        t[0] = 0; /* the skew of the first sample: the motion starts at 0 */
    if (!code)
        code = sim_belt_create(t, v, frames, belt, err);
    free(t);
    free(v);
    run_close(run);
    return code;
}

static enum error_code read_belt(const struct rig *rig, struct sim_setup *setup, struct error *err)
{
    if (rig->belt.kind == RIG_BELT_CONSTANT)
        return ERROR_OK;
    enum error_code code = rig->belt.kind == RIG_BELT_TABLE
                               ? sim_belt_read_table(rig->belt.path, &setup->belt, err)
                               : belt_from_run(&rig->belt, &setup->belt, err);
    if (code)
        return code;
    if (sim_belt_first(setup->belt) > 0 || sim_belt_last(setup->belt) < setup->problem.t_end)
        return error_set(err, ERROR_INPUT,
                         "%s: the belt's speed is known from %.9g s to %.9g s only; the "
                         "motion goes from 0 s to %.9g s; give a shorter --duration or a "
                         "longer table",
                         rig->belt.path, sim_belt_first(setup->belt), sim_belt_last(setup->belt),
                         setup->problem.t_end);
    return ERROR_OK;
}

/* which values a person gave, as the start functions ask it */
struct flags {
    bool parameters[SIM_MAX_PARAMETERS];
    bool states[SIM_MAX_STATES];
};

/* the table has all coordinates and then all velocities; x only those in use */
static void take_values(const struct rig *rig, struct sim_setup *setup, struct flags *flags)
{
    struct sim_problem *problem = &setup->problem;
    const struct mechanism *table = rig->model;
    const size_t n = problem->inputs.n;
    for (size_t i = 0; i < table->n_parameters; i++) {
        problem->p[i] = rig->parameters.values[i].value;
        flags->parameters[i] = rig_given(&rig->parameters.values[i]);
    }
    for (size_t i = 0; i < 2 * n; i++) {
        const struct rig_value *value =
            &rig->start.values[i < n ? i : table->n_coordinates + i - n];
        problem->x[i] = value->value;
        flags->states[i] = rig_given(value);
    }
}

static enum error_code check_values(const struct rig *rig, const struct sim_problem *problem,
                                    struct error *err)
{
    if (problem->p[SIM_STATIC_FRICTION] < problem->p[SIM_FRICTION])
        return error_set(err, ERROR_INPUT,
                         "%s: static_friction %.9g is below friction %.9g; it may not be",
                         rig->path, problem->p[SIM_STATIC_FRICTION], problem->p[SIM_FRICTION]);
    if (problem->inputs.law == SIM_COMPLIANT && !(problem->inputs.stiffness > 0))
        return error_set(err, ERROR_INPUT,
                         "%s: a compliant contact needs contact.stiffness, a positive "
                         "stiffness such as 1e6 N/m",
                         rig->path);
    return ERROR_OK;
}

static enum error_code unknown_direction(const struct sim_model *model, const char *name,
                                         struct error *err)
{
    struct nearest nearest = nearest_to(name);
    for (size_t i = 0; i < model->table.n_parameters; i++)
        nearest_offer(&nearest, model->table.parameters[i].name);
    for (size_t i = 0; i < 2 * model->table.n_coordinates; i++)
        nearest_offer(&nearest, model->table.states[i].name);
    char hint[128];
    nearest_hint(&nearest, hint, sizeof hint);
    return error_set(err, ERROR_INPUT, "%s has no parameter or start value '%s'%s",
                     model->table.name, name, hint);
}

static enum error_code take_directions(struct sim_setup *setup, const struct sim_given *given,
                                       const char *const *names, size_t n, struct error *err)
{
    const struct sim_model *model = setup->model;
    struct sim_problem *problem = &setup->problem;
    if (n > SIM_MAX_DIRECTIONS)
        return error_set(err, ERROR_INPUT, "%zu sensitivities are too many; at most %d", n,
                         SIM_MAX_DIRECTIONS);
    for (size_t i = 0; i < n; i++) {
        size_t index = sim_start_index(model, names[i]);
        if (index == SIZE_MAX)
            return unknown_direction(model, names[i], err);
        const size_t p = model->table.n_parameters;
        setup->direction_names[i] = index < p ? model->table.parameters[index].name
                                              : model->table.states[index - p].name;
        sim_start_direction(model, problem->inputs.n, problem->p, problem->x, given, index,
                            &setup->directions[i]);
    }
    setup->n_directions = problem->n_directions = n;
    problem->directions = setup->directions;
    return ERROR_OK;
}

static enum error_code fill(const struct rig *rig, const char *const *directions,
                            size_t n_directions, struct sim_setup *setup, struct error *err)
{
    struct sim_problem *problem = &setup->problem;
    problem->inputs = (struct sim_inputs){
        .model = setup->model,
        .n = rig_coordinates(rig),
        .p = problem->p,
        .law = rig->law == RIG_LAW_COMPLIANT ? SIM_COMPLIANT : SIM_RIGID,
        .stiffness = rig->contact.values[RIG_CONTACT_STIFFNESS].value,
        .damping = rig->contact.values[RIG_CONTACT_DAMPING].value};
    problem->impact = (enum sim_impact_law)rig->impact;
    problem->rate = rig_rate(rig);
    struct flags flags = {{0}, {0}};
    take_values(rig, setup, &flags);
    struct sim_given given = {.parameters = flags.parameters, .states = flags.states};
    enum error_code code = check_values(rig, problem, err);
    if (!code) {
        code = sim_start_fill(setup->model, problem->inputs.n, problem->p, problem->x, &given, err);
        if (code)
            error_prefix(err, "%s", rig->path);
    }
    if (!code)
        code = read_belt(rig, setup, err);
    problem->inputs.belt = setup->belt;
    if (!code)
        code = take_directions(setup, &given, directions, n_directions, err);
    return code;
}

_Static_assert((int)RIG_IMPACT_POISSON == (int)SIM_POISSON &&
                   (int)RIG_IMPACT_STRONGE == (int)SIM_STRONGE &&
                   (int)RIG_IMPACT_NEWTON == (int)SIM_NEWTON,
               "the rig's impact laws are the simulator's");

enum error_code sim_setup_create(const struct rig *rig, double t_end, double rtol,
                                 const char *const *directions, size_t n_directions,
                                 struct sim_setup **setup, struct error *err)
{
    *setup = calloc(1, sizeof **setup);
    if (!*setup)
        return error_memory(err);
    (*setup)->model = sim_registry_find(rig->model->name);
    (*setup)->problem.t_end = t_end;
    (*setup)->problem.rtol = rtol;
    enum error_code code = fill(rig, directions, n_directions, *setup, err);
    if (code) {
        sim_setup_free(*setup);
        *setup = NULL;
    }
    return code;
}

void sim_setup_free(struct sim_setup *setup)
{
    if (setup)
        sim_belt_free(setup->belt);
    free(setup);
}
