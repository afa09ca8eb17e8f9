/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/campaign.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* of a name of nothing but digits, else 0 */
static long number_of(const char *name)
{
    enum { MOST_DIGITS = 9 };
    const size_t digits = strspn(name, "0123456789");
    return digits <= MOST_DIGITS && name[digits] == '\0' ? strtol(name, NULL, 10) : 0;
}

static enum error_code highest(const char *dir, long *number, struct error *err)
{
    DIR *directory = opendir(dir);
    *number = 0;
    if (!directory && errno == ENOENT)
        return ERROR_OK;
    if (!directory)
        return error_set(err, ERROR_INPUT,
                         "%s: cannot be looked into: %s; give a directory for the runs", dir,
                         strerror(errno));
    enum error_code code = ERROR_OK;
    for (const struct dirent *entry; !code && (entry = readdir(directory));) {
        const long found = number_of(entry->d_name);
        *number = found > *number ? found : *number;
        if (strcmp(entry->d_name, "run.json") == 0)
            code = error_set(err, ERROR_EXISTS,
                             "%s is a run: give a directory that holds runs, or another name", dir);
    }
    closedir(directory);
    return code;
}

enum error_code daq_campaign_next(const char *dir, char next[PATH_MAX], struct error *err)
{
    long number;
    enum error_code code = highest(dir, &number, err);
    if (!code && snprintf(next, PATH_MAX, "%s/%03ld", dir, number + 1) >= PATH_MAX)
        code = error_set(err, ERROR_INPUT, "%.200s...: the name is too long", dir);
    return code;
}
