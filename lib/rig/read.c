/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/rig.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/file.h"
#include "lib/base/nearest.h"
#include "lib/rig/description.h"
#include "lib/rig/include.h"
#include "lib/rig/make.h"
#include "lib/rig/surface.h"
#include "lib/rig/tables.h"
#include "lib/rig/tree.h"

enum { RIG_FILE_LIMIT = 1 << 20 };

/* what is at hand while a file is read */
struct reader {
    const char *path;
    struct rig_tree tree;
    struct rig *rig;
    struct error *err;
};

/* a mapping of the file and its path in messages, "" at the top; NULL when the file has none */
struct place {
    const char *path;
    const yaml_node_t *mapping;
};

/* pass a failure on with file, line and key before its message */
static enum error_code at(struct reader *reader, enum error_code code, const char *key)
{
    if (code)
        rig_tree_prefix(&reader->tree, key, reader->err);
    return code;
}

/* the same for a key of a place, whether the file has it or not */
static enum error_code at_key(struct reader *reader, enum error_code code, struct place place,
                              const char *key)
{
    char path[RIG_KEY_SIZE];
    snprintf(path, sizeof path, "%s%s%s", place.path, place.path[0] ? "." : "", key);
    return at(reader, code, path);
}

/* ---- nodes */

/* "start:" with nothing after it, or with comments alone */
static bool is_empty(const yaml_node_t *node)
{
    return node->type == YAML_SCALAR_NODE && node->data.scalar.length == 0 &&
           node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

static enum error_code expected(struct reader *reader, const char *what)
{
    return error_set(reader->err, ERROR_INPUT, "%s; skitter-rig(5) shows the layout", what);
}

/* the text of a key; NULL when the place does not have it */
static enum error_code get_text(struct reader *reader, struct place place, const char *key,
                                const char **text)
{
    *text = NULL;
    const yaml_node_t *node = place.mapping ? rig_tree_value(&reader->tree, place.mapping, key)
                                            : NULL;
    if (!node)
        return ERROR_OK;
    if (node->type != YAML_SCALAR_NODE)
        return at_key(reader, expected(reader, "one value is expected here, like \"0.12 kg\""),
                      place, key);
    *text = (const char *)node->data.scalar.value;
    return ERROR_OK;
}

/* read each entry of the list of a key at the top, if it is there */
static enum error_code read_list(struct reader *reader, const char *key,
                                 enum error_code (*read)(struct reader *reader, const char *path,
                                                         const yaml_node_t *entry))
{
    const yaml_node_t *list = rig_tree_value(&reader->tree, rig_tree_root(&reader->tree), key);
    const yaml_node_t *entry;
    if (!list || is_empty(list))
        return ERROR_OK;
    if (list->type != YAML_SEQUENCE_NODE)
        return at(reader, expected(reader, "a list is expected here, like \"[a, b]\""), key);
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && (entry = rig_tree_entry(&reader->tree, list, i)); i++) {
        char path[RIG_KEY_SIZE];
        snprintf(path, sizeof path, "%s[%zu]", key, i);
        code = read(reader, path, entry);
    }
    return code;
}

/* ---- keys */

static enum error_code check_keys(struct reader *reader, struct place place,
                                  const struct rig_keys *keys)
{
    const size_t n = keys->n_words + keys->n_rows;
    const char *key;
    for (size_t i = 0; (key = rig_tree_key(&reader->tree, place.mapping, i)); i++) {
        size_t known = 0;
        while (known < n && strcmp(rig_keys_name(keys, known), key) != 0)
            known++;
        if (known < n)
            continue;
        struct nearest nearest = nearest_to(key);
        for (size_t k = 0; k < n; k++)
            nearest_offer(&nearest, rig_keys_name(keys, k));
        char hint[96];
        nearest_hint(&nearest, hint, sizeof hint);
        error_set(reader->err, ERROR_INPUT, "unknown key%s (the keys are in skitter-rig(5))", hint);
        rig_tree_prefix_key(&reader->tree, place.path, place.mapping, i, reader->err);
        return ERROR_INPUT;
    }
    return ERROR_OK;
}

/* the node as a mapping with the keys of that part and no other */
static enum error_code open_place(struct reader *reader, enum rig_part part, const char *path,
                                  const yaml_node_t *node, struct place *place)
{
    *place = (struct place){.path = path};
    if (!node || is_empty(node))
        return ERROR_OK;
    if (node->type != YAML_MAPPING_NODE)
        return at(reader,
                  expected(reader, "keys with values are expected here, like \"mass: 0.12 kg\""),
                  path);
    place->mapping = node;
    const struct rig_keys keys = rig_part_keys(part, reader->rig->model);
    return check_keys(reader, *place, &keys);
}

