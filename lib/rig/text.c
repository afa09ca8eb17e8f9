/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/rig/text.h"

#include <cyaml/cyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rig_schema {
    cyaml_schema_field_t top[RIG_TOPS + RIG_PARTS + 1]; /* the last ends the list */
    cyaml_schema_field_t *parts[RIG_PARTS];
    cyaml_schema_value_t text, channel, rig;
};

enum { MAX_ENTRIES = 256 }; /* of a list: channels or includes */

static const cyaml_schema_value_t text_value = {
    .type = CYAML_STRING,
    .flags = (enum cyaml_flag)(CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL),
    .data_size = sizeof(char),
    .string = {.min = 0, .max = CYAML_UNLIMITED},
};

static const enum cyaml_flag optional_pointer = (enum cyaml_flag)(CYAML_FLAG_POINTER |
                                                                  CYAML_FLAG_OPTIONAL);

/* ---- libcyaml's log: its first line says what, the next ones where, from the
 * inside out */

struct log {
    char what[128];
    char path[192];
    unsigned line;
};

static void put_before(struct log *log, const char *text, int length, const char *between)
{
    char path[sizeof log->path];
    const char *dot = log->path[0] && log->path[0] != '[' ? between : "";
    snprintf(path, sizeof path, "%.*s%s%.*s", length, text, dot, (int)sizeof path / 2, log->path);
    memcpy(log->path, path, sizeof path);
}

/* "  in mapping field 'mass' (line: 3, column: 9)" */
static void take_where(struct log *log, const char *text)
{
    const char *field = strstr(text, "in mapping field '"), *line = strstr(text, "(line: ");
    const char *entry = strstr(text, "in sequence entry '");
    if (field) {
        field += strlen("in mapping field '");
        put_before(log, field, (int)strcspn(field, "'"), ".");
    } else if (entry) {
        char index[32];
        unsigned long count = strtoul(entry + strlen("in sequence entry '"), NULL, 10);
        snprintf(index, sizeof index, "[%lu]", count - 1);
        put_before(log, index, (int)strlen(index), ".");
    }
    if (line && log->line == 0)
        log->line = (unsigned)strtoul(line + strlen("(line: "), NULL, 10);
}

