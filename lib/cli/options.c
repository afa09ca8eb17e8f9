/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/list.h"
#include "lib/base/nearest.h"
#include "lib/base/units.h"

const char *program_word(const struct program *program)
{
    const char *space = strrchr(program->name, ' ');
    return space ? space + 1 : program->name;
}

/* getopt_long returns these for rows; the letters are below */
enum { OPTIONS_FIRST_VALUE = 256 };

static const struct option_row built_in[] = {
    {.name = "help", .letter = 'h', .doc = "show this help and end"},
    {.name = "version", .letter = 'V', .doc = "show the version and end"},
};
enum { OPTIONS_BUILT_IN = sizeof built_in / sizeof *built_in };

const struct option_row *options_row(const struct program *program, size_t i)
{
    if (i < program->n_options)
        return &program->options[i];
    i -= program->n_options;
    return i < OPTIONS_BUILT_IN ? &built_in[i] : NULL;
}

/* ---- one value of each kind */

static enum error_code set_flag(const struct option_row *row, const char *text, void *target,
                                struct error *err)
{
    (void)row, (void)text, (void)err;
    *(bool *)target = true;
    return ERROR_OK;
}

static enum error_code set_text(const struct option_row *row, const char *text, void *target,
                                struct error *err)
{
    if (!*text)
        return error_set(err, ERROR_USAGE, "the value is empty; give %s", row->argument);
    *(const char **)target = text;
    return ERROR_OK;
}

static enum error_code set_names(const struct option_row *row, const char *text, void *target,
                                 struct error *err)
{
    enum error_code code = set_text(row, text, target, err);
    return code ? code : list_check(text, err);
}

static enum error_code list_add(struct option_list *list, const char *text, struct error *err)
{
    const char **items = realloc(list->items, (list->n + 1) * sizeof *items);
    if (!items)
        return error_memory(err);
    items[list->n++] = text;
    list->items = items;
    return ERROR_OK;
}

static enum error_code set_list(const struct option_row *row, const char *text, void *target,
                                struct error *err)
{
    const char *item = NULL;
    enum error_code code = set_text(row, text, &item, err);
    return code ? code : list_add(target, item, err);
}

static enum error_code set_count(const struct option_row *row, const char *text, void *target,
                                 struct error *err)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < row->minimum)
        return error_set(err, ERROR_USAGE, "'%s' is not a whole number of at least %ld", text,
                         row->minimum);
    *(long *)target = value;
    return ERROR_OK;
}

static enum error_code set_number(const struct option_row *row, const char *text, void *target,
                                  struct error *err)
{
    (void)row;
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value))
        return error_set(err, ERROR_USAGE, "'%s' is not a finite number", text);
    *(double *)target = value;
    return ERROR_OK;
}

static enum error_code set_quantity(const struct option_row *row, const char *text, void *target,
                                    struct error *err)
{
    return units_parse(text, row->unit, target, err);
}

static enum error_code set_choice(const struct option_row *row, const char *text, void *target,
                                  struct error *err)
{
    int n = 0;
    for (; row->choices[n]; n++)
        if (strcmp(text, row->choices[n]) == 0) {
            *(int *)target = n;
            return ERROR_OK;
        }
    error_set(err, ERROR_USAGE, "'%s' is not known; choose", text);
    for (int i = 0; i < n; i++)
        error_append(err, "%s %s", i == 0 ? "" : i == n - 1 ? " or" : ",", row->choices[i]);
    return ERROR_USAGE;
}

typedef enum error_code option_setter(const struct option_row *, const char *text, void *target,
                                      struct error *);
static option_setter *const setters[] = {
    [OPTION_KIND_FLAG] = set_flag,         [OPTION_KIND_TEXT] = set_text,
    [OPTION_KIND_NAMES] = set_names,       [OPTION_KIND_LIST] = set_list,
    [OPTION_KIND_COUNT] = set_count,       [OPTION_KIND_NUMBER] = set_number,
    [OPTION_KIND_QUANTITY] = set_quantity, [OPTION_KIND_CHOICE] = set_choice,
};

/* ---- the table as getopt wants it */

struct getopt_table {
    struct option *longs;
    char *letters;
};

static void table_free(struct getopt_table *table)
{
    free(table->longs);
    free(table->letters);
}

static enum error_code table_fill(struct getopt_table *table, const struct program *program,
                                  struct error *err)
{
    size_t n = program->n_options + OPTIONS_BUILT_IN;
    table->longs = calloc(2 * n + 1, sizeof *table->longs); /* each may have an alias */
    table->letters = calloc(2 * n + 2, 1);
    if (!table->longs || !table->letters)
        return error_memory(err);
    struct option *next = table->longs;
    char *letter = table->letters;
    *letter++ = ':'; /* a missing value is told apart from an unknown option */
    for (size_t i = 0; i < n; i++) {
        const struct option_row *row = options_row(program, i);
        *next++ = (struct option){row->name, row->argument ? required_argument : no_argument, NULL,
                                  OPTIONS_FIRST_VALUE + (int)i};
        if (row->alias) {
            *next = next[-1];
            next++->name = row->alias;
        }
        if (row->letter)
            *letter++ = row->letter;
        if (row->letter && row->argument)
            *letter++ = ':';
    }
    return ERROR_OK;
}