static enum error_code open_part(struct reader *reader, enum rig_part part, struct place *place)
{
    const char *name = rig_part_name(part);
    return open_place(reader, part, name,
                      rig_tree_value(&reader->tree, rig_tree_root(&reader->tree), name), place);
}

/* ---- values */

/* one of some words; *word stays when the key is not there */
static enum error_code read_word(struct reader *reader, struct place place, const char *key,
                                 const struct rig_words *words, size_t *word)
{
    const char *text;
    enum error_code code = get_text(reader, place, key, &text);
    if (code || !text)
        return code;
    *word = rig_words_find(words, text);
    if (*word < words->n)
        return ERROR_OK;
    struct nearest nearest = nearest_to(text);
    for (size_t i = 0; i < words->n; i++)
        nearest_offer(&nearest, words->words[i]);
    char hint[96];
    nearest_hint(&nearest, hint, sizeof hint);
    error_set(reader->err, ERROR_INPUT, "\"%.60s\" is not known%s (it may be", text, hint);
    for (size_t i = 0; i < words->n; i++)
        error_append(reader->err, "%s %s",
                     i == 0              ? ""
                     : i + 1 == words->n ? " or"
                                         : ",",
                     words->words[i]);
    error_append(reader->err, ")");
    return at_key(reader, ERROR_INPUT, place, key);
}

/* the rows of a section's table that the place has */
static enum error_code read_rows(struct reader *reader, struct place place,
                                 struct rig_section *section)
{
    for (size_t i = 0; i < section->n; i++) {
        const char *name = section->table[i].name, *text;
        enum error_code code = get_text(reader, place, name, &text);
        if (code)
            return code;
        if (text)
            code = rig_section_read(section, i, text, RIG_FILE, reader->err);
        if (code)
            return at_key(reader, code, place, name);
    }
    return ERROR_OK;
}

static enum error_code replace(struct reader *reader, char **field, const char *text)
{
    return rig_text_copy(field, text) ? ERROR_OK : error_memory(reader->err);
}

/* ---- parts */

static enum error_code read_section(struct reader *reader, enum rig_part part,
                                    struct rig_section *section)
{
    struct place place;
    enum error_code code = open_part(reader, part, &place);
    return code ? code : read_rows(reader, place, section);
}

/* a list of pairs, each a speed and a value, or no such key */
static enum error_code read_curve(struct reader *reader, struct place place, const char *key,
                                  struct rig_curve *curve)
{
    const yaml_node_t *node = place.mapping ? rig_tree_value(&reader->tree, place.mapping, key)
                                            : NULL;
    if (!node)
        return ERROR_OK;
    json_t *list = rig_tree_json(&reader->tree, node);
    enum error_code code = list ? rig_curve_read(list, curve, reader->err)
                                : error_memory(reader->err);
    json_decref(list);
    return at_key(reader, code, place, key);
}

static enum error_code read_surface(struct reader *reader, struct place place)
{
    struct rig_surface *surface = &reader->rig->surface;
    size_t friction = RIG_FRICTION_COULOMB, rest = RIG_STATIC_CONSTANT,
           restitution = RIG_RESTITUTION_CONSTANT;
    enum error_code code = read_word(reader, place, "friction", &rig_frictions, &friction);
    if (!code)
        code = read_word(reader, place, "static", &rig_statics, &rest);
    if (!code)
        code = read_word(reader, place, "restitution", &rig_restitutions, &restitution);
    if (code)
        return code;
    surface->friction = (enum rig_friction)friction;
    surface->rest = (enum rig_static)rest;
    surface->restitution = (enum rig_restitution)restitution;
    code = read_curve(reader, place, "friction_table", &surface->friction_table);
    return code ? code
                : read_curve(reader, place, "restitution_table", &surface->restitution_table);
}

static enum error_code read_contact(struct reader *reader)
{
    struct place place;
    size_t law = RIG_LAW_RIGID, impact = RIG_IMPACT_POISSON;
    enum error_code code = open_part(reader, RIG_PART_CONTACT, &place);
    if (!code)
        code = read_word(reader, place, "law", &rig_laws, &law);
    if (!code)
        code = read_word(reader, place, "impact", &rig_impacts, &impact);
    if (code)
        return code;
    reader->rig->law = (enum rig_law)law;
    reader->rig->impact = (enum rig_impact)impact;
    code = read_surface(reader, place);
    return code ? code : read_rows(reader, place, &reader->rig->contact);
}

