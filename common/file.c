#include "config.h"

#include "common/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum error_code cannot(struct error *err, const char *path, const char *what)
{
    enum error_code code = errno == ENOENT || errno == EACCES || errno == ENOTDIR
                               ? ERROR_INPUT
                               : ERROR_IO;
    return error_set(err, code, "%s: cannot %s: %s; check the name and its permissions",
                     path, what, strerror(errno));
}

/* ---- reading */

static enum error_code read_open(int fd, const char *path, size_t limit, char **bytes,
                                 size_t *size, struct error *err)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return cannot(err, path, "be read");
    if (!S_ISREG(status.st_mode))
        return error_set(err, ERROR_INPUT, "%s: is not a file; give the name of a file", path);
    if (status.st_size > (off_t)limit)
        return error_set(err, ERROR_INPUT,
                         "%s: has %lld bytes, more than the %zu that are read; is it the "
                         "right file?", path, (long long)status.st_size, limit);
    size_t room = (size_t)status.st_size, used = 0;
    char *text = malloc(room + 1);
    if (!text)
        return error_memory(err);
    ssize_t got = 1;
    while (used < room && got > 0) {
        got = read(fd, text + used, room - used);
        used += got > 0 ? (size_t)got : 0;
    }
    if (got < 0) {
        free(text);
        return cannot(err, path, "be read");
    }
    text[used] = '\0';
    *bytes = text;
    *size = used;
    return ERROR_OK;
}

enum error_code file_read_whole(const char *path, size_t limit, char **bytes,
                                size_t *size, struct error *err)
{
    /* not blocking, so that a named pipe is refused and not waited for */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return cannot(err, path, "be opened");
    enum error_code code = read_open(fd, path, limit, bytes, size, err);
    close(fd);
    return code;
}

/* ---- writing */

static bool write_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t put = write(fd, bytes, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        size -= (size_t)put;
    }
    return true;
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

static enum error_code exists(struct error *err, const char *path)
{
    return error_set(err, ERROR_EXISTS,
                     "%s: exists; choose another name, or --force to replace it", path);
}

/* a new file beside `path`, named after the process; *temporary is allocated */
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
    return fd;
}

/* 0 or the errno of what failed */
static int write_and_place(int fd, const char *temporary, const char *path,
                           const void *bytes, size_t size, bool force)
{
    int failure = write_all(fd, bytes, size) && fsync(fd) == 0 ? 0 : errno;
    if (close(fd) != 0 && failure == 0)
        failure = errno;
    if (failure == 0 && !put_in_place(temporary, path, force))
        failure = errno;
    if (failure != 0)
        unlink(temporary);
    else if (!sync_directory(path))
        failure = errno;
    return failure;
}

enum error_code file_write_whole(const char *path, const void *bytes, size_t size,
                                 bool force, struct error *err)
{
    struct stat status;
    if (!force && lstat(path, &status) == 0)
        return exists(err, path);
    char *temporary;
    int fd = open_temporary(path, &temporary);
    int failure = fd < 0 ? errno : write_and_place(fd, temporary, path, bytes, size, force);
    free(temporary);
    if (failure == 0)
        return ERROR_OK;
    if (failure == EEXIST)
        return exists(err, path);
    errno = failure;
    return cannot(err, path, "be written");
}

char *file_beside(const char *from, const char *name)
{
    const char *slash = strrchr(from, '/');
    if (name[0] == '/' || !slash)
        return strdup(name);
    size_t directory = (size_t)(slash - from) + 1, length = strlen(name);
    char *path = malloc(directory + length + 1);
    if (!path)
        return NULL;
    memcpy(path, from, directory);
    memcpy(path + directory, name, length + 1);
    return path;
}
