/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.journal: what has happened since run.json was written, when the first frame was taken
 * and where frames were lost, a sealed line of JSON each (lib/base/sealed.h). It is there while a
 * run is recorded, or when its writer was killed; run_finish and run_repair take it over into
 * run.json. Used by lib/run only. */
#ifndef LIB_RUN_JOURNAL_H
#define LIB_RUN_JOURNAL_H

#include "lib/run/description.h"

#define RUN_JOURNAL_NAME "run.journal"

struct run_journal;

/* a new one in an open directory */
enum error_code run_journal_create(int dir, struct run_journal **journal, struct error *err);
int run_journal_descriptor(const struct run_journal *journal);
void run_journal_close(struct run_journal *journal); /* NULL is allowed */

/* Add to json and to the file. A line that cannot be written now, as on a full disk, waits
 * for the next one: no recording ends by it, and run.json gets it in the end. */
enum error_code run_journal_gap(struct run_journal *journal, json_t *json,
                                const struct run_gap *gap, struct error *err);
enum error_code run_journal_begin(struct run_journal *journal, json_t *json, const char *start,
                                  int64_t trigger_frame, struct error *err);

/* what the journal of a run says, into json; there may be none. `broken` counts lines that
 * were torn */
enum error_code run_journal_load(const char *dir, json_t *json, size_t *broken, struct error *err);

#endif
