/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/rig.h"

#include <string.h>

#include "lib/rig/description.h"

bool rig_given(const struct rig_value *value) { return value->source >= RIG_INCLUDE; }

size_t rig_parameter_index(const struct rig *rig, const char *name)
{
    return quantity_find(rig->parameters.table, rig->parameters.n, name);
}

const struct rig_value *rig_value(const struct rig *rig, const char *name)
{
    size_t row = rig_parameter_index(rig, name);
    if (row < rig->parameters.n)
        return &rig->parameters.values[row];
    row = quantity_find(rig->start.table, rig->start.n, name);
    return row < rig->start.n ? &rig->start.values[row] : NULL;
}

bool rig_same_model(const struct rig *a, const struct rig *b)
{
    if (!a->own || !b->own)
        return !a->own == !b->own && strcmp(a->model->name, b->model->name) == 0;
    return json_equal(a->own->source, b->own->source);
}

double rig_rate(const struct rig *rig) { return rig->sampling.values[0].value; }

size_t rig_coordinates(const struct rig *rig)
{
    if (!rig->model->size_parameter)
        return rig->model->n_coordinates;
    double size = rig_value(rig, rig->model->size_parameter)->value;
    return size >= 0 && size <= 1e6 ? (size_t)size : 0;
}
