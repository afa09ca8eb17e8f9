/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/system.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/nearest.h"

const char *orbit_system_parameter(const struct orbit_system *system)
{
    if (system->parameter == SIZE_MAX)
        return "none";
    return system->setup->model->table.parameters[system->parameter].name;
}

const char *orbit_system_state_unit(const struct orbit_system *system, size_t state)
{
    const struct mechanism *table = &system->setup->model->table;
    const size_t n = system->width / 2;
    return table->states[state < n ? state : table->n_coordinates + state - n].unit;
}

const char *orbit_system_unit(const struct orbit_system *system)
{
    if (system->parameter == SIZE_MAX)
        return "1";
    return system->setup->model->table.parameters[system->parameter].unit;
}

static enum error_code take_drive(struct orbit_system *system, struct error *err)
{
    if (!system->drive.there)
        return ERROR_OK;
    return orbit_drive_period(&system->drive, system->setup->problem.p, system->slope,
                              &system->drive_period, &system->drive_period_slope, err);
}

static enum error_code find_parameter(struct orbit_system *system, const char *name,
                                      struct error *err)
{
    const struct mechanism *table = &system->setup->model->table;
    system->parameter = quantity_find(table->parameters, table->n_parameters, name);
    if (system->parameter == table->n_parameters) {
        struct nearest nearest = nearest_to(name);
        for (size_t i = 0; i < table->n_parameters; i++)
            nearest_offer(&nearest, table->parameters[i].name);
        char hint[128];
        nearest_hint(&nearest, hint, sizeof hint);
        return error_set(err, ERROR_INPUT, "%s has no parameter '%s'%s", table->name, name, hint);
    }
    if (table->parameters[system->parameter].range == QUANTITY_WHOLE)
        return error_set(err, ERROR_INPUT, "%s is a whole number; it cannot be followed", name);
    return orbit_system_set(system, system->setup->problem.p[system->parameter], err);
}

enum error_code orbit_system_create(const struct rig *rig, double rtol, const char *parameter,
                                    struct orbit_system **system, struct error *err)
{
    *system = NULL;
    if (rig->belt.kind != RIG_BELT_CONSTANT)
        return error_set(err, ERROR_INPUT,
                         "%s: the belt's speed is a table; periodic motions need a steady "
                         "belt: set belt_speed instead",
                         rig->path);
    struct orbit_system *s = calloc(1, sizeof *s);
    if (!s)
        return error_memory(err);
    enum error_code code = sim_setup_create(rig, 1, rtol, NULL, 0, &s->setup, err);
    if (!code) {
        s->setup->problem.rate = 0;
        s->width = 2 * s->setup->problem.inputs.n;
        orbit_drive_read(s->setup->model, s->setup->problem.inputs.n, &s->drive);
        s->parameter = SIZE_MAX;
        sim_values_from_rig(rig, &s->given);
    }
    if (!code && parameter)
        code = find_parameter(s, parameter, err);
    else if (!code)
        code = take_drive(s, err);
    if (code)
        orbit_system_free(s);
    else
        *system = s;
    return code;
}

void orbit_system_free(struct orbit_system *system)
{
    if (system)
        sim_setup_free(system->setup);
    free(system);
}

enum error_code orbit_system_set(struct orbit_system *system, double value, struct error *err)
{
    const struct quantity *parameter = &system->setup->model->table.parameters[system->parameter];
    enum error_code code = quantity_check(parameter, value, err);
    if (code)
        return code;
    struct sim_values values = system->given;
    sim_values_set(&values, system->parameter, value);
    code = sim_values_complete(&values, err);
    if (code)
        return code;
    struct sim_direction direction;
    sim_values_direction(&values, system->parameter, &direction);
    memcpy(system->slope, direction.p, sizeof system->slope);
    sim_values_to_problem(&values, &system->setup->problem);
    system->value = value;
    return take_drive(system, err);
}
