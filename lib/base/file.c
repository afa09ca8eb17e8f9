/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum error_code cannot(struct error *err, const char *path, const char *what)
{
    enum error_code code = errno == ENOENT || errno == EACCES || errno == ENOTDIR ? ERROR_INPUT
                                                                                  : ERROR_IO;
    return error_set(err, code, "%s: cannot %s: %s; check the name and its permissions", path, what,
                     strerror(errno));
}

/* ---- reading */

static enum error_code not_a_file(struct error *err, const char *path)
{
    return error_set(err, ERROR_INPUT, "%s: is not a file; give the name of a file", path);
}

static enum error_code read_open(int fd, const char *path, size_t limit, char **bytes, size_t *size,
                                 struct error *err)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return cannot(err, path, "be read");
    if (!S_ISREG(status.st_mode))
        return not_a_file(err, path);
    if (status.st_size > (off_t)limit)
        return error_set(err, ERROR_INPUT,
                         "%s: has %lld bytes, more than the %zu that are read; is it the "
                         "right file?",
                         path, (long long)status.st_size, limit);
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

enum error_code file_read_whole(const char *path, size_t limit, char **bytes, size_t *size,
                                struct error *err)
{
    /* not blocking, so that a named pipe is refused and not waited for */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return cannot(err, path, "be opened");
    enum error_code code = read_open(fd, path, limit, bytes, size, err);
    close(fd);
    return code;
}

enum error_code file_open(const char *path, FILE **file, struct error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return cannot(err, path, "be opened");
    struct stat status;
    const bool regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    *file = regular ? fdopen(fd, "r") : NULL;
    if (*file)
        return ERROR_OK;
    close(fd);
    return regular ? error_memory(err) : not_a_file(err, path);
}

ssize_t file_pread(int fd, void *bytes, size_t size, off_t at)
{
    size_t done = 0;
    while (done < size) {
        ssize_t got = pread(fd, (char *)bytes + done, size - done, at + (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && done == 0)
            return -1;
        if (got <= 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/* ---- names */

enum error_code file_taken(const char *path, bool replaceable, struct error *err)
{
    return error_set(err, ERROR_EXISTS, "%s exists: use %sanother name", path,
                     replaceable ? "--force to replace it, or " : "");
}

bool file_is_through(const char *path)
{
    struct stat status;
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0)
        return true;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

enum error_code file_vacant(const char *path, bool force, struct error *err)
{
    struct stat status;
    if (!path || file_is_through(path) || lstat(path, &status) != 0)
        return ERROR_OK;
    if (stat(path, &status) != 0)
        return error_set(err, ERROR_EXISTS, "%s is a link that leads nowhere: use another name",
                         path);
    if (!S_ISREG(status.st_mode))
        return error_set(err, ERROR_EXISTS, "%s is a directory: use the name of a file", path);
    return force ? ERROR_OK : file_taken(path, true, err);
}

enum error_code file_make_parents(const char *path, struct error *err)
{
    char *name = strdup(path);
    if (!name)
        return error_memory(err);
    enum error_code code = ERROR_OK;
    for (char *slash = name; !code && (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        if (slash[1] != '\0' && mkdir(name, 0777) != 0 && errno != EEXIST)
            code = cannot(err, name, "be made");
        *slash = '/';
    }
    free(name);
    return code;
}

bool file_write_all(int fd, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t put = write(fd, (const char *)bytes + done, size - done);
        if (put < 0 && errno != EINTR)
            return false;
        done += put > 0 ? (size_t)put : 0;
    }
    return true;
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
