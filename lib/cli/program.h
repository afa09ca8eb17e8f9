/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a main file calls: reads the arguments by the program's table, runs its
 * job and ends with the documented exit code. The only part of the common room
 * that prints and picks exit codes. */
#ifndef LIB_CLI_PROGRAM_H
#define LIB_CLI_PROGRAM_H

#include "lib/cli/options.h"

/* the whole life of a program: `return program_main(&sim_program, argc, argv);` */
int program_main(const struct program *program, int argc, char **argv);

/* "skitter-sim: message" on stderr, red on a terminal unless NO_COLOR is set;
 * for wrong usage also where the help is. Returns the exit code. */
int program_fail(const struct program *program, const struct error *err);

/* so many threads, but no more than a machine can have: OpenMP ends the process when it cannot
 * start one. Results do not depend on the number. */
void program_threads(long wanted);

#endif
