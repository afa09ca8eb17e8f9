/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The known name nearest to a mistyped one: offer the names one by one. */
#ifndef LIB_BASE_NEAREST_H
#define LIB_BASE_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *word;
    const char *best; /* NULL while nothing is near enough to be meant */
    size_t distance;
};

struct nearest nearest_to(const char *word);

void nearest_offer(struct nearest *nearest, const char *name);

/* "; did you mean NAME?" or nothing, to append to a message */
void nearest_hint(const struct nearest *nearest, char *hint, size_t size);

#endif
