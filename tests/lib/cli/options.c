/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/cli/options.h"

#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

struct settings {
    bool quiet, json, force, outline;
    const char *output, *free;
    struct option_list set;
    long starts;
    double rtol, duration;
    int impact;
};

static const char *const impacts[] = {"poisson", "stronge", "newton", NULL};
static const struct settings defaults = {.starts = 8, .rtol = 1e-9, .duration = 2};

static const struct option_row rows[] = {
    OPTION_OUTPUT("FILE", struct settings, output, "where to write"),
    OPTION_FLAG("outline", 0, struct settings, outline, "draw the outline alone"),
    OPTION_NAMES("free", 0, "NAMES", struct settings, free, "what is free"),
    OPTION_LIST("set", 's', "NAME=VALUE", struct settings, set, "set a parameter"),
    OPTION_COUNT("starts", 0, "N", struct settings, starts, 1, "number of starts"),
    OPTION_NUMBER("rtol", 0, "X", struct settings, rtol, "relative tolerance"),
    OPTION_QUANTITY("duration", 'd', "TIME", struct settings, duration, "s", "how long"),
    OPTION_CHOICE("impact", 0, "LAW", struct settings, impact, impacts, "impact law"),
    OPTION_QUIET(struct settings),
    OPTION_JSON(struct settings),
    OPTION_FORCE(struct settings),
};

static const struct option_argument arguments_doc[] = {
    {"RIG", "rig file"}, {"RUN", "run directory"}, {0}};

static const struct program program = {.name = "skitter-test",
                                       .summary = "test",
                                       .arguments = arguments_doc,
                                       .min_arguments = 1,
                                       .max_arguments = 3,
                                       OPTION_ROWS(rows),
                                       .defaults = &defaults,
                                       .settings_size = sizeof defaults};

struct parsed {
    struct settings settings;
    struct option_list arguments;
    enum options_wish wish;
    struct error err;
    enum error_code code;
};

/* words: ends with NULL */
static struct parsed parse(char **words)
{
    struct parsed p = {.settings = defaults};
    int n = 0;
    while (words[n])
        n++;
    p.code = options_parse(&program, n, words, &p.settings, &p.arguments, &p.wish, &p.err);
    return p;
}
#define PARSE(...) parse((char *[]){"skitter-test", __VA_ARGS__, NULL})

static void done(struct parsed *p) { options_free(&program, &p->settings, &p->arguments); }

static void test_every_kind_is_read(void **state)
{
    (void)state;
    struct parsed p = PARSE("-o", "a.csv", "rig.yaml", "--set", "a=1", "-sb=-2", "--starts=64",
                            "--rtol", "1e-13", "--duration", "250 ms", "--impact=newton", "-qf",
                            "run");
    assert_int_equal(p.code, ERROR_OK);
    assert_int_equal(p.wish, OPTIONS_RUN);
    assert_string_equal(p.settings.output, "a.csv");
    assert_int_equal(p.settings.set.n, 2);
    assert_string_equal(p.settings.set.items[0], "a=1");
    assert_string_equal(p.settings.set.items[1], "b=-2");
    assert_int_equal(p.settings.starts, 64);
    assert_true(p.settings.rtol == 1e-13);
    assert_float_equal(p.settings.duration, 0.25, 1e-15);
    assert_int_equal(p.settings.impact, 2);
    assert_true(p.settings.quiet && p.settings.force && !p.settings.json);
    assert_int_equal(p.arguments.n, 2);
    assert_string_equal(p.arguments.items[0], "rig.yaml");
    assert_string_equal(p.arguments.items[1], "run");
    done(&p);
}

static void test_defaults_stay_and_the_last_one_wins(void **state)
{
    (void)state;
    struct parsed p = PARSE("rig", "--starts", "3", "--starts", "4");
    assert_int_equal(p.code, ERROR_OK);
    assert_int_equal(p.settings.starts, 4);
    assert_true(p.settings.rtol == 1e-9 && p.settings.duration == 2);
    assert_null(p.settings.output);
    done(&p);
}

/* also where it begins like another option's name; help has the one name */
static void test_an_alias_is_the_same_option(void **state)
{
    (void)state;
    struct parsed p = PARSE("rig", "--out", "a.csv");
    assert_int_equal(p.code, ERROR_OK);
    assert_string_equal(p.settings.output, "a.csv");
    done(&p);
    p = PARSE("rig", "--out");
    assert_int_equal(p.code, ERROR_USAGE);
    assert_non_null(strstr(p.err.message, "option --output needs a value"));
    done(&p);
    p = PARSE("rig", "--outp=b.csv");
    assert_string_equal(p.settings.output, "b.csv");
    done(&p);
}

