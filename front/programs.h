/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The other programs of Skitter: found beside this one, then on PATH. */
#ifndef FRONT_PROGRAMS_H
#define FRONT_PROGRAMS_H

#include <stdbool.h>

#include "lib/cli/options.h"

/* path of the program that "skitter daq" means ("skitter-daq"); false when it
 * is not installed */
bool front_program_find(const struct program *program, char *path, size_t size);

/* become that program; returns, with an exit code, only when that failed */
int front_program_exec(const struct program *program, int argc, char **argv);

#endif
