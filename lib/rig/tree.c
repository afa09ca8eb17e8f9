/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree is libyaml's, but it is composed here from libyaml's events: yaml_parser_load
 * forgets which nodes were anchors, and takes a time that grows with the square of their
 * number: a hostile file of 1 MiB would hold a program up for half a minute. */
#include "config.h"

#include "lib/rig/tree.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEPTH = 6,      /* a rig file needs three */
    MAX_ENTRIES = 4096, /* keys and entries of lists */
    MAX_KEY = 64,
    PATH_SIZE = MAX_DEPTH * (MAX_KEY + 24)
};

struct composer {
    struct rig_tree *tree;
    yaml_parser_t parser;
    struct error *err;
    const char *bytes; /* the text */
    size_t size;
    size_t n_entries;
    char path[PATH_SIZE]; /* of the node that comes next */
};

/* ---- messages */

static enum error_code fail(const struct composer *composer, const yaml_mark_t *mark,
                            const char *message)
{
    const char *path = composer->path;
    return error_set(composer->err, ERROR_INPUT, "%s:%zu: %s%s%s", composer->tree->file,
                     mark->line + 1, path, path[0] ? ": " : "", message);
}

/* libyaml says "cannot start any token" of a tab: is there one where it stopped? */
static bool at_tab(const struct composer *composer)
{
    const yaml_parser_t *parser = &composer->parser;
    const size_t at = parser->problem_mark.index;
    return parser->error == YAML_SCANNER_ERROR && at < composer->size &&
           composer->bytes[at] == '\t';
}

static enum error_code not_yaml(const struct composer *composer)
{
    const yaml_parser_t *parser = &composer->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        return error_memory(composer->err);
    if (parser->error == YAML_READER_ERROR)
        return error_set(composer->err, ERROR_INPUT,
                         "%s: is not a YAML file: %s at byte %zu; a rig file is UTF-8 text",
                         composer->tree->file, parser->problem, parser->problem_offset);
    if (strstr(parser->problem, "tab character") || at_tab(composer))
        return error_set(composer->err, ERROR_INPUT,
                         "%s:%zu: is indented with a tab; YAML wants blanks there",
                         composer->tree->file, parser->problem_mark.line + 1);
    return error_set(composer->err, ERROR_INPUT,
                     "%s:%zu: is not YAML: %s; skitter-rig(5) shows the layout",
                     composer->tree->file, parser->problem_mark.line + 1, parser->problem);
}

/* ---- events */

static bool has_anchor(const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_ALIAS_EVENT:
        return true;
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor != NULL;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor != NULL;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor != NULL;
    default:
        return false;
    }
}

/* the next event, which the caller deletes unless this fails */
static enum error_code next(struct composer *composer, yaml_event_t *event)
{
    if (!yaml_parser_parse(&composer->parser, event))
        return not_yaml(composer);
    if (!has_anchor(event))
        return ERROR_OK;
    enum error_code code = fail(composer, &event->start_mark,
                                "anchors and aliases (& and *) are not for rig files; write the "
                                "value out");
    yaml_event_delete(event);
    return code;
}

/* ---- nodes, by their number in the document; 0 is none */

static enum error_code count_entry(struct composer *composer, const yaml_mark_t *mark)
{
    if (composer->n_entries++ < MAX_ENTRIES)
        return ERROR_OK;
    return fail(composer, mark, "too many keys for a rig file; is it the right file?");
}

/* libyaml keeps a copy of the text */
static enum error_code add_scalar(struct composer *composer, const yaml_event_t *event, int *id)
{
    yaml_document_t *document = &composer->tree->document;
    const char *text = (const char *)event->data.scalar.value;
    const size_t length = event->data.scalar.length;
    if (strlen(text) != length)
        return fail(composer, &event->start_mark, "holds a null byte; remove it");
    *id = yaml_document_add_scalar(document, NULL, event->data.scalar.value, (int)length,
                                   event->data.scalar.style);
    if (!*id)
        return error_memory(composer->err);
    yaml_document_get_node(document, *id)->start_mark = event->start_mark;
    return ERROR_OK;
}

