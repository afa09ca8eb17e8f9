/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/start.h"

#include <stdint.h>
#include <string.h>

#include "sim/equations.h"

static size_t table_index(const struct quantity *table, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(table[i].name, name) == 0)
            return i;
    return SIZE_MAX;
}

size_t sim_start_index(const struct sim_model *model, const char *name)
{
    const struct mechanism *table = &model->table;
    size_t i = table_index(table->parameters, table->n_parameters, name);
    if (i != SIZE_MAX)
        return i;
    i = table_index(table->states, 2 * table->n_coordinates, name);
    return i == SIZE_MAX ? i : table->n_parameters + i;
}

/* a state's row in the table (all coordinates, then all velocities) to its
 * place in x (the n in use, then their velocities); SIZE_MAX: not in use */
static size_t place(const struct mechanism *table, size_t n, size_t row)
{
    const size_t velocity = row >= table->n_coordinates;
    const size_t coordinate = velocity ? row - table->n_coordinates : row;
    return coordinate < n ? coordinate + velocity * n : SIZE_MAX;
}

/* defaults that are another parameter's value */
#define FILL_SAME_AS(table, p, given)                                           \
    for (size_t i = 0; i < (table)->n_parameters; i++)                          \
        if (!(given)[i] && (table)->parameters[i].fallback == QUANTITY_SAME_AS) \
    (p)[i] = (p)[table_index((table)->parameters, (table)->n_parameters,        \
                             (table)->parameters[i].same_as)]

enum error_code sim_start_fill(const struct sim_model *model, size_t n, double *p, double *x,
                               const struct sim_given *given, struct error *err)
{
    FILL_SAME_AS(&model->table, p, given->parameters);
    const char *why = model->start(p, n, x, given);
    if (why)
        return error_set(err, ERROR_INPUT, "no start: %s", why);
    return ERROR_OK;
}

void sim_start_direction(const struct sim_model *model, size_t n, const double *p, const double *x,
                         const struct sim_given *given, size_t index,
                         struct sim_direction *direction)
{
    const struct mechanism *table = &model->table;
    double complex p_c[SIM_MAX_PARAMETERS], x_c[SIM_MAX_STATES];
    for (size_t i = 0; i < table->n_parameters; i++)
        p_c[i] = p[i];
    for (size_t i = 0; i < 2 * n; i++)
        x_c[i] = x[i];
    if (index < table->n_parameters) {
        p_c[index] += SIM_STEP * I;
    } else {
        size_t i = place(table, n, index - table->n_parameters);
        if (i != SIZE_MAX)
            x_c[i] += SIM_STEP * I;
    }
    direction->belt_shift = 0;
    FILL_SAME_AS(table, p_c, given->parameters);
    model->start_c(p_c, n, x_c, given);
    for (size_t i = 0; i < table->n_parameters; i++)
        direction->p[i] = cimag(p_c[i]) / SIM_STEP;
    for (size_t i = 0; i < 2 * n; i++)
        direction->x[i] = cimag(x_c[i]) / SIM_STEP;
}
