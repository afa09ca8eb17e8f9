/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/values.h"

#include <stdint.h>
#include <string.h>

#include "lib/base/nearest.h"
#include "lib/rig/description.h"
#include "sim/equations.h"
#include "sim/own.h"
#include "sim/registry.h"
#include "sim/start.h"

/* the table has all coordinates and then all velocities, x only those in use */
static size_t row_of(const struct mechanism *table, size_t n, size_t i)
{
    return i < n ? i : table->n_coordinates + i - n;
}

size_t sim_values_place(const struct mechanism *table, size_t n, size_t row)
{
    const size_t velocity = row >= table->n_coordinates;
    const size_t coordinate = velocity ? row - table->n_coordinates : row;
    return coordinate < n ? coordinate + velocity * n : SIZE_MAX;
}

const char *sim_values_state(const struct mechanism *table, size_t n, size_t i)
{
    return table->states[row_of(table, n, i)].name;
}

/* a rig file may also name the contact's own values where it names its law */
static void take_contact(const struct rig *rig, size_t index, enum rig_contact_key key,
                         struct sim_values *values)
{
    const struct rig_value *value = &rig->contact.values[key];
    if (values->given_p[index] || !rig_given(value))
        return;
    values->p[index] = value->value;
    values->given_p[index] = true;
}

void sim_values_from_rig(const struct rig *rig, struct sim_values *values)
{
    const struct mechanism *table = rig->model;
    const size_t n = rig_coordinates(rig);
    *values = (struct sim_values){.model = sim_registry_of(table), .n = n};
    for (size_t i = 0; i < table->n_parameters; i++) {
        values->p[i] = rig->parameters.values[i].value;
        values->given_p[i] = rig_given(&rig->parameters.values[i]);
    }
    take_contact(rig, SIM_CONTACT_STIFFNESS, RIG_CONTACT_STIFFNESS, values);
    take_contact(rig, SIM_CONTACT_DAMPING, RIG_CONTACT_DAMPING, values);
    for (size_t i = 0; i < 2 * n; i++) {
        const struct rig_value *value = &rig->start.values[row_of(table, n, i)];
        values->x[i] = value->value;
        values->given_x[i] = rig_given(value);
    }
}

size_t sim_values_index(const struct sim_model *model, const char *name)
{
    const struct mechanism *table = &model->table;
    const size_t states = 2 * table->n_coordinates;
    size_t i = quantity_find(table->parameters, table->n_parameters, name);
    if (i < table->n_parameters)
        return i;
    i = quantity_find(table->states, states, name);
    return i < states ? table->n_parameters + i : SIZE_MAX;
}

enum error_code sim_values_find(const struct sim_model *model, const char *name, size_t *index,
                                struct error *err)
{
    const struct mechanism *table = &model->table;
    *index = sim_values_index(model, name);
    if (*index != SIZE_MAX)
        return ERROR_OK;
    struct nearest nearest = nearest_to(name);
    for (size_t i = 0; i < table->n_parameters + 2 * table->n_coordinates; i++)
        nearest_offer(&nearest, sim_values_quantity(model, i)->name);
    char hint[128];
    nearest_hint(&nearest, hint, sizeof hint);
    return error_set(err, ERROR_INPUT, "%s has no parameter or start value '%s'%s", table->name,
                     name, hint);
}

const struct quantity *sim_values_quantity(const struct sim_model *model, size_t index)
{
    const size_t n = model->table.n_parameters;
    return index < n ? &model->table.parameters[index] : &model->table.states[index - n];
}

/* where a value and its flag stand; NULL: a coordinate that is not in use */
static double *locate(struct sim_values *values, size_t index, bool **given)
{
    const struct mechanism *table = &values->model->table;
    if (index < table->n_parameters) {
        *given = &values->given_p[index];
        return &values->p[index];
    }
    const size_t i = sim_values_place(table, values->n, index - table->n_parameters);
    if (i == SIZE_MAX)
        return NULL;
    *given = &values->given_x[i];
    return &values->x[i];
}

double sim_values_get(const struct sim_values *values, size_t index)
{
    const struct mechanism *table = &values->model->table;
    if (index < table->n_parameters)
        return values->p[index];
    const size_t i = sim_values_place(table, values->n, index - table->n_parameters);
    return i == SIZE_MAX ? NAN : values->x[i];
}

