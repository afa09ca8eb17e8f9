/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/rig/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

static enum error_code scan(const char *text, struct rig_lines *lines, struct error *err)
{
    return rig_lines_scan("a.yaml", text, strlen(text), lines, err);
}

static void test_paths_levels_and_lines(void **state)
{
    (void)state;
    const char *text = "model: x\n"
                       "parameters:\n"
                       "  mass: 1\n"
                       "\n"
                       "channels:\n"
                       "  - role: a\n"
                       "    input: 0\n"
                       "  - {role: b}\n"
                       "include: [p, q]\n";
    const struct {
        const char *path, *key;
        int level;
        size_t line;
    } want[] = {
        {"model", "model", 1, 1},
        {"parameters", "parameters", 1, 2},
        {"parameters.mass", "mass", 2, 3},
        {"channels", "channels", 1, 5},
        {"channels[0]", NULL, 1, 6},
        {"channels[0].role", "role", 2, 6},
        {"channels[0].input", "input", 2, 7},
        {"channels[1]", NULL, 1, 8},
        {"channels[1].role", "role", 2, 8},
        {"include", "include", 1, 9},
        {"include[0]", NULL, 1, 9},
        {"include[1]", NULL, 1, 9},
    };
    struct rig_lines lines;
    assert_int_equal(scan(text, &lines, NULL), ERROR_OK);
    assert_int_equal(lines.n, sizeof want / sizeof *want);
    for (size_t i = 0; i < lines.n; i++) {
        assert_string_equal(lines.lines[i].path, want[i].path);
        assert_int_equal(lines.lines[i].level, want[i].level);
        assert_int_equal(lines.lines[i].line, want[i].line);
        if (want[i].key)
            assert_string_equal(lines.lines[i].key, want[i].key);
        else
            assert_null(lines.lines[i].key);
    }
    rig_lines_free(&lines);
}

static void test_prefix_finds_the_nearest_line_above(void **state)
{
    (void)state;
    struct rig_lines lines;
    assert_int_equal(scan("a: 1\nb:\n  c: 1\nd:\n  - {e: 1}\n", &lines, NULL), ERROR_OK);
    const char *const cases[][2] = {
        {"b.c", "a.yaml:3: b.c: m"},
        {"b.x", "a.yaml:2: b.x: m"},
        {"d[0].x", "a.yaml:5: d[0].x: m"},
        {"d[3].x", "a.yaml:4: d[3].x: m"},
        {"x", "a.yaml: x: m"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err;
        error_set(&err, ERROR_INPUT, "m");
        rig_lines_prefix(&lines, cases[i][0], &err);
        assert_string_equal(err.message, cases[i][1]);
    }
    rig_lines_free(&lines);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    const char *const cases[][2] = {
        {"a: 1\nb: 2\na: 3\n", "a.yaml:3: a: the key is there twice, first in line 1"},
        {"a: {b: 1, b: 2}", "a.yaml:1: a.b: the key is there twice"},
        {"- {a: 1}", "is not a rig file"},
        {"a: &x 1\nb: *x\n", "anchors and aliases"},
        {"a: &x [1]\n", "anchors and aliases"},
        {"a: &x {b: 1}\n", "anchors and aliases"},
        {"a: [[[[[[1]]]]]]", "nested too deeply"},
        {"[a, b]: 1", "a key must be one word"},
        {"? [a, b]\n: 1", "a key must be one word"},
        {"? \n: 1", "a key is empty"},
        {"a: 1\n---\nb: 1\n", "second document"},
        {"", "the file is empty"},
        {"a: 'b\n", "is not YAML"},
        {"a: \xff\n", "is not a YAML file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        struct rig_lines lines;
        enum error_code code = scan(cases[i][0], &lines, &err);
        if (code != ERROR_INPUT || !strstr(err.message, cases[i][1]))
            print_message("# case %zu: %s\n", i, err.message);
        assert_int_equal(code, ERROR_INPUT);
        assert_non_null(strstr(err.message, cases[i][1]));
        assert_null(lines.lines);
    }
}

/* "k0: 1", "k1: 1"... one in a line; the caller frees it */
static char *many_keys(size_t n)
{
    char *text = malloc(32 * n), *end = text;
    assert_non_null(text);
    for (size_t i = 0; i < n; i++)
        end += snprintf(end, 32, "k%zu: 1\n", i);
    return text;
}

static void test_many_keys_are_all_kept(void **state)
{
    (void)state;
    static const size_t counts[] = {63, 64, 65, 128, 129, 1000, 4096};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        char *text = many_keys(counts[c]), key[32];
        struct rig_lines lines;
        assert_int_equal(scan(text, &lines, NULL), ERROR_OK);
        assert_int_equal(lines.n, counts[c]);
        for (size_t i = 0; i < lines.n; i++) {
            snprintf(key, sizeof key, "k%zu", i);
            assert_string_equal(lines.lines[i].path, key);
            assert_int_equal(lines.lines[i].line, i + 1);
        }
        rig_lines_free(&lines);
        free(text);
    }
}

static void test_too_many_keys_are_refused(void **state)
{
    (void)state;
    char *text = many_keys(4097);
    struct rig_lines lines;
    struct error err = {0};
    assert_int_equal(scan(text, &lines, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "a.yaml:4097: k4096: too many keys"));
    assert_null(lines.lines);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths_levels_and_lines),
        cmocka_unit_test(test_prefix_finds_the_nearest_line_above),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_many_keys_are_all_kept),
        cmocka_unit_test(test_too_many_keys_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
