/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 of a text or of a file, as sha256sum prints it. */
#ifndef LIB_BASE_SHA256_H
#define LIB_BASE_SHA256_H

#include "lib/base/error.h"

enum { SHA256_TEXT_SIZE = 65 };

void sha256_text(const char *bytes, char text[SHA256_TEXT_SIZE]);

enum error_code sha256_file(const char *path, char text[SHA256_TEXT_SIZE], struct error *err);

/* the same as seen from an open directory; `path` is its name for messages */
enum error_code sha256_file_at(int base, const char *name, const char *path,
                               char text[SHA256_TEXT_SIZE], struct error *err);

#endif
