#include "config.h"

#include "common/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/file.h"

struct stream {
    FILE *file;
    char *path, *temporary;
    bool force;
};

static enum error_code exists(const char *path, struct error *err)
{
    return error_set(err, ERROR_EXISTS,
                     "%s: exists; choose another name, or --force to replace it", path);
}

static enum error_code cannot_write(const char *path, struct error *err)
{
    if (errno == EEXIST)
        return exists(path, err);
    enum error_code code = errno == ENOENT || errno == EACCES || errno == ENOTDIR
                               ? ERROR_INPUT
                               : ERROR_IO;
    return error_set(err, code,
                     "%s: cannot be written: %s; check the name, its permissions and the "
                     "room on the disk", path, strerror(errno));
}

/* a new file beside `path`, named after the process; -1: errno says why */
static int open_temporary(const char *path, char **temporary)
{
    enum { TRIES = 100 };
    size_t length = strlen(path) + 48;
    *temporary = malloc(length);
    int fd = -1;
    for (int i = 0; *temporary && fd < 0 && i < TRIES; i++) {
        snprintf(*temporary, length, "%s.%ld-%d.part", path, (long)getpid(), i);
        fd = open(*temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0) {
        free(*temporary);
        *temporary = NULL;
    }
    return fd;
}

static enum error_code open_all(struct stream *stream, const char *path, struct error *err)
{
    stream->path = strdup(path);
    if (!stream->path)
        return error_memory(err);
    int fd = open_temporary(path, &stream->temporary);
    if (fd < 0)
        return cannot_write(path, err);
    stream->file = fdopen(fd, "w");
    if (!stream->file) {
        close(fd);
        return error_memory(err);
    }
    return ERROR_OK;
}

enum error_code stream_open(const char *path, bool force, struct stream **stream,
                            struct error *err)
{
    *stream = NULL;
    struct stat status;
    if (!force && lstat(path, &status) == 0)
        return exists(path, err);
    struct stream *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->force = force;
    enum error_code code = open_all(new, path, err);
    if (code)
        stream_abandon(new);
    else
        *stream = new;
    return code;
}

FILE *stream_file(struct stream *stream)
{
    return stream->file;
}

/* the rename is only safe on disk once the directory is */
static bool sync_directory(const char *path)
{
    char *directory = file_beside(path, ".");
    int fd = directory ? open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(directory);
    if (fd < 0)
        return false;
    bool done = fsync(fd) == 0 || errno == EINVAL; /* some file systems cannot */
    close(fd);
    return done;
}

/* give the finished file its name: link() refuses an existing one, rename()
 * replaces it; link() is missing on some file systems */
static bool put_in_place(const char *temporary, const char *path, bool force)
{
    if (force)
        return rename(temporary, path) == 0;
    if (link(temporary, path) == 0)
        return unlink(temporary) == 0;
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
        return false;
    if (access(path, F_OK) != 0)
        return rename(temporary, path) == 0;
    errno = EEXIST;
    return false;
}

static bool finish(struct stream *stream)
{
    errno = EIO; /* of an error that an earlier write met */
    bool done = !ferror(stream->file) && fflush(stream->file) == 0 &&
                fsync(fileno(stream->file)) == 0;
    int failure = errno;
    if (fclose(stream->file) != 0 && done) {
        done = false;
        failure = errno;
    }
    stream->file = NULL;
    errno = failure;
    if (!done || !put_in_place(stream->temporary, stream->path, stream->force))
        return false;
    free(stream->temporary);
    stream->temporary = NULL;
    return sync_directory(stream->path);
}

enum error_code stream_commit(struct stream *stream, struct error *err)
{
    enum error_code code = finish(stream) ? ERROR_OK : cannot_write(stream->path, err);
    stream_abandon(stream);
    return code;
}

void stream_abandon(struct stream *stream)
{
    if (!stream)
        return;
    if (stream->file)
        fclose(stream->file);
    if (stream->temporary)
        unlink(stream->temporary);
    free(stream->temporary);
    free(stream->path);
    free(stream);
}
