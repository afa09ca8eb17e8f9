/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/scratch.h"

#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char root[PATH_MAX];
static pid_t owner;

static void require(bool done, const char *path)
{
    if (done)
        return;
    perror(path);
    abort();
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status, (void)type, (void)where;
    return remove(path);
}

void scratch_remove(const char *path) { nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

/* children that were forked leave it alone */
static void clean_up(void)
{
    if (getpid() == owner)
        scratch_remove(root);
}

const char *scratch_path(const char *name)
{
    static char paths[8][PATH_MAX];
    static int next;
    if (!*root) {
        const char *tmp = getenv("TMPDIR");
        snprintf(root, sizeof root, "%s/skitter-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
        require(mkdtemp(root), root);
        owner = getpid();
        atexit(clean_up);
    }
    char *path = paths[next++ % 8];
    require(snprintf(path, PATH_MAX, "%s%s%s", root, *name ? "/" : "", name) < PATH_MAX, name);
    return path;
}

const char *scratch_write(const char *name, const char *text)
{
    const char *path = scratch_path(name);
    FILE *file = fopen(path, "w");
    require(file, path);
    const bool written = fputs(text, file) >= 0;
    require(fclose(file) == 0 && written, path);
    return path;
}

char *scratch_directory(void)
{
    char *path = strdup(scratch_path("XXXXXX"));
    require(path && mkdtemp(path), "a directory");
    return path;
}
