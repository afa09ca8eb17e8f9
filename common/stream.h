/* A file written piece by piece that appears whole or not at all: a temporary
 * name beside it, fsync, rename. Memory does not grow with its length. */
#ifndef COMMON_STREAM_H
#define COMMON_STREAM_H

#include <stdbool.h>
#include <stdio.h>

#include "common/error.h"

struct stream;

/* an existing file is ERROR_EXISTS unless `force` */
enum error_code stream_open(const char *path, bool force, struct stream **stream,
                            struct error *err);

/* where to print to */
FILE *stream_file(struct stream *stream);

/* put it in its place; the stream is gone either way */
enum error_code stream_commit(struct stream *stream, struct error *err);

/* as if it had never been; NULL is allowed */
void stream_abandon(struct stream *stream);

#endif