static enum error_code check_belt_words(struct reader *reader, const char *table, const char *run,
                                        const char *channel)
{
    if (!table == !run) {
        error_set(reader->err, ERROR_INPUT,
                  "give either \"table: FILE\" or \"run: DIRECTORY\" and \"channel: ROLE\"");
        return at(reader, ERROR_INPUT, "belt");
    }
    if (table && channel) {
        error_set(reader->err, ERROR_INPUT, "belongs to \"run\", not to \"table\"; remove it");
        return at(reader, ERROR_INPUT, "belt.channel");
    }
    return ERROR_OK;
}

/* the file or directory, as it is seen from where the program runs */
static enum error_code find_belt(struct reader *reader, struct rig_belt *belt)
{
    belt->path = file_beside(reader->path, belt->name);
    if (!belt->path)
        return error_memory(reader->err);
    if (access(belt->path, R_OK) == 0)
        return ERROR_OK;
    error_set(reader->err, ERROR_INPUT, "%s cannot be read; names are relative to the rig file",
              belt->path);
    return at(reader, ERROR_INPUT, belt->kind == RIG_BELT_TABLE ? "belt.table" : "belt.run");
}

static enum error_code read_belt(struct reader *reader)
{
    struct place place;
    const char *table = NULL, *run = NULL, *channel = NULL;
    size_t interpolation = RIG_INTERPOLATION_MONOTONE;
    enum error_code code = open_part(reader, RIG_PART_BELT, &place);
    if (code || !place.mapping)
        return code;
    code = get_text(reader, place, "table", &table);
    if (!code)
        code = get_text(reader, place, "run", &run);
    if (!code)
        code = get_text(reader, place, "channel", &channel);
    if (!code)
        code = check_belt_words(reader, table, run, channel);
    if (!code)
        code = read_word(reader, place, "interpolation", &rig_interpolations, &interpolation);
    if (code)
        return code;
    struct rig_belt *belt = &reader->rig->belt;
    belt->kind = table ? RIG_BELT_TABLE : RIG_BELT_RUN;
    belt->interpolation = (enum rig_interpolation)interpolation;
    code = replace(reader, &belt->name, table ? table : run);
    if (!code && run)
        code = replace(reader, &belt->channel, channel ? channel : rig_role_name(RIG_ROLE_RAIL));
    return code ? code : find_belt(reader, belt);
}

static enum error_code read_channel(struct reader *reader, const char *path,
                                    const yaml_node_t *entry)
{
    struct rig_channel *channel = rig_add_channel(reader->rig);
    if (!channel)
        return error_memory(reader->err);
    struct place place;
    size_t role = rig_roles.n;
    enum error_code code = open_place(reader, RIG_PART_CHANNELS, path, entry, &place);
    if (!code)
        code = read_word(reader, place, "role", &rig_roles, &role);
    if (code)
        return code;
    if (role == rig_roles.n) {
        error_set(reader->err, ERROR_INPUT, "is missing; say what the channel measures");
        return at_key(reader, ERROR_INPUT, place, "role");
    }
    channel->role = (enum rig_role)role;
    const char *sensitivity, *shows;
    code = get_text(reader, place, "sensitivity", &sensitivity);
    if (!code)
        code = get_text(reader, place, "shows", &shows);
    if (code)
        return code;
    if (sensitivity)
        code = rig_channel_read_sensitivity(channel, sensitivity, reader->err);
    if (code)
        return at_key(reader, code, place, "sensitivity");
    if (shows && sensitivity)
        code = rig_channel_show(channel, reader->rig->model, shows, reader->err);
    if (code)
        return at_key(reader, code, place, "shows");
    return read_rows(reader, place, &channel->values);
}

static enum error_code read_include(struct reader *reader, const char *path,
                                    const yaml_node_t *entry)
{
    enum error_code code = entry->type == YAML_SCALAR_NODE
                               ? rig_include(reader->rig, (const char *)entry->data.scalar.value,
                                             reader->err)
                               : expected(reader, "the name of a result file is expected here");
    return at(reader, code, path);
}

static enum error_code read_top(struct reader *reader, struct place top)
{
    const char *title;
    enum error_code code = get_text(reader, top, rig_top_names[RIG_TOP_TITLE], &title);
    if (!code && title)
        code = replace(reader, &reader->rig->title, title);
    return code ? code : read_rows(reader, top, &reader->rig->sampling);
}

/* includes come first, so that what the rig file says itself wins */
static enum error_code read_values(struct reader *reader, struct place top)
{
    struct rig *rig = reader->rig;
    enum error_code code = read_top(reader, top);
    if (!code)
        code = read_list(reader, rig_top_names[RIG_TOP_INCLUDE], read_include);
    if (!code)
        code = read_section(reader, RIG_PART_PARAMETERS, &rig->parameters);
    if (!code)
        code = read_section(reader, RIG_PART_START, &rig->start);
    if (!code)
        code = read_contact(reader);
    if (!code)
        code = read_belt(reader);
    if (!code)
        code = read_list(reader, rig_part_name(RIG_PART_CHANNELS), read_channel);
    if (!code)
        code = rig_include_channels(rig, reader->err);
    if (!code)
        code = read_section(reader, RIG_PART_SIMULATED, &rig->simulated);
    if (code)
        return code;
    char key[RIG_KEY_SIZE];
    code = rig_complete(rig, key, reader->err);
    return at(reader, code, key);
}

