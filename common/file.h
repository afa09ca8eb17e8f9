/* Files that appear whole or not at all. */
#ifndef COMMON_FILE_H
#define COMMON_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/error.h"

/* write to a temporary name beside path, fsync, rename; an existing file is
 * replaced only with force */
enum error_code file_write_whole(const char *path, const void *bytes, size_t size,
                                 bool force, struct error *err);

#endif