static enum error_code compose(struct composer *composer, size_t depth, int *id);

static enum error_code compose_list(struct composer *composer, size_t depth, int list)
{
    yaml_document_t *document = &composer->tree->document;
    const size_t end = strlen(composer->path);
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code; i++) {
        int entry;
        snprintf(composer->path + end, sizeof composer->path - end, "[%zu]", i);
        code = compose(composer, depth, &entry);
        if (code || !entry)
            break;
        code = count_entry(composer, &yaml_document_get_node(document, entry)->start_mark);
        if (!code && !yaml_document_append_sequence_item(document, list, entry))
            code = error_memory(composer->err);
    }
    composer->path[end] = '\0';
    return code;
}

/* the event that begins a value is a key's: a word that the mapping does not have yet.
 * It is appended to the path. */
static enum error_code add_key(struct composer *composer, int mapping, const yaml_event_t *event,
                               int *id)
{
    if (event->type != YAML_SCALAR_EVENT)
        return fail(composer, &event->start_mark, "a key must be one word");
    const char *key = (const char *)event->data.scalar.value;
    const size_t length = event->data.scalar.length, end = strlen(composer->path);
    if (length == 0 || length > MAX_KEY || strlen(key) != length)
        return fail(composer, &event->start_mark,
                    "a key is empty or too long; the keys are listed in skitter-rig(5)");
    snprintf(composer->path + end, sizeof composer->path - end, "%s%s", end > 0 ? "." : "", key);
    struct rig_tree *tree = composer->tree;
    const yaml_node_t *node = yaml_document_get_node(&tree->document, mapping);
    const char *other;
    for (size_t i = 0; (other = rig_tree_key(tree, node, i)); i++)
        if (strcmp(other, key) == 0) {
            const int first = node->data.mapping.pairs.start[i].key;
            fail(composer, &event->start_mark, "the key is there twice");
            error_append(composer->err, ", first in line %zu; remove one of the two",
                         yaml_document_get_node(&tree->document, first)->start_mark.line + 1);
            return ERROR_INPUT;
        }
    enum error_code code = count_entry(composer, &event->start_mark);
    return code ? code : add_scalar(composer, event, id);
}

static enum error_code compose_mapping(struct composer *composer, size_t depth, int mapping)
{
    yaml_document_t *document = &composer->tree->document;
    const size_t end = strlen(composer->path);
    enum error_code code = ERROR_OK;
    while (!code) {
        yaml_event_t event;
        int key = 0, value = 0;
        code = next(composer, &event);
        if (code)
            break;
        const bool more = event.type != YAML_MAPPING_END_EVENT;
        if (more)
            code = add_key(composer, mapping, &event, &key);
        yaml_event_delete(&event);
        if (!more || code)
            break;
        code = compose(composer, depth, &value);
        if (!code && !yaml_document_append_mapping_pair(document, mapping, key, value))
            code = error_memory(composer->err);
        composer->path[end] = '\0';
    }
    return code;
}

/* a list or mapping, up to its end */
static enum error_code compose_inside(struct composer *composer, size_t depth,
                                      const yaml_event_t *event, int *id)
{
    yaml_document_t *document = &composer->tree->document;
    const bool list = event->type == YAML_SEQUENCE_START_EVENT;
    if (depth == MAX_DEPTH)
        return fail(composer, &event->start_mark,
                    "is nested too deeply; skitter-rig(5) shows the layout");
    *id = list ? yaml_document_add_sequence(document, NULL, YAML_ANY_SEQUENCE_STYLE)
               : yaml_document_add_mapping(document, NULL, YAML_ANY_MAPPING_STYLE);
    if (!*id)
        return error_memory(composer->err);
    yaml_document_get_node(document, *id)->start_mark = event->start_mark;
    return list ? compose_list(composer, depth + 1, *id)
                : compose_mapping(composer, depth + 1, *id);
}

