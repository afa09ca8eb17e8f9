/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of run directories share: a run of known samples, and ways to
 * damage a file. */
#ifndef TESTS_LIB_RUN_RIG_H
#define TESTS_LIB_RUN_RIG_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/run/run.h"
#include "lib/run/write.h"
#include "tests/scratch.h"
#include "tests/test.h"

/* sample of a frame and channel: every bit of `bits` moves, and a shift by one
 * sample or one frame never goes unseen */
static inline int32_t rig_sample(int64_t frame, size_t channel, int bits)
{
    uint32_t x = (uint32_t)frame * 2654435761u + (uint32_t)channel * 40503u + 12345u;
    return (int32_t)x >> (32 - bits);
}

static inline void rig_fill(int32_t *samples, int64_t first, size_t frames, size_t channels,
                            int bits)
{
    for (size_t i = 0; i < frames; i++)
        for (size_t c = 0; c < channels; c++)
            samples[i * channels + c] = rig_sample(first + (int64_t)i, c, bits);
}

static const struct run_channel rig_channels[] = {
    {"rail", "m/s", 0.125, 0, {-10, 20.0 / 65535}, 2, 0, 65535, 0},
    {"tip_t", "m/s", 0.125, 32768, {0.1, 3e-4, 1e-12}, 3, 0, 65535, 10000},
    {"tip_n", "m/s", 1, 0, {1}, 1, 1, 65534, 20000},
};

static inline struct run_info rig_info(int bits)
{
    return (struct run_info){.program = "skitter-test 1.2.3",
                             .device = "/dev/comedi0",
                             .driver = "ni_pcimio",
                             .note = "a \"note\"\nof two lines, \xc2\xb5",
                             .start = "2008-05-01T12:00:00.123456789Z",
                             .period = {100003, 1000000000},
                             .bits = bits,
                             .count_offset = (int64_t)1 << (bits - 1),
                             .channels = rig_channels,
                             .n_channels = 3,
                             .trigger = {"tip_t > 20 mm/s", 2000, 1999}};
}

static struct error err; /* of the last call */

#define rig_ok(call)                                \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

/* a finished run of rig_sample */
static inline void rig_record(const char *dir, int bits, enum run_format format, size_t frames)
{
    struct run_writer *writer;
    struct run_info info = rig_info(bits);
    int32_t *samples = malloc((frames + 1) * 3 * sizeof *samples);
    rig_fill(samples, 0, frames, 3, bits);
    rig_ok(run_create(dir, &info, format, &writer, &err));
    rig_ok(run_write_frames(writer, samples, frames, &err));
    rig_ok(run_finish(writer, RUN_COMPLETE, NULL, &err));
    free(samples);
}

/* the run holds just rig_sample for its first `frames` frames */
static inline void rig_check(struct run *run, int64_t frames, int bits)
{
    size_t n = run->info.n_channels;
    int32_t *got = malloc(((size_t)frames + 1) * n * sizeof *got);
    int32_t *want = malloc(((size_t)frames + 1) * n * sizeof *want);
    rig_ok(run_read_frames(run, 0, frames, got, &err));
    rig_fill(want, 0, (size_t)frames, n, bits);
    assert_memory_equal(got, want, (size_t)frames * n * sizeof *got);
    free(got);
    free(want);
}

static inline void rig_file(char path[1024], const char *dir, const char *name)
{
    snprintf(path, 1024, "%s/%s", dir, name);
}

static inline int64_t rig_size(const char *dir, const char *name)
{
    char path[1024];
    struct stat status;
    rig_file(path, dir, name);
    return stat(path, &status) == 0 ? (int64_t)status.st_size : -1;
}

static inline void rig_cut(const char *dir, const char *name, int64_t size)
{
    char path[1024];
    rig_file(path, dir, name);
    assert_int_equal(truncate(path, (off_t)size), 0);
}

static inline void rig_put(const char *dir, const char *name, int64_t at, const void *bytes,
                           size_t size)
{
    char path[1024];
    rig_file(path, dir, name);
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, bytes, size, (off_t)at), (ssize_t)size);
    close(fd);
}

/* read up to size bytes, returns how many */
static inline size_t rig_get(const char *dir, const char *name, void *bytes, size_t size)
{
    char path[1024];
    rig_file(path, dir, name);
    int fd = open(path, O_RDONLY);
    ssize_t got = fd < 0 ? 0 : pread(fd, bytes, size, 0);
    if (fd >= 0)
        close(fd);
    return (size_t)got;
}

#endif
