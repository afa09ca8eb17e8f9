/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the keys of a YAML file stand, and what libcyaml does not refuse:
 * duplicate keys, anchors and aliases, deep nesting, more than one document. */
#ifndef LIB_RIG_LINES_H
#define LIB_RIG_LINES_H

#include <stddef.h>

#include "lib/base/error.h"

struct rig_line {
    char *path;      /* "parameters.mass", "channels[0].role" */
    const char *key; /* its last part; NULL for an entry of a list */
    int level;       /* how many mappings it is in: 1 at the top */
    size_t line;
};

struct rig_lines {
    const char *file; /* name for messages; the caller's */
    struct rig_line *lines;
    size_t n;
};

enum error_code rig_lines_scan(const char *file, const char *bytes, size_t size,
                               struct rig_lines *lines, struct error *err);

void rig_lines_free(struct rig_lines *lines);

/* put "file:line: path: " before the message; of a path that is not in the
 * file, the line of the nearest one above it */
void rig_lines_prefix(const struct rig_lines *lines, const char *path, struct error *err);

#endif
