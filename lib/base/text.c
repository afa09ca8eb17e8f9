/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *bytes;
    size_t used, room;
    char **text; /* where they are to go */
    size_t *size;
};

/* room for so many more and a null byte */
static bool reserve(struct buffer *buffer, size_t more)
{
    enum { LEAST = 256 };
    const size_t needed = buffer->used + more + 1;
    if (needed <= buffer->room)
        return true;
    const size_t room = needed < LEAST ? LEAST : 2 * needed;
    char *bytes = realloc(buffer->bytes, room);
    if (!bytes)
        return false;
    buffer->bytes = bytes;
    buffer->room = room;
    return true;
}

static ssize_t take(void *cookie, const char *bytes, size_t size)
{
    struct buffer *buffer = cookie;
    if (!reserve(buffer, size))
        return 0; /* which fopencookie's caller takes for an error */
    memcpy(buffer->bytes + buffer->used, bytes, size);
    buffer->used += size;
    return (ssize_t)size;
}

static int give(void *cookie)
{
    struct buffer *buffer = cookie;
    const bool whole = reserve(buffer, 0); /* an empty text is one, too */
    if (whole)
        buffer->bytes[buffer->used] = '\0';
    *buffer->text = buffer->bytes;
    *buffer->size = buffer->used;
    free(buffer);
    return whole ? 0 : EOF;
}

FILE *text_open(char **text, size_t *size)
{
    struct buffer *buffer = calloc(1, sizeof *buffer);
    if (!buffer)
        return NULL;
    buffer->text = text;
    buffer->size = size;
    FILE *file = fopencookie(buffer, "w", (cookie_io_functions_t){.write = take, .close = give});
    if (!file)
        free(buffer);
    return file;
}

enum error_code text_end(FILE *file, char **text, struct error *err)
{
    const bool failed = ferror(file) != 0;
    if (fclose(file) == 0 && !failed)
        return ERROR_OK;
    free(*text);
    *text = NULL;
    return error_memory(err);
}
