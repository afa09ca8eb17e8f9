/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <nettle/sha2.h>

enum { BLOCK = 1 << 15 }; /* small enough for malloc to have at hand */

static ssize_t feed(int fd, unsigned char *block, struct sha256_ctx *context)
{
    ssize_t got;
    do {
        got = read(fd, block, BLOCK);
        if (got > 0)
            sha256_update(context, (size_t)got, block);
    } while (got > 0 || (got < 0 && errno == EINTR));
    return got;
}

static void print_digest(struct sha256_ctx *context, char text[SHA256_TEXT_SIZE])
{
    unsigned char digest[SHA256_DIGEST_SIZE];
    sha256_digest(context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

void sha256_text(const char *bytes, char text[SHA256_TEXT_SIZE])
{
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, strlen(bytes), (const unsigned char *)bytes);
    print_digest(&context, text);
}

enum error_code sha256_file(const char *path, char text[SHA256_TEXT_SIZE], struct error *err)
{
    return sha256_file_at(AT_FDCWD, path, path, text, err);
}

enum error_code sha256_file_at(int base, const char *name, const char *path,
                               char text[SHA256_TEXT_SIZE], struct error *err)
{
    unsigned char *block = malloc(BLOCK);
    if (!block)
        return error_memory(err);
    struct sha256_ctx context;
    sha256_init(&context);
    int fd = openat(base, name, O_RDONLY | O_CLOEXEC);
    ssize_t end = fd < 0 ? -1 : feed(fd, block, &context);
    int failure = errno;
    free(block);
    if (fd >= 0)
        close(fd);
    if (end < 0)
        return error_set(err, ERROR_IO, "%s: cannot be read: %s", path, strerror(failure));
    print_digest(&context, text);
    return ERROR_OK;
}
