/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of work that is done, kept beside an output file until it is whole: what is left of
 * an interrupted job to go on from. The file is only ever appended to, each line is sealed
 * (lib/base/sealed.h) and on disk when it was added, and whoever writes it holds a lock.
 * Of several ranks each has its own, PATH.RANK.part; those of any number of ranks count. */
#ifndef LIB_CLI_JOURNAL_H
#define LIB_CLI_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

struct journal;

struct journal_wish {
    const char *path; /* of the output; NULL, or what is no file: lines are kept nowhere */
    const char *key;  /* says what the job is: that of all its ranks */
    int rank, ranks;
    bool resume; /* go on from what is there; another key is ERROR_INPUT */
    bool force;  /* begin anew; else what is there is ERROR_EXISTS */
};

enum error_code journal_open(const struct journal_wish *wish, struct journal **journal,
                             struct error *err);

/* the lines that were there, of all ranks, without their ends */
size_t journal_lines(const struct journal *journal, char *const **lines);

/* those of them that were torn or changed: their work is to be done again */
size_t journal_broken(const struct journal *journal);

/* add whole lines; on disk when this returns */
enum error_code journal_add(struct journal *journal, const char *text, struct error *err);

/* free it; `done`: the output is in its place, and the file goes */
void journal_close(struct journal *journal, bool done); /* NULL is allowed */

#endif
