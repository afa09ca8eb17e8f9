/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/help.h"

#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

struct settings {
    bool quiet;
    double time;
};

static const struct option_row rows[] = {
    OPTION_QUANTITY("time", 't', "TIME", struct settings, time, "s",
                    "how long it takes, told in so many words that they need more than "
                    "one line of eighty columns"),
    OPTION_QUANTITY("a-rather-long-name", 0, "VALUE", struct settings, time, "s", "short"),
    OPTION_QUIET(struct settings),
};
static const char *const synopsis[] = {"RIG [--time=TIME]", "--all", NULL};
static const struct option_argument arguments[] = {{"RIG", "the rig file"}, {0}};
static const struct program simple = {.name = "skitter-test",
                                      .summary = "Test the help.",
                                      .synopsis = synopsis,
                                      .arguments = arguments,
                                      OPTION_ROWS(rows)};
static const struct program command = {.name = "skitter-many list", .summary = "List."};
static const struct program *const commands[] = {&command, NULL};
static const struct program many = {
    .name = "skitter-many", .summary = "Has commands.", .commands = commands};

/* the caller frees */
static char *help_text(const struct program *program)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    help_print(program, out);
    fclose(out);
    return text;
}

static void test_help_is_the_table(void **state)
{
    (void)state;
    char *text = help_text(&simple);
    assert_string_equal(
        text, "usage: skitter-test RIG [--time=TIME]\n"
              "       skitter-test --all\n"
              "\n"
              "Test the help.\n"
              "\n"
              "arguments:\n"
              "  RIG                     the rig file\n"
              "\n"
              "options:\n"
              "  -t, --time=TIME         how long it takes, told in so many words that they\n"
              "                          need more than one line of eighty columns\n"
              "      --a-rather-long-name=VALUE\n"
              "                          short\n"
              "  -q, --quiet             no progress and no remarks; errors are still shown\n"
              "  -h, --help              show this help and end\n"
              "  -V, --version           show the version and end\n");
    free(text);
}

static void test_commands_are_listed_by_their_own_word(void **state)
{
    (void)state;
    char *text = help_text(&many);
    assert_non_null(strstr(text, "usage: skitter-many COMMAND ...\n"));
    assert_non_null(strstr(text, "\ncommands:\n  list                    List.\n"));
    free(text);
}

static void test_no_line_is_beyond_80_columns(void **state)
{
    (void)state;
    char doc[500];
    for (size_t i = 0; i < sizeof doc; i++) /* words of 1 to 6 letters */
        doc[i] = i % 7 == 0 || i % 11 == 0 ? ' ' : 'x';
    doc[sizeof doc - 1] = '\0';
    const struct option_row long_row = {.name = "x", .doc = doc};
    const char *const lines[] = {doc, NULL};
    const struct program program = {.name = "skitter-test",
                                    .summary = doc,
                                    .synopsis = lines,
                                    .options = &long_row,
                                    .n_options = 1};
    char *text = help_text(&program);
    size_t widest = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > widest)
            widest = strcspn(line, "\n");
    assert_in_range(widest, 70, 80);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_help_is_the_table),
        cmocka_unit_test(test_commands_are_listed_by_their_own_word),
        cmocka_unit_test(test_no_line_is_beyond_80_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
