/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rig file as texts: what libcyaml loads by a schema made from the tables. */
#ifndef LIB_RIG_TEXT_H
#define LIB_RIG_TEXT_H

#include "lib/rig/tables.h"

/* loaded by libcyaml; a text is NULL where the file has no such key */
struct rig_texts {
    char *top[RIG_TOPS - 1]; /* title, model, rate */
    char **include;
    unsigned n_include;
    char **parts[RIG_PARTS]; /* texts by the part's keys; all channels in a row */
    unsigned n_channels;
};

struct rig_text {
    struct rig_texts *texts;
    struct rig_schema *schema; /* libcyaml frees by the schema it loaded with */
};

/* name of the model alone, whatever else is there; *name is NULL when the file
 * has none. The caller frees it. */
enum error_code rig_text_model(const char *file, const char *bytes, size_t size, char **name,
                               struct error *err);

enum error_code rig_text_load(const char *file, const char *bytes, size_t size,
                              const struct mechanism *model, struct rig_text *text,
                              struct error *err);

void rig_text_free(struct rig_text *text);

#endif
