/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The --help text, made from a program's table. */
#ifndef LIB_CLI_HELP_H
#define LIB_CLI_HELP_H

#include <stdio.h>

#include "lib/cli/options.h"

enum { HELP_WIDTH = 80 };

/* usage, summary, commands, arguments and options; no line beyond HELP_WIDTH
 * unless a single word is longer */
void help_print(const struct program *program, FILE *out);

#endif
