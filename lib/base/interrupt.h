/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SIGINT, SIGTERM and SIGHUP end a program orderly: at once, without its unfinished
 * files, or when it has put away what it has, if it looks for them itself. */
#ifndef LIB_BASE_INTERRUPT_H
#define LIB_BASE_INTERRUPT_H

#include <stdbool.h>

/* from now on, and a file that cannot grow (SIGXFSZ) or a pipe that nobody reads
 * (SIGPIPE) is a failed write: who reads the talk of a recording may go away. program_main
 * calls it. A signal that the caller of the program ignores stays ignored. */
void interrupt_begin(void);

/* the program looks at interrupt_seen: the first signal only makes that true, the
 * second ends the program */
void interrupt_watch(void);
bool interrupt_seen(void); /* in any thread */

/* a file that is to go when the program is ended, and one that is not any more; seen from
 * AT_FDCWD or an open directory */
void interrupt_remove(int base, const char *path);
void interrupt_keep(int base, const char *path);
void interrupt_remove_all(void); /* now, before an end at once */

/* end as a program ends whose reader has gone away: by SIGPIPE */
void interrupt_end_by_pipe(void);

#endif
