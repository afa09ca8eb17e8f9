/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rig/description.h"
#include "lib/rig/make.h"
#include "lib/rig/surface.h"
#include "lib/rig/tables.h"
#include "lib/base/units.h"

static const char *const belt_kinds[] = {"constant", "table", "run"};
static const struct rig_words belt_words = {belt_kinds, 3};

/* ---- to JSON */

static json_t *value_to_json(const struct rig_value *value, const char *unit)
{
    json_t *json = json_pack("{s:f, s:s, s:s}", "value", value->value, "unit", unit, "source",
                             rig_sources.words[value->source]);
    if (json && isfinite(value->uncertainty))
        json_object_set_new(json, "uncertainty", json_real(value->uncertainty));
    if (json && value->source == RIG_INCLUDE)
        json_object_set_new(json, "include", json_integer((json_int_t)value->include));
    return json;
}

static json_t *section_to_json(const struct rig_section *section)
{
    json_t *json = json_object();
    for (size_t i = 0; i < section->n; i++)
        if (section->values[i].source != RIG_NONE &&
            json_object_set_new(json, section->table[i].name,
                                value_to_json(&section->values[i], section->table[i].unit))) {
            json_decref(json);
            return NULL;
        }
    return json;
}

static json_t *channels_to_json(const struct rig *rig)
{
    json_t *list = json_array();
    for (size_t i = 0; i < rig->n_channels; i++) {
        const struct rig_channel *channel = &rig->channels[i];
        json_t *json = json_pack("{s:s, s:f, s:s, s:o}", "role", rig_role_name(channel->role),
                                 "sensitivity", channel->sensitivity, "unit", channel->unit,
                                 "values", section_to_json(&channel->values));
        if (json && isfinite(channel->sensitivity_uncertainty))
            json_object_set_new(json, "sensitivity_uncertainty",
                                json_real(channel->sensitivity_uncertainty));
        if (json && channel->shows)
            json_object_set_new(json, "shows", json_string(channel->shows->name));
        if (json_array_append_new(list, json) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static json_t *includes_to_json(const struct rig *rig)
{
    json_t *list = json_array();
    for (size_t i = 0; i < rig->n_includes; i++)
        json_array_append_new(list, json_string(rig->includes[i]));
    return list;
}

json_t *rig_to_json(const struct rig *rig)
{
    json_t *json = json_pack(
        "{s:s, s:s, s:s, s:o, s:s, s:s, s:{s:s, s:s?, s:s?, s:s?, s:s}, s:o}", "path", rig->path,
        "title", rig->title, "model", rig->model->name, "includes", includes_to_json(rig), "law",
        rig_law_name(rig->law), "impact", rig_impact_name(rig->impact), "belt", "kind",
        belt_kinds[rig->belt.kind], "name", rig->belt.name, "path", rig->belt.path, "channel",
        rig->belt.channel, "interpolation", rig_interpolations.words[rig->belt.interpolation],
        "channels", channels_to_json(rig));
    if (json && rig->own && json_object_set(json, "mechanism", rig->own->source)) {
        json_decref(json);
        return NULL;
    }
    json_t *surface = rig_surface_plain(&rig->surface) ? NULL : rig_surface_to_json(&rig->surface);
    if (json && surface)
        json_object_set_new(json, "surface", surface);
    else
        json_decref(surface);
    struct rig_named_section sections[RIG_SECTIONS];
    rig_list_sections((struct rig *)rig, sections);
    for (size_t i = 0; json && i < RIG_SECTIONS; i++)
        if (json_object_set_new(json, sections[i].name, section_to_json(sections[i].section))) {
            json_decref(json);
            return NULL;
        }
    return json;
}

char *rig_to_text(const struct rig *rig)
{
    json_t *json = rig_to_json(rig);
    if (!json)
        return NULL;
    json_object_del(json, "path");
    char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(json);
    return text;
}

/* ---- from JSON */

static enum error_code bad(struct error *err, const char *key, const char *what)
{
    return error_set(err, ERROR_INPUT,
                     "rig.%s %s; the file was not written by skitter or was changed", key, what);
}

static enum error_code text_from_json(const json_t *json, const char *key, char **text,
                                      struct error *err)
{
    const json_t *field = json_object_get(json, key);
    if (!field || json_is_null(field))
        return ERROR_OK;
    if (!json_is_string(field))
        return bad(err, key, "is not a text");
    return rig_text_copy(text, json_string_value(field)) ? ERROR_OK : error_memory(err);
}

static enum error_code word_from_json(const json_t *json, const char *key,
                                      const struct rig_words *words, size_t *word,
                                      struct error *err)
{
    const char *text = json_string_value(json_object_get(json, key));
    *word = text ? rig_words_find(words, text) : words->n;
    return *word < words->n ? ERROR_OK : bad(err, key, "is missing or not known");
}

/* a number and its unit, in the unit asked */
static enum error_code number_from_json(const json_t *json, const char *key, const char *unit,
                                        double *value, struct error *err)
{
    const json_t *number = json_object_get(json, key);
    const char *given = json_string_value(json_object_get(json, "unit"));
    if (!json_is_number(number) || !given)
        return bad(err, key, "has no number or no unit");
    *value = json_number_value(number);
    return units_convert(given, unit, value, err);
}

static enum error_code value_from_json(const json_t *json, size_t n_includes,
                                       struct rig_section *section, size_t row, struct error *err)
{
    const char *unit = section->table[row].unit;
    struct rig_value value = {.uncertainty = NAN};
    size_t source;
    enum error_code code = number_from_json(json, "value", unit, &value.value, err);
    if (!code)
        code = word_from_json(json, "source", &rig_sources, &source, err);
    if (!code && json_object_get(json, "uncertainty"))
        code = number_from_json(json, "uncertainty", unit, &value.uncertainty, err);
    if (code)
        return code;
    value.source = (enum rig_source)source;
    json_int_t include = json_integer_value(json_object_get(json, "include"));
    if (value.source == RIG_INCLUDE && (include < 0 || (size_t)include >= n_includes))
        return bad(err, "include", "is out of range");
    value.include = value.source == RIG_INCLUDE ? (size_t)include : 0;
    return rig_section_take(section, row, value, err);
}

static enum error_code section_from_json(const json_t *json, const char *name, size_t n_includes,
                                         struct rig_section *section, struct error *err)
{
    if (!json_is_object(json))
        return bad(err, name, "is missing or not an object");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value)
    {
        size_t row = quantity_find(section->table, section->n, key);
        enum error_code code = row < section->n
                                   ? value_from_json(value, n_includes, section, row, err)
                                   : bad(err, name, "has a key that this version does not know");
        if (code) {
            error_prefix(err, "rig.%s.%.60s", name, key);
            return code;
        }
    }
    return ERROR_OK;
}

static enum error_code channel_from_json(const json_t *json, struct rig *rig, struct error *err)
{
    struct rig_channel *channel = rig_add_channel(rig);
    if (!channel)
        return error_memory(err);
    size_t role;
    enum error_code code = word_from_json(json, "role", &rig_roles, &role, err);
    if (code)
        return code;
    channel->role = (enum rig_role)role;
    const char *unit = json_string_value(json_object_get(json, "unit"));
    for (size_t i = 0; unit && i < rig_n_measures; i++)
        if (strcmp(rig_measures[i].unit, unit) == 0)
            channel->unit = rig_measures[i].unit;
    channel->sensitivity = json_number_value(json_object_get(json, "sensitivity"));
    const json_t *uncertainty = json_object_get(json, "sensitivity_uncertainty");
    if (json_is_number(uncertainty)) /* not in older runs */
        channel->sensitivity_uncertainty = json_number_value(uncertainty);
    if (!channel->unit)
        return bad(err, "channels", "have a unit that is not known");
    const char *shows = json_string_value(json_object_get(json, "shows"));
    code = quantity_check(&rig_sensitivity_quantity, channel->sensitivity, err);
    if (!code && shows)
        code = rig_channel_show(channel, rig->model, shows, err);
    if (code)
        return code;
    return section_from_json(json_object_get(json, "values"), "channels", rig->n_includes,
                             &channel->values, err);
}

static enum error_code belt_from_json(const json_t *json, struct rig_belt *belt, struct error *err)
{
    size_t kind, interpolation = RIG_INTERPOLATION_MONOTONE;
    enum error_code code = word_from_json(json, "kind", &belt_words, &kind, err);
    if (!code && json_object_get(json, "interpolation")) /* not in older runs */
        code = word_from_json(json, "interpolation", &rig_interpolations, &interpolation, err);
    if (!code)
        code = text_from_json(json, "name", &belt->name, err);
    if (!code)
        code = text_from_json(json, "path", &belt->path, err);
    if (!code)
        code = text_from_json(json, "channel", &belt->channel, err);
    if (code)
        return code;
    belt->kind = (enum rig_belt_kind)kind;
    belt->interpolation = (enum rig_interpolation)interpolation;
    bool whole = (belt->name && belt->path) || belt->kind == RIG_BELT_CONSTANT;
    whole = whole && (belt->channel || belt->kind != RIG_BELT_RUN);
    return whole ? ERROR_OK : bad(err, "belt", "is not complete");
}

static enum error_code surface_from_json(const json_t *json, struct rig_surface *surface,
                                         struct error *err)
{
    size_t friction, rest, restitution;
    enum error_code code = word_from_json(json, "friction", &rig_frictions, &friction, err);
    if (!code)
        code = word_from_json(json, "static", &rig_statics, &rest, err);
    if (!code)
        code = word_from_json(json, "restitution", &rig_restitutions, &restitution, err);
    if (code)
        return code;
    surface->friction = (enum rig_friction)friction;
    surface->rest = (enum rig_static)rest;
    surface->restitution = (enum rig_restitution)restitution;
    code = rig_curve_read(json_object_get(json, "friction_table"), &surface->friction_table, err);
    if (!code)
        code = rig_curve_read(json_object_get(json, "restitution_table"),
                              &surface->restitution_table, err);
    if (code)
        error_prefix(err, "rig.surface");
    return code;
}

static enum error_code includes_from_json(const json_t *list, struct rig *rig, struct error *err)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        if (!name)
            return bad(err, "includes", "are not texts");
        if (!rig_add_include(rig, name))
            return error_memory(err);
    }
    return ERROR_OK;
}

