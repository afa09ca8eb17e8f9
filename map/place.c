/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/place.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/equations.h"
#include "sim/values.h"

/* parameters that follow from the start stay as the rig's start has them */
static void freeze_parameters(struct map_place *place)
{
    const struct mechanism *table = &place->setup->model->table;
    bool follows[SIM_MAX_PARAMETERS] = {0};
    for (size_t row = 0; row < 2 * table->n_coordinates; row++) {
        struct sim_direction direction;
        sim_values_direction(&place->values, table->n_parameters + row, &direction);
        for (size_t i = 0; i < table->n_parameters; i++)
            follows[i] = follows[i] || direction.p[i] != 0;
    }
    for (size_t i = 0; i < table->n_parameters; i++)
        if (follows[i])
            sim_values_give(&place->values, i);
}

static enum error_code check_friction(const struct map_place *place, const struct map_axis *axis,
                                      struct error *err)
{
    const double *p = place->values.p;
    if (axis->state || !axis->ranged)
        return ERROR_OK;
    if (axis->index == SIM_FRICTION && place->values.given_p[SIM_STATIC_FRICTION] &&
        axis->high > p[SIM_STATIC_FRICTION])
        return error_set(err, ERROR_USAGE,
                         "axis 'friction' goes up to %.9g, above static_friction %.9g; it "
                         "may not",
                         axis->high, p[SIM_STATIC_FRICTION]);
    if (axis->index == SIM_STATIC_FRICTION && axis->low < p[SIM_FRICTION])
        return error_set(err, ERROR_USAGE,
                         "axis 'static_friction' goes down to %.9g, below friction %.9g; it "
                         "may not",
                         axis->low, p[SIM_FRICTION]);
    return ERROR_OK;
}

static enum error_code take_axes(struct map_place *place, const struct map_axis *axes, size_t n,
                                 struct error *err)
{
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < k; j++)
            if (axes[j].row == axes[k].row)
                return error_set(err, ERROR_USAGE, "axis '%s' is given twice",
                                 axes[k].quantity->name);
        if (axes[k].row == SIM_BELT_SPEED && place->setup->belt)
            return error_set(err, ERROR_USAGE,
                             "axis 'belt_speed': the rig's belt has a speed of its own, from "
                             "a table or a run; take it out of the rig file");
        enum error_code code = check_friction(place, &axes[k], err);
        if (code)
            return code;
        place->axes[k] = axes[k];
        sim_values_give(&place->values, axes[k].row);
    }
    place->n_axes = n;
    return ERROR_OK;
}

/* the states of a map are states in contact: the gap (m), and its slope along an axis, that
 * rounding may leave */
static const double closed_gap = 1e-9, closed_slope = 1e-9;

static enum error_code check_closed(const struct map_place *place, struct error *err)
{
    double at[MAP_MAX_AXES], field[MAP_FIELDS], slope[MAP_FIELDS];
    for (size_t k = 0; k < place->n_axes; k++)
        at[k] = map_place_value(place, &place->axes[k]);
    if (!map_place_fields(place, at, field))
        return ERROR_OK; /* for the caller: the rig's own start is not on its map */
    if (fabs(field[MAP_GAP]) > closed_gap)
        return error_set(err, ERROR_INPUT,
                         "the rig's start is %.6g m off the surface; leave the coordinate "
                         "that the contact determines out of the start",
                         field[MAP_GAP]);
    for (size_t k = 0; k < place->n_axes; k++) {
        map_place_slopes(place, at, k, slope);
        if (fabs(slope[MAP_GAP]) > closed_slope)
            return error_set(err, ERROR_INPUT,
                             "the contact opens when %s changes; leave the coordinate that "
                             "the contact determines out of the start",
                             place->axes[k].quantity->name);
    }
    return ERROR_OK;
}

/* of motions along the map, unless the caller sets another */
static const double default_rtol = 1e-9;

/* The rig with another angle in its start, the first from 0 on to either side at which there is
 * a start; `why` is kept where there is none */
static enum error_code start_elsewhere(const struct rig *rig, double t_end,
                                       struct sim_setup **setup, struct error *why)
{
    enum { STEPS = 360 }; /* of half a degree */
    const struct mechanism *table = rig->model;
    struct rig *other = rig_copy(rig);
    enum error_code code = other ? ERROR_INPUT : error_memory(why);
    for (size_t i = 0; other && code && i < table->n_coordinates; i++) {
        const struct quantity *row = &table->states[i];
        if (strcmp(row->unit, "rad") != 0 || row->fallback == QUANTITY_COMPUTED)
            continue;
        for (int k = 0; code == ERROR_INPUT && k < 2 * STEPS; k++) {
            const int step = k % 2 ? -(k / 2) : k / 2;
            const double angle = acos(-1) / STEPS * step;
            struct error ignored;
            code = rig_set_value(other, row->name, angle, &ignored);
            if (!code)
                code = sim_setup_create(other, t_end, default_rtol, NULL, 0, setup, &ignored);
        }
    }
    rig_free(other);
    return code;
}

enum error_code map_place_create(const struct rig *rig, double t_end, enum map_points points,
                                 const struct map_axis *axes, size_t n_axes,
                                 struct map_place **place, struct error *err)
{
    *place = calloc(1, sizeof **place);
    if (!*place)
        return error_memory(err);
    enum error_code code = sim_setup_create(rig, t_end, default_rtol, NULL, 0, &(*place)->setup,
                                            err);
    if (code == ERROR_INPUT && points == MAP_GEOMETRY)
        code = start_elsewhere(rig, t_end, &(*place)->setup, err);
    if (!code) {
        (*place)->values = (*place)->setup->values;
        if (points != MAP_STARTS)
            freeze_parameters(*place);
        code = take_axes(*place, axes, n_axes, err);
        if (!code && points != MAP_STARTS)
            code = check_closed(*place, err);
    }
    if (code) {
        map_place_free(*place);
        *place = NULL;
    }
    return code;
}

