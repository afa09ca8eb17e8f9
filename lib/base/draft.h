/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that has no name before it is whole (O_TMPFILE), so that nothing is left of
 * it when the process is killed. Where the file system cannot do that it has a
 * temporary name in the same directory, NAME.PID-N.part. */
#ifndef LIB_BASE_DRAFT_H
#define LIB_BASE_DRAFT_H

#include <stdbool.h>

struct draft {
    int fd;          /* to read and write */
    int base;        /* what names are seen from: AT_FDCWD, or an open directory */
    char *directory; /* that it is in */
    char *name;      /* NULL: none */
};

/* a new file in the directory of `path`; false: errno says why. draft_free in any case */
bool draft_open(const char *path, struct draft *draft);

/* the same with names as seen from an open directory, which may be renamed meanwhile; it is
 * to stay open as long as the draft */
bool draft_open_at(int base, const char *path, struct draft *draft);

/* give it the name `path`, which is to be in the same directory; an existing file is
 * replaced with `force`, else EEXIST. false: errno says why */
bool draft_place(struct draft *draft, const char *path, bool force);

/* it is to be without a name for ever */
void draft_forget_name(struct draft *draft);

/* the descriptor, when it is not -1, and the file, when it was not placed */
void draft_free(struct draft *draft);

/* names in it are on disk when this returns true; a file system that cannot is forgiven */
bool draft_sync_directory(int base, const char *directory);

#endif
