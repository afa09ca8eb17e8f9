/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/rig.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/fixture.h"
#include "tests/test.h"

static char *printed(const struct rig *rig)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(rig_print(rig, out, NULL), ERROR_OK);
    fclose(out);
    return text;
}

/* the printed rig must read back to the last bit; beside the tests' belt table */
static void reads_back(const struct rig *rig, const char *directory)
{
    char *text = printed(rig), *path = test_write(directory, "again.yaml", text);
    struct rig *again;
    struct error err = {0};
    if (rig_read(path, test_registry, &again, &err) != ERROR_OK)
        fail_msg("%s\n%s", err.message, text);
    if (rig->belt.path) { /* another directory */
        free(again->belt.path);
        again->belt.path = strdup(rig->belt.path);
    }
    test_same_rig(rig, again, false);
    rig_free(again);
    remove(path);
    free(path);
    free(text);
}

static struct rig *read_rig(const char *path)
{
    struct rig *rig;
    struct error err = {0};
    if (rig_read(path, test_registry, &rig, &err) != ERROR_OK)
        fail_msg("%s", err.message);
    return rig;
}

static void test_full_rig_reads_back(void **state)
{
    (void)state;
    char *source = test_source("full.yaml"), *directory = test_directory();
    char *belt = test_write(directory, "full.csv", "t,v\n0,0\n");
    struct rig *rig = read_rig(source);
    reads_back(rig, directory);
    /* values that no person would write */
    assert_int_equal(rig_set_value(rig, "mass", 0x1.123456789abcdp-3, NULL), ERROR_OK);
    assert_int_equal(rig_set_value(rig, "theta1", -0x1.fffffffffffffp-1, NULL), ERROR_OK);
    assert_int_equal(rig_set_value(rig, "stiffness", 5e-324, NULL), ERROR_OK);
    assert_int_equal(rig_set_value(rig, "rest_angle", 1. / 3, NULL), ERROR_OK);
    reads_back(rig, directory);
    /* a title that YAML would stumble on */
    free(rig->title);
    rig->title = strdup("a: b # c\n\"\\ \x7f \xc2\x85 \xe2\x80\xa8 \xf0\x9f\x98\x80 - [");
    reads_back(rig, directory);
    rig_free(rig);
    remove(belt);
    remove(directory);
    free(belt);
    free(directory);
    free(source);
}

static void test_small_rig_reads_back(void **state)
{
    (void)state;
    char *directory = test_directory();
    char *path = test_write(directory, "chain.yaml",
                            "model: chain\nparameters: {friction: 0.6, restitution: 0.1}\n"
                            "start: {theta1: 1 deg, theta2: 2 deg}\n"
                            "belt: {run: '.', channel: rail}\n");
    struct rig *rig = read_rig(path);
    assert_int_equal(rig->belt.kind, RIG_BELT_RUN);
    reads_back(rig, directory);
    rig_free(rig);
    remove(path);
    remove(directory);
    free(path);
    free(directory);
}

static void test_lines_say_where_values_come_from(void **state)
{
    (void)state;
    char *source = test_source("full.yaml");
    struct rig *rig = read_rig(source);
    char *text = printed(rig);
    const char *const lines[] = {
        "\nmodel: two-link\n",
        "\n  mass: 0.12 kg\n",
        "\n  mass2: 0.12 kg  # default: as mass\n",
        "\n  restitution: 0.1  # from full-1.json\n",
        "  damping: 0.005 N.m.s/rad  # from full-2.json, standard uncertainty 0.00025 N.m.s/rad\n",
        "\n  # rest_angle: unstressed at the start\n",
        "\n  law: compliant\n",
        "\n    range: 10 V  # default\n",
        "\nrate: 20000 Hz\n",
        "\n  skew: 0 s  # default\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strstr(text, lines[i]))
            fail_msg("%s is not in:\n%s", lines[i], text);
    rig_free(rig);
    free(text);
    free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_rig_reads_back),
        cmocka_unit_test(test_small_rig_reads_back),
        cmocka_unit_test(test_lines_say_where_values_come_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
