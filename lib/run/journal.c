/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/file.h"
#include "lib/base/sealed.h"
#include "lib/run/json.h"

struct run_journal {
    int fd;
    off_t whole;   /* bytes of whole lines in the file */
    char *waiting; /* lines that could not be written yet, NULL: none */
};

enum error_code run_journal_create(int dir, struct run_journal **journal, struct error *err)
{
    struct run_journal *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->fd = openat(dir, RUN_JOURNAL_NAME, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (new->fd < 0) {
        const int failure = errno;
        free(new);
        return error_set(err, ERROR_IO, RUN_JOURNAL_NAME ": cannot be made: %s", strerror(failure));
    }
    *journal = new;
    return ERROR_OK;
}

int run_journal_descriptor(const struct run_journal *journal) { return journal->fd; }

void run_journal_close(struct run_journal *journal)
{
    if (!journal)
        return;
    close(journal->fd);
    free(journal->waiting);
    free(journal);
}

/* all that waits; what was cut off goes, so that no line is within another */
static void write_waiting(struct run_journal *journal)
{
    const size_t size = strlen(journal->waiting);
    if (lseek(journal->fd, journal->whole, SEEK_SET) == journal->whole &&
        file_write_all(journal->fd, journal->waiting, size)) {
        journal->whole += (off_t)size;
        free(journal->waiting);
        journal->waiting = NULL;
    } else if (ftruncate(journal->fd, journal->whole) != 0) {
        return; /* the next try writes over it */
    }
}

static enum error_code add(struct run_journal *journal, json_t *row, struct error *err)
{
    char *text = row ? json_dumps(row, JSON_COMPACT) : NULL;
    char *line = text ? sealed_make(text) : NULL;
    const size_t before = journal->waiting ? strlen(journal->waiting) : 0;
    char *waiting = line ? realloc(journal->waiting, before + strlen(line) + 1) : NULL;
    if (waiting) {
        memcpy(waiting + before, line, strlen(line) + 1);
        journal->waiting = waiting;
        write_waiting(journal);
    }
    free(line);
    free(text);
    json_decref(row);
    return waiting ? ERROR_OK : error_memory(err);
}

/* ---- lines */

enum error_code run_journal_gap(struct run_journal *journal, json_t *json,
                                const struct run_gap *gap, struct error *err)
{
    json_t *row = NULL;
    enum error_code code = run_json_add_gap(json, gap, err);
    if (!code)
        code = run_json_gap(gap, &row, err);
    return code ? code : add(journal, row, err);
}

enum error_code run_journal_begin(struct run_journal *journal, json_t *json, const char *start,
                                  int64_t trigger_frame, struct error *err)
{
    enum error_code code = run_json_begin(json, start, trigger_frame, err);
    return code ? code
                : add(journal,
                      json_pack("{s:s?, s:I}", "start", start, "trigger_frame",
                                (json_int_t)trigger_frame),
                      err);
}

/* a line is what the writer wrote: its seal holds. What is none of its kinds is of a newer one */
static enum error_code take(const char *text, json_t *json, struct error *err)
{
    json_t *row = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    struct run_gap gap;
    enum error_code code = ERROR_OK;
    if (json_object_get(row, "trigger_frame"))
        code = run_json_begin(json, json_string_value(json_object_get(row, "start")),
                              json_integer_value(json_object_get(row, "trigger_frame")), err);
    else if (row && !run_json_read_gap(row, &gap, err))
        code = run_json_add_gap(json, &gap, err);
    json_decref(row);
    return code;
}

enum error_code run_journal_load(const char *dir, json_t *json, size_t *broken, struct error *err)
{
    char path[PATH_MAX], *bytes;
    size_t size;
    struct sealed_lines lines;
    *broken = 0;
    if (snprintf(path, sizeof path, "%s/" RUN_JOURNAL_NAME, dir) >= PATH_MAX ||
        access(path, F_OK) != 0)
        return ERROR_OK;
    enum error_code code = file_read_whole(path, (size_t)1 << 28, &bytes, &size, err);
    if (code)
        return code;
    code = sealed_split(bytes, size, &lines, err);
    for (size_t i = 0; !code && i < lines.n; i++)
        code = take(lines.texts[i], json, err);
    *broken = lines.broken;
    free(lines.texts);
    free(bytes);
    return code;
}
