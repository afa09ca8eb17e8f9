/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/nearest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { NEAREST_LENGTH = 64 }; /* longer words are no typing mistakes */

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* edits from one word to the other: insert, delete, replace, and swap of two
 * neighbours (the restricted Damerau-Levenshtein distance) */
static size_t edit_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n > NEAREST_LENGTH || m > NEAREST_LENGTH)
        return SIZE_MAX;
    size_t rows[3][NEAREST_LENGTH + 1];
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(replaced, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], above2[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

struct nearest nearest_to(const char *word)
{
    /* half the letters wrong is another word */
    return (struct nearest){.word = word, .best = NULL, .distance = strlen(word) / 2 + 1};
}

void nearest_offer(struct nearest *nearest, const char *name)
{
    size_t n = strlen(nearest->word), m = strlen(name);
    if ((n > m ? n - m : m - n) >= nearest->distance)
        return; /* so many letters must be added or taken away at least: none is nearer */
    size_t distance = edit_distance(nearest->word, name);
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->best = name;
    }
}

void nearest_hint(const struct nearest *nearest, char *hint, size_t size)
{
    if (nearest->best)
        snprintf(hint, size, "; did you mean %s?", nearest->best);
    else if (size > 0)
        hint[0] = '\0';
}
