/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of work that is done, kept beside an output file until it is whole: what
 * is left of an interrupted job to go on from. */
#ifndef LIB_CLI_JOURNAL_H
#define LIB_CLI_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

struct journal;

/* PATH.part. One that is there already is ERROR_EXISTS, unless it is to be
 * resumed (its whole lines count; another `key`, which says what the job is, is
 * ERROR_INPUT) or `force` begins anew. Path NULL: lines are kept nowhere. */
enum error_code journal_open(const char *path, const char *key, bool resume, bool force,
                             struct journal **journal, struct error *err);

/* the lines that it had when it was opened, without their ends */
size_t journal_lines(const struct journal *journal, char *const **lines);

/* add whole lines; on disk when this returns */
enum error_code journal_add(struct journal *journal, const char *text, struct error *err);

/* free it; `done`: the output is in its place, and the file goes */
void journal_close(struct journal *journal, bool done); /* NULL is allowed */

#endif
