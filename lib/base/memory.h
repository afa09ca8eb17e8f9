/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A lack of memory is remembered, so that no output passes for whole (stream_commit,
 * program_main): a library may swallow it (jansson makes a smaller object and goes on),
 * and so may work that goes on without the part that failed. */
#ifndef LIB_BASE_MEMORY_H
#define LIB_BASE_MEMORY_H

#include <stdbool.h>

void memory_watch(void); /* have jansson's lack noted; program_main calls it */
void memory_note(void);  /* there was one; error_memory calls it */
bool memory_lost(void);  /* there was one ever; in any thread */

#endif
