/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/fold.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/cli/share.h"

enum { NARROWEST = 20 /* columns: below that folding does not help */ };

static bool begins_character(char byte) { return ((unsigned char)byte & 0xc0) != 0x80; }

size_t fold_width(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += begins_character(*text);
    return width;
}

size_t fold_line(const char *text, size_t width)
{
    size_t columns = 0, space = 0, i = 0;
    for (; text[i] && text[i] != '\n'; i++) {
        if (text[i] == ' ' && columns <= width)
            space = i;
        columns += begins_character(text[i]);
        if (columns > width)
            return space > 0 ? space : i;
    }
    return i;
}

size_t fold_screen(FILE *out)
{
    struct winsize size = {0};
    if (share_size() > 1 || !isatty(fileno(out))) /* ranks always see a terminal */
        return 0;
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void fold_print(const char *text, size_t indent, FILE *out)
{
    const size_t screen = fold_screen(out);
    size_t before = 0;
    while (screen >= NARROWEST && *text) {
        const size_t length = fold_line(text, screen - before);
        fprintf(out, "%*s%.*s\n", (int)before, "", (int)length, text);
        text += length;
        before = *text == '\n' ? 0 : indent;
        text += *text == '\n' ? 1 : strspn(text, " ");
        if (!*text)
            return;
    }
    fprintf(out, "%s\n", text);
}
