/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/rig.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/file.h"
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

/* the printed rig must read back to the last bit, with what was given and what was not, and
 * print as the same bytes; beside the tests' belt table and results */
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
    test_same_rig(rig, again, true);
    char *twice = printed(again);
    assert_string_equal(text, twice);
    rig_free(again);
    remove(path);
    free(path);
    free(text);
    free(twice);
}

static struct rig *read_rig(const char *path)
{
    struct rig *rig;
    struct error err = {0};
    if (rig_read(path, test_registry, &rig, &err) != ERROR_OK)
        fail_msg("%s", err.message);
    return rig;
}

/* what the file says: the same as a copy of it in which every value set is written out */
static void settle(struct rig *rig)
{
    struct rig_section *sections[] = {&rig->parameters, &rig->start};
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < sections[k]->n; i++)
            if (sections[k]->values[i].source == RIG_SET)
                sections[k]->values[i].source = RIG_FILE;
}

static void test_full_rig_reads_back(void **state)
{
    (void)state;
    static const char *const names[] = {"full.csv", "full-1.json", "full-2.json"};
    char *source = test_source("full.yaml"), *directory = scratch_directory(), *copies[3];
    for (size_t i = 0; i < 3; i++) {
        char *from = test_source(names[i]), *bytes;
        size_t size;
        assert_int_equal(file_read_whole(from, 1 << 16, &bytes, &size, NULL), ERROR_OK);
        copies[i] = test_write(directory, names[i], bytes);
        free(bytes);
        free(from);
    }
    struct rig *rig = read_rig(source);
    reads_back(rig, directory);
    /* values that no person would write */
    assert_int_equal(rig_set_value(rig, "mass", 0x1.123456789abcdp-3, NULL), ERROR_OK);
    assert_int_equal(rig_set_value(rig, "theta1", -0x1.fffffffffffffp-1, NULL), ERROR_OK);
    assert_int_equal(rig_set_value(rig, "stiffness", 5e-324, NULL), ERROR_OK);
    assert_int_equal(rig_set_value(rig, "rest_angle", 1. / 3, NULL), ERROR_OK);
    settle(rig);
    reads_back(rig, directory);
    /* a title that YAML would stumble on */
    free(rig->title);
    rig->title = strdup("a: b # c\n\"\\ \x7f \xc2\x85 \xe2\x80\xa8 \xf0\x9f\x98\x80 - [");
    reads_back(rig, directory);
    rig_free(rig);
    for (size_t i = 0; i < 3; i++) {
        remove(copies[i]);
        free(copies[i]);
    }
    remove(directory);
    free(directory);
    free(source);
}

/* friction is set after the rig went through its file: static friction and all that was
 * computed follow as they did before; what a person gave does not */
static void test_what_follows_still_follows(void **state)
{
    (void)state;
    static const char base[] = "model: two-link\n"
                               "parameters: {mass: 1 kg, length: 1 m, height: 1 m, stiffness: 1 "
                               "N.m/rad, friction: 0.5, restitution: 0%s}\n"
                               "start: {theta1: 1 rad}\n";
    static const char *const given[] = {"", ", static_friction: 0.5"};
    for (size_t i = 0; i < 2; i++) {
        char text[512], *directory = scratch_directory();
        snprintf(text, sizeof text, base, given[i]);
        char *path = test_write(directory, "a.yaml", text);
        struct rig *rig = read_rig(path);
        char *again = printed(rig);
        free(path);
        path = test_write(directory, "a.yaml", again);
        rig_free(rig);
        rig = read_rig(path);
        assert_int_equal(rig_given(rig_value(rig, "static_friction")), i);
        assert_int_equal(rig_set(rig, "friction=0.9", NULL), ERROR_OK);
        assert_true(rig_value(rig, "static_friction")->value == (i ? 0.5 : 0.9));
        assert_false(rig_given(rig_value(rig, "rest_angle")));
        assert_false(rig_given(rig_value(rig, "gravity")));
        rig_free(rig);
        remove(path);
        remove(directory);
        free(again);
        free(path);
        free(directory);
    }
}

