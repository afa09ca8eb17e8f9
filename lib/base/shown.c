/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/shown.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/memory.h"

/* bytes of the UTF-8 character at `text`, which is `*code`; 0: it is none */
static size_t character(const unsigned char *text, unsigned *code)
{
    static const struct {
        unsigned char mask, lead;
        size_t length;
        unsigned least; /* shorter ways to write it are none */
    } forms[] = {{0x80, 0x00, 1, 0},
                 {0xe0, 0xc0, 2, 0x80},
                 {0xf0, 0xe0, 3, 0x800},
                 {0xf8, 0xf0, 4, 0x10000}};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        if ((text[0] & forms[f].mask) != forms[f].lead)
            continue;
        *code = text[0] & (unsigned char)~forms[f].mask;
        for (size_t i = 1; i < forms[f].length; i++) {
            if ((text[i] & 0xc0) != 0x80)
                return 0;
            *code = *code << 6 | (text[i] & 0x3f);
        }
        const bool surrogate = *code >= 0xd800 && *code < 0xe000;
        return *code >= forms[f].least && *code < 0x110000 && !surrogate ? forms[f].length : 0;
    }
    return 0;
}

/* bytes of the character at `text` that may be shown as it is; 0: its first byte may not */
static size_t showable(const unsigned char *text)
{
    unsigned code = 0;
    const size_t length = character(text, &code);
    const bool control = (code < 0x20 && code != '\n' && code != '\t') ||
                         (code >= 0x7f && code < 0xa0);
    return length > 0 && !control ? length : 0;
}

bool shown_is_utf8(const char *text)
{
    unsigned code;
    for (size_t length; *text; text += length) {
        length = character((const unsigned char *)text, &code);
        if (length == 0)
            return false;
    }
    return true;
}

bool shown_is_plain(const char *text)
{
    for (size_t length; *text; text += length) {
        length = showable((const unsigned char *)text);
        if (length == 0)
            return false;
    }
    return true;
}

void shown_escape(char *text, size_t size)
{
    enum { ESCAPED = 4 };
    for (size_t i = 0; text[i];) {
        const size_t shown = showable((const unsigned char *)text + i);
        if (shown > 0) {
            i += shown;
            continue;
        }
        char escaped[ESCAPED + 1];
        snprintf(escaped, sizeof escaped, "\\x%02x", (unsigned char)text[i]);
        if (i + ESCAPED >= size) {
            text[i] = '\0';
            return;
        }
        const size_t rest = strlen(text + i + 1), room = size - i - ESCAPED - 1;
        memmove(text + i + ESCAPED, text + i + 1, rest < room ? rest : room);
        memcpy(text + i, escaped, ESCAPED);
        text[i + ESCAPED + (rest < room ? rest : room)] = '\0';
        i += ESCAPED;
    }
}

void shown_print(const char *text, FILE *out)
{
    for (size_t i = 0; text[i];) {
        const size_t shown = showable((const unsigned char *)text + i);
        if (shown > 0)
            fwrite(text + i, 1, shown, out);
        else
            fprintf(out, "\\x%02x", (unsigned char)text[i]);
        i += shown > 0 ? shown : 1;
    }
}

void shown_printf(FILE *out, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        memory_note();
        return;
    }
    shown_print(text, out);
    free(text);
}
