/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other people's data as counts: text, MAT and universal files, sound. A text is looked through
 * once when it is opened, for its columns, range and rate, and then read again; memory does not
 * grow with its length. */
#ifndef DAQ_TABLE_H
#define DAQ_TABLE_H

#include "daq/mapping.h"
#include "daq/source.h"

struct daq_table;

/* fills info, channels, origins, layout and remark of the source; the rig's channels, by role
 * or by order, say what volts mean; without a rig they stay what they are. The path and the
 * mapping must outlive the table. */
enum error_code daq_table_open(const char *path, const struct rig *rig,
                               const struct daq_mapping *mapping, struct daq_source *source,
                               struct daq_table **table, struct error *err);
void daq_table_close(struct daq_table *table); /* NULL is allowed */

/* from the first frame on again */
enum error_code daq_table_rewind(struct daq_table *table, struct error *err);

/* up to `room` frames; a read may bring fewer, or none, before a loss */
enum error_code daq_table_read(struct daq_table *table, int32_t *samples, size_t room,
                               struct daq_read *got, struct error *err);

#endif
