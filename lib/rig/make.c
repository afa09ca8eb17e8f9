/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/nearest.h"
#include "lib/rig/describe.h"
#include "lib/rig/schedule.h"
#include "lib/rig/surface.h"
#include "lib/rig/tables.h"
#include "lib/rig/uncertain.h"

enum error_code rig_model_find(mechanism_registry *registry, const char *name,
                               const struct mechanism **model, struct error *err)
{
    struct nearest nearest = nearest_to(name);
    const struct mechanism *known;
    for (size_t i = 0; (known = registry(i)); i++) {
        nearest_offer(&nearest, known->name);
        if (strcmp(known->name, name) == 0) {
            *model = known;
            return ERROR_OK;
        }
    }
    char hint[96];
    nearest_hint(&nearest, hint, sizeof hint);
    return error_set(err, ERROR_INPUT,
                     "there is no model %.60s%s (the models are in skitter-rig(5))", name, hint);
}

/* ---- room */

void rig_list_sections(struct rig *rig, struct rig_named_section sections[RIG_SECTIONS])
{
    const struct rig_named_section list[RIG_SECTIONS] = {{"parameters", &rig->parameters},
                                                         {"start", &rig->start},
                                                         {"contact", &rig->contact},
                                                         {"sampling", &rig->sampling},
                                                         {"simulated", &rig->simulated}};
    memcpy(sections, list, sizeof list);
}

static bool section_init(struct rig_section *section, const struct quantity *table, size_t n)
{
    *section = (struct rig_section){.table = table, .n = n};
    section->values = calloc(n + 1, sizeof *section->values);
    for (size_t i = 0; section->values && i < n; i++)
        section->values[i] = (struct rig_value){.value = NAN, .uncertainty = NAN};
    return section->values != NULL;
}

static bool part_init(struct rig_section *section, enum rig_part part,
                      const struct mechanism *model)
{
    struct rig_keys keys = rig_part_keys(part, model);
    return section_init(section, keys.table, keys.n_rows);
}

struct rig *rig_create(const char *path, const struct mechanism *model)
{
    struct rig *rig = calloc(1, sizeof *rig);
    if (!rig)
        return NULL;
    rig->model = model;
    if (rig_text_copy(&rig->path, path) && rig_text_copy(&rig->title, "") &&
        part_init(&rig->parameters, RIG_PART_PARAMETERS, model) &&
        part_init(&rig->start, RIG_PART_START, model) &&
        part_init(&rig->contact, RIG_PART_CONTACT, model) &&
        part_init(&rig->simulated, RIG_PART_SIMULATED, model) &&
        section_init(&rig->sampling, &rig_rate_quantity, 1))
        return rig;
    rig_free(rig);
    return NULL;
}

/* the rig holds the description, whose owner may drop it */
static struct rig *create_held(const char *path, struct rig_description *own)
{
    struct rig *rig = rig_create(path, own->made);
    if (rig)
        rig->own = rig_description_hold(own);
    return rig;
}

enum error_code rig_create_own(const char *path, const json_t *source, mechanism_registry *registry,
                               struct rig **rig, char key[RIG_KEY_SIZE], struct error *err)
{
    const struct mechanism *maker = registry(MECHANISM_MAKER);
    struct rig_description *own = NULL;
    *rig = NULL;
    snprintf(key, RIG_KEY_SIZE, "mechanism");
    if (!maker)
        return error_set(err, ERROR_UNSUPPORTED, "cannot be described here; name a model");
    json_t *whole = json_deep_copy(source);
    enum error_code code = whole ? rig_schedule_load(whole, path, key, RIG_KEY_SIZE, err)
                                 : error_memory(err);
    if (!code)
        code = rig_description_read(whole, &own, key, RIG_KEY_SIZE, err);
    json_decref(whole);
    if (!code) {
        snprintf(key, RIG_KEY_SIZE, "mechanism");
        code = maker->make(own, err);
    }
    if (!code) {
        *rig = create_held(path, own);
        code = *rig ? ERROR_OK : error_memory(err);
    }
    rig_description_drop(own);
    return code;
}

