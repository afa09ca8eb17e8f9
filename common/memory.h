/* A lack of memory that a library swallows: jansson makes a smaller object and goes on.
 * It is remembered, so that no output passes for whole (stream_commit, program_main). */
#ifndef COMMON_MEMORY_H
#define COMMON_MEMORY_H

#include <stdbool.h>

void memory_watch(void); /* from now on; program_main calls it */
bool memory_lost(void);  /* something was lost; in any thread */

#endif
