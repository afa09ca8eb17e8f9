/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/list.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char blanks[] = " \t";

/* the next word where it stands, and its length; NULL at the end */
static const char *next(const char **rest, size_t *length)
{
    const char *at = *rest;
    if (!at)
        return NULL;
    *length = strcspn(at, ",");
    *rest = at[*length] ? at + *length + 1 : NULL;
    const size_t before = strspn(at, blanks);
    if (before >= *length) {
        *length = 0;
        return at;
    }
    at += before;
    *length -= before;
    while (strchr(blanks, at[*length - 1]))
        --*length;
    return at;
}

bool list_next(const char **rest, char word[LIST_WORD_SIZE])
{
    size_t length;
    const char *at = next(rest, &length);
    if (at)
        snprintf(word, LIST_WORD_SIZE, "%.*s", (int)length, at);
    return at != NULL;
}

/* whether one of the first n words is this one */
static bool among(const char *list, size_t n, const char *word, size_t length)
{
    for (; n > 0; n--) {
        size_t other;
        const char *at = next(&list, &other);
        if (!at)
            return false;
        if (other == length && memcmp(at, word, length) == 0)
            return true;
    }
    return false;
}

bool list_has(const char *list, const char *word)
{
    return among(list, SIZE_MAX, word, strlen(word));
}

enum error_code list_check(const char *list, struct error *err)
{
    const char *rest = list, *word;
    size_t length;
    for (size_t n = 0; (word = next(&rest, &length)); n++) {
        if (length == 0)
            return error_set(err, ERROR_USAGE,
                             "entry %zu of '%s' is empty; put one comma between two entries", n + 1,
                             list);
        if (length >= LIST_WORD_SIZE)
            return error_set(err, ERROR_USAGE, "'%.40s...' is longer than the %d letters of a name",
                             word, LIST_WORD_SIZE - 1);
        if (among(list, n, word, length))
            return error_set(err, ERROR_USAGE, "'%.*s' stands twice in '%s'", (int)length, word,
                             list);
    }
    return ERROR_OK;
}
