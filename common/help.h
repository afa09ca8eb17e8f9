/* The --help text, made from a program's table. */
#ifndef COMMON_HELP_H
#define COMMON_HELP_H

#include <stdio.h>

#include "common/options.h"

enum { HELP_WIDTH = 80 };

/* usage, summary, commands, arguments and options; no line beyond HELP_WIDTH
 * unless a single word is longer */
void help_print(const struct program *program, FILE *out);

#endif
