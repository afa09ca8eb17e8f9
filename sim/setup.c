/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/setup.h"

#include <stdlib.h>

#include "lib/rig/description.h"
#include "sim/belt_source.h"
#include "sim/evaluate.h"

const char *sim_setup_state(const struct sim_setup *setup, size_t i)
{
    return sim_values_state(&setup->model->table, setup->problem.inputs.n, i);
}

static enum error_code take_directions(struct sim_setup *setup, const char *const *names, size_t n,
                                       struct error *err)
{
    const struct sim_model *model = setup->model;
    if (n > SIM_MAX_DIRECTIONS)
        return error_set(err, ERROR_INPUT, "%zu sensitivities are too many; at most %d", n,
                         SIM_MAX_DIRECTIONS);
    for (size_t i = 0; i < n; i++) {
        size_t index;
        enum error_code code = sim_values_find(model, names[i], &index, err);
        if (code)
            return code;
        setup->direction_names[i] = sim_values_quantity(model, index)->name;
        sim_values_direction(&setup->values, index, &setup->directions[i]);
    }
    setup->n_directions = setup->problem.n_directions = n;
    setup->problem.directions = setup->directions;
    return ERROR_OK;
}

void sim_setup_laws(const struct rig *rig, struct rig_surface *surface, struct sim_inputs *inputs,
                    enum rig_impact *impact)
{
    *surface = rig->surface;
    inputs->surface = rig_surface_plain(surface) ? NULL : surface;
    inputs->law = rig->law;
    *impact = rig->impact;
}

static enum error_code take_values(const struct rig *rig, struct sim_setup *setup,
                                   struct error *err)
{
    setup->own = rig_description_hold(rig->own);
    sim_values_from_rig(rig, &setup->values);
    setup->model = setup->values.model;
    enum error_code code = sim_values_complete(&setup->values, err);
    if (code)
        error_prefix(err, "%s", rig->path);
    else
        sim_values_to_problem(&setup->values, &setup->problem);
    return code;
}

/* the tables that drive the mechanism last as long as the motion */
static enum error_code check_schedules(const struct rig *rig, const struct sim_setup *setup,
                                       struct error *err)
{
    const struct sim_schedules *schedules = sim_schedules_of(setup->model);
    double first, last;
    if (!schedules)
        return ERROR_OK;
    sim_schedules_span(schedules, &first, &last);
    const double from = setup->problem.x[schedules->clock];
    const double until = from + setup->problem.t_end - setup->problem.t_start;
    if (first <= from && until <= last)
        return ERROR_OK;
    return error_set(err, ERROR_INPUT,
                     "%s: the mechanism's tables over time go from %.9g s to %.9g s only; the "
                     "motion goes from %.9g s to %.9g s; give a shorter --duration or longer "
                     "tables",
                     rig->path, first, last, from, until);
}

enum error_code sim_setup_create(const struct rig *rig, double t_end, double rtol,
                                 const char *const *directions, size_t n_directions,
                                 struct sim_setup **setup, struct error *err)
{
    struct sim_setup *new = *setup = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->problem = (struct sim_problem){.t_end = t_end, .rtol = rtol, .rate = rig_rate(rig)};
    sim_setup_laws(rig, &new->surface, &new->problem.inputs, &new->problem.impact);
    enum error_code code = take_values(rig, new, err);
    if (!code)
        code = sim_belt_source_read(&rig->belt, t_end, &new->belt, err);
    new->problem.inputs.belt = new->belt;
    if (!code)
        code = check_schedules(rig, new, err);
    if (!code)
        code = take_directions(new, directions, n_directions, err);
    if (code) {
        sim_setup_free(new);
        *setup = NULL;
    }
    return code;
}

void sim_setup_free(struct sim_setup *setup)
{
    if (setup) {
        sim_belt_free(setup->belt);
        rig_description_drop(setup->own);
    }
    free(setup);
}
