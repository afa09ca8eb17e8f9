/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/remark.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/shown.h"
#include "lib/cli/fold.h"

enum { TEXT_SIZE = 4096, INDENT = 4 };

void remark(bool serious, const char *program, const char *format, ...)
{
    const char *no_color = getenv("NO_COLOR");
    const bool terminal = fold_screen(stderr) > 0;
    const bool red = serious && terminal && !(no_color && *no_color);
    char text[TEXT_SIZE];
    const int used = snprintf(text, sizeof text, "%s: ", program);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, sizeof text - (size_t)used, format, arguments);
    va_end(arguments);
    shown_escape(text, sizeof text);
    fprintf(stderr, "%s%s", terminal ? "\r\033[K" : "", red ? "\033[31m" : "");
    fold_print(text, INDENT, stderr);
    if (red)
        fputs("\033[0m", stderr);
}
