/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/lines.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum {
    MAX_DEPTH = 6,    /* a rig file needs three */
    MAX_LINES = 4096, /* keys and entries of lists */
    MAX_KEY = 64,
    PATH_SIZE = MAX_DEPTH * (MAX_KEY + 24)
};

/* one open mapping or list */
struct frame {
    bool mapping;
    bool value_next; /* in a mapping: the key was read */
    size_t index;    /* in a list */
    size_t path_length;
};

struct scan {
    struct rig_lines *lines;
    struct frame frames[MAX_DEPTH];
    size_t depth;
    size_t documents;
    char path[PATH_SIZE]; /* of the node that comes next */
};

static enum error_code fail(const struct scan *scan, const yaml_mark_t *mark, struct error *err,
                            const char *message)
{
    return error_set(err, ERROR_INPUT, "%s:%zu: %s%s%s", scan->lines->file, mark->line + 1,
                     scan->path, scan->path[0] ? ": " : "", message);
}

/* ---- index */

/* makes room for one more; most files have few, so that the room grows with them */
static bool grow(struct rig_lines *lines)
{
    enum { FEW = 64 };
    const bool full = lines->n == 0 || (lines->n >= FEW && (lines->n & (lines->n - 1)) == 0);
    if (!full)
        return true;
    const size_t room = lines->n == 0 ? FEW : 2 * lines->n;
    struct rig_line *grown = realloc(lines->lines, room * sizeof *grown);
    if (grown)
        lines->lines = grown;
    return grown != NULL;
}

static enum error_code note(struct scan *scan, size_t key_offset, bool is_key,
                            const yaml_mark_t *mark, struct error *err)
{
    struct rig_lines *lines = scan->lines;
    for (size_t i = 0; i < lines->n; i++)
        if (strcmp(lines->lines[i].path, scan->path) == 0) {
            fail(scan, mark, err, "the key is there twice");
            error_append(err, ", first in line %zu; remove one of the two", lines->lines[i].line);
            return ERROR_INPUT;
        }
    if (lines->n == MAX_LINES)
        return fail(scan, mark, err, "too many keys for a rig file; is it the right file?");
    char *path = grow(lines) ? strdup(scan->path) : NULL;
    if (!path)
        return error_memory(err);
    int level = 0;
    for (size_t i = 0; i < scan->depth; i++)
        level += scan->frames[i].mapping;
    lines->lines[lines->n++] = (struct rig_line){path, is_key ? path + key_offset : NULL, level,
                                                 mark->line + 1};
    return ERROR_OK;
}

static enum error_code note_key(struct scan *scan, struct frame *frame, const yaml_event_t *event,
                                struct error *err)
{
    if (event->type != YAML_SCALAR_EVENT)
        return fail(scan, &event->start_mark, err, "a key must be one word");
    const char *key = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    if (length == 0 || length > MAX_KEY || strlen(key) != length)
        return fail(scan, &event->start_mark, err,
                    "a key is empty or too long; the keys are listed in skitter-rig(5)");
    size_t end = frame->path_length;
    if (end > 0)
        scan->path[end++] = '.';
    memcpy(scan->path + end, key, length + 1);
    frame->value_next = true;
    return note(scan, end, true, &event->start_mark, err);
}

static enum error_code note_entry(struct scan *scan, struct frame *frame, const yaml_event_t *event,
                                  struct error *err)
{
    snprintf(scan->path + frame->path_length, sizeof scan->path - frame->path_length, "[%zu]",
             frame->index++);
    return note(scan, 0, false, &event->start_mark, err);
}

/* ---- events */

static enum error_code open_frame(struct scan *scan, const yaml_event_t *event, struct error *err)
{
    if (scan->depth == MAX_DEPTH)
        return fail(scan, &event->start_mark, err,
                    "is nested too deeply; skitter-rig(5) shows the layout");
    scan->frames[scan->depth++] = (struct frame){.mapping = event->type == YAML_MAPPING_START_EVENT,
                                                 .path_length = strlen(scan->path)};
    return ERROR_OK;
}

static void close_frame(struct scan *scan)
{
    scan->depth--;
    if (scan->depth > 0)
        scan->path[scan->frames[scan->depth - 1].path_length] = '\0';
}

