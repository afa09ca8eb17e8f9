/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the acquisition share: scratch directories, rigs from text,
 * and sources read to their last frame. */
#ifndef TESTS_DAQ_FIXTURE_H
#define TESTS_DAQ_FIXTURE_H

#include "daq/source.h"

/* a new directory that is removed at exit; NAME in it */
const char *fixture_path(const char *name);

/* write a text file; returns its path */
const char *fixture_write(const char *name, const char *text);

struct rig *fixture_rig(const char *text);

/* the first frames of a source that is started, stopped and left open */
void fixture_frames(struct daq_source *source, int32_t *samples, size_t frames);

#define fixture_ok(call) fixture_expect_ok((call), &fixture_err, #call)
extern struct error fixture_err;
void fixture_expect_ok(enum error_code code, const struct error *err, const char *what);

#endif