bool rig_text_copy(char **field, const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    if (text && !copy)
        return false;
    free(*field);
    *field = copy;
    return true;
}

bool rig_add_include(struct rig *rig, const char *name)
{
    char **includes = realloc(rig->includes, (rig->n_includes + 1) * sizeof *includes);
    if (!includes)
        return false;
    rig->includes = includes;
    includes[rig->n_includes] = strdup(name);
    return includes[rig->n_includes] && ++rig->n_includes;
}

struct rig_channel *rig_add_channel(struct rig *rig)
{
    struct rig_channel *channels = realloc(rig->channels, (rig->n_channels + 1) * sizeof *channels);
    if (!channels)
        return NULL;
    rig->channels = channels;
    struct rig_channel *channel = &channels[rig->n_channels];
    *channel = (struct rig_channel){
        .role = RIG_ROLE_OTHER, .sensitivity = NAN, .sensitivity_uncertainty = NAN};
    if (!part_init(&channel->values, RIG_PART_CHANNELS, rig->model))
        return NULL;
    rig->n_channels++;
    return channel;
}

void rig_free(struct rig *rig)
{
    if (!rig)
        return;
    struct rig_named_section sections[RIG_SECTIONS];
    rig_list_sections(rig, sections);
    for (size_t i = 0; i < RIG_SECTIONS; i++)
        free(sections[i].section->values);
    for (size_t i = 0; i < rig->n_includes; i++)
        free(rig->includes[i]);
    for (size_t i = 0; i < rig->n_channels; i++)
        free(rig->channels[i].values.values);
    free(rig->includes);
    free(rig->channels);
    free(rig->belt.name);
    free(rig->belt.path);
    free(rig->belt.channel);
    free(rig->title);
    free(rig->path);
    rig_description_drop(rig->own);
    free(rig);
}

/* ---- copy */

static void section_copy(const struct rig_section *from, struct rig_section *to)
{
    memcpy(to->values, from->values, from->n * sizeof *from->values);
}

static bool channel_copy(const struct rig_channel *from, struct rig *to)
{
    struct rig_channel *channel = rig_add_channel(to);
    if (!channel)
        return false;
    channel->role = from->role;
    channel->sensitivity = from->sensitivity;
    channel->sensitivity_uncertainty = from->sensitivity_uncertainty;
    channel->unit = from->unit;
    channel->shows = from->shows;
    section_copy(&from->values, &channel->values);
    return true;
}

static bool fill_copy(const struct rig *from, struct rig *to)
{
    struct rig_named_section old[RIG_SECTIONS], new[RIG_SECTIONS];
    rig_list_sections((struct rig *)from, old);
    rig_list_sections(to, new);
    for (size_t i = 0; i < RIG_SECTIONS; i++)
        section_copy(old[i].section, new[i].section);
    to->law = from->law;
    to->impact = from->impact;
    to->surface = from->surface;
    to->belt.kind = from->belt.kind;
    to->belt.interpolation = from->belt.interpolation;
    bool done = rig_text_copy(&to->title, from->title) &&
                rig_text_copy(&to->belt.name, from->belt.name) &&
                rig_text_copy(&to->belt.path, from->belt.path) &&
                rig_text_copy(&to->belt.channel, from->belt.channel);
    for (size_t i = 0; done && i < from->n_includes; i++)
        done = rig_add_include(to, from->includes[i]);
    for (size_t i = 0; done && i < from->n_channels; i++)
        done = channel_copy(&from->channels[i], to);
    return done;
}

struct rig *rig_copy(const struct rig *rig)
{
    struct rig *copy = rig->own ? create_held(rig->path, rig->own)
                                : rig_create(rig->path, rig->model);
    if (copy && fill_copy(rig, copy))
        return copy;
    rig_free(copy);
    return NULL;
}

/* ---- values */

