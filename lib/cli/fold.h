/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long sentences on a terminal: broken between words, not where the screen ends. */
#ifndef LIB_CLI_FOLD_H
#define LIB_CLI_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* columns on a screen of UTF-8 text, not bytes */
size_t fold_width(const char *text);

/* bytes of `text` that stand on a line of `width` columns: up to the last space that fits, or a
 * word that is too long cut in two. The next line begins behind the spaces after it. */
size_t fold_line(const char *text, size_t width);

/* columns of the terminal that a stream goes to; 0: it goes to none, or is that of ranks */
size_t fold_screen(FILE *out);

/* the text with a new line at its end; on a terminal folded, with the lines after the first
 * indented by `indent` */
void fold_print(const char *text, size_t indent, FILE *out);

#endif
