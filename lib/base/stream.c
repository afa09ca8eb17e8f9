/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/draft.h"
#include "lib/base/file.h"
#include "lib/base/memory.h"

struct stream {
    FILE *file;
    char *path;
    struct draft draft; /* its descriptor is the file's */
    bool force;
};

static enum error_code cannot_write(const char *path, struct error *err)
{
    if (errno == EEXIST)
        return file_taken(path, true, err);
    if (errno == ENOMEM)
        return error_memory(err);
    enum error_code code = errno == ENOENT || errno == EACCES || errno == ENOTDIR ? ERROR_INPUT
                                                                                  : ERROR_IO;
    return error_set(err, code,
                     "%s: cannot be written: %s; check the name, its permissions and the "
                     "room on the disk",
                     path, strerror(errno));
}

static enum error_code open_all(struct stream *stream, const char *path, struct error *err)
{
    stream->path = strdup(path);
    if (!stream->path)
        return error_memory(err);
    if (!draft_open(path, &stream->draft))
        return cannot_write(path, err);
    stream->file = fdopen(stream->draft.fd, "w+");
    return stream->file ? ERROR_OK : error_memory(err);
}

enum error_code stream_open(const char *path, bool force, struct stream **stream, struct error *err)
{
    *stream = NULL;
    enum error_code code = file_vacant(path, force, err);
    if (code)
        return code;
    struct stream *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->force = force;
    new->draft.fd = -1;
    code = open_all(new, path, err);
    if (code)
        stream_abandon(new);
    else
        *stream = new;
    return code;
}

FILE *stream_file(struct stream *stream) { return stream->file; }

static enum error_code finish(struct stream *stream, struct error *err)
{
    if (memory_lost())
        return error_memory(err);
    errno = EIO; /* of an error that an earlier write met */
    if (ferror(stream->file) || fflush(stream->file) != 0 || fsync(stream->draft.fd) != 0 ||
        !draft_place(&stream->draft, stream->path, stream->force))
        return cannot_write(stream->path, err);
    /* whole and in its place; its name is only safe on disk once the directory is */
    if (!draft_sync_directory(stream->draft.directory))
        return error_set(err, ERROR_IO,
                         "%s: is written, but its directory cannot be made safe on disk: %s; "
                         "the disk may be failing",
                         stream->path, strerror(errno));
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
    free(stream->path);
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