void map_place_free(struct map_place *place)
{
    if (place)
        sim_setup_free(place->setup);
    free(place);
}

/* the values at a point of the map; false: no start exists there */
static bool values_at(const struct map_place *place, const double *at, struct sim_values *values)
{
    *values = place->values;
    for (size_t k = 0; k < place->n_axes; k++)
        sim_values_set(values, place->axes[k].row, at[k]);
    return !sim_values_complete(values, NULL);
}

bool map_place_start(const struct map_place *place, const double *at, struct sim_problem *problem)
{
    struct sim_values values;
    *problem = place->setup->problem;
    if (!values_at(place, at, &values))
        return false;
    sim_values_to_problem(&values, problem);
    return true;
}

bool map_place_fields(const struct map_place *place, const double *at, double field[MAP_FIELDS])
{
    struct sim_problem problem;
    if (!map_place_start(place, at, &problem))
        return false;
    problem.inputs.law = RIG_LAW_RIGID;
    map_fields(&problem.inputs, problem.x, field);
    return true;
}

void map_place_slopes(const struct map_place *place, const double *at, size_t axis,
                      double slope[MAP_FIELDS])
{
    const struct sim_model *model = place->setup->model;
    struct sim_values values;
    struct sim_direction direction;
    values_at(place, at, &values);
    const size_t n = values.n;
    sim_values_direction(&values, place->axes[axis].row, &direction);
    double complex p[SIM_MAX_PARAMETERS], x[SIM_MAX_STATES], field[MAP_FIELDS];
    for (size_t i = 0; i < model->table.n_parameters; i++)
        p[i] = values.p[i] + SIM_STEP * I * direction.p[i];
    for (size_t i = 0; i < 2 * n; i++)
        x[i] = values.x[i] + SIM_STEP * I * direction.x[i];
    struct sim_inputs_c inputs = sim_motion_inputs_c(&place->setup->problem.inputs, p);
    inputs.model = model;
    inputs.n = n;
    inputs.law = RIG_LAW_RIGID;
    map_fields_c(&inputs, x, field);
    for (size_t i = 0; i < MAP_FIELDS; i++)
        slope[i] = cimag(field[i]) / SIM_STEP;
}

size_t map_place_coordinate(const struct rig *rig, const struct map_place *place)
{
    const struct mechanism *table = rig->model;
    for (size_t i = 0; i < place->setup->problem.inputs.n; i++) {
        if (table->states[i].fallback == QUANTITY_COMPUTED && !place->values.given_x[i])
            continue;
        struct map_place one = *place;
        one.axes[0] = map_axis_of(place->setup->model, place->setup->problem.inputs.n,
                                  table->states[i].name);
        one.n_axes = 1;
        sim_values_give(&one.values, one.axes[0].row);
        double slope[MAP_FIELDS];
        map_place_slopes(&one, &place->values.x[i], 0, slope);
        if (slope[MAP_STEEPNESS] != 0)
            return i;
    }
    return SIZE_MAX;
}

double map_place_value(const struct map_place *place, const struct map_axis *axis)
{
    return sim_values_get(&place->values, axis->row);
}

/* the end of the reachable range between a value inside and one outside */
static double edge(const struct map_place *place, size_t k, double *at, double inside,
                   double outside)
{
    double field[MAP_FIELDS];
    for (;;) { /* until no number is left between the two */
        at[k] = 0.5 * (inside + outside);
        if (at[k] == inside || at[k] == outside)
            return inside;
        if (map_place_fields(place, at, field))
            inside = at[k];
        else
            outside = at[k];
    }
}

static double reach(const struct map_place *place, size_t k, double *at, double from, double to)
{
    enum { STEPS = 720 }; /* of a quarter of a degree in half a turn */
    double field[MAP_FIELDS], inside = from;
    for (size_t i = 1; i <= STEPS; i++) {
        at[k] = from + (to - from) * (double)i / STEPS;
        if (!map_place_fields(place, at, field))
            return edge(place, k, at, inside, at[k]);
        inside = at[k];
    }
    return to;
}

enum error_code map_place_range(const struct map_place *place, size_t k, const double *at,
                                double *low, double *high, struct error *err)
{
    const struct map_axis *axis = &place->axes[k];
    *low = axis->low;
    *high = axis->high;
    if (axis->ranged)
        return ERROR_OK;
    const bool angle = strcmp(axis->quantity->unit, "rad") == 0;
    if (!angle)
        return error_set(err, ERROR_USAGE, "axis '%s' needs a range: write %s=LOW:HIGH",
                         axis->quantity->name, axis->quantity->name);
    double point[MAP_MAX_AXES], field[MAP_FIELDS];
    memcpy(point, at, place->n_axes * sizeof *point);
    point[k] = map_place_value(place, axis);
    if (!map_place_fields(place, point, field))
        point[k] = 0; /* another height, say: the rig's own start does not exist here */
    if (!map_place_fields(place, point, field))
        return error_set(err, ERROR_INPUT, "the mechanism cannot close the contact here");
    const double inside = point[k], pi = acos(-1);
    *low = reach(place, k, point, inside, -pi);
    *high = reach(place, k, point, inside, pi);
    if (*low == -pi && *high == pi) {
        *low = -pi / 2;
        *high = pi / 2;
    }
    return ERROR_OK;
}
