/* Work shared among processes: the ranks of MPI when Skitter is built with it
 * (--enable-mpi), else this one process. A program that is started without
 * mpirun is rank 0 of 1 in either case. */
#ifndef COMMON_SHARE_H
#define COMMON_SHARE_H

#include "common/error.h"

void share_begin(int *argc, char ***argv); /* first in main */
void share_end(int exit_code);             /* last; a failed rank ends the others */

int share_rank(void);
int share_size(void);

/* the text that rank `owner` has (from malloc) to rank 0, where *text takes it */
enum error_code share_bring(int owner, char **text, struct error *err);

#endif
