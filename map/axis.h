/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An axis of a map: a parameter or start value of the mechanism over a range,
 * as "theta1=-40deg:40deg:400"; the range and the number of points may be left
 * out. Also a list of values, as "height=0.331m,0.35m". */
#ifndef MAP_AXIS_H
#define MAP_AXIS_H

#include <stdbool.h>

#include "lib/base/error.h"
#include "sim/model.h"

enum { MAP_UNIT_SIZE = 32, MAP_MAX_POINTS = 10000 };

struct map_axis {
    const struct quantity *quantity;
    bool state;               /* of the start; else a parameter */
    size_t index;             /* among the parameters, or in x (coordinates in use, velocities) */
    size_t row;               /* as sim_values_index has it */
    bool ranged;              /* low and high were given */
    double low, high;         /* in the table's unit */
    size_t n;                 /* points, 0: not given */
    char unit[MAP_UNIT_SIZE]; /* the one that was typed, for figures */
    double scale;             /* the table's units in one of it */
};

/* n: coordinates in use */
enum error_code map_axis_read(const struct sim_model *model, size_t n, const char *text,
                              struct map_axis *axis, struct error *err);

/* an axis by name, without a range; the name must be one of the model's */
struct map_axis map_axis_of(const struct sim_model *model, size_t n, const char *name);

/* the i-th of the axis' points; the ends exactly */
double map_axis_value(const struct map_axis *axis, size_t i);

/* "LOW:HIGH" as times or the like, in the SI unit */
enum error_code map_range_read(const char *text, const char *unit, double *low, double *high,
                               struct error *err);

enum { MAP_MAX_LIST = 64 };

struct map_list {
    struct map_axis axis; /* whose n is the number of values */
    double values[MAP_MAX_LIST];
};

enum error_code map_list_read(const struct sim_model *model, size_t n, const char *text,
                              struct map_list *list, struct error *err);

#endif
