/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file written piece by piece that appears whole or not at all: no name before it
 * is whole and on disk (lib/base/draft.h). Memory does not grow with its length. */
#ifndef LIB_BASE_STREAM_H
#define LIB_BASE_STREAM_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/base/error.h"

struct stream;

/* an existing file is ERROR_EXISTS unless `force`. What file_is_through is opened now, so that
 * a mistake is seen before the work, and written to by stream_commit */
enum error_code stream_open(const char *path, bool force, struct stream **stream,
                            struct error *err);

/* a file in an open directory, replaced if it is there; `shown` is its name for messages */
enum error_code stream_open_at(int base, const char *name, const char *shown,
                               struct stream **stream, struct error *err);

/* where to print to, and to read back from */
FILE *stream_file(struct stream *stream);

/* put it in its place; the stream is gone either way */
enum error_code stream_commit(struct stream *stream, struct error *err);

/* as if it had never been; NULL is allowed */
void stream_abandon(struct stream *stream);

/* a file to write and read back, in the directory of `path`, that never has a name:
 * fclose ends it */
enum error_code stream_scratch(const char *path, FILE **file, struct error *err);

/* a whole file at once */
enum error_code stream_write_whole(const char *path, const void *bytes, size_t size, bool force,
                                   struct error *err);

#endif