static void take_log(cyaml_log_t level, void *context, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

static void take_log(cyaml_log_t level, void *context, const char *format, va_list args)
{
    (void)level;
    struct log *log = context;
    char text[256];
    vsnprintf(text, sizeof text, format, args);
    text[strcspn(text, "\n")] = '\0';
    if (!log->what[0])
        snprintf(log->what, sizeof log->what, "%.*s", (int)sizeof log->what - 1, text);
    else
        take_where(log, text);
}

/* libcyaml's words for what it did not find, in a person's */
static const char *in_words(const char *what)
{
    static const char *const words[][2] = {
        {"Expecting MAPPING", "keys with values are expected here, like \"mass: 0.12 kg\""},
        {"Expecting SEQUENCE", "a list is expected here, like \"[a, b]\""},
        {"Expecting STRING", "one value is expected here, like \"0.12 kg\""},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(what, words[i][0]))
            return words[i][1];
    return what;
}

static cyaml_config_t configuration(struct log *log, cyaml_cfg_flags_t flags)
{
    return (cyaml_config_t){.log_fn = take_log,
                            .log_ctx = log,
                            .log_level = CYAML_LOG_ERROR,
                            .mem_fn = cyaml_mem,
                            .flags = flags};
}

static enum error_code load(const char *file, const char *bytes, size_t size,
                            cyaml_cfg_flags_t flags, const cyaml_schema_value_t *schema,
                            void **data, struct error *err)
{
    struct log log = {0};
    cyaml_config_t config = configuration(&log, flags);
    cyaml_err_t failure = cyaml_load_data((const uint8_t *)bytes, size, &config, schema, data,
                                          NULL);
    if (failure == CYAML_OK)
        return ERROR_OK;
    /* libyaml without memory has no words, but its caller prints them */
    if (failure == CYAML_ERR_OOM || strstr(log.what, "libyaml: (null)"))
        return error_memory(err);
    return error_set(err, ERROR_INPUT, "%s:%u: %s%s%s; skitter-rig(5) shows the layout", file,
                     log.line > 0 ? log.line : 1, log.path, log.path[0] ? ": " : "",
                     log.what[0] ? in_words(log.what) : cyaml_strerror(failure));
}

/* ---- schema */

static cyaml_schema_field_t text_field(const char *key, size_t offset)
{
    return (cyaml_schema_field_t){.key = key, .value = text_value, .data_offset = (uint32_t)offset};
}

/* a mapping whose data are pointers to texts, one for each key */
static cyaml_schema_field_t *part_fields(const struct rig_keys *keys)
{
    size_t n = keys->n_words + keys->n_rows;
    cyaml_schema_field_t *fields = calloc(n + 1, sizeof *fields);
    for (size_t i = 0; fields && i < n; i++)
        fields[i] = text_field(rig_keys_name(keys, i), i * sizeof(char *));
    return fields;
}

static cyaml_schema_field_t list_field(const char *key, const cyaml_schema_value_t *entry,
                                       size_t entry_size, size_t offset, size_t count_offset)
{
    return (cyaml_schema_field_t){
        .key = key,
        .value = {.type = CYAML_SEQUENCE,
                  .flags = optional_pointer,
                  .data_size = (uint32_t)entry_size,
                  .sequence = {.entry = entry, .min = 0, .max = MAX_ENTRIES}},
        .data_offset = (uint32_t)offset,
        .count_size = sizeof(unsigned),
        .count_offset = (uint32_t)count_offset};
}

static bool add_part(struct rig_schema *schema, enum rig_part part, const struct mechanism *model)
{
    struct rig_keys keys = rig_part_keys(part, model);
    uint32_t data_size = (uint32_t)((keys.n_words + keys.n_rows) * sizeof(char *));
    size_t offset = offsetof(struct rig_texts, parts) + part * sizeof(char **);
    schema->parts[part] = part_fields(&keys);
    cyaml_schema_value_t value = {.type = CYAML_MAPPING,
                                  .flags = optional_pointer,
                                  .data_size = data_size,
                                  .mapping = {.fields = schema->parts[part]}};
    cyaml_schema_field_t *field = &schema->top[RIG_TOPS + part];
    if (part == RIG_PART_CHANNELS) {
        schema->channel = value;
        schema->channel.flags = CYAML_FLAG_DEFAULT;
        *field = list_field(rig_part_names[part], &schema->channel, data_size, offset,
                            offsetof(struct rig_texts, n_channels));
    } else {
        *field = (cyaml_schema_field_t){
            .key = rig_part_names[part], .value = value, .data_offset = (uint32_t)offset};
    }
    return schema->parts[part] != NULL;
}

static void schema_free(struct rig_schema *schema)
{
    for (size_t i = 0; schema && i < RIG_PARTS; i++)
        free(schema->parts[i]);
    free(schema);
}

static struct rig_schema *schema_make(const struct mechanism *model)
{
    struct rig_schema *schema = calloc(1, sizeof *schema);
    if (!schema)
        return NULL;
    schema->text = text_value;
    schema->text.flags = CYAML_FLAG_POINTER;
    for (size_t i = 0; i < RIG_TOP_INCLUDE; i++)
        schema->top[i] = text_field(rig_top_names[i],
                                    offsetof(struct rig_texts, top) + i * sizeof(char *));
    schema->top[RIG_TOP_INCLUDE] = list_field(rig_top_names[RIG_TOP_INCLUDE], &schema->text,
                                              sizeof(char *), offsetof(struct rig_texts, include),
                                              offsetof(struct rig_texts, n_include));
    schema->rig = (cyaml_schema_value_t){.type = CYAML_MAPPING,
                                         .flags = CYAML_FLAG_POINTER,
                                         .data_size = sizeof(struct rig_texts),
                                         .mapping = {.fields = schema->top}};
    for (enum rig_part part = 0; part < RIG_PARTS; part++)
        if (!add_part(schema, part, model)) {
            schema_free(schema);
            return NULL;
        }
    return schema;
}

/* ---- interface */

enum error_code rig_text_model(const char *file, const char *bytes, size_t size, char **name,
                               struct error *err)
{
    const cyaml_schema_field_t fields[] = {text_field(rig_top_names[RIG_TOP_MODEL], 0),
                                           CYAML_FIELD_END};
    const cyaml_schema_value_t schema = {.type = CYAML_MAPPING,
                                         .flags = CYAML_FLAG_POINTER,
                                         .data_size = sizeof(char *),
                                         .mapping = {.fields = fields}};
    void *data = NULL;
    enum error_code code = load(file, bytes, size, CYAML_CFG_IGNORE_UNKNOWN_KEYS, &schema, &data,
                                err);
    *name = NULL;
    if (code == ERROR_OK && data)
        *name = *(char **)data; /* allocated by cyaml_mem, which is realloc and free */
    free(data);
    return code;
}

enum error_code rig_text_load(const char *file, const char *bytes, size_t size,
                              const struct mechanism *model, struct rig_text *text,
                              struct error *err)
{
    *text = (struct rig_text){.schema = schema_make(model)};
    if (!text->schema)
        return error_memory(err);
    void *data = NULL;
    enum error_code code = load(file, bytes, size, CYAML_CFG_DEFAULT, &text->schema->rig, &data,
                                err);
    text->texts = data;
    if (code != ERROR_OK)
        rig_text_free(text);
    return code;
}

void rig_text_free(struct rig_text *text)
{
    struct log log = {0};
    cyaml_config_t config = configuration(&log, CYAML_CFG_DEFAULT);
    if (text->texts)
        cyaml_free(&config, &text->schema->rig, text->texts, 0);
    schema_free(text->schema);
    *text = (struct rig_text){0};
}
