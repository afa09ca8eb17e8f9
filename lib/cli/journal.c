/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/journal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/file.h"

enum { MAX_BYTES = 1 << 30 };

struct journal {
    char *path; /* NULL: none */
    FILE *file;
    char *bytes; /* of the lines */
    char **lines;
    size_t n;
};

static enum error_code failed(const struct journal *journal, struct error *err)
{
    return error_set(err, ERROR_IO, "%s: %s", journal->path, strerror(errno));
}

/* the lines that are whole; the first is the key */
static enum error_code split(struct journal *journal, size_t size, const char *key,
                             struct error *err)
{
    const size_t length = strlen(key);
    size_t n = 0;
    if (size <= length || memcmp(journal->bytes, key, length) != 0 ||
        journal->bytes[length] != '\n')
        return error_set(err, ERROR_INPUT,
                         "%s is of another job: other settings, another rig or another "
                         "version; --force begins anew",
                         journal->path);
    for (size_t i = 0; i < size; i++)
        n += journal->bytes[i] == '\n';
    journal->lines = calloc(n + 1, sizeof *journal->lines);
    if (!journal->lines)
        return error_memory(err);
    for (size_t i = 0, start = 0; i < size; i++) {
        if (journal->bytes[i] != '\n')
            continue;
        journal->bytes[i] = '\0';
        journal->lines[journal->n++] = journal->bytes + start;
        start = i + 1;
    }
    return ERROR_OK;
}

static enum error_code read_lines(struct journal *journal, const char *key, struct error *err)
{
    size_t size;
    enum error_code code = file_read_whole(journal->path, MAX_BYTES, &journal->bytes, &size, err);
    return code ? code : split(journal, size, key, err);
}

static enum error_code begin(struct journal *journal, const char *key, bool resume, bool force,
                             struct error *err)
{
    const bool there = access(journal->path, F_OK) == 0;
    if (there && !resume && !force)
        return error_set(err, ERROR_EXISTS,
                         "%s is left from a job that was interrupted; --resume goes on with "
                         "it, --force begins anew",
                         journal->path);
    enum error_code code = there && resume ? read_lines(journal, key, err) : ERROR_OK;
    if (code)
        return code;
    /* written anew, so that a line that was cut off does not stay in the way */
    journal->file = fopen(journal->path, "w");
    if (!journal->file)
        return failed(journal, err);
    code = journal_add(journal, key, err);
    if (!code)
        code = journal_add(journal, "\n", err);
    for (size_t i = 1; i < journal->n && !code; i++) {
        code = journal_add(journal, journal->lines[i], err);
        if (!code)
            code = journal_add(journal, "\n", err);
    }
    return code;
}

enum error_code journal_open(const char *path, const char *key, bool resume, bool force,
                             struct journal **journal, struct error *err)
{
    *journal = calloc(1, sizeof **journal);
    if (!*journal)
        return error_memory(err);
    if (!path)
        return ERROR_OK;
    const size_t size = strlen(path) + sizeof ".part";
    (*journal)->path = malloc(size);
    enum error_code code = (*journal)->path ? ERROR_OK : error_memory(err);
    if (!code) {
        snprintf((*journal)->path, size, "%s.part", path);
        code = begin(*journal, key, resume, force, err);
    }
    if (code) {
        journal_close(*journal, false);
        *journal = NULL;
    }
    return code;
}

size_t journal_lines(const struct journal *journal, char *const **lines)
{
    *lines = journal->n ? journal->lines + 1 : NULL;
    return journal->n ? journal->n - 1 : 0;
}

enum error_code journal_add(struct journal *journal, const char *text, struct error *err)
{
    if (!journal->file)
        return ERROR_OK;
    if (fputs(text, journal->file) == EOF || fflush(journal->file) == EOF)
        return failed(journal, err);
    return ERROR_OK;
}

void journal_close(struct journal *journal, bool done)
{
    if (!journal)
        return;
    if (journal->file)
        fclose(journal->file);
    if (done && journal->path && unlink(journal->path) != 0)
        fprintf(stderr, "%s: cannot be removed (%s); it is not needed any more\n", journal->path,
                strerror(errno));
    free(journal->path);
    free(journal->bytes);
    free(journal->lines);
    free(journal);
}
