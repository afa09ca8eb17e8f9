/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/memory.h"

#include <stdatomic.h>
#include <stdlib.h>

#include <jansson.h>

static atomic_bool lost; /* of the process, as its memory is */

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (!memory && size > 0)
        memory_note();
    return memory;
}

void memory_watch(void) { json_set_alloc_funcs(allocate, free); }

void memory_note(void) { lost = true; }

bool memory_lost(void) { return lost; }
