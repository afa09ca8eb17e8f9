/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "front/programs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/cli/program.h"

static bool executable(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* DIRECTORY/skitter-WORD of "skitter WORD"; an empty directory is the current one */
static bool try_directory(const char *directory, int length, const struct program *program,
                          char *path, size_t size)
{
    int used = snprintf(path, size, "%.*s/skitter-%s", length ? length : 1,
                        length ? directory : ".", program_word(program));
    return used > 0 && (size_t)used < size && executable(path);
}

bool front_program_find(const struct program *program, char *path, size_t size)
{
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length > 0) {
        self[length] = '\0';
        if (try_directory(self, (int)(strrchr(self, '/') - self), program, path, size))
            return true;
    }
    for (const char *entry = getenv("PATH"); entry; entry = strchr(entry, ':')) {
        entry += *entry == ':';
        if (try_directory(entry, (int)strcspn(entry, ":"), program, path, size))
            return true;
    }
    return false;
}

int front_program_exec(const struct program *program, int argc, char **argv)
{
    (void)argc;
    struct error err = {0};
    char path[PATH_MAX];
    if (!front_program_find(program, path, sizeof path)) {
        error_set(&err, ERROR_UNSUPPORTED,
                  "skitter-%s is not installed: it is neither beside skitter nor on PATH",
                  program_word(program));
        return program_fail(program, &err);
    }
    argv[0] = path;
    execv(path, argv);
    error_set(&err, ERROR_IO, "%s could not be started: %s", path, strerror(errno));
    return program_fail(program, &err);
}
