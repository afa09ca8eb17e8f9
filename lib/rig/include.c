/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/include.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/file.h"
#include "lib/rig/result.h"
#include "lib/rig/make.h"

static enum error_code take_result(struct rig_section *section, size_t include,
                                   const struct result *result, struct error *err)
{
    size_t row = quantity_find(section->table, section->n, result->name);
    if (row == section->n)
        return ERROR_OK;
    struct rig_value value = {.source = RIG_INCLUDE, .include = include};
    enum error_code code = result_in(result, section->table[row].unit, &value.value,
                                     &value.uncertainty, err);
    if (code)
        return code;
    code = rig_section_take(section, row, value, err);
    if (code)
        error_prefix(err, "result %s", result->name);
    return code;
}

static enum error_code take_file(struct rig *rig, const struct result_file *file, struct error *err)
{
    size_t include = rig->n_includes - 1;
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < file->n_results && !code; i++) {
        code = take_result(&rig->parameters, include, &file->results[i], err);
        if (!code)
            code = take_result(&rig->start, include, &file->results[i], err);
    }
    return code;
}

enum error_code rig_include(struct rig *rig, const char *name, struct error *err)
{
    char *path = file_beside(rig->path, name);
    if (!path || !rig_add_include(rig, name)) {
        free(path);
        return error_memory(err);
    }
    struct result_file file;
    enum error_code code = result_read(path, &file, err);
    if (!code) {
        code = take_file(rig, &file, err);
        if (code)
            error_prefix(err, "%s", path);
        result_free(&file);
    }
    free(path);
    return code;
}

/* ---- channels */

static enum error_code take_offsets(struct rig *rig, size_t include, const struct result_file *file,
                                    struct error *err)
{
    for (size_t c = 0; c < rig->n_channels; c++) {
        struct rig_channel *channel = &rig->channels[c];
        struct rig_value *offset = &channel->values.values[RIG_CHANNEL_OFFSET];
        char name[64];
        snprintf(name, sizeof name, "%s_offset", rig_role_name(channel->role));
        for (size_t i = 0; i < file->n_results; i++) {
            struct rig_value value = {.source = RIG_INCLUDE, .include = include};
            if (offset->source > RIG_INCLUDE || strcmp(file->results[i].name, name) != 0)
                continue;
            const enum error_code code = result_in(&file->results[i], "V", &value.value,
                                                   &value.uncertainty, err);
            if (code)
                return code;
            *offset = value;
        }
    }
    return ERROR_OK;
}

enum error_code rig_include_channels(struct rig *rig, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < rig->n_includes && rig->n_channels > 0 && !code; i++) {
        struct result_file file;
        char *path = file_beside(rig->path, rig->includes[i]);
        if (!path)
            return error_memory(err);
        code = result_read(path, &file, err);
        if (!code) {
            code = take_offsets(rig, i, &file, err);
            if (code)
                error_prefix(err, "%s", path);
            result_free(&file);
        }
        free(path);
    }
    return code;
}
