/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work shared among processes: the ranks of MPI when Skitter is built with it
 * (--enable-mpi), else this one process. A program that is started without
 * mpirun, or that has not begun to share, is rank 0 of 1. */
#ifndef LIB_CLI_SHARE_H
#define LIB_CLI_SHARE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

void share_begin(void);        /* standard output is then that of rank 0 alone */
void share_end(int exit_code); /* a failed rank ends the others */

int share_rank(void);
int share_size(void);

/* whether this rank is the one for that piece of work */
bool share_mine(size_t piece);

/* a piece of work, which its rank has done, to all ranks */
void share_tell(size_t piece, void *bytes, size_t size);

/* the text of a piece (from malloc) to rank 0, where *text takes it */
enum error_code share_bring(size_t piece, char **text, struct error *err);

#endif