/* the next node and all below it; none at the end of a list */
static enum error_code compose(struct composer *composer, size_t depth, int *id)
{
    yaml_event_t event;
    *id = 0;
    enum error_code code = next(composer, &event);
    if (code)
        return code;
    if (event.type == YAML_SCALAR_EVENT)
        code = add_scalar(composer, &event, id);
    else if (event.type != YAML_SEQUENCE_END_EVENT)
        code = compose_inside(composer, depth, &event, id);
    yaml_event_delete(&event);
    return code;
}

/* ---- the document */

static enum error_code compose_root(struct composer *composer)
{
    int root;
    enum error_code code = compose(composer, 0, &root);
    if (code)
        return code;
    const yaml_node_t *node = rig_tree_root(composer->tree);
    if (node->type == YAML_MAPPING_NODE)
        return ERROR_OK;
    return fail(composer, &node->start_mark,
                "is not a rig file: keys with values (\"model: two-link\") are expected; "
                "skitter-rig(5) shows the layout");
}

/* what stands around the one document: the stream, and no other document */
static enum error_code compose_stream(struct composer *composer)
{
    bool more = true;
    size_t documents = 0;
    enum error_code code = ERROR_OK;
    while (more && !code) {
        yaml_event_t event;
        code = next(composer, &event);
        if (code)
            return code;
        more = event.type != YAML_STREAM_END_EVENT;
        if (event.type == YAML_DOCUMENT_START_EVENT)
            code = documents++ ? fail(composer, &event.start_mark,
                                      "a second document begins; one rig file holds one rig")
                               : compose_root(composer);
        yaml_event_delete(&event);
    }
    if (!code && documents == 0)
        return error_set(composer->err, ERROR_INPUT,
                         "%s: the file is empty; it needs at least \"model: ...\", see "
                         "skitter-rig(5)",
                         composer->tree->file);
    return code;
}

enum error_code rig_tree_parse(const char *file, const char *bytes, size_t size,
                               struct rig_tree *tree, struct error *err)
{
    *tree = (struct rig_tree){.file = file};
    struct composer composer = {.tree = tree, .err = err, .bytes = bytes, .size = size};
    if (!yaml_document_initialize(&tree->document, NULL, NULL, NULL, 1, 1))
        return error_memory(err);
    enum error_code code = ERROR_OK;
    if (yaml_parser_initialize(&composer.parser)) {
        yaml_parser_set_input_string(&composer.parser, (const unsigned char *)bytes, size);
        code = compose_stream(&composer);
        yaml_parser_delete(&composer.parser);
    } else {
        code = error_memory(err);
    }
    if (code)
        rig_tree_free(tree);
    return code;
}

void rig_tree_free(struct rig_tree *tree) { yaml_document_delete(&tree->document); }

/* ---- looking up */

yaml_node_t *rig_tree_root(struct rig_tree *tree)
{
    return yaml_document_get_root_node(&tree->document);
}

/* a mapping's i-th pair, NULL after the last */
static const yaml_node_pair_t *pair_at(const yaml_node_t *mapping, size_t i)
{
    const yaml_node_pair_t *start = mapping->data.mapping.pairs.start;
    return i < (size_t)(mapping->data.mapping.pairs.top - start) ? start + i : NULL;
}

const char *rig_tree_key(struct rig_tree *tree, const yaml_node_t *mapping, size_t i)
{
    const yaml_node_pair_t *pair = pair_at(mapping, i);
    if (!pair)
        return NULL;
    return (const char *)yaml_document_get_node(&tree->document, pair->key)->data.scalar.value;
}

/* the pair of the key that is the first `length` bytes of a text */
static const yaml_node_pair_t *find(struct rig_tree *tree, const yaml_node_t *mapping,
                                    const char *text, size_t length)
{
    const char *key;
    for (size_t i = 0; (key = rig_tree_key(tree, mapping, i)); i++)
        if (strncmp(key, text, length) == 0 && key[length] == '\0')
            return pair_at(mapping, i);
    return NULL;
}

