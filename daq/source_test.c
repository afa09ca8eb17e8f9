/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test: a converter that counts its frames, to prove that a disk keeps up and
 * that nothing is lost on the way: channel c of frame f holds the 16 bits of f
 * from bit 16 c on. */
#include <stdlib.h>

#include "daq/pace.h"
#include "daq/source.h"

enum { BITS = 16 };

static enum error_code test_open(const struct daq_request *request, struct daq_source *source,
                                 struct error *err)
{
    if (*request->place)
        return error_set(err, ERROR_INPUT, "test: takes nothing after the colon");
    struct daq_pace *pace = calloc(1, sizeof *pace);
    if (!pace)
        return error_memory(err);
    source->state = pace;
    pace->fast = source->patient = request->fast;
    daq_source_name(source, "test", "counts its frames");
    return daq_source_from_rig(source, request->rig, BITS, err);
}

static enum error_code test_start(struct daq_source *source, struct error *err)
{
    (void)err;
    struct daq_pace *pace = source->state;
    daq_pace_start(pace, run_period(&source->info), pace->fast);
    return ERROR_OK;
}

static enum error_code test_read(struct daq_source *source, bool wait, int32_t *samples,
                                 size_t room, struct daq_read *got, struct error *err)
{
    (void)err;
    struct daq_pace *pace = source->state;
    const size_t n = source->info.n_channels;
    *got = (struct daq_read){.frames = daq_pace_due(pace, wait, room)};
    for (size_t i = 0; i < got->frames; i++) {
        uint64_t bits = (uint64_t)pace->given++;
        for (size_t c = 0; c < n; c++, bits >>= BITS)
            *samples++ = (int32_t)(bits & 0xffff) - (1 << (BITS - 1));
    }
    return ERROR_OK;
}

static void test_stop(struct daq_source *source) { (void)source; }

static void test_close(struct daq_source *source) { free(source->state); }

const struct daq_driver daq_source_test = {
    .name = "test",
    .place = "",
    .example = "test:",
    .doc = "counts its frames: shows whether a disk keeps up",
    .open = test_open,
    .start = test_start,
    .read = test_read,
    .stop = test_stop,
    .close = test_close,
};
