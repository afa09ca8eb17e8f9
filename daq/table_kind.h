/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two kinds of tables. Used by table*.c only. */
#ifndef DAQ_TABLE_KIND_H
#define DAQ_TABLE_KIND_H

#include "daq/source.h"

struct daq_table_kind {
    /* frees what it made when it fails */
    enum error_code (*open)(const char *path, const struct rig *rig, double rate,
                            struct daq_source *source, void **state, struct error *err);
    void (*close)(void *state);
    enum error_code (*rewind)(void *state, struct error *err);
    enum error_code (*read)(void *state, int32_t *samples, size_t room, size_t *frames,
                            struct error *err);
};

struct daq_table {
    const struct daq_table_kind *kind;
    void *state;
};

extern const struct daq_table_kind daq_table_csv, daq_table_sound;

#endif
