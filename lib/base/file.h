/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are read, whole up to a limit or piece by piece, and whether a name is free. */
#ifndef LIB_BASE_FILE_H
#define LIB_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "lib/base/error.h"

/* read a regular file of at most `limit` bytes; a null byte follows the bytes.
 * The caller frees them. */
enum error_code file_read_whole(const char *path, size_t limit, char **bytes, size_t *size,
                                struct error *err);

/* open a regular file for reading. What is none is refused: a named pipe would be waited
 * for, and a device may have no end. */
enum error_code file_open(const char *path, FILE **file, struct error *err);

/* pread that goes on after a short or interrupted one: fewer bytes only at the end of the
 * file or on an error (-1 when there are none at all) */
ssize_t file_pread(int fd, void *bytes, size_t size, off_t at);

/* `-`, which is standard output, and what is there and neither a file nor a directory, as a
 * device or a named pipe: output is written to it. It is never replaced, whatever is forced. */
bool file_is_through(const char *path);

/* ERROR_EXISTS when something is at `path`, unless it is a file and `force`, or is written
 * through; nothing is at NULL. For output that is made after long work. */
enum error_code file_vacant(const char *path, bool force, struct error *err);

/* the sentence for that: ERROR_EXISTS. Some output, as a run, is replaced by no --force. */
enum error_code file_taken(const char *path, bool replaceable, struct error *err);

/* the directories that `path` is to be in, where they are missing */
enum error_code file_make_parents(const char *path, struct error *err);

/* write all of it, whatever signal or short write comes between; false: errno says why */
bool file_write_all(int fd, const void *bytes, size_t size);

/* `name` as seen from the directory that holds the file `from`; the caller
 * frees it; NULL when there is no memory */
char *file_beside(const char *from, const char *name);

#endif
