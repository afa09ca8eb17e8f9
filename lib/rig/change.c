/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rig that was read and is changed: moved to another file, or a value of it set. */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/file.h"
#include "lib/base/nearest.h"
#include "lib/rig/make.h"
#include "lib/rig/rig.h"
#include "lib/rig/uncertain.h"

/* ---- moving */

/* the directory of a file, without links; NULL when there is none */
static char *directory_of(const char *file)
{
    char *beside = file_beside(file, "."), *directory = beside ? realpath(beside, NULL) : NULL;
    free(beside);
    return directory;
}

/* a name that holds from anywhere in place of one that holds from the rig file */
static enum error_code name_from_anywhere(const struct rig *rig, char **name, struct error *err)
{
    char *beside = file_beside(rig->path, *name), *whole = beside ? realpath(beside, NULL) : NULL;
    enum error_code code = ERROR_OK;
    if (!beside || (!whole && errno == ENOMEM))
        code = error_memory(err);
    else if (!whole)
        code = error_set(err, ERROR_IO, "%s: cannot be found: %s", beside, strerror(errno));
    if (!code) {
        free(*name);
        *name = whole;
    }
    free(beside);
    return code;
}

enum error_code rig_move(struct rig *rig, const char *path, struct error *err)
{
    char *from = directory_of(rig->path), *to = directory_of(path);
    const bool same = from && to && strcmp(from, to) == 0;
    free(from);
    free(to);
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < rig->n_includes && !same && !code; i++)
        code = name_from_anywhere(rig, &rig->includes[i], err);
    if (!code && rig->belt.name && !same)
        code = name_from_anywhere(rig, &rig->belt.name, err);
    if (!code && !rig_text_copy(&rig->path, path))
        code = error_memory(err);
    return code;
}

/* ---- setting */

/* the section and row of a parameter or a start state; NULL when unknown */
static struct rig_section *find(struct rig *rig, const char *name, size_t *row)
{
    struct rig_section *sections[] = {&rig->parameters, &rig->start};
    for (size_t i = 0; i < 2; i++) {
        *row = quantity_find(sections[i]->table, sections[i]->n, name);
        if (*row < sections[i]->n)
            return sections[i];
    }
    return NULL;
}

static enum error_code unknown_name(const struct rig *rig, const char *name, struct error *err)
{
    struct nearest nearest = nearest_to(name);
    for (size_t i = 0; i < rig->parameters.n; i++)
        nearest_offer(&nearest, rig->parameters.table[i].name);
    for (size_t i = 0; i < rig->start.n; i++)
        nearest_offer(&nearest, rig->start.table[i].name);
    char hint[96];
    nearest_hint(&nearest, hint, sizeof hint);
    return error_set(err, ERROR_INPUT,
                     "%.60s: is neither a parameter nor a start state of %s%s (they are in "
                     "skitter-rig(5))",
                     name, rig->model->name, hint);
}

/* take the new value if the whole rig is right with it, else keep the old one */
static enum error_code take(struct rig *rig, struct rig_section *section, size_t row,
                            struct rig_value value, struct error *err)
{
    struct rig_value old = section->values[row];
    enum error_code code = rig_section_take(section, row, value, err);
    if (code) {
        error_prefix(err, "%s", section->table[row].name);
        return code;
    }
    char key[RIG_KEY_SIZE];
    code = rig_complete(rig, key, err);
    if (!code)
        return ERROR_OK;
    error_prefix(err, "%s", key);
    section->values[row] = old;
    rig_complete(rig, key, NULL);
    return code;
}

enum error_code rig_set_value(struct rig *rig, const char *name, double value, struct error *err)
{
    return rig_set_uncertain(rig, name, value, NAN, err);
}

enum error_code rig_set_uncertain(struct rig *rig, const char *name, double value,
                                  double uncertainty, struct error *err)
{
    size_t row;
    struct rig_section *section = find(rig, name, &row);
    if (!section)
        return unknown_name(rig, name, err);
    struct rig_value given = {.value = value, .uncertainty = uncertainty, .source = RIG_SET};
    return take(rig, section, row, given, err);
}

enum error_code rig_set(struct rig *rig, const char *assignment, struct error *err)
{
    const char *equals = strchr(assignment, '=');
    char name[96];
    size_t length = equals ? (size_t)(equals - assignment) : 0;
    if (length == 0 || length >= sizeof name)
        return error_set(err, ERROR_USAGE,
                         "\"%.60s\": a name and a value are expected, like friction=0.5 or "
                         "\"theta1=30 deg\"",
                         assignment);
    memcpy(name, assignment, length);
    while (length > 0 && name[length - 1] == ' ')
        length--;
    name[length] = '\0';
    size_t row;
    struct rig_section *section = find(rig, name, &row);
    if (!section)
        return unknown_name(rig, name, err);
    struct rig_value given = {.source = RIG_SET};
    enum error_code code = rig_uncertain_parse(equals + 1, section->table[row].unit, &given.value,
                                               &given.uncertainty, err);
    if (code) {
        error_prefix(err, "%s", name);
        return code;
    }
    return take(rig, section, row, given, err);
}
