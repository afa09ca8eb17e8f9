/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/error.h"

#include <stdio.h>
#include <string.h>

#include "lib/base/memory.h"
#include "lib/base/shown.h"

static const struct {
    int exit_code;
    const char *text;
} error_table[] = {
#define ERROR_ROW(name, exit_code, text) {exit_code, text},
    ERROR_LIST(ERROR_ROW)
#undef ERROR_ROW
};

const char *error_text(enum error_code code) { return error_table[code].text; }

int error_exit_code(enum error_code code) { return error_table[code].exit_code; }

enum error_code(error_set)(struct error *err, enum error_code code, const char *format, ...)
{
    if (!err)
        return code;
    err->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    shown_escape(err->message, sizeof err->message);
    return code;
}

void error_prefix(struct error *err, const char *format, ...)
{
    if (!err)
        return;
    char context[ERROR_MESSAGE_SIZE], joined[2 * ERROR_MESSAGE_SIZE + 4];
    va_list args;
    va_start(args, format);
    vsnprintf(context, sizeof context, format, args);
    va_end(args);
    snprintf(joined, sizeof joined, "%s: %s", context, err->message);
    joined[ERROR_MESSAGE_SIZE - 1] = '\0';
    memcpy(err->message, joined, sizeof err->message);
    shown_escape(err->message, sizeof err->message);
}

void error_append(struct error *err, const char *format, ...)
{
    if (!err)
        return;
    size_t used = strlen(err->message);
    va_list args;
    va_start(args, format);
    vsnprintf(err->message + used, sizeof err->message - used, format, args);
    va_end(args);
    shown_escape(err->message, sizeof err->message);
}

enum error_code(error_memory)(struct error *err)
{
    memory_note();
    return error_set(err, ERROR_MEMORY,
                     "out of memory; close other programs or work on a shorter run");
}
