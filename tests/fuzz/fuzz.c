/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/fuzz/fuzz.h"

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void(fuzz_require)(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "a promise is broken: %s\n", what);
    abort();
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    fuzz_require(text != NULL, "there is memory");
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* ---- a file that is no file: nothing goes to a disk, so that many inputs pass in a second */

static int memory_file(void)
{
    static int fd = -1;
    if (fd < 0)
        fd = memfd_create("fuzz", MFD_CLOEXEC);
    fuzz_require(fd >= 0, "the kernel has files in memory");
    return fd;
}

static const char *memory_name(void)
{
    static char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", memory_file());
    return name;
}

const char *fuzz_file(const uint8_t *data, size_t size)
{
    const int fd = memory_file();
    fuzz_require(size == 0 || pwrite(fd, data, size, 0) == (ssize_t)size,
                 "the file in memory takes the input");
    fuzz_require(ftruncate(fd, (off_t)size) == 0, "the file in memory ends where the input does");
    return memory_name();
}

/* ---- a directory */

static char directory[PATH_MAX];

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status, (void)type, (void)where;
    return remove(path);
}

static void remove_directory(void) { nftw(directory, remove_entry, 8, FTW_DEPTH | FTW_PHYS); }

/* in memory, too, where there is such a place */
const char *fuzz_directory(void)
{
    if (!*directory) {
        const bool shared = access("/dev/shm", W_OK) == 0;
        snprintf(directory, sizeof directory, "%s/skitter-fuzz-XXXXXX",
                 shared ? "/dev/shm" : "/tmp");
        fuzz_require(mkdtemp(directory) != NULL, "a scratch directory can be made");
        atexit(remove_directory);
    }
    return directory;
}

const char *fuzz_link(const char *name)
{
    static char path[PATH_MAX + 64];
    if (!*path) {
        snprintf(path, sizeof path, "%s/%s", fuzz_directory(), name);
        fuzz_require(symlink(memory_name(), path) == 0, "a link can be made");
    }
    return path;
}