static void test_lists_of_names(void **state)
{
    (void)state;
    struct parsed p = PARSE("rig", "--free", "mass, friction");
    assert_int_equal(p.code, ERROR_OK);
    assert_string_equal(p.settings.free, "mass, friction");
    done(&p);
    p = PARSE("rig", "--free=mass,,friction");
    assert_int_equal(p.code, ERROR_USAGE);
    assert_non_null(strstr(p.err.message, "option --free: entry 2"));
    done(&p);
}

static void test_dashes_end_the_options(void **state)
{
    (void)state;
    struct parsed p = PARSE("--quiet", "--", "-strange", "--json");
    assert_int_equal(p.code, ERROR_OK);
    assert_int_equal(p.arguments.n, 2);
    assert_string_equal(p.arguments.items[0], "-strange");
    assert_false(p.settings.json);
    done(&p);
}

static void test_help_and_version_come_before_complaints(void **state)
{
    (void)state;
    struct parsed p = PARSE("--help");
    assert_int_equal(p.code, ERROR_OK);
    assert_int_equal(p.wish, OPTIONS_HELP);
    done(&p);
    p = PARSE("-V");
    assert_int_equal(p.wish, OPTIONS_VERSION);
    done(&p);
}

static void test_wrong_usage_names_the_option(void **state)
{
    (void)state;
    static const struct {
        char *words[6];
        const char *message; /* a part of it */
    } cases[] = {
        {{"t", "rig", "--durration=1 s"}, "--durration is not known; did you mean --duration?"},
        {{"t", "rig", "--xyzzy"}, "--xyzzy is not known"},
        {{"t", "rig", "-x"}, "option -x is not known"},
        {{"t", "rig", "-qx"}, "option -x is not known"},
        {{"t", "rig", "--output"}, "--output needs a value: --output=FILE"},
        {{"t", "rig", "-o"}, "--output needs a value"},
        {{"t", "rig", "--output="}, "--output: the value is empty"},
        {{"t", "rig", "--quiet=1"}, "--quiet takes no value"},
        {{"t", "rig", "--starts=0"}, "--starts: '0' is not a whole number of at least 1"},
        {{"t", "rig", "--starts=2.5"}, "--starts: '2.5'"},
        {{"t", "rig", "--starts=99999999999999999999"}, "--starts: '9999"},
        {{"t", "rig", "--starts", ""}, "--starts: ''"},
        {{"t", "rig", "--rtol=nan"}, "--rtol: 'nan' is not a finite number"},
        {{"t", "rig", "--rtol=1e-9x"}, "--rtol: '1e-9x'"},
        {{"t", "rig", "--rtol=1e999"}, "--rtol: '1e999'"},
        {{"t", "rig", "--duration=5 kg"}, "option --duration: "},
        {{"t", "rig", "--impact=elastic"},
         "--impact: 'elastic' is not known; choose poisson, stronge or newton"},
        {{"t", "rig", "--s=1"}, "--s could be --set or --starts"},
        {{"t"}, "RIG is missing"},
        {{"t", "1", "2", "3", "4"}, "'4' is one argument too many"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *words[6];
        memcpy(words, cases[i].words, sizeof words);
        struct parsed p = parse(words);
        if (error_exit_code(p.code) != 2 || !strstr(p.err.message, cases[i].message))
            fail_msg("case %zu: code %d, '%s' does not have '%s'", i, (int)p.code, p.err.message,
                     cases[i].message);
        done(&p);
    }
}

static void test_a_unique_beginning_is_enough(void **state)
{
    (void)state;
    struct parsed p = PARSE("rig", "--dur=3 s");
    assert_int_equal(p.code, ERROR_OK);
    assert_true(p.settings.duration == 3);
    done(&p);
}

static void test_rows_end_with_the_built_in_ones(void **state)
{
    (void)state;
    size_t n = sizeof rows / sizeof *rows;
    assert_string_equal(options_row(&program, 0)->name, "output");
    assert_string_equal(options_row(&program, n)->name, "help");
    assert_string_equal(options_row(&program, n + 1)->name, "version");
    assert_null(options_row(&program, n + 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind_is_read),
        cmocka_unit_test(test_defaults_stay_and_the_last_one_wins),
        cmocka_unit_test(test_an_alias_is_the_same_option),
        cmocka_unit_test(test_lists_of_names),
        cmocka_unit_test(test_dashes_end_the_options),
        cmocka_unit_test(test_help_and_version_come_before_complaints),
        cmocka_unit_test(test_wrong_usage_names_the_option),
        cmocka_unit_test(test_a_unique_beginning_is_enough),
        cmocka_unit_test(test_rows_end_with_the_built_in_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
