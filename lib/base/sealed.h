/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that are appended to a file and read back after whatever has happened to it: each
 * begins with a seal, the first digits of the SHA-256 of its text, so that one that was torn
 * by a power cut, or changed, is known for what it is. */
#ifndef LIB_BASE_SEALED_H
#define LIB_BASE_SEALED_H

#include <stddef.h>

#include "lib/base/error.h"

struct sealed_lines {
    char **texts; /* without seals; they point into the bytes that were read */
    size_t n;
    size_t broken; /* lines whose seal does not fit, or that have no end */
};

/* "seal text\n" for a text of one line, for the caller to free; NULL: no memory */
char *sealed_make(const char *text);

/* cut bytes, with a null byte after them, into lines; the caller frees lines->texts */
enum error_code sealed_split(char *bytes, size_t size, struct sealed_lines *lines,
                             struct error *err);

#endif