static enum error_code fill_from_json(const json_t *json, struct rig *rig, struct error *err)
{
    size_t law = 0, impact = 0;
    enum error_code code = text_from_json(json, "title", &rig->title, err);
    if (!code)
        code = includes_from_json(json_object_get(json, "includes"), rig, err);
    if (!code)
        code = word_from_json(json, "law", &rig_laws, &law, err);
    if (!code)
        code = word_from_json(json, "impact", &rig_impacts, &impact, err);
    if (!code)
        code = belt_from_json(json_object_get(json, "belt"), &rig->belt, err);
    if (!code && json_object_get(json, "surface")) /* not in older runs */
        code = surface_from_json(json_object_get(json, "surface"), &rig->surface, err);
    rig->law = (enum rig_law)law;
    rig->impact = (enum rig_impact)impact;
    struct rig_named_section sections[RIG_SECTIONS];
    rig_list_sections(rig, sections);
    for (size_t i = 0; i < RIG_SECTIONS && !code; i++)
        code = section_from_json(json_object_get(json, sections[i].name), sections[i].name,
                                 rig->n_includes, sections[i].section, err);
    const json_t *channels = json_object_get(json, "channels");
    for (size_t i = 0; i < json_array_size(channels) && !code; i++)
        code = channel_from_json(json_array_get(channels, i), rig, err);
    if (!code) {
        char key[RIG_KEY_SIZE];
        code = rig_complete(rig, key, err);
        if (code)
            error_prefix(err, "rig.%s", key);
    }
    return code;
}

enum error_code rig_from_json(const json_t *json, const char *where, mechanism_registry *registry,
                              struct rig **rig, struct error *err)
{
    *rig = NULL;
    const char *name = json_string_value(json_object_get(json, "model"));
    const char *path = json_string_value(json_object_get(json, "path"));
    const json_t *mechanism = json_object_get(json, "mechanism");
    struct rig *made = NULL;
    enum error_code code;
    if (mechanism) {
        char key[RIG_KEY_SIZE];
        code = rig_create_own(path ? path : where, mechanism, registry, &made, key, err);
        if (code)
            error_prefix(err, "rig.%s", key);
    } else {
        const struct mechanism *model = NULL;
        code = name ? rig_model_find(registry, name, &model, err) : bad(err, "model", "is missing");
        if (!code) {
            made = rig_create(path ? path : where, model);
            code = made ? ERROR_OK : error_memory(err);
        }
    }
    if (!code)
        code = fill_from_json(json, made, err);
    if (!code) {
        *rig = made;
        return ERROR_OK;
    }
    rig_free(made);
    error_prefix(err, "%s", where);
    return code;
}
