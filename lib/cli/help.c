/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/cli/help.h"

#include <string.h>

/* where the second column begins */
enum { HELP_COLUMN = 26 };

static void help_pad(FILE *out, size_t from, size_t to)
{
    fprintf(out, "%*s", from < to ? (int)(to - from) : 0, "");
}

/* words of `text` from column `at`, later lines from `indent`; ends the line */
static void help_words(FILE *out, const char *text, size_t at, size_t indent)
{
    bool first = true;
    while (*(text += strspn(text, " "))) {
        size_t length = strcspn(text, " ");
        if (!first && at + 1 + length > HELP_WIDTH) {
            fputc('\n', out);
            help_pad(out, 0, indent);
            at = indent;
            first = true;
        }
        at += (size_t)fprintf(out, "%s%.*s", first ? "" : " ", (int)length, text);
        first = false;
        text += length;
    }
    fputc('\n', out);
}

/* "  term    doc", the doc on a line of its own when the term is long */
static void help_entry(FILE *out, const char *term, const char *doc)
{
    size_t at = 2 + strlen(term);
    fprintf(out, "  %s", term);
    if (at + 2 > HELP_COLUMN) {
        fputc('\n', out);
        at = 0;
    }
    help_pad(out, at, HELP_COLUMN);
    help_words(out, doc, HELP_COLUMN, HELP_COLUMN);
}

static void help_usage(const struct program *program, FILE *out)
{
    static const char *const plain[] = {"[OPTION]...", NULL};
    static const char *const command[] = {"COMMAND ...", NULL};
    const char *const *line = program->synopsis;
    if (!line)
        line = program->commands ? command : plain;
    for (const char *lead = "usage: "; *line; line++, lead = "       ") {
        size_t at = (size_t)fprintf(out, "%s%s ", lead, program->name);
        help_words(out, *line, at, strlen(lead) + 4);
    }
}

static void help_options(const struct program *program, FILE *out)
{
    fputs("\noptions:\n", out);
    const struct option_row *row;
    for (size_t i = 0; (row = options_row(program, i)); i++) {
        char term[128];
        snprintf(term, sizeof term, "%c%c%c --%s%s%s", row->letter ? '-' : ' ',
                 row->letter ? row->letter : ' ', row->letter ? ',' : ' ', row->name,
                 row->argument ? "=" : "", row->argument ? row->argument : "");
        help_entry(out, term, row->doc);
    }
}

void help_print(const struct program *program, FILE *out)
{
    help_usage(program, out);
    fputc('\n', out);
    help_words(out, program->summary, 0, 0);
    if (program->commands)
        fputs("\ncommands:\n", out);
    for (const struct program *const *c = program->commands; c && *c; c++)
        help_entry(out, program_word(*c), (*c)->summary);
    if (program->arguments)
        fputs("\narguments:\n", out);
    for (const struct option_argument *a = program->arguments; a && a->name; a++)
        help_entry(out, a->name, a->doc);
    help_options(program, out);
}
