/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects of JSON and structs of C, by a table: a row is a key and the member it
 * goes to. Used by run_json.c only. */
#ifndef LIB_RUN_FIELDS_H
#define LIB_RUN_FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "lib/base/error.h"

/* const char *, int64_t or double; null is NULL or RUN_UNKNOWN */
enum run_field_kind { RUN_TEXT, RUN_TEXT_OR_NULL, RUN_INTEGER, RUN_INTEGER_OR_NULL, RUN_REAL };

struct run_field {
    const char *key; /* NULL ends a table */
    enum run_field_kind kind;
    size_t offset;
    int64_t min, max; /* of an integer */
};

/* where an object stands, for messages: "a/run.json" and "channels[2]." */
struct run_place {
    const char *path;
    char prefix[32];
};

/* "a/run.json: channels[2].unit must be a text" */
enum error_code run_fields_bad(struct error *err, const struct run_place *place, const char *key,
                               const char *wanted);

enum error_code run_fields_put(json_t *object, const struct run_field *table, const void *from,
                               struct error *err);

/* every key must be there and valid; texts are those of the object */
enum error_code run_fields_get(const json_t *object, const struct run_field *table, void *to,
                               const struct run_place *place, struct error *err);

#endif
