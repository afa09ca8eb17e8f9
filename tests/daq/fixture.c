/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/daq/fixture.h"

#include "sim/registry.h"
#include "tests/test.h"

struct error fixture_err;

void fixture_expect_ok(enum error_code code, const struct error *err, const char *what)
{
    if (code)
        fail_msg("%s: %s", what, err->message);
}

struct rig *fixture_rig(const char *text)
{
    struct rig *rig;
    fixture_ok(rig_read(scratch_write("rig.yaml", text), sim_registry, &rig, &fixture_err));
    return rig;
}

void fixture_frames(struct daq_source *source, int32_t *samples, size_t frames)
{
    fixture_ok(source->driver->start(source, &fixture_err));
    for (size_t done = 0; done < frames;) {
        struct daq_read got;
        fixture_ok(source->driver->read(source, true, samples + done * source->info.n_channels,
                                        frames - done, &got, &fixture_err));
        done += got.frames;
        if (got.end && done < frames)
            fail_msg("the source ended after %zu frames", done);
    }
    source->driver->stop(source);
}
