/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A damaged run directory through `skitter run repair`. The input: one byte for the name of
 * the signal, two for the length of run.json, run.json, the signal. What was repaired must
 * open, and need no second repair. */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/run/repair.h"
#include "tests/fuzz/fuzz.h"

static void in_directory(char path[PATH_MAX], const char *name)
{
    fuzz_require(snprintf(path, PATH_MAX, "%s/%s", fuzz_directory(), name) < PATH_MAX,
                 "the scratch directory has a short name");
}

static void clear_directory(void)
{
    char path[PATH_MAX];
    DIR *directory = opendir(fuzz_directory());
    fuzz_require(directory != NULL, "the scratch directory is there");
    const struct dirent *entry;
    while ((entry = readdir(directory))) {
        in_directory(path, entry->d_name);
        if (entry->d_name[0] != '.')
            fuzz_require(unlink(path) == 0, "a file can be removed");
    }
    closedir(directory);
}

static void put(const char *name, const uint8_t *data, size_t size)
{
    char path[PATH_MAX];
    in_directory(path, name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    fuzz_require(fd >= 0 && write(fd, data, size) == (ssize_t)size, "a file can be written");
    close(fd);
}

static void use_repaired(const struct run_repair_report *first)
{
    struct run *run;
    struct error err;
    int32_t samples[RUN_CHANNELS_MAX];
    struct run_repair_report second;
    if (run_open(fuzz_directory(), &run, &err)) {
        fprintf(stderr, "%s\n%s\n", first->text, err.message);
        fuzz_require(false, "a repaired run opens");
    }
    fuzz_require(run->frames == first->frames, "a repaired run has the frames that were reported");
    if (run->frames > 0 && first->changed)
        fuzz_require(run_read_frames(run, run->frames - 1, 1, samples, &err) == ERROR_OK,
                     "the last frame of a repaired run can be read");
    run_close(run);
    fuzz_require(run_repair(fuzz_directory(), &second, &err) == ERROR_OK && !second.changed,
                 "a repaired run needs no repair");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"signal.wav", "signal.rf64", "signal.w64", "signal.flac"};
    if (size < 3)
        return 0;
    const size_t room = size - 3, asked = (size_t)data[1] << 8 | data[2];
    const size_t length = asked < room ? asked : room;
    clear_directory();
    if (length > 0)
        put("run.json", data + 3, length);
    put(names[data[0] % 4], data + 3 + length, room - length);
    struct run_repair_report report;
    struct error err;
    if (run_repair(fuzz_directory(), &report, &err) == ERROR_OK)
        use_repaired(&report);
    return 0;
}
