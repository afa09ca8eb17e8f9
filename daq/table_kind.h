/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two kinds of tables: columns of numbers and sound. Used by table*.c only. */
#ifndef DAQ_TABLE_KIND_H
#define DAQ_TABLE_KIND_H

#include "daq/columns.h"
#include "daq/source.h"

struct daq_table_kind {
    void (*close)(void *state);
    enum error_code (*rewind)(void *state, struct error *err);
    /* as a source reads: frames, what was lost before them, and whether it was the end */
    enum error_code (*read)(void *state, int32_t *samples, size_t room, struct daq_read *got,
                            struct error *err);
};

struct daq_table {
    const struct daq_table_kind *kind;
    void *state;
};

extern const struct daq_table_kind daq_table_columns, daq_table_sound;

/* what they make is freed when they fail; the path must outlive the table */
enum error_code daq_table_columns_open(const struct daq_columns_kind *kind, const char *path,
                                       const struct rig *rig, const struct daq_mapping *mapping,
                                       struct daq_source *source, void **state, struct error *err);
enum error_code daq_table_sound_open(const char *path, const struct rig *rig,
                                     const struct daq_mapping *mapping, struct daq_source *source,
                                     void **state, struct error *err);

#endif
