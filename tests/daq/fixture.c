/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/daq/fixture.h"

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/registry.h"
#include "tests/test.h"

struct error fixture_err;
static char directory[PATH_MAX];
static pid_t owner;

void fixture_expect_ok(enum error_code code, const struct error *err, const char *what)
{
    if (code)
        fail_msg("%s: %s", what, err->message);
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
    (void)status, (void)type, (void)ftw;
    return remove(path);
}

/* children that were forked leave it alone */
static void clean_up(void)
{
    if (getpid() == owner)
        nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

const char *fixture_path(const char *name)
{
    static char paths[8][PATH_MAX];
    static int next;
    if (!*directory) {
        const char *build = getenv("TOP_BUILDDIR");
        snprintf(directory, sizeof directory, "%s/test-XXXXXX", build ? build : ".");
        assert_non_null(mkdtemp(directory));
        owner = getpid();
        atexit(clean_up);
    }
    char *path = paths[next++ % 8];
    assert_true(snprintf(path, PATH_MAX, "%s/%s", directory, name) < PATH_MAX);
    return path;
}

const char *fixture_write(const char *name, const char *text)
{
    const char *path = fixture_path(name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    return path;
}

struct rig *fixture_rig(const char *text)
{
    struct rig *rig;
    fixture_ok(rig_read(fixture_write("rig.yaml", text), sim_registry, &rig, &fixture_err));
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
