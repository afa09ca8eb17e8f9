/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/file.h"
#include "lib/base/interrupt.h"

enum { TRIES = 100, LINK_SIZE = 32 };

/* the way to a file without a name that link() can go */
static void descriptor_path(int fd, char path[LINK_SIZE])
{
    snprintf(path, LINK_SIZE, "/proc/self/fd/%d", fd);
}

static int open_unnamed(int base, const char *directory)
{
    char link[LINK_SIZE];
    const int fd = openat(base, directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (fd < 0)
        return -1;
    descriptor_path(fd, link);
    if (access(link, F_OK) == 0)
        return fd;
    close(fd); /* no /proc: it could never be given a name */
    errno = EOPNOTSUPP;
    return -1;
}

/* the i-th temporary name; NULL: no memory */
static char *temporary_name(const char *path, int i)
{
    const size_t length = strlen(path) + 48;
    char *name = malloc(length);
    if (name)
        snprintf(name, length, "%s.%ld-%d.part", path, (long)getpid(), i);
    return name;
}

static void set_name(struct draft *draft, char *name)
{
    if (draft->name)
        interrupt_keep(draft->base, draft->name);
    free(draft->name);
    draft->name = name;
}

static int open_named(const char *path, struct draft *draft)
{
    int fd = -1;
    for (int i = 0; i < TRIES; i++) {
        char *name = temporary_name(path, i);
        if (!name)
            return -1;
        interrupt_remove(draft->base, name);
        set_name(draft, name);
        fd = openat(draft->base, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            return fd;
        const int failure = errno;
        set_name(draft, NULL);
        errno = failure;
        if (failure != EEXIST)
            break;
    }
    return fd;
}

bool draft_open(const char *path, struct draft *draft)
{
    return draft_open_at(AT_FDCWD, path, draft);
}

bool draft_open_at(int base, const char *path, struct draft *draft)
{
    *draft = (struct draft){.fd = -1, .base = base, .directory = file_beside(path, ".")};
    if (!draft->directory)
        return false;
    draft->fd = open_unnamed(base, draft->directory);
    /* the last two are older kernels' way to say so */
    if (draft->fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))
        draft->fd = open_named(path, draft);
    return draft->fd >= 0;
}

/* link() refuses an existing file; false: errno says why */
static bool link_to(const struct draft *draft, const char *path)
{
    char link[LINK_SIZE];
    if (draft->name)
        return linkat(draft->base, draft->name, draft->base, path, 0) == 0;
    descriptor_path(draft->fd, link);
    return linkat(AT_FDCWD, link, draft->base, path, AT_SYMLINK_FOLLOW) == 0;
}

/* only a file with a name can replace another */
static bool take_name(struct draft *draft, const char *path)
{
    for (int i = 0; !draft->name && i < TRIES; i++) {
        char *name = temporary_name(path, i);
        if (!name)
            return false;
        interrupt_remove(draft->base, name);
        const bool linked = link_to(draft, name);
        const int failure = errno;
        if (linked) {
            draft->name = name;
        } else {
            interrupt_keep(draft->base, name);
            free(name);
            errno = failure;
            if (failure != EEXIST)
                return false;
        }
    }
    return draft->name != NULL;
}

/* Every rename over a name that is taken comes through here: whatever its caller has asked, a
 * device, a FIFO or a socket stays (a null device that was replaced stops a whole machine). */
static bool is_special(int base, const char *path)
{
    struct stat status;
    return fstatat(base, path, &status, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISREG(status.st_mode) &&
           !S_ISLNK(status.st_mode) && !S_ISDIR(status.st_mode);
}

static bool replace(struct draft *draft, const char *path)
{
    if (is_special(draft->base, path)) {
        errno = EEXIST;
        return false;
    }
    if (!take_name(draft, path) || renameat(draft->base, draft->name, draft->base, path) != 0)
        return false;
    set_name(draft, NULL);
    return true;
}

bool draft_place(struct draft *draft, const char *path, bool force)
{
    if (force)
        return replace(draft, path);
    if (link_to(draft, path)) {
        draft_forget_name(draft);
        return true;
    }
    /* a file system without links has only the weaker way */
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
        return false;
    if (faccessat(draft->base, path, F_OK, 0) != 0)
        return replace(draft, path);
    errno = EEXIST;
    return false;
}

void draft_forget_name(struct draft *draft)
{
    if (draft->name)
        unlinkat(draft->base, draft->name, 0);
    set_name(draft, NULL);
}

void draft_free(struct draft *draft)
{
    draft_forget_name(draft);
    if (draft->fd >= 0)
        close(draft->fd);
    free(draft->directory);
    *draft = (struct draft){.fd = -1};
}

bool draft_sync_directory(int base, const char *directory)
{
    const int fd = openat(base, directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return errno == EACCES; /* one may write in it, but not read it */
    const bool done = fsync(fd) == 0 || errno == EINVAL;
    const int failure = errno;
    close(fd);
    errno = failure;
    return done;
}