/* the row that getopt's value means, NULL when none */
static const struct option_row *row_of(const struct program *program, int value)
{
    if (value >= OPTIONS_FIRST_VALUE)
        return options_row(program, (size_t)(value - OPTIONS_FIRST_VALUE));
    const struct option_row *row;
    for (size_t i = 0; (row = options_row(program, i)); i++)
        if (value && row->letter == value)
            return row;
    return NULL;
}

/* ---- what is wrong with the command line */

/* a long option that getopt did not take: unknown, or short for more than one */
static enum error_code complain_long(const struct program *program, const char *given,
                                     struct error *err)
{
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(given, "="), given);
    struct nearest nearest = nearest_to(word);
    const char *first = NULL;
    const struct option_row *row;
    for (size_t i = 0; (row = options_row(program, i)); i++) {
        nearest_offer(&nearest, row->name);
        if (strncmp(row->name, word, strlen(word)) != 0)
            continue;
        if (first)
            return error_set(err, ERROR_USAGE, "option --%s could be --%s or --%s; write it out",
                             word, first, row->name);
        first = row->name;
    }
    error_set(err, ERROR_USAGE, "option --%s is not known", word);
    if (nearest.best)
        error_append(err, "; did you mean --%s?", nearest.best);
    return ERROR_USAGE;
}

static enum error_code complain(const struct program *program, int sign, const char *given,
                                struct error *err)
{
    const struct option_row *row = row_of(program, optopt);
    if (row && sign == ':')
        return error_set(err, ERROR_USAGE, "option --%s needs a value: --%s=%s", row->name,
                         row->name, row->argument);
    if (row)
        return error_set(err, ERROR_USAGE, "option --%s takes no value", row->name);
    if (optopt)
        return error_set(err, ERROR_USAGE, "option -%c is not known", optopt);
    return complain_long(program, given + strspn(given, "-"), err);
}

static enum error_code read_options(const struct program *program, const struct getopt_table *table,
                                    int argc, char **argv, void *settings, enum options_wish *wish,
                                    struct error *err)
{
    int value;
    optind = 0; /* glibc: start afresh */
    opterr = 0;
    while ((value = getopt_long(argc, argv, table->letters, table->longs, NULL)) != -1) {
        if (value == '?' || value == ':')
            return complain(program, value, argv[optind - 1], err);
        const struct option_row *row = row_of(program, value);
        if (row == &built_in[0] || row == &built_in[1]) {
            *wish = row == &built_in[0] ? OPTIONS_HELP : OPTIONS_VERSION;
            return ERROR_OK;
        }
        enum error_code code = setters[row->kind](row, optarg, (char *)settings + row->offset, err);
        if (code) {
            error_prefix(err, "option --%s", row->name);
            return code;
        }
    }
    return ERROR_OK;
}

static enum error_code read_arguments(const struct program *program, char **words, size_t n,
                                      struct option_list *arguments, struct error *err)
{
    if (n < program->min_arguments) {
        const struct option_argument *a = program->arguments;
        for (size_t i = 0; a && i < n && a[1].name; i++)
            a++;
        return error_set(err, ERROR_USAGE, "%s is missing", a ? a->name : "an argument");
    }
    if (n > program->max_arguments)
        return error_set(err, ERROR_USAGE, "'%s' is one argument too many",
                         words[program->max_arguments]);
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < n && !code; i++)
        code = list_add(arguments, words[i], err);
    return code;
}

enum error_code options_parse(const struct program *program, int argc, char **argv, void *settings,
                              struct option_list *arguments, enum options_wish *wish,
                              struct error *err)
{
    struct getopt_table table = {0};
    *arguments = (struct option_list){0};
    *wish = OPTIONS_RUN;
    enum error_code code = table_fill(&table, program, err);
    if (!code)
        code = read_options(program, &table, argc, argv, settings, wish, err);
    if (!code && *wish == OPTIONS_RUN)
        code = read_arguments(program, argv + optind, (size_t)(argc - optind), arguments, err);
    table_free(&table);
    return code;
}

void options_free(const struct program *program, void *settings, struct option_list *arguments)
{
    for (size_t i = 0; i < program->n_options; i++) {
        const struct option_row *row = &program->options[i];
        if (row->kind == OPTION_KIND_LIST)
            free(((struct option_list *)(void *)((char *)settings + row->offset))->items);
    }
    free(arguments->items);
    *arguments = (struct option_list){0};
}