void sim_values_give(struct sim_values *values, size_t index)
{
    bool *given;
    if (locate(values, index, &given))
        *given = true;
}

void sim_values_set(struct sim_values *values, size_t index, double value)
{
    bool *given;
    double *place = locate(values, index, &given);
    if (!place)
        return;
    *place = value;
    *given = true;
}

/* the parameter whose value parameter i has: by default another's, else its own */
static size_t followed(const struct sim_values *values, size_t i)
{
    const struct mechanism *table = &values->model->table;
    if (values->given_p[i] || table->parameters[i].fallback != QUANTITY_SAME_AS)
        return i;
    return quantity_find(table->parameters, table->n_parameters, table->parameters[i].same_as);
}

static struct sim_given given_of(const struct sim_values *values)
{
    return (struct sim_given){.parameters = values->given_p, .states = values->given_x};
}

/* where the file declares the coordinate that makes the mass matrix singular */
static void say_line(const struct sim_model *model, const char *why, struct error *err)
{
    const struct rig_description *from = model->table.description;
    for (size_t i = 0; from && i < from->n_coordinates; i++)
        if (model->own->singular[i] == why && from->lines[i])
            error_append(err, " (%s is declared in line %zu)", from->states[i].name,
                         from->lines[i]);
}

enum error_code sim_values_complete(struct sim_values *values, struct error *err)
{
    double *p = values->p;
    for (size_t i = 0; i < values->model->table.n_parameters; i++)
        p[i] = p[followed(values, i)];
    if (p[SIM_STATIC_FRICTION] < p[SIM_FRICTION])
        return error_set(err, ERROR_INPUT,
                         "static_friction %.9g is below friction %.9g; it may not be",
                         p[SIM_STATIC_FRICTION], p[SIM_FRICTION]);
    if (p[SIM_STRIBECK_EXPONENT] > 0 && p[SIM_STRIBECK_EXPONENT] < 1)
        return error_set(err, ERROR_INPUT,
                         "stribeck_exponent %.9g is below 1; friction would fall from rest with an "
                         "infinite slope",
                         p[SIM_STRIBECK_EXPONENT]);
    const struct sim_given given = given_of(values);
    const char *why = sim_start_at(values->model, p, values->n, values->x, &given);
    if (!why)
        return ERROR_OK;
    error_set(err, ERROR_INPUT, "no start: %s", why);
    say_line(values->model, why, err);
    return ERROR_INPUT;
}

void sim_values_direction(const struct sim_values *values, size_t index,
                          struct sim_direction *direction)
{
    const struct mechanism *table = &values->model->table;
    const struct sim_given given = given_of(values);
    const size_t n = values->n;
    double complex p[SIM_MAX_PARAMETERS], x[SIM_MAX_STATES];
    for (size_t i = 0; i < table->n_parameters; i++)
        p[i] = values->p[i];
    for (size_t i = 0; i < 2 * n; i++)
        x[i] = values->x[i];
    if (index < table->n_parameters) {
        p[index] += SIM_STEP * I;
    } else {
        const size_t i = sim_values_place(table, n, index - table->n_parameters);
        if (i != SIZE_MAX)
            x[i] += SIM_STEP * I;
    }
    for (size_t i = 0; i < table->n_parameters; i++)
        p[i] = p[followed(values, i)];
    sim_start_at_c(values->model, p, n, x, &given);
    *direction = (struct sim_direction){.belt_shift = 0};
    for (size_t i = 0; i < table->n_parameters; i++)
        direction->p[i] = cimag(p[i]) / SIM_STEP;
    for (size_t i = 0; i < 2 * n; i++)
        direction->x[i] = cimag(x[i]) / SIM_STEP;
}

void sim_values_to_problem(const struct sim_values *values, struct sim_problem *problem)
{
    problem->inputs.model = values->model;
    problem->inputs.n = values->n;
    problem->inputs.p = problem->p;
    memcpy(problem->p, values->p, sizeof problem->p);
    memcpy(problem->x, values->x, sizeof problem->x);
}
