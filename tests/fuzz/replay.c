/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The corpus through one harness, without libFuzzer: one TAP case. An input that fails
 * stops the program, and its name is the last in the log. */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/file.h"
#include "tests/fuzz/fuzz.h"

enum { INPUT_LIMIT = 1 << 24, SECONDS_AN_INPUT = 600 };

static void replay(const char *directory, const char *name)
{
    char path[PATH_MAX + NAME_MAX + 2], *bytes;
    size_t size;
    struct error err;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    printf("# %s\n", name);
    fflush(stdout);
    if (file_read_whole(path, INPUT_LIMIT, &bytes, &size, &err)) {
        printf("Bail out! %s\n", err.message);
        exit(1);
    }
    alarm(SECONDS_AN_INPUT); /* what hangs is ended by the signal */
    LLVMFuzzerTestOneInput((const uint8_t *)bytes, size);
    alarm(0);
    free(bytes);
}

static int visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

int main(int argc, char **argv)
{
    char directory[PATH_MAX];
    const char *source = getenv("TOP_SRCDIR"), *slash = strrchr(argv[0], '/');
    const char *harness = slash ? slash + 1 : argv[0];
    if (argc > 1)
        snprintf(directory, sizeof directory, "%s", argv[1]);
    else
        snprintf(directory, sizeof directory, "%s/tests/fuzz/corpus/%s", source ? source : ".",
                 harness);
    struct dirent **entries;
    const int n = scandir(directory, &entries, visible, alphasort);
    for (int i = 0; i < n; i++) {
        replay(directory, entries[i]->d_name);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    printf("%s 1 - %s: %d inputs of the corpus\n1..1\n", n > 0 ? "ok" : "not ok", harness, n);
    return n > 0 ? 0 : 1;
}