/* a scalar, or the start of a mapping or list */
static enum error_code take_node(struct scan *scan, const yaml_event_t *event, struct error *err)
{
    struct frame *parent = scan->depth > 0 ? &scan->frames[scan->depth - 1] : NULL;
    if (!parent && event->type != YAML_MAPPING_START_EVENT)
        return fail(scan, &event->start_mark, err,
                    "is not a rig file: keys with values (\"model: two-link\") are expected; "
                    "skitter-rig(5) shows the layout");
    if (parent && parent->mapping && !parent->value_next)
        return note_key(scan, parent, event, err);
    if (parent && !parent->mapping) {
        enum error_code code = note_entry(scan, parent, event, err);
        if (code != ERROR_OK)
            return code;
    }
    if (parent)
        parent->value_next = false;
    if (event->type != YAML_SCALAR_EVENT)
        return open_frame(scan, event, err);
    return ERROR_OK;
}

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

static enum error_code take_event(struct scan *scan, const yaml_event_t *event, struct error *err)
{
    if (has_anchor(event))
        return fail(scan, &event->start_mark, err,
                    "anchors and aliases (& and *) are not for rig files; write the value out");
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (scan->documents++ > 0)
            return fail(scan, &event->start_mark, err,
                        "a second document begins; one rig file holds one rig");
        return ERROR_OK;
    case YAML_SCALAR_EVENT:
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        return take_node(scan, event, err);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_frame(scan);
        return ERROR_OK;
    default:
        return ERROR_OK;
    }
}

static enum error_code not_yaml(const struct scan *scan, const yaml_parser_t *parser,
                                struct error *err)
{
    if (parser->error == YAML_MEMORY_ERROR)
        return error_memory(err);
    if (parser->error == YAML_READER_ERROR)
        return error_set(err, ERROR_INPUT,
                         "%s: is not a YAML file: %s at byte %zu; a rig file is UTF-8 text",
                         scan->lines->file, parser->problem, parser->problem_offset);
    return error_set(err, ERROR_INPUT, "%s:%zu: is not YAML: %s; skitter-rig(5) shows the layout",
                     scan->lines->file, parser->problem_mark.line + 1, parser->problem);
}

static enum error_code scan_events(struct scan *scan, yaml_parser_t *parser, struct error *err)
{
    bool more = true;
    while (more) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event))
            return not_yaml(scan, parser, err);
        enum error_code code = take_event(scan, &event, err);
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
        if (code != ERROR_OK)
            return code;
    }
    if (scan->documents == 0)
        return error_set(err, ERROR_INPUT,
                         "%s: the file is empty; it needs at least \"model: ...\", see "
                         "skitter-rig(5)",
                         scan->lines->file);
    return ERROR_OK;
}

enum error_code rig_lines_scan(const char *file, const char *bytes, size_t size,
                               struct rig_lines *lines, struct error *err)
{
    *lines = (struct rig_lines){.file = file};
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return error_memory(err);
    yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, size);
    struct scan scan = {.lines = lines};
    enum error_code code = scan_events(&scan, &parser, err);
    yaml_parser_delete(&parser);
    if (code != ERROR_OK)
        rig_lines_free(lines);
    return code;
}

void rig_lines_free(struct rig_lines *lines)
{
    for (size_t i = 0; i < lines->n; i++)
        free(lines->lines[i].path);
    free(lines->lines);
    lines->lines = NULL;
    lines->n = 0;
}

static size_t line_of(const struct rig_lines *lines, const char *path, size_t length)
{
    for (size_t i = 0; i < lines->n; i++)
        if (strncmp(lines->lines[i].path, path, length) == 0 &&
            lines->lines[i].path[length] == '\0')
            return lines->lines[i].line;
    return 0;
}

void rig_lines_prefix(const struct rig_lines *lines, const char *path, struct error *err)
{
    size_t length = strlen(path), line = 0;
    while (length > 0 && (line = line_of(lines, path, length)) == 0)
        do
            length--;
        while (length > 0 && path[length] != '.' && path[length] != '[');
    if (line > 0)
        error_prefix(err, "%s:%zu: %s", lines->file, line, path);
    else
        error_prefix(err, "%s: %s", lines->file, path);
}
