/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A directory of a test's own below TMPDIR, made when it is first asked for and removed,
 * with all in it, when the test ends. What cannot be made there ends the test. */
#ifndef TESTS_SCRATCH_H
#define TESTS_SCRATCH_H

/* NAME in it, "" for itself; good for the next few calls */
const char *scratch_path(const char *name);

/* write a text as NAME in it; returns its path */
const char *scratch_write(const char *name, const char *text);

/* a new empty directory in it; the caller frees the name */
char *scratch_directory(void);

/* a file, or a directory with all in it */
void scratch_remove(const char *path);

#endif
