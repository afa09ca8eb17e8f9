/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/rig/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

static enum error_code parse(const char *text, struct rig_tree *tree, struct error *err)
{
    return rig_tree_parse("a.yaml", text, strlen(text), tree, err);
}

static const char *text_of(const yaml_node_t *node)
{
    return (const char *)node->data.scalar.value;
}

static void test_nodes_are_found(void **state)
{
    (void)state;
    struct rig_tree tree;
    assert_int_equal(parse("model: x\n"
                           "parameters:\n"
                           "  mass: 1\n"
                           "channels:\n"
                           "  - {role: a, input: '0'}\n"
                           "  - role: b\n",
                           &tree, NULL),
                     ERROR_OK);
    const yaml_node_t *root = rig_tree_root(&tree);
    const char *const keys[] = {"model", "parameters", "channels"};
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(rig_tree_key(&tree, root, i), keys[i]);
    assert_null(rig_tree_key(&tree, root, 3));
    assert_string_equal(text_of(rig_tree_value(&tree, root, "model")), "x");
    assert_null(rig_tree_value(&tree, root, "mod"));
    assert_null(rig_tree_value(&tree, root, "models"));
    const yaml_node_t *list = rig_tree_value(&tree, root, "channels");
    assert_string_equal(text_of(rig_tree_value(&tree, rig_tree_entry(&tree, list, 0), "input")),
                        "0");
    assert_string_equal(text_of(rig_tree_value(&tree, rig_tree_entry(&tree, list, 1), "role")),
                        "b");
    assert_null(rig_tree_entry(&tree, list, 2));
    rig_tree_free(&tree);
}

static void test_prefix_finds_the_nearest_line_above(void **state)
{
    (void)state;
    struct rig_tree tree;
    assert_int_equal(
        parse("a: 1\nb:\n  c: 1\nd:\n  - {e: 1}\n  -\n    e: 2\nf: [p,\n q]\n", &tree, NULL),
        ERROR_OK);
    const char *const cases[][2] = {
        {"a", "a.yaml:1: a: m"},
        {"b.c", "a.yaml:3: b.c: m"},
        {"b.x", "a.yaml:2: b.x: m"},
        {"d", "a.yaml:4: d: m"},
        {"d[0]", "a.yaml:5: d[0]: m"},
        {"d[0].e", "a.yaml:5: d[0].e: m"},
        {"d[0].x", "a.yaml:5: d[0].x: m"},
        {"d[1].e", "a.yaml:7: d[1].e: m"},
        {"d[3].x", "a.yaml:4: d[3].x: m"},
        {"f[1]", "a.yaml:9: f[1]: m"},
        {"a.x", "a.yaml:1: a.x: m"},
        {"b[0]", "a.yaml:2: b[0]: m"},
        {"x", "a.yaml: x: m"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err;
        error_set(&err, ERROR_INPUT, "m");
        rig_tree_prefix(&tree, cases[i][0], &err);
        assert_string_equal(err.message, cases[i][1]);
    }
    rig_tree_free(&tree);
}

/* the name of a key may look like a path */
static void test_prefix_of_a_key(void **state)
{
    (void)state;
    struct rig_tree tree;
    struct error err;
    assert_int_equal(parse("a: 1\n'b.c[0]': 2\nd: {e: 1,\n 'e[': 2}\n", &tree, NULL), ERROR_OK);
    yaml_node_t *root = rig_tree_root(&tree);
    error_set(&err, ERROR_INPUT, "m");
    rig_tree_prefix_key(&tree, "", root, 1, &err);
    assert_string_equal(err.message, "a.yaml:2: b.c[0]: m");
    error_set(&err, ERROR_INPUT, "m");
    rig_tree_prefix_key(&tree, "d", rig_tree_value(&tree, root, "d"), 1, &err);
    assert_string_equal(err.message, "a.yaml:4: d.e[: m");
    rig_tree_free(&tree);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    const char *const cases[][2] = {
        {"a: 1\nb: 2\na: 3\n", "a.yaml:3: a: the key is there twice, first in line 1"},
        {"a: {b: 1, b: 2}", "a.yaml:1: a.b: the key is there twice"},
        {"- {a: 1}", "is not a rig file"},
        {"a: &x 1\nb: *x\n", "a.yaml:1: a: anchors and aliases"},
        {"c: 1\na: &x 1\n", "a.yaml:2: a: anchors and aliases"},
        {"a: [1,\n !!str &x 1]\n", "a.yaml:2: a[1]: anchors and aliases"},
        {"&x a: 1\n", "anchors and aliases"},
        {"*x : 1\n", "anchors and aliases"},
        {"a: &x [1]\n", "anchors and aliases"},
        {"a: &x {b: 1}\n", "anchors and aliases"},
        {"a: [[[[[[1]]]]]]", "nested too deeply"},
        {"[a, b]: 1", "a key must be one word"},
        {"? [a, b]\n: 1", "a key must be one word"},
        {"? \n: 1", "a key is empty"},
        {"a: \"x\\0y\"", "a.yaml:1: a: holds a null byte"},
        {"a: 1\n---\nb: 1\n", "a.yaml:2: a second document"},
        {"", "the file is empty"},
        {"a: 'b\n", "is not YAML"},
        {"a: \xff\n", "is not a YAML file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        struct rig_tree tree;
        enum error_code code = parse(cases[i][0], &tree, &err);
        if (code != ERROR_INPUT || !strstr(err.message, cases[i][1]))
            print_message("# case %zu: %s\n", i, err.message);
        assert_int_equal(code, ERROR_INPUT);
        assert_non_null(strstr(err.message, cases[i][1]));
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
        struct rig_tree tree;
        assert_int_equal(parse(text, &tree, NULL), ERROR_OK);
        for (size_t i = 0; i < counts[c]; i++) {
            snprintf(key, sizeof key, "k%zu", i);
            assert_string_equal(rig_tree_key(&tree, rig_tree_root(&tree), i), key);
        }
        assert_null(rig_tree_key(&tree, rig_tree_root(&tree), counts[c]));
        rig_tree_free(&tree);
        free(text);
    }
}

static void test_too_many_keys_are_refused(void **state)
{
    (void)state;
    char *text = many_keys(4097);
    struct rig_tree tree;
    struct error err = {0};
    assert_int_equal(parse(text, &tree, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "a.yaml:4097: k4096: too many keys"));
    free(text);
    /* entries of lists count as well */
    text = malloc(4 + 2 * 5000);
    assert_non_null(text);
    strcpy(text, "a: ");
    for (size_t i = 0; i < 5000; i++)
        strcpy(text + 3 + 2 * i, i ? ",1" : "[1");
    assert_int_equal(parse(text, &tree, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "a.yaml:1: a[4095]: too many keys"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_are_found),
        cmocka_unit_test(test_prefix_finds_the_nearest_line_above),
        cmocka_unit_test(test_prefix_of_a_key),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_many_keys_are_all_kept),
        cmocka_unit_test(test_too_many_keys_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
