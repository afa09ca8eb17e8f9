/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/draft.h"
#include "lib/base/file.h"
#include "lib/base/memory.h"

struct stream {
    FILE *file;
    char *path;         /* of the file, where a link leads to */
    char *shown;        /* its name for messages */
    struct draft draft; /* its descriptor is the file's */
    int through;        /* a device or a pipe that gets all of it, or -1 */
    bool force;
};

static enum error_code cannot_write(const char *path, struct error *err)
{
    if (errno == EEXIST)
        return file_taken(path, true, err);
    if (errno == ENOMEM)
        return error_memory(err);
    const char *end = strrchr(path, '/');
    if (errno == ENOENT && end && end > path)
        return error_set(err, ERROR_INPUT,
                         "%s: cannot be written: the directory %.*s is not there; make it first",
                         path, (int)(end - path), path);
    enum error_code code = errno == ENOENT || errno == EACCES || errno == ENOTDIR ? ERROR_INPUT
                                                                                  : ERROR_IO;
    return error_set(err, code,
                     "%s: cannot be written: %s; check the name, its permissions and the "
                     "room on the disk",
                     path, strerror(errno));
}

static enum error_code open_draft(struct stream *stream, int base, const char *path,
                                  struct error *err)
{
    stream->path = strdup(path);
    if (!stream->path)
        return error_memory(err);
    if (!draft_open_at(base, path, &stream->draft))
        return cannot_write(stream->shown, err);
    stream->file = fdopen(stream->draft.fd, "w+");
    return stream->file ? ERROR_OK : error_memory(err);
}

/* all of it waits in a file without a name: what is printed may be read back, and a failure
 * leaves no half of it in a pipe */
static enum error_code open_through(struct stream *stream, const char *path, struct error *err)
{
    const bool output = strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
    stream->through = output ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                             : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (stream->through < 0)
        return cannot_write(path, err);
    stream->file = tmpfile();
    return stream->file ? ERROR_OK : cannot_write(path, err);
}

static enum error_code open_all(struct stream *stream, const char *path, struct error *err)
{
    if (file_is_through(path))
        return open_through(stream, path, err);
    char target[PATH_MAX]; /* a link stays, and what it leads to is replaced */
    return open_draft(stream, AT_FDCWD, realpath(path, target) ? target : path, err);
}

static struct stream *new_stream(const char *shown, bool force)
{
    struct stream *new = calloc(1, sizeof *new);
    if (!new)
        return NULL;
    new->force = force;
    new->draft.fd = -1;
    new->through = -1;
    new->shown = strdup(shown);
    if (!new->shown) {
        free(new);
        return NULL;
    }
    return new;
}

static enum error_code hand_over(enum error_code code, struct stream *made, struct stream **stream)
{
    if (code)
        stream_abandon(made);
    else
        *stream = made;
    return code;
}

enum error_code stream_open(const char *path, bool force, struct stream **stream, struct error *err)
{
    *stream = NULL;
    enum error_code code = file_vacant(path, force, err);
    if (code)
        return code;
    struct stream *made = new_stream(path, force);
    return made ? hand_over(open_all(made, path, err), made, stream) : error_memory(err);
}

enum error_code stream_open_at(int base, const char *name, const char *shown,
                               struct stream **stream, struct error *err)
{
    *stream = NULL;
    struct stream *made = new_stream(shown, true);
    return made ? hand_over(open_draft(made, base, name, err), made, stream) : error_memory(err);
}

FILE *stream_file(struct stream *stream) { return stream->file; }

static bool copy_through(const struct stream *stream)
{
    enum { BLOCK = 1 << 15 };
    char block[BLOCK];
    size_t got;
    rewind(stream->file);
    while ((got = fread(block, 1, sizeof block, stream->file)) > 0)
        if (!file_write_all(stream->through, block, got))
            return false;
    return !ferror(stream->file);
}

static enum error_code finish(struct stream *stream, struct error *err)
{
    if (memory_lost())
        return error_memory(err);
    errno = EIO; /* of an error that an earlier write met */
    if (stream->through >= 0)
        return !ferror(stream->file) && fflush(stream->file) == 0 && fflush(stdout) == 0 &&
                       copy_through(stream)
                   ? ERROR_OK
                   : cannot_write(stream->shown, err);
    if (ferror(stream->file) || fflush(stream->file) != 0 || fsync(stream->draft.fd) != 0 ||
        !draft_place(&stream->draft, stream->path, stream->force))
        return cannot_write(stream->shown, err);
    /* whole and in its place; its name is only safe on disk once the directory is */
    if (!draft_sync_directory(stream->draft.base, stream->draft.directory))
        return error_set(err, ERROR_IO,
                         "%s: is written, but its directory cannot be made safe on disk: %s; "
                         "the disk may be failing",
                         stream->shown, strerror(errno));
    return ERROR_OK;
}

enum error_code stream_commit(struct stream *stream, struct error *err)
{
    enum error_code code = finish(stream, err);
    stream_abandon(stream); /* closing can fail no more: all is on disk */
    return code;
}

void stream_abandon(struct stream *stream)
{
    if (!stream)
        return;
    if (stream->file) {
        fclose(stream->file);
        stream->draft.fd = -1;
    }
    draft_free(&stream->draft);
    if (stream->through >= 0)
        close(stream->through);
    free(stream->path);
    free(stream->shown);
    free(stream);
}

enum error_code stream_scratch(const char *path, FILE **file, struct error *err)
{
    struct draft draft;
    *file = NULL;
    enum error_code code = draft_open(path, &draft) ? ERROR_OK : cannot_write(path, err);
    draft_forget_name(&draft);
    if (!code) {
        *file = fdopen(draft.fd, "w+");
        if (*file)
            draft.fd = -1;
        else
            code = error_memory(err);
    }
    draft_free(&draft);
    return code;
}

enum error_code stream_write_whole(const char *path, const void *bytes, size_t size, bool force,
                                   struct error *err)
{
    struct stream *stream;
    enum error_code code = stream_open(path, force, &stream, err);
    if (code)
        return code;
    fwrite(bytes, 1, size, stream_file(stream)); /* commit sees what failed */
    return stream_commit(stream, err);
}
