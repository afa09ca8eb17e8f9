/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/note.h"

#include "lib/run/json.h"
#include "lib/run/run.h"

enum error_code run_note_set(const char *dir, const char *text, struct error *err)
{
    struct run *run;
    enum error_code code = run_open(dir, &run, err);
    if (code)
        return code;
    const bool open = run->state == RUN_RECORDING;
    json_t *json = open ? NULL : json_deep_copy(run->json);
    run_close(run);
    if (open)
        return error_set(err, ERROR_INPUT,
                         "%s: is being recorded, or was never closed; skitter run repair closes it",
                         dir);
    if (!json)
        return error_memory(err);
    if (json_object_set_new(json, "note", json_string(text)) != 0)
        code = error_set(err, ERROR_USAGE, "the note is no text in UTF-8");
    else
        code = run_json_save(dir, json, err);
    json_decref(json);
    return code;
}