/* into another directory, where neither belt nor results are */
static void test_moved_rig_finds_its_files(void **state)
{
    (void)state;
    char *source = test_source("full.yaml"), *directory = scratch_directory();
    struct rig *rig = read_rig(source), *moved = rig_copy(rig), *again;
    char *path = test_write(directory, "moved.yaml", "");
    struct error err = {0};
    assert_non_null(moved);
    assert_int_equal(rig_move(moved, path, &err), ERROR_OK);
    assert_string_equal(moved->path, path);
    char *text = printed(moved);
    free(path);
    path = test_write(directory, "moved.yaml", text);
    again = read_rig(path);
    assert_int_equal(again->n_includes, 2);
    assert_true(rig_value(again, "damping")->uncertainty == 0.00025);
    free(again->belt.path);
    free(again->belt.name);
    again->belt.path = strdup(rig->belt.path);
    again->belt.name = strdup(rig->belt.name);
    test_same_rig(rig, again, true);
    /* beside the old file the names stay as they are */
    char *beside = test_source("other.yaml");
    rig_free(moved);
    moved = rig_copy(rig);
    assert_int_equal(rig_move(moved, beside, &err), ERROR_OK);
    assert_string_equal(moved->belt.name, "full.csv");
    assert_string_equal(moved->includes[0], "full-1.json");
    rig_free(again);
    rig_free(moved);
    rig_free(rig);
    remove(path);
    remove(directory);
    free(beside);
    free(text);
    free(path);
    free(directory);
    free(source);
}

/* a run keeps the defaults of its day: one that is no default now is written out */
static void test_a_default_of_another_day_is_written_out(void **state)
{
    (void)state;
    char *source = test_source("full.yaml");
    struct rig *rig = read_rig(source);
    rig->simulated.values[RIG_SIMULATED_SKEW].value = 0.25;
    char *text = printed(rig);
    assert_non_null(strstr(text, "\n  skew: 0.25 s\n"));
    rig_free(rig);
    free(text);
    free(source);
}

static void test_small_rig_reads_back(void **state)
{
    (void)state;
    char *directory = scratch_directory();
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

/* what a person writes in digits of the last place is printed so, where it reads back as the
 * same two doubles; the expected texts are those of the file, or what it says in SI units */
static void test_uncertainties_in_last_digits(void **state)
{
    (void)state;
    static const struct {
        const char *given, *line;
    } cases[] = {
        {"0.12(1) kg", "\n  mass: 0.12(1) kg\n"},
        {"0.12 kg +- 0.015 kg", "\n  mass: 0.120(15) kg\n"},
        {"120(15) g", "\n  mass: 0.120(15) kg\n"},
        {"0.1 kg +- 12.5 g", "\n  mass: 0.1000(125) kg\n"},
        {"0.12 kg +- 1e-12 kg", "\n  mass: 0.12 kg +- 1e-12 kg\n"},
        {"0.12345678901234 kg +- 0.01 kg", "\n  mass: 0.12345678901234 kg +- 0.01 kg\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *source = test_source("full.yaml"), setting[64];
        struct rig *rig = read_rig(source);
        snprintf(setting, sizeof setting, "mass=%s", cases[i].given);
        assert_int_equal(rig_set(rig, setting, NULL), ERROR_OK);
        char *text = printed(rig);
        if (!strstr(text, cases[i].line))
            fail_msg("%s is not in:\n%s", cases[i].line, text);
        rig_free(rig);
        free(text);
        free(source);
    }
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
        "\ninclude:\n  - \"full-1.json\"\n  - \"full-2.json\"\n",
        "\n  # mass2: 0.12 kg  # default: as mass\n",
        "\n  # restitution: 0.1  # from \"full-1.json\"\n",
        "\n  # damping: 0.0050(3) N.m.s/rad  # from \"full-2.json\"\n",
        "\n  # rest_angle: unstressed at the start\n",
        "\n  law: compliant\n",
        "\n    # range: 10 V  # default\n",
        "\nrate: 20000 Hz\n",
        "\n  # skew: 0 s  # default\n",
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
        cmocka_unit_test(test_what_follows_still_follows),
        cmocka_unit_test(test_moved_rig_finds_its_files),
        cmocka_unit_test(test_a_default_of_another_day_is_written_out),
        cmocka_unit_test(test_uncertainties_in_last_digits),
        cmocka_unit_test(test_lines_say_where_values_come_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
