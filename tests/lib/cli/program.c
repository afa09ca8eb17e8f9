/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/program.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"

struct settings {
    bool quiet;
    long code; /* the error to end with */
};

static const struct option_row rows[] = {
    OPTION_COUNT("code", 'c', "N", struct settings, code, 0, "error code to end with"),
    OPTION_QUIET(struct settings),
};

static enum error_code job(const void *settings, const struct option_list *arguments,
                           struct error *err)
{
    const struct settings *s = settings;
    if (arguments->n == 1 && strcmp(arguments->items[0], "default") == 0)
        return s->code == 7 ? ERROR_OK : error_set(err, ERROR_NUMERIC, "no default");
    return s->code ? error_set(err, (enum error_code)s->code, "as asked") : ERROR_OK;
}

static int own_main(const struct program *program, int argc, char **argv)
{
    (void)program;
    return argc == 2 && strcmp(argv[1], "--help") == 0 ? 42 : 43;
}

static const struct settings defaults = {.code = 7};
static const struct program run = {.name = "skitter-test run",
                                   .summary = "Run.",
                                   .max_arguments = 1,
                                   OPTION_ROWS(rows),
                                   .run = job,
                                   .defaults = &defaults,
                                   .settings_size = sizeof defaults};
static const struct program other = {
    .name = "skitter-test other", .summary = "Other.", .main = own_main};
static const struct program *const commands[] = {&run, &other, NULL};
static const struct program top = {
    .name = "skitter-test", .summary = "Test.", .commands = commands};

/* words up to a NULL; what went to stderr is put into said */
static int call(char *said, size_t size, char **words)
{
    int n = 0;
    while (words[n])
        n++;
    FILE *file = tmpfile();
    assert_non_null(file);
    int saved = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    int code = program_main(&top, n, words);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    said[fread(said, 1, size - 1, file)] = '\0';
    fclose(file);
    return code;
}
#define CALL(...) call(said, sizeof said, (char *[]){"skitter-test", __VA_ARGS__, NULL})

static void test_exit_codes(void **state)
{
    (void)state;
    char said[500], text[8];
    assert_int_equal(CALL("run", "--code=0"), 0);
    assert_string_equal(said, "");
    snprintf(text, sizeof text, "-c%d", ERROR_GAPS);
    assert_int_equal(CALL("run", text), 3);
    assert_string_equal(said, "skitter-test run: as asked\n");
    snprintf(text, sizeof text, "-c%d", ERROR_NUMERIC);
    assert_int_equal(CALL("run", text), 1);
    snprintf(text, sizeof text, "-c%d", ERROR_INPUT);
    assert_int_equal(CALL("run", text), 2);
}

static void test_defaults_reach_the_job(void **state)
{
    (void)state;
    char said[500];
    assert_int_equal(CALL("run", "default"), 0);
}

static void test_wrong_usage_says_where_the_help_is(void **state)
{
    (void)state;
    char said[500];
    assert_int_equal(CALL("run", "--cod"), 2);
    assert_string_equal(said, "skitter-test run: option --code needs a value: --code=N\n"
                              "try 'skitter-test run --help'\n");
    assert_int_equal(CALL("runn"), 2);
    assert_string_equal(said, "skitter-test: command 'runn' is not known; did you mean run?\n"
                              "try 'skitter-test --help'\n");
    assert_int_equal(CALL(NULL), 2);
    assert_non_null(strstr(said, "a command is missing"));
}

static void test_a_command_may_have_a_main_of_its_own(void **state)
{
    (void)state;
    char said[500];
    assert_int_equal(CALL("other", "--help"), 42);
}

static void test_help_and_version_succeed(void **state)
{
    (void)state;
    char said[500];
    assert_int_equal(CALL("--help"), 0);
    assert_int_equal(CALL("run", "--version"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exit_codes),
        cmocka_unit_test(test_defaults_reach_the_job),
        cmocka_unit_test(test_wrong_usage_says_where_the_help_is),
        cmocka_unit_test(test_a_command_may_have_a_main_of_its_own),
        cmocka_unit_test(test_help_and_version_succeed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
