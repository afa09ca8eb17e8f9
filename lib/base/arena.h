/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is given back all at once: what a figure or a page points to. A lack of memory
 * is kept in `failed`, to be asked once at the end. */
#ifndef LIB_BASE_ARENA_H
#define LIB_BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct arena {
    void **items;
    size_t n, room;
    bool failed;
};

/* n zeroed elements; NULL: no memory */
void *arena_array(struct arena *arena, size_t n, size_t size);
double *arena_doubles(struct arena *arena, size_t n);

/* a text; "" when there is no memory */
const char *arena_print(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *arena_vprint(struct arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* room for one more element behind the n that an array of `room` has: the array, moved where
 * it was too small; NULL: no memory */
void *arena_grow(struct arena *arena, void *array, size_t n, size_t *room, size_t size);

void arena_free(struct arena *arena);

#endif
