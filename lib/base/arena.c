/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* vasprintf */
#include "config.h"

#include "lib/base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *own(struct arena *arena, void *memory)
{
    if (memory && arena->n == arena->room) {
        const size_t room = arena->room ? 2 * arena->room : 16;
        void **items = realloc(arena->items, room * sizeof *items);
        if (!items) {
            free(memory);
            memory = NULL;
        } else {
            arena->items = items;
            arena->room = room;
        }
    }
    if (memory)
        arena->items[arena->n++] = memory;
    else
        arena->failed = true;
    return memory;
}

void *arena_array(struct arena *arena, size_t n, size_t size)
{
    return own(arena, calloc(n + 1, size));
}

double *arena_doubles(struct arena *arena, size_t n)
{
    return arena_array(arena, n, sizeof(double));
}

const char *arena_vprint(struct arena *arena, const char *format, va_list arguments)
{
    char *text;
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    const char *kept = own(arena, text);
    return kept ? kept : "";
}

const char *arena_print(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = arena_vprint(arena, format, arguments);
    va_end(arguments);
    return text;
}

void *arena_grow(struct arena *arena, void *array, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return array;
    const size_t more = *room ? 2 * *room : 8;
    void *new = arena_array(arena, more, size);
    if (!new)
        return NULL;
    if (n)
        memcpy(new, array, n * size);
    *room = more;
    return new;
}

void arena_free(struct arena *arena)
{
    for (size_t i = 0; i < arena->n; i++)
        free(arena->items[i]);
    free(arena->items);
    *arena = (struct arena){0};
}