enum error_code rig_section_take(struct rig_section *section, size_t row, struct rig_value value,
                                 struct error *err)
{
    enum error_code code = quantity_check(&section->table[row], value.value, err);
    if (!code)
        section->values[row] = value;
    return code;
}

enum error_code rig_section_read(struct rig_section *section, size_t row, const char *text,
                                 enum rig_source source, struct error *err)
{
    struct rig_value value = {.source = source};
    enum error_code code = rig_uncertain_parse(text, section->table[row].unit, &value.value,
                                               &value.uncertainty, err);
    return !code ? rig_section_take(section, row, value, err) : code;
}

enum error_code rig_channel_show(struct rig_channel *channel, const struct mechanism *model,
                                 const char *name, struct error *err)
{
    const size_t n = 2 * model->n_coordinates;
    const size_t state = quantity_find(model->states, n, name);
    const size_t output = quantity_find(model->outputs, model->n_outputs, name);
    if (state == n && output == model->n_outputs) {
        struct nearest nearest = nearest_to(name);
        char hint[96];
        for (size_t i = 0; i < n; i++)
            nearest_offer(&nearest, model->states[i].name);
        for (size_t i = 0; i < model->n_outputs; i++)
            nearest_offer(&nearest, model->outputs[i].name);
        nearest_hint(&nearest, hint, sizeof hint);
        return error_set(err, ERROR_INPUT,
                         "\"%.40s\" is no coordinate, velocity or output of the mechanism%s", name,
                         hint);
    }
    channel->shows = state < n ? &model->states[state] : &model->outputs[output];
    if (strcmp(channel->shows->unit, channel->unit) == 0)
        return ERROR_OK;
    return error_set(err, ERROR_INPUT,
                     "%s is in %s, but the channel measures something in %s; change its role and "
                     "the unit of its sensitivity, or show something else",
                     name, channel->shows->unit, channel->unit);
}

enum error_code rig_channel_read_sensitivity(struct rig_channel *channel, const char *text,
                                             struct error *err)
{
    const char *wanted = rig_role_units[channel->role];
    enum error_code code = ERROR_OK;
    channel->unit = NULL;
    for (size_t i = 0; i < rig_n_measures && !channel->unit; i++) {
        if (wanted && strcmp(wanted, rig_measures[i].unit) != 0)
            continue;
        code = rig_uncertain_parse(text, rig_measures[i].per_volt, &channel->sensitivity,
                                   &channel->sensitivity_uncertainty, err);
        if (!code)
            channel->unit = rig_measures[i].unit;
    }
    if (!channel->unit && !wanted)
        return error_set(err, ERROR_INPUT,
                         "\"%.60s\": a number and a unit per volt are expected; give for "
                         "example \"125 mm/s/V\" or \"50 N/V\"",
                         text);
    if (!channel->unit)
        return code;
    return quantity_check(&rig_sensitivity_quantity, channel->sensitivity, err);
}

/* ---- defaults */

/* SAME_AS is followed at most once through the table: a loop ends as no value */
static struct rig_value section_default(const struct rig_section *section, size_t row)
{
    const struct rig_value none = {.value = NAN, .uncertainty = NAN};
    for (size_t hops = 0; hops <= section->n; hops++) {
        const struct quantity *quantity = &section->table[row];
        struct rig_value value = section->values[row];
        if (rig_given(&value)) {
            value.source = RIG_DEFAULT;
            return value;
        }
        if (quantity->fallback == QUANTITY_VALUE)
            return (struct rig_value){
                .value = quantity->default_value, .uncertainty = NAN, .source = RIG_DEFAULT};
        if (quantity->fallback != QUANTITY_SAME_AS)
            return none;
        row = quantity_find(section->table, section->n, quantity->same_as);
        if (row == section->n)
            return none;
    }
    return none;
}

/* values that are defaults already stay (a rig from run.json is as it was),
 * but one that follows another is followed again */
