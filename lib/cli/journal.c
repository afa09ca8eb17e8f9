/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/journal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/draft.h"
#include "lib/base/file.h"
#include "lib/base/sealed.h"
#include "lib/base/sha256.h"
#include "lib/base/shown.h"

enum { MAX_BYTES = 1 << 30, HEAD_SIZE = SHA256_TEXT_SIZE + 8 };

/* what one file held */
struct part {
    char *bytes;
    struct sealed_lines lines;
};

struct journal {
    char *path; /* of this rank's file; NULL: none */
    char *output;
    int rank, ranks;
    int fd;
    struct part *parts;
    size_t n_parts;
    char **lines;
    size_t n, broken;
};

static enum error_code failed(const char *path, struct error *err)
{
    return error_set(err, ERROR_IO, "%s: %s", path, strerror(errno));
}

/* "job " and the sum of the key, which may be long and have many lines */
static void make_head(const char *key, char head[HEAD_SIZE])
{
    char sum[SHA256_TEXT_SIZE];
    sha256_text(key, sum);
    snprintf(head, HEAD_SIZE, "job %s", sum);
}

/* ---- the files of all ranks */

/* -1 for OUTPUT.part, the rank for OUTPUT.RANK.part, -2 for any other name */
static int rank_of(const char *name, const char *output)
{
    const char *slash = strrchr(output, '/'), *base = slash ? slash + 1 : output;
    const size_t length = strlen(base);
    if (strncmp(name, base, length) != 0)
        return -2;
    if (strcmp(name + length, ".part") == 0)
        return -1;
    char *end;
    if (name[length] != '.' || name[length + 1] < '0' || name[length + 1] > '9')
        return -2;
    const long rank = strtol(name + length + 1, &end, 10);
    return strcmp(end, ".part") == 0 && rank < 1 << 20 ? (int)rank : -2;
}

/* whether a rank of this job writes it */
static bool in_use(const struct journal *journal, int rank)
{
    return journal->ranks == 1 ? rank == -1 : rank >= 0 && rank < journal->ranks;
}

typedef enum error_code visit(struct journal *journal, const char *path, int rank, void *context,
                              struct error *err);

static enum error_code visit_all(struct journal *journal, visit *act, void *context,
                                 struct error *err)
{
    char *parent = file_beside(journal->output, ".");
    DIR *directory = parent ? opendir(parent) : NULL;
    free(parent);
    enum error_code code = ERROR_OK;
    for (const struct dirent *entry; !code && directory && (entry = readdir(directory));) {
        const int rank = rank_of(entry->d_name, journal->output);
        char *path = rank >= -1 ? file_beside(journal->output, entry->d_name) : NULL;
        if (path)
            code = act(journal, path, rank, context, err);
        else if (rank >= -1)
            code = error_memory(err);
        free(path);
    }
    if (directory)
        closedir(directory);
    return code;
}

/* Whether a job has left it. Another rank of this one may just have made its own: that is
 * empty until it is locked, and locked as long as it is written. */
static bool is_left(const char *path)
{
    struct stat status;
    const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return true; /* a link, or not ours to read: it is there */
    const bool left = fstat(fd, &status) != 0 ||
                      (status.st_size > 0 && flock(fd, LOCK_EX | LOCK_NB) == 0);
    close(fd);
    return left;
}

static enum error_code refuse(struct journal *journal, const char *path, int rank, void *context,
                              struct error *err)
{
    (void)context;
    if (in_use(journal, rank) && rank > 0 && !is_left(path))
        return ERROR_OK;
    return error_set(err, ERROR_EXISTS,
                     "%s is left from a job that was interrupted; --resume goes on with it, "
                     "--force begins anew",
                     path);
}

/* those of another number of ranks, by the first rank */
static enum error_code remove_other(struct journal *journal, const char *path, int rank,
                                    void *context, struct error *err)
{
    (void)context, (void)err;
    if (journal->rank == 0 && !in_use(journal, rank))
        unlink(path);
    return ERROR_OK;
}

static enum error_code read_part(struct journal *journal, const char *path, int rank, void *context,
                                 struct error *err)
{
    (void)rank;
    struct part *parts = realloc(journal->parts, (journal->n_parts + 1) * sizeof *parts);
    if (!parts)
        return error_memory(err);
    journal->parts = parts;
    struct part part = {0};
    size_t size;
    enum error_code code = file_read_whole(path, MAX_BYTES, &part.bytes, &size, err);
    if (code)
        return code;
    const bool empty = !memchr(part.bytes, '\n', size); /* it ended within its first line */
    code = sealed_split(part.bytes, size, &part.lines, err);
    parts[journal->n_parts++] = part;
    if (code)
        return code;
    journal->broken += part.lines.broken;
    if (empty)
        return strcmp(path, journal->path) == 0 && ftruncate(journal->fd, 0) != 0
                   ? failed(path, err)
                   : ERROR_OK;
    if (part.lines.n == 0 || strcmp(part.lines.texts[0], context) != 0)
        return error_set(
            err, ERROR_INPUT,
            "%s is of another job, or damaged at its beginning: other settings, another "
            "rig or another version; --force begins anew",
            path);
    return ERROR_OK;
}

static enum error_code gather(struct journal *journal, struct error *err)
{
    size_t all = 0;
    for (size_t i = 0; i < journal->n_parts; i++)
        all += journal->parts[i].lines.n;
    journal->lines = calloc(all + 1, sizeof *journal->lines);
    if (!journal->lines)
        return error_memory(err);
    for (size_t i = 0; i < journal->n_parts; i++)
        for (size_t k = 1; k < journal->parts[i].lines.n; k++)
            journal->lines[journal->n++] = journal->parts[i].lines.texts[k];
    return ERROR_OK;
}

