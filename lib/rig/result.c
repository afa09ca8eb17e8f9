/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/file.h"
#include "lib/base/stream.h"
#include "lib/base/json.h"
#include "lib/base/memory.h"
#include "lib/base/units.h"
#include "lib/base/version.h"

enum { RESULT_FILE_LIMIT = 16 << 20 };

/* the text fields of one result; those that are not required may be null */
static const struct {
    const char *key;
    size_t offset;
    bool required;
} text_fields[] = {
    {"name", offsetof(struct result, name), true},
    {"unit", offsetof(struct result, unit), true},
    {"method", offsetof(struct result, method), true},
    {"run", offsetof(struct result, run), false},
    {"sha256", offsetof(struct result, sha256), false},
};
enum { TEXT_FIELDS = sizeof text_fields / sizeof *text_fields };

static const char **text_field(struct result *result, size_t i)
{
    return (const char **)(void *)((char *)result + text_fields[i].offset);
}

/* ---- writing */

static json_t *result_to_json(const struct result *result)
{
    json_t *json = json_object();
    int failed = json_object_set_new(json, "value", json_real(result->value));
    failed |= json_object_set_new(json, "uncertainty", json_number(result->uncertainty));
    struct result copy = *result;
    for (size_t i = 0; i < TEXT_FIELDS; i++) {
        const char *text = *text_field(&copy, i);
        failed |= json_object_set_new(json, text_fields[i].key,
                                      text ? json_string(text) : json_null());
    }
    if (!failed)
        return json;
    json_decref(json);
    return NULL;
}

static json_t *file_to_json(const char *program, const struct result *results, size_t n)
{
    char created[32];
    time_t now = time(NULL);
    struct tm utc;
    strftime(created, sizeof created, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        if (json_array_append_new(list, result_to_json(&results[i])) != 0) {
            json_decref(list);
            return NULL;
        }
    return json_pack("{s:s, s:s, s:s, s:s, s:o}", "skitter", skitter_version, "kind", "result",
                     "program", program, "created", created, "results", list);
}

enum error_code result_text(const char *program, const struct result *results, size_t n,
                            char **text, struct error *err)
{
    *text = NULL;
    for (size_t i = 0; i < n; i++)
        if (!isfinite(results[i].value)) {
            error_set(err, ERROR_NUMERIC, "%s is not finite and is not written", results[i].name);
            return ERROR_NUMERIC;
        }
    json_t *json = file_to_json(program, results, n);
    *text = json_text(json);
    json_decref(json);
    if (*text)
        return ERROR_OK;
    error_set(err, ERROR_MEMORY,
              "the results could not be put into JSON; is a name or a method "
              "not UTF-8, or the memory full?");
    return ERROR_MEMORY;
}

enum error_code result_write(const char *path, const char *program, const struct result *results,
                             size_t n, bool force, struct error *err)
{
    char *text;
    enum error_code code = result_text(program, results, n, &text, err);
    if (code) {
        error_prefix(err, "%s", path);
        return code;
    }
    size_t size = strlen(text);
    text[size] = '\n'; /* in place of the null byte */
    code = stream_write_whole(path, text, size + 1, force, err);
    free(text);
    return code;
}

/* ---- reading */

static enum error_code read_fields(const json_t *json, struct result *result, struct error *err)
{
    if (!json_is_object(json))
        return error_set(err, ERROR_INPUT, "is not an object in braces");
    for (size_t i = 0; i < TEXT_FIELDS; i++) {
        const json_t *field = json_object_get(json, text_fields[i].key);
        *text_field(result, i) = json_string_value(field);
        bool absent = !field || json_is_null(field);
        if (json_is_string(field) || (absent && !text_fields[i].required))
            continue;
        return error_set(err, ERROR_INPUT, "\"%s\" %s; it must be a text", text_fields[i].key,
                         absent ? "is missing" : "is not a text");
    }
    const json_t *value = json_object_get(json, "value");
    if (!json_is_number(value))
        return error_set(err, ERROR_INPUT, "\"value\" %s; it must be a number",
                         value ? "is not a number" : "is missing");
    result->value = json_number_value(value);
    const json_t *uncertainty = json_object_get(json, "uncertainty");
    if (uncertainty && !json_is_null(uncertainty) && !json_is_number(uncertainty))
        return error_set(err, ERROR_INPUT,
                         "\"uncertainty\" is not a number; give a number or null");
    result->uncertainty = json_number_or(uncertainty, NAN);
    if (result->uncertainty < 0)
        return error_set(err, ERROR_INPUT, "\"uncertainty\" is negative; give 0 or more");
    return ERROR_OK;
}

static enum error_code read_list(struct result_file *file, struct error *err)
{
    const json_t *list = json_object_get(file->json, "results");
    const char *kind = json_string_value(json_object_get(file->json, "kind"));
    if (!kind || strcmp(kind, "result") != 0 || !json_is_array(list))
        return error_set(err, ERROR_INPUT,
                         "is not a result file (\"kind\": \"result\" and a list \"results\" "
                         "are expected); skitter-calib and skitter-fit write such files");
    file->program = json_string_value(json_object_get(file->json, "program"));
    file->version = json_string_value(json_object_get(file->json, "skitter"));
    file->created = json_string_value(json_object_get(file->json, "created"));
    size_t n = json_array_size(list);
    file->results = calloc(n + 1, sizeof *file->results);
    if (!file->results)
        return error_memory(err);
    for (size_t i = 0; i < n; i++) {
        enum error_code code = read_fields(json_array_get(list, i), &file->results[i], err);
        if (code) {
            error_prefix(err, "results[%zu]", i);
            return code;
        }
    }
    file->n_results = n;
    return ERROR_OK;
}

enum error_code result_take(json_t *json, struct result_file *file, struct error *err)
{
    *file = (struct result_file){.json = json};
    const enum error_code code = read_list(file, err);
    if (code)
        result_free(file);
    return code;
}

enum error_code result_read(const char *path, struct result_file *file, struct error *err)
{
    *file = (struct result_file){0};
    char *bytes;
    size_t size;
    enum error_code code = file_read_whole(path, RESULT_FILE_LIMIT, &bytes, &size, err);
    if (code)
        return code;
    json_error_t where;
    json_t *json = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &where);
    free(bytes);
    if (!json && memory_lost())
        return error_memory(err);
    if (!json)
        return error_set(err, ERROR_INPUT, "%s:%d: is not JSON: %s; a result file is expected",
                         path, where.line, where.text);
    code = result_take(json, file, err);
    if (code)
        error_prefix(err, "%s", path);
    return code;
}

void result_free(struct result_file *file)
{
    free(file->results);
    json_decref(file->json);
    *file = (struct result_file){0};
}

enum error_code result_in(const struct result *result, const char *unit, double *value,
                          double *uncertainty, struct error *err)
{
    *value = result->value;
    *uncertainty = result->uncertainty;
    enum error_code code = units_convert(result->unit, unit, value, err);
    if (!code && !isnan(result->uncertainty))
        code = units_convert(result->unit, unit, uncertainty, err);
    if (code)
        error_prefix(err, "result %.60s", result->name);
    return code;
}
