/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/table.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "lib/base/file.h"
#include "daq/table_kind.h"

/* what a file begins with says what it is, whatever its name */
struct beginning {
    const char *bytes;
    const struct daq_columns_kind *kind; /* NULL: sound */
    bool mat;
};

static const struct beginning beginnings[] = {
    {"RIFF", NULL, false},
    {"RIFX", NULL, false},
    {"RF64", NULL, false},
    {"riff", NULL, false},
    {"fLaC", NULL, false},
    {"FORM", NULL, false},
    {".snd", NULL, false},
    {"    -1\n", &daq_columns_uff, false},
    {"    -1\r", &daq_columns_uff, false},
    {"    -1 ", &daq_columns_uff, false},
#ifdef HAVE_MATIO
    {"MATLAB ", &daq_columns_mat, true},
#else
    {"MATLAB ", NULL, true},
#endif
};

static bool named_as_sound(const char *path)
{
    static const char *const sounds[] = {".wav", ".w64", ".rf64", ".flac", ".aiff", ".aif", ".au"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof sounds / sizeof *sounds; i++)
        if (strcasecmp(dot, sounds[i]) == 0)
            return true;
    return false;
}

/* NULL: nothing that is known, which is text then */
static const struct beginning *beginning_of(const char *path)
{
    char head[8] = "";
    FILE *file;
    if (file_open(path, &file, NULL))
        return NULL;
    const size_t got = fread(head, 1, sizeof head, file);
    fclose(file);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        const size_t length = strlen(beginnings[i].bytes);
        if (got >= length && memcmp(head, beginnings[i].bytes, length) == 0)
            return &beginnings[i];
    }
    return NULL;
}

enum error_code daq_table_open(const char *path, const struct rig *rig,
                               const struct daq_mapping *mapping, struct daq_source *source,
                               struct daq_table **table, struct error *err)
{
    const struct beginning *beginning = beginning_of(path);
    const struct daq_columns_kind *kind = beginning ? beginning->kind : &daq_columns_text;
    if (beginning && beginning->mat && !kind)
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s: is a MAT file, which this skitter cannot read: it was built without "
                         "libmatio (Debian package libmatio-dev)",
                         path);
    struct daq_table *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    enum error_code code;
    if (!kind || (!beginning && named_as_sound(path))) {
        new->kind = &daq_table_sound;
        code = daq_table_sound_open(path, rig, mapping, source, &new->state, err);
    } else {
        new->kind = &daq_table_columns;
        code = daq_table_columns_open(kind, path, rig, mapping, source, &new->state, err);
    }
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
                               struct daq_read *got, struct error *err)
{
    *got = (struct daq_read){0};
    return table->kind->read(table->state, samples, room, got, err);
}
