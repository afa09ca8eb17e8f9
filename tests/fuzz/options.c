/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines: the input's lines are the words. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/options.h"
#include "tests/fuzz/fuzz.h"

enum { WORDS_MAX = 32 };

struct settings {
    bool flag, quiet;
    const char *text;
    struct option_list list;
    long count;
    double number, time;
    int choice;
};

static const char *const choices[] = {"red", "green", "grey", NULL};
static const struct option_row rows[] = {
    OPTION_FLAG("flag", 'F', struct settings, flag, "a flag"),
    OPTION_TEXT("text", 't', "TEXT", struct settings, text, "a text"),
    OPTION_LIST("list", 'l', "TEXT", struct settings, list, "a list"),
    OPTION_COUNT("count", 'c', "N", struct settings, count, 1, "a count"),
    OPTION_NUMBER("number", 'n', "X", struct settings, number, "a number"),
    OPTION_QUANTITY("time", 0, "TIME", struct settings, time, "s", "a time"),
    OPTION_CHOICE("choice", 0, "COLOUR", struct settings, choice, choices, "a choice"),
    OPTION_QUIET(struct settings),
};
static const struct option_argument arguments[] = {
    {"RIG", "a rig"}, {"RUN", "a run"}, {NULL, NULL}};
static const struct program program = {.name = "skitter-fuzz",
                                       .arguments = arguments,
                                       .min_arguments = 1,
                                       .max_arguments = 2,
                                       OPTION_ROWS(rows),
                                       .settings_size = sizeof(struct settings)};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *words[WORDS_MAX + 2] = {"skitter-fuzz"}, *rest = text;
    int n = 1;
    while (n <= WORDS_MAX && rest)
        words[n++] = strsep(&rest, "\n");
    struct settings settings = {0};
    struct option_list list;
    enum options_wish wish;
    struct error err;
    if (options_parse(&program, n, words, &settings, &list, &wish, &err) == ERROR_OK &&
        wish == OPTIONS_RUN)
        fuzz_require(list.n >= 1 && list.n <= 2 && settings.choice >= 0 && settings.choice <= 2,
                     "what is taken is in range");
    options_free(&program, &settings, &list);
    free(text);
    return 0;
}
