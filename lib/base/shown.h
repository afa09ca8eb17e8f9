/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of strangers as it may be shown. */
#ifndef LIB_BASE_SHOWN_H
#define LIB_BASE_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Control characters, as those that drive a terminal,
 * and bytes that are no UTF-8 become \xNN; a tab and a new line stay. In place, in a buffer of
 * `size` bytes; what does not fit is cut. */
void shown_escape(char *text, size_t size);

/* the same, printed */
void shown_print(const char *text, FILE *out);
void shown_printf(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* whether nothing of it would be escaped */
bool shown_is_plain(const char *text);

/* whether it is UTF-8, and can be kept in JSON byte for byte */
bool shown_is_utf8(const char *text);

#endif
