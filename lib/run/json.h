/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.json to structs and back. The rules of what is valid are in one place,
 * the parser: the writer parses what it is about to write. Used by run*.c only. */
#ifndef LIB_RUN_JSON_H
#define LIB_RUN_JSON_H

#include "lib/run/description.h"

/* what run_write.c and run_repair.c set as a run goes on */
struct run_outcome {
    enum run_state state;
    const char *why;
    int64_t frames; /* RUN_UNKNOWN while recording */
    const char *sha256;
};

/* a new run.json in state recording, checked; the caller decrefs it */
enum error_code run_json_make(const struct run_info *info, json_t **json, struct error *err);

enum error_code run_json_set_outcome(json_t *json, const struct run_outcome *outcome,
                                     struct error *err);

/* when the first frame was taken (NULL: nobody knows) and, if there is a trigger, where it
 * fired */
enum error_code run_json_begin(json_t *json, const char *start, int64_t trigger_frame,
                               struct error *err);

/* a gap as an object, and back; the text is the object's */
enum error_code run_json_gap(const struct run_gap *gap, json_t **object, struct error *err);
enum error_code run_json_read_gap(const json_t *object, struct run_gap *gap, struct error *err);

/* a gap where the last one was, for the same reason, becomes one with it */
enum error_code run_json_add_gap(json_t *json, const struct run_gap *gap, struct error *err);

/* in state recording */
bool run_json_unfinished(const json_t *json);

/* forget the gaps after the end; returns how many */
size_t run_json_cut_gaps(json_t *json, int64_t frames);

/* fill info, state, why, sha256, frames and gaps of a struct run; its texts are
 * those of json, which must outlive them. `path` is for messages */
enum error_code run_json_parse(const json_t *json, const char *path, struct run *run,
                               struct error *err);
void run_json_release(struct run *run); /* the arrays that run_json_parse made */

/* its period as schema 2 has it, of whatever schema json is; NULL: none that is valid */
json_t *run_json_period(const json_t *json);

enum error_code run_json_load(const char *dir, json_t **json, struct error *err);
enum error_code run_json_save(const char *dir, const json_t *json, struct error *err);

/* into an open directory; `dir` is its name for messages */
enum error_code run_json_save_at(int base, const char *dir, const json_t *json, struct error *err);

#endif
