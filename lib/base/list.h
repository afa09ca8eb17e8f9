/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comma-separated lists as people write them, "mass, friction": blanks around a word are
 * not part of it, and NULL is the empty list. */
#ifndef LIB_BASE_LIST_H
#define LIB_BASE_LIST_H

#include <stdbool.h>

#include "lib/base/error.h"

enum { LIST_WORD_SIZE = 128 };

/* every word is there, fits LIST_WORD_SIZE and stands once; else ERROR_USAGE */
enum error_code list_check(const char *list, struct error *err);

/* the next word; false at the end. *rest is the list at first, and moves on */
bool list_next(const char **rest, char word[LIST_WORD_SIZE]);

bool list_has(const char *list, const char *word);

#endif