static void section_fill(struct rig_section *section)
{
    for (size_t i = 0; i < section->n; i++) {
        struct rig_value *value = &section->values[i];
        bool follows = section->table[i].fallback == QUANTITY_SAME_AS && !rig_given(value);
        if (follows || value->source == RIG_NONE)
            *value = section_default(section, i);
    }
}

/* ---- the whole */

static enum error_code missing(struct error *err, const struct quantity *quantity)
{
    bool pure = strcmp(quantity->unit, "1") == 0;
    return error_set(err, ERROR_INPUT, "is missing (%s%s%s); add it, see skitter-rig(5)",
                     quantity->doc, pure ? "" : ", in ", pure ? "" : quantity->unit);
}

/* whether every required row has a value, of each `period` rows the first
 * `used` ones */
static enum error_code section_complete(const struct rig_section *section, size_t period,
                                        size_t used, const char *name, char *key, struct error *err)
{
    for (size_t i = 0; i < section->n; i++) {
        const struct quantity *quantity = &section->table[i];
        bool needed = quantity->fallback == QUANTITY_REQUIRED && i % period < used;
        if (!needed || section->values[i].source != RIG_NONE)
            continue;
        snprintf(key, RIG_KEY_SIZE, "%s.%s", name, quantity->name);
        return missing(err, quantity);
    }
    return ERROR_OK;
}

/* the size parameter counts coordinates: those beyond have no start */
static enum error_code check_size(struct rig *rig, char *key, struct error *err)
{
    size_t all = rig->model->n_coordinates, used = rig_coordinates(rig);
    snprintf(key, RIG_KEY_SIZE, "parameters.%s",
             rig->model->size_parameter ? rig->model->size_parameter : "");
    if (used < 1 || used > all)
        return error_set(err, ERROR_INPUT, "is out of range; give 1 to %zu", all);
    for (size_t i = 0; i < rig->start.n; i++) {
        struct rig_value *value = &rig->start.values[i];
        if (i % all < used)
            continue;
        snprintf(key, RIG_KEY_SIZE, "start.%s", rig->start.table[i].name);
        if (rig_given(value))
            return error_set(err, ERROR_INPUT,
                             "is not used, because %s is %zu; remove it or raise %s",
                             rig->model->size_parameter, used, rig->model->size_parameter);
        *value = (struct rig_value){.value = NAN, .uncertainty = NAN};
    }
    return ERROR_OK;
}

static enum error_code check_channel(struct rig_channel *channel, size_t i, char *key,
                                     struct error *err)
{
    section_fill(&channel->values);
    char name[32];
    snprintf(name, sizeof name, "channels[%zu]", i);
    const struct rig_section *values = &channel->values;
    enum error_code code = section_complete(values, values->n, values->n, name, key, err);
    if (code)
        return code;
    snprintf(key, RIG_KEY_SIZE, "%s.sign", name);
    double sign = values->values[RIG_CHANNEL_SIGN].value;
    if (sign != 1 && sign != -1)
        return error_set(err, ERROR_INPUT, "must be 1 or -1; the size is the sensitivity's");
    snprintf(key, RIG_KEY_SIZE, "%s.sensitivity", name);
    return channel->unit ? ERROR_OK : missing(err, &rig_sensitivity_quantity);
}

enum error_code rig_complete(struct rig *rig, char key[RIG_KEY_SIZE], struct error *err)
{
    struct rig_named_section sections[RIG_SECTIONS];
    rig_list_sections(rig, sections);
    for (size_t i = 0; i < RIG_SECTIONS; i++)
        section_fill(sections[i].section);
    size_t n = rig->parameters.n;
    enum error_code code = rig_surface_check(rig, key, RIG_KEY_SIZE, err);
    if (!code)
        code = section_complete(&rig->parameters, n, n, "parameters", key, err);
    if (!code)
        code = check_size(rig, key, err);
    if (!code)
        code = section_complete(&rig->start, rig->model->n_coordinates, rig_coordinates(rig),
                                "start", key, err);
    for (size_t i = 0; i < rig->n_channels && !code; i++)
        code = check_channel(&rig->channels[i], i, key, err);
    return code;
}