yaml_node_t *rig_tree_value(struct rig_tree *tree, const yaml_node_t *mapping, const char *key)
{
    const yaml_node_pair_t *pair = find(tree, mapping, key, strlen(key));
    return pair ? yaml_document_get_node(&tree->document, pair->value) : NULL;
}

yaml_node_t *rig_tree_entry(struct rig_tree *tree, const yaml_node_t *list, size_t i)
{
    const yaml_node_item_t *start = list->data.sequence.items.start;
    const size_t n = (size_t)(list->data.sequence.items.top - start);
    return i < n ? yaml_document_get_node(&tree->document, start[i]) : NULL;
}

/* ---- as JSON */

/* adds are done by jansson, which takes over the value and fails on NULL */
json_t *rig_tree_json(struct rig_tree *tree, const yaml_node_t *node)
{
    json_t *json = NULL;
    int failed = 0;
    if (node->type == YAML_SCALAR_NODE) {
        json = json_string((const char *)node->data.scalar.value);
    } else if (node->type == YAML_SEQUENCE_NODE) {
        const yaml_node_t *entry;
        json = json_array();
        for (size_t i = 0; !failed && (entry = rig_tree_entry(tree, node, i)); i++)
            failed = json_array_append_new(json, rig_tree_json(tree, entry));
    } else {
        const char *key;
        json = json_object();
        for (size_t i = 0; !failed && (key = rig_tree_key(tree, node, i)); i++)
            failed = json_object_set_new(json, key,
                                         rig_tree_json(tree, rig_tree_value(tree, node, key)));
    }
    if (failed) {
        json_decref(json);
        return NULL;
    }
    return json;
}

/* ---- where */

/* one step down the path: the node there and the line it begins in; NULL when it is not there */
static yaml_node_t *step(struct rig_tree *tree, const yaml_node_t *node, const char **path,
                         size_t *line)
{
    const char *part = *path + (**path == '.');
    if (*part == '[' && node->type == YAML_SEQUENCE_NODE) {
        char *end;
        yaml_node_t *entry = rig_tree_entry(tree, node, strtoul(part + 1, &end, 10));
        *path = end + (*end == ']');
        *line = entry ? entry->start_mark.line + 1 : *line;
        return entry;
    }
    const size_t length = strcspn(part, ".[");
    *path = part + length;
    const yaml_node_pair_t *pair = length > 0 && node->type == YAML_MAPPING_NODE
                                       ? find(tree, node, part, length)
                                       : NULL;
    if (!pair)
        return NULL;
    *line = yaml_document_get_node(&tree->document, pair->key)->start_mark.line + 1;
    return yaml_document_get_node(&tree->document, pair->value);
}

size_t rig_tree_line(struct rig_tree *tree, const char *path)
{
    size_t line = 0;
    const char *rest = path;
    const yaml_node_t *node = rig_tree_root(tree);
    while (node && *rest)
        node = step(tree, node, &rest, &line);
    return line;
}

void rig_tree_prefix(struct rig_tree *tree, const char *path, struct error *err)
{
    const size_t line = rig_tree_line(tree, path);
    if (line > 0)
        error_prefix(err, "%s:%zu: %s", tree->file, line, path);
    else
        error_prefix(err, "%s: %s", tree->file, path);
}

void rig_tree_prefix_key(struct rig_tree *tree, const char *path, const yaml_node_t *mapping,
                         size_t i, struct error *err)
{
    const yaml_node_t *key = yaml_document_get_node(&tree->document, pair_at(mapping, i)->key);
    error_prefix(err, "%s:%zu: %s%s%s", tree->file, key->start_mark.line + 1, path,
                 path[0] ? "." : "", (const char *)key->data.scalar.value);
}
