/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the acquisition share: rigs from text, and sources read to their last frame. */
#ifndef TESTS_DAQ_FIXTURE_H
#define TESTS_DAQ_FIXTURE_H

#include "daq/source.h"
#include "tests/scratch.h"

struct rig *fixture_rig(const char *text);

/* the first frames of a source that is started, stopped and left open */
void fixture_frames(struct daq_source *source, int32_t *samples, size_t frames);

#define fixture_ok(call) fixture_expect_ok((call), &fixture_err, #call)
extern struct error fixture_err;
void fixture_expect_ok(enum error_code code, const struct error *err, const char *what);

#endif
