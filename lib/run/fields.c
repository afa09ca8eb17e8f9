/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/fields.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "lib/run/description.h"

enum error_code run_fields_bad(struct error *err, const struct run_place *place, const char *key,
                               const char *wanted)
{
    return error_set(err, ERROR_INPUT, "%s: %s%s must be %s", place->path, place->prefix, key,
                     wanted);
}

static json_t *field_value(const struct run_field *field, const void *from)
{
    const char *at = (const char *)from + field->offset;
    const char *text;
    int64_t integer;
    double real;
    switch (field->kind) {
    case RUN_TEXT:
    case RUN_TEXT_OR_NULL:
        memcpy(&text, at, sizeof text);
        return text ? json_string(text) : json_null();
    case RUN_INTEGER:
    case RUN_INTEGER_OR_NULL:
        memcpy(&integer, at, sizeof integer);
        if (field->kind == RUN_INTEGER_OR_NULL && integer == RUN_UNKNOWN)
            return json_null();
        return json_integer(integer);
    case RUN_REAL:
        memcpy(&real, at, sizeof real);
        return json_real(real);
    }
    return NULL;
}

/* text that is not UTF-8 and a number that is not finite have no JSON */
enum error_code run_fields_put(json_t *object, const struct run_field *table, const void *from,
                               struct error *err)
{
    for (const struct run_field *field = table; field->key; field++)
        if (json_object_set_new(object, field->key, field_value(field, from)) != 0)
            return error_set(err, ERROR_INPUT,
                             "run.json: %s cannot be written; give UTF-8 text and finite numbers",
                             field->key);
    return ERROR_OK;
}

static enum error_code get_text(const json_t *value, const struct run_field *field, void *to,
                                const struct run_place *place, struct error *err)
{
    bool null = field->kind == RUN_TEXT_OR_NULL && json_is_null(value);
    if (!json_is_string(value) && !null)
        return run_fields_bad(err, place, field->key,
                              field->kind == RUN_TEXT ? "a text" : "a text or null");
    *(const char **)to = json_string_value(value); /* NULL for null */
    return ERROR_OK;
}

static enum error_code get_integer(const json_t *value, const struct run_field *field, void *to,
                                   const struct run_place *place, struct error *err)
{
    if (field->kind == RUN_INTEGER_OR_NULL && json_is_null(value)) {
        *(int64_t *)to = RUN_UNKNOWN;
        return ERROR_OK;
    }
    int64_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < field->min || number > field->max) {
        char wanted[80];
        snprintf(wanted, sizeof wanted, "a whole number from %lld to %lld%s", (long long)field->min,
                 (long long)field->max, field->kind == RUN_INTEGER_OR_NULL ? ", or null" : "");
        return run_fields_bad(err, place, field->key, wanted);
    }
    *(int64_t *)to = number;
    return ERROR_OK;
}

enum error_code run_fields_get(const json_t *object, const struct run_field *table, void *to,
                               const struct run_place *place, struct error *err)
{
    for (const struct run_field *field = table; field->key; field++) {
        const json_t *value = json_object_get(object, field->key);
        char *at = (char *)to + field->offset;
        enum error_code code = ERROR_OK;
        if (!value)
            code = run_fields_bad(err, place, field->key, "there, and is missing");
        else if (field->kind == RUN_REAL && json_is_number(value))
            *(double *)(void *)at = json_number_value(value);
        else if (field->kind == RUN_REAL)
            code = run_fields_bad(err, place, field->key, "a number");
        else if (field->kind == RUN_TEXT || field->kind == RUN_TEXT_OR_NULL)
            code = get_text(value, field, at, place, err);
        else
            code = get_integer(value, field, at, place, err);
        if (code)
            return code;
    }
    return ERROR_OK;
}
