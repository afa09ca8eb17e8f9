/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/table.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "daq/table_kind.h"

enum error_code daq_table_open(const char *path, const struct rig *rig, double rate,
                               struct daq_source *source, struct daq_table **table,
                               struct error *err)
{
    static const char *const sounds[] = {".wav", ".w64", ".rf64", ".flac", ".aiff", ".au"};
    struct daq_table *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->kind = &daq_table_csv;
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof sounds / sizeof *sounds; i++)
        if (strcasecmp(dot, sounds[i]) == 0)
            new->kind = &daq_table_sound;
    enum error_code code = new->kind->open(path, rig, rate, source, &new->state, err);
    if (code)
        free(new);
    else
        *table = new;
    return code;
}

void daq_table_close(struct daq_table *table)
{
    if (table)
        table->kind->close(table->state);
    free(table);
}

enum error_code daq_table_rewind(struct daq_table *table, struct error *err)
{
    return table->kind->rewind(table->state, err);
}

enum error_code daq_table_read(struct daq_table *table, int32_t *samples, size_t room,
                               size_t *frames, struct error *err)
{
    return table->kind->read(table->state, samples, room, frames, err);
}
