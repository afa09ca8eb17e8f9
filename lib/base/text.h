/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text printed into memory. As open_memstream, which however loses what it has no
 * memory for without a sign of it. */
#ifndef LIB_BASE_TEXT_H
#define LIB_BASE_TEXT_H

#include <stdio.h>

#include "lib/base/error.h"

/* a file to print to; text_end fills text and size. NULL: no memory */
FILE *text_open(char **text, size_t *size);

/* the whole text, with a null byte after its `size`, for the caller to free; or
 * ERROR_MEMORY, and NULL */
enum error_code text_end(FILE *file, char **text, struct error *err);

#endif
