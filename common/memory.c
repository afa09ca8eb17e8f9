#include "config.h"

#include "common/memory.h"

#include <stdatomic.h>
#include <stdlib.h>

#include <jansson.h>

static atomic_bool lost; /* jansson's allocator is the process's, and has no context */

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (!memory && size > 0)
        lost = true;
    return memory;
}

void memory_watch(void)
{
    json_set_alloc_funcs(allocate, free);
}

bool memory_lost(void)
{
    return lost;
}