/* ---- the file */

static enum error_code create_known(struct reader *reader, const char *name,
                                    mechanism_registry *registry)
{
    const struct mechanism *model;
    enum error_code code = name ? rig_model_find(registry, name, &model, reader->err)
                                : error_set(reader->err, ERROR_INPUT,
                                            "is missing; add it, for example \"model: two-link\", "
                                            "or describe your own under \"mechanism:\"");
    if (code)
        return at(reader, code, rig_top_names[RIG_TOP_MODEL]);
    reader->rig = rig_create(reader->path, model);
    return reader->rig ? ERROR_OK : error_memory(reader->err);
}

static enum error_code create_described(struct reader *reader, const yaml_node_t *node,
                                        mechanism_registry *registry)
{
    char key[RIG_KEY_SIZE];
    json_t *source = rig_tree_json(&reader->tree, node);
    if (!source)
        return error_memory(reader->err);
    enum error_code code = rig_create_own(reader->path, source, registry, &reader->rig, key,
                                          reader->err);
    json_decref(source);
    for (size_t i = 0; !code && i < reader->rig->own->n_coordinates; i++) {
        snprintf(key, sizeof key, "mechanism.coordinates.%s", reader->rig->own->states[i].name);
        reader->rig->own->lines[i] = rig_tree_line(&reader->tree, key);
    }
    return at(reader, code, key);
}

/* a rig without values of the model that the file names or describes */
static enum error_code create(struct reader *reader, struct place top, mechanism_registry *registry)
{
    const char *key = rig_top_names[RIG_TOP_MECHANISM], *name;
    const yaml_node_t *node = rig_tree_value(&reader->tree, top.mapping, key);
    enum error_code code = get_text(reader, top, rig_top_names[RIG_TOP_MODEL], &name);
    if (code)
        return code;
    if (node && name) {
        error_set(reader->err, ERROR_INPUT,
                  "is there beside \"model: %.40s\"; a rig has one or the other", name);
        return at(reader, ERROR_INPUT, key);
    }
    return node ? create_described(reader, node, registry) : create_known(reader, name, registry);
}

static enum error_code read_tree(struct reader *reader, mechanism_registry *registry)
{
    const struct place top = {"", rig_tree_root(&reader->tree)};
    const struct rig_keys keys = {.words = rig_top_names, .n_words = RIG_TOPS + RIG_PARTS};
    enum error_code code = check_keys(reader, top, &keys);
    if (!code)
        code = create(reader, top, registry);
    return code ? code : read_values(reader, top);
}

static enum error_code create_only(struct reader *reader, mechanism_registry *registry)
{
    return create(reader, (struct place){"", rig_tree_root(&reader->tree)}, registry);
}

static enum error_code read_file(const char *path, mechanism_registry *registry,
                                 enum error_code (*read)(struct reader *, mechanism_registry *),
                                 struct rig **rig, struct error *err)
{
    struct reader reader = {.path = path, .err = err};
    char *bytes;
    size_t size;
    *rig = NULL;
    enum error_code code = file_read_whole(path, RIG_FILE_LIMIT, &bytes, &size, err);
    if (code)
        return code;
    code = rig_tree_parse(path, bytes, size, &reader.tree, err);
    free(bytes);
    if (code)
        return code;
    code = read(&reader, registry);
    rig_tree_free(&reader.tree);
    if (!code)
        *rig = reader.rig;
    else
        rig_free(reader.rig);
    return code;
}

enum error_code rig_read(const char *path, mechanism_registry *registry, struct rig **rig,
                         struct error *err)
{
    return read_file(path, registry, read_tree, rig, err);
}

enum error_code rig_read_mechanism(const char *path, mechanism_registry *registry, struct rig **rig,
                                   struct error *err)
{
    return read_file(path, registry, create_only, rig, err);
}

enum error_code rig_load(const char *path, const char *const *settings, size_t n,
                         mechanism_registry *registry, struct rig **rig, struct error *err)
{
    enum error_code code = rig_read(path, registry, rig, err);
    for (size_t i = 0; i < n && !code; i++)
        code = rig_set(*rig, settings[i], err);
    if (code) {
        rig_free(*rig);
        *rig = NULL;
    }
    return code;
}
