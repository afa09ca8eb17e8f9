/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other people's data as counts: CSV and sound files. The file is looked through
 * once when it is opened, for its columns, range and rate, and then read again;
 * memory does not grow with its length. */
#ifndef DAQ_TABLE_H
#define DAQ_TABLE_H

#include "daq/source.h"

struct daq_table;

/* fills info, channels and remark of the source; the rig's channels, by role or
 * by order, say what volts mean; without a rig they stay what they are */
enum error_code daq_table_open(const char *path, const struct rig *rig, double rate,
                               struct daq_source *source, struct daq_table **table,
                               struct error *err);
void daq_table_close(struct daq_table *table); /* NULL is allowed */

/* from the first frame on again */
enum error_code daq_table_rewind(struct daq_table *table, struct error *err);

/* up to `room` frames; 0: the end */
enum error_code daq_table_read(struct daq_table *table, int32_t *samples, size_t room,
                               size_t *frames, struct error *err);

#endif