/* ---- this rank's file */

/* no link is followed: what it leads to is none of ours */
static enum error_code open_own(struct journal *journal, struct error *err)
{
    journal->fd = open(journal->path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (journal->fd < 0 && errno == ELOOP)
        return error_set(err, ERROR_INPUT, "%s is a link; remove it, or use another name",
                         journal->path);
    if (journal->fd < 0)
        return failed(journal->path, err);
    if (flock(journal->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return error_set(err, ERROR_EXISTS,
                         "%s is being written by another job; wait for it, or use another name",
                         journal->path);
    return ERROR_OK;
}

static enum error_code append(struct journal *journal, const char *bytes, struct error *err)
{
    const off_t before = lseek(journal->fd, 0, SEEK_END);
    if (file_write_all(journal->fd, bytes, strlen(bytes)) &&
        (fdatasync(journal->fd) == 0 || errno == EINVAL || errno == EROFS))
        return ERROR_OK;
    enum error_code code = failed(journal->path, err);
    if (before < 0 || ftruncate(journal->fd, before) != 0)
        return code; /* a torn line is known for one */
    return code;
}

/* the head, when there is none; else the end of a line that was torn */
static enum error_code begin(struct journal *journal, const char *head, struct error *err)
{
    char last = '\n';
    const off_t size = lseek(journal->fd, 0, SEEK_END);
    if (size > 0 && file_pread(journal->fd, &last, 1, size - 1) != 1)
        return failed(journal->path, err);
    if (size > 0)
        return last == '\n' ? ERROR_OK : append(journal, "\n", err);
    char *line = sealed_make(head);
    enum error_code code = line ? append(journal, line, err) : error_memory(err);
    free(line);
    char *parent = file_beside(journal->path, ".");
    if (!code && parent)
        draft_sync_directory(AT_FDCWD, parent);
    free(parent);
    return code;
}

static enum error_code open_all(struct journal *journal, const struct journal_wish *wish,
                                struct error *err)
{
    char head[HEAD_SIZE];
    make_head(wish->key, head);
    enum error_code code = ERROR_OK;
    if (!wish->resume && !wish->force && wish->rank == 0)
        code = visit_all(journal, refuse, NULL, err);
    if (!code)
        code = open_own(journal, err);
    if (!code && wish->resume)
        code = visit_all(journal, read_part, head, err);
    if (!code && wish->resume)
        code = gather(journal, err);
    if (!code && !wish->resume && wish->force) {
        code = visit_all(journal, remove_other, NULL, err);
        if (!code && ftruncate(journal->fd, 0) != 0)
            code = failed(journal->path, err);
    }
    return code ? code : begin(journal, head, err);
}

enum error_code journal_open(const struct journal_wish *wish, struct journal **journal,
                             struct error *err)
{
    struct journal *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    *journal = NULL;
    new->fd = -1;
    new->rank = wish->rank;
    new->ranks = wish->ranks;
    enum error_code code = ERROR_OK;
    if (wish->path && !file_is_through(wish->path)) {
        const size_t size = strlen(wish->path) + 32;
        new->path = malloc(size);
        new->output = strdup(wish->path);
        if (!new->path || !new->output)
            code = error_memory(err);
        else if (wish->ranks > 1)
            snprintf(new->path, size, "%s.%d.part", wish->path, wish->rank);
        else
            snprintf(new->path, size, "%s.part", wish->path);
        if (!code)
            code = open_all(new, wish, err);
    }
    if (code)
        journal_close(new, false);
    else
        *journal = new;
    return code;
}

size_t journal_lines(const struct journal *journal, char *const **lines)
{
    *lines = journal->lines;
    return journal->n;
}

size_t journal_broken(const struct journal *journal) { return journal->broken; }

/* ---- lines */

static enum error_code seal_into(char **bytes, const char *line, size_t length, struct error *err)
{
    char *text = strndup(line, length), *sealed = text ? sealed_make(text) : NULL;
    const size_t used = *bytes ? strlen(*bytes) : 0;
    char *more = sealed ? realloc(*bytes, used + strlen(sealed) + 1) : NULL;
    if (more) {
        memcpy(more + used, sealed, strlen(sealed) + 1);
        *bytes = more;
    }
    free(text);
    free(sealed);
    return more ? ERROR_OK : error_memory(err);
}

enum error_code journal_add(struct journal *journal, const char *text, struct error *err)
{
    char *bytes = NULL;
    enum error_code code = ERROR_OK;
    if (journal->fd < 0)
        return ERROR_OK;
    while (*text && !code) {
        const size_t length = strcspn(text, "\n");
        code = seal_into(&bytes, text, length, err);
        text += length + (text[length] == '\n');
    }
    if (!code && bytes)
        code = append(journal, bytes, err);
    free(bytes);
    return code;
}

void journal_close(struct journal *journal, bool done)
{
    if (!journal)
        return;
    if (done && journal->path && unlink(journal->path) != 0)
        shown_printf(stderr, "%s: cannot be removed (%s); it is not needed any more\n",
                     journal->path, strerror(errno));
    if (done && journal->path)
        visit_all(journal, remove_other, NULL, NULL);
    if (journal->fd >= 0)
        close(journal->fd); /* and with it the lock */
    for (size_t i = 0; i < journal->n_parts; i++) {
        free(journal->parts[i].bytes);
        free(journal->parts[i].lines.texts);
    }
    free(journal->parts);
    free(journal->path);
    free(journal->output);
    free(journal->lines);
    free(journal);
}
