/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/surface.h"

#include <math.h>

#include "lib/base/units.h"
#include "lib/rig/tables.h"

bool rig_surface_plain(const struct rig_surface *surface)
{
    return surface->friction == RIG_FRICTION_COULOMB && surface->rest == RIG_STATIC_CONSTANT &&
           surface->restitution == RIG_RESTITUTION_CONSTANT;
}

static enum error_code number_of(const json_t *json, const char *unit, double *value,
                                 struct error *err)
{
    if (json_is_string(json))
        return units_parse(json_string_value(json), unit, value, err);
    *value = json_is_number(json) ? json_number_value(json) : NAN;
    return ERROR_OK;
}

static enum error_code read_point(const json_t *pair, struct rig_curve *curve, struct error *err)
{
    const size_t i = curve->n;
    if (i == RIG_CURVE_POINTS)
        return error_set(err, ERROR_INPUT, "has more than %d points; leave some out",
                         (int)RIG_CURVE_POINTS);
    if (json_array_size(pair) != 2)
        return error_set(err, ERROR_INPUT,
                         "point %zu is no pair of a speed and a value, like [10 mm/s, 0.4]", i + 1);
    enum error_code code = number_of(json_array_get(pair, 0), "m/s", &curve->speed[i], err);
    if (!code)
        code = number_of(json_array_get(pair, 1), "1", &curve->value[i], err);
    if (code)
        return code;
    if (!(curve->speed[i] >= 0 && isfinite(curve->speed[i])) ||
        (i > 0 && curve->speed[i] <= curve->speed[i - 1]))
        return error_set(err, ERROR_INPUT,
                         "the speed of point %zu is not above those before; speeds must rise from "
                         "0 or more",
                         i + 1);
    if (!(curve->value[i] >= 0 && isfinite(curve->value[i])))
        return error_set(err, ERROR_INPUT, "the value of point %zu is not 0 or above", i + 1);
    curve->n++;
    return ERROR_OK;
}

enum error_code rig_curve_read(const json_t *list, struct rig_curve *curve, struct error *err)
{
    enum error_code code = ERROR_OK;
    *curve = (struct rig_curve){0};
    if (!list)
        return ERROR_OK;
    for (size_t i = 0; i < json_array_size(list) && !code; i++)
        code = read_point(json_array_get(list, i), curve, err);
    if (!code && curve->n < 2)
        return error_set(err, ERROR_INPUT,
                         "a list of two points or more is expected, like [[0 m/s, 0.5], [10 mm/s, "
                         "0.4]]");
    return code;
}

static json_t *curve_to_json(const struct rig_curve *curve)
{
    json_t *list = json_array();
    for (size_t i = 0; i < curve->n; i++)
        json_array_append_new(list, json_pack("[f, f]", curve->speed[i], curve->value[i]));
    return list;
}

json_t *rig_surface_to_json(const struct rig_surface *surface)
{
    json_t *json = json_pack("{s:s, s:s, s:s}", "friction", rig_frictions.words[surface->friction],
                             "static", rig_statics.words[surface->rest], "restitution",
                             rig_restitutions.words[surface->restitution]);
    if (json && surface->friction_table.n)
        json_object_set_new(json, "friction_table", curve_to_json(&surface->friction_table));
    if (json && surface->restitution_table.n)
        json_object_set_new(json, "restitution_table", curve_to_json(&surface->restitution_table));
    return json;
}

/* a law by a table has one, and no other has */
static enum error_code check_table(const char *law, bool by_table, const struct rig_curve *curve,
                                   char *key, size_t size, struct error *err)
{
    snprintf(key, size, "contact.%s_table", law);
    if (by_table == (curve->n > 0))
        return ERROR_OK;
    return by_table
               ? error_set(err, ERROR_INPUT,
                           "is missing; %s: table needs it, like [[0 m/s, 0.5], [10 mm/s, 0.4]]",
                           law)
               : error_set(err, ERROR_INPUT, "is not used; add \"%s: table\" or remove it", law);
}

enum error_code rig_impact_fits(const struct rig *rig, struct error *err)
{
    if (rig->impact != RIG_IMPACT_BILINEAR || rig->surface.friction == RIG_FRICTION_COULOMB)
        return ERROR_OK;
    return error_set(err, ERROR_INPUT,
                     "bilinear knows Coulomb's friction alone; remove \"friction: %s\" or take "
                     "poisson, stronge or newton",
                     rig_frictions.words[rig->surface.friction]);
}

enum error_code rig_surface_check(const struct rig *rig, char *key, size_t size, struct error *err)
{
    const struct rig_surface *surface = &rig->surface;
    enum error_code code = check_table("friction", surface->friction == RIG_FRICTION_TABLE,
                                       &surface->friction_table, key, size, err);
    if (!code)
        code = check_table("restitution", surface->restitution == RIG_RESTITUTION_TABLE,
                           &surface->restitution_table, key, size, err);
    if (code)
        return code;
    snprintf(key, size, "contact.impact");
    code = rig_impact_fits(rig, err);
    if (code)
        return code;
    const struct rig_value *restitution = rig_value(rig, "restitution");
    snprintf(key, size, "parameters.restitution");
    if (surface->restitution != RIG_RESTITUTION_CONSTANT && restitution && !rig_given(restitution))
        return error_set(err, ERROR_INPUT, "is missing; it is a factor of restitution: %s%s",
                         rig_restitutions.words[surface->restitution],
                         surface->restitution == RIG_RESTITUTION_TABLE ? " (1: the table as it is)"
                                                                       : "");
    return ERROR_OK;
}
