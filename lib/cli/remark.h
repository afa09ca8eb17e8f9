/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program says to a person beside its results. */
#ifndef LIB_CLI_REMARK_H
#define LIB_CLI_REMARK_H

#include <stdbool.h>

/* "program: text" on stderr, in one line; on a terminal in place of a line of progress, folded
 * between words, and red when it is serious (unless NO_COLOR is set) */
void remark(bool serious, const char *program, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
