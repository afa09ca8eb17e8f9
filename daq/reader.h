/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The thread that empties a source into a ring, at raised priority where that is
 * permitted. It never waits for the ring unless the source is patient: what does
 * not fit is counted and marked. */
#ifndef DAQ_READER_H
#define DAQ_READER_H

#include "daq/source.h"

struct daq_reader;

/* start the source and the thread */
enum error_code daq_reader_start(struct daq_source *source, struct daq_ring *ring,
                                 struct daq_reader **reader, struct error *err);

/* nothing more will come into the ring; with why the source ended, or NULL. A
 * source that failed gives its error */
bool daq_reader_done(const struct daq_reader *reader);
enum error_code daq_reader_result(const struct daq_reader *reader, const char **why,
                                  struct error *err);

/* take what the device still holds, then stop it; the ring must still be read
 * until daq_reader_done when the source is patient */
void daq_reader_stop(struct daq_reader *reader);

/* stop, at once, and free; NULL is allowed */
void daq_reader_free(struct daq_reader *reader);

#endif
