/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Result files (*.json): measured or fitted values with their uncertainty and
 * where they come from. Rig files include them. */
#ifndef LIB_RIG_RESULT_H
#define LIB_RIG_RESULT_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "lib/base/error.h"

struct result {
    const char *name;
    double value;       /* in `unit` */
    double uncertainty; /* standard, in `unit`; NaN when not known */
    const char *unit;   /* SI, "1" for a pure number */
    const char *method; /* how it was obtained */
    const char *run;    /* run directory, or NULL */
    const char *sha256; /* of the run's signal, or NULL */
};

/* a file that was read; the strings belong to it */
struct result_file {
    const char *program;
    const char *version;
    const char *created; /* ISO 8601, UTC */
    struct result *results;
    size_t n_results;
    json_t *json; /* holds the strings */
};

/* the same as the text of such a file; the caller frees it */
enum error_code result_text(const char *program, const struct result *results, size_t n,
                            char **text, struct error *err);

/* write `n` results under the name of the program that found them, whole or
 * not at all */
enum error_code result_write(const char *path, const char *program, const struct result *results,
                             size_t n, bool force, struct error *err);

enum error_code result_read(const char *path, struct result_file *file, struct error *err);

/* the same from what such a file holds; takes the reference, also when it fails */
enum error_code result_take(json_t *json, struct result_file *file, struct error *err);

void result_free(struct result_file *file);

/* value and uncertainty of one result in another unit of its dimension */
enum error_code result_in(const struct result *result, const char *unit, double *value,
                          double *uncertainty, struct error *err);

#endif
