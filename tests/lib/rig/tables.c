/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of rig files against themselves and against skitter-rig(5). */
#include "config.h"

#include "lib/rig/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/file.h"
#include "lib/base/units.h"
#include "tests/lib/fixture.h"
#include "tests/test.h"

static char *read_page(void)
{
    char *path = test_source("../../../man/skitter-rig.5"), *text;
    size_t size;
    assert_int_equal(file_read_whole(path, 1 << 20, &text, &size, NULL), ERROR_OK);
    free(path);
    return text;
}

static void documented(const char *from, const char *until, const char *macro, const char *key)
{
    char item[96];
    snprintf(item, sizeof item, "\n.It %s %s\n", macro, key);
    const char *found = strstr(from, item);
    if (!found || (until && found > until))
        fail_msg("%s is not in skitter-rig(5)", key);
}

static void test_every_key_is_in_the_man_page(void **state)
{
    (void)state;
    char *page = read_page();
    const char *top = strstr(page, "\n.Ss Keys at the top\n");
    assert_non_null(top);
    for (size_t i = 0; i < RIG_TOPS; i++)
        documented(top, NULL, "Ic", rig_top_names[i]);
    for (enum rig_part part = 0; part < RIG_PARTS; part++) {
        documented(top, NULL, "Ic", rig_part_name(part));
        if (part == RIG_PART_PARAMETERS || part == RIG_PART_START)
            continue; /* the simulator's */
        char title[64];
        snprintf(title, sizeof title, "\n.Ss %s\n", rig_part_name(part));
        const char *from = strstr(page, title);
        assert_non_null(from);
        struct rig_keys keys = rig_part_keys(part, test_registry(0));
        for (size_t i = 0; i < keys.n_words + keys.n_rows; i++)
            documented(from, strstr(from, "\n.El\n"), "Cm", rig_keys_name(&keys, i));
    }
    free(page);
}

static void test_the_example_of_the_man_page_is_a_rig(void **state)
{
    (void)state;
    char *page = read_page(), *example = strstr(page, "\n.Sh EXAMPLES\n");
    assert_non_null(example);
    example = strstr(example, ".Bd -literal -offset indent\n");
    assert_non_null(example);
    example = strchr(example, '\n') + 1;
    char *end = strstr(example, ".Ed\n");
    assert_non_null(end);
    *end = '\0';
    char *directory = scratch_directory(), *path = test_write(directory, "example.yaml", example);
    char *include = test_write(directory, "pendulum.json",
                               "{\"kind\": \"result\", \"results\": [{\"name\": \"stiffness\", "
                               "\"value\": 1.35, \"unit\": \"N.m/rad\", \"method\": \"x\"}]}");
    struct rig *rig;
    struct error err = {0};
    if (rig_read(path, test_registry, &rig, &err) != ERROR_OK)
        fail_msg("%s", err.message);
    assert_true(rig_value(rig, "stiffness")->value == 1.35);
    rig_free(rig);
    remove(path);
    remove(include);
    remove(directory);
    free(path);
    free(include);
    free(directory);
    free(page);
}

static void test_defaults_are_in_range_and_units_are_known(void **state)
{
    (void)state;
    for (enum rig_part part = RIG_PART_CONTACT; part < RIG_PARTS; part++) {
        struct rig_keys keys = rig_part_keys(part, test_registry(0));
        for (size_t i = 0; i < keys.n_rows; i++) {
            const struct quantity *row = &keys.table[i];
            assert_non_null(row->name);
            assert_non_null(row->doc);
            if (row->fallback == QUANTITY_VALUE)
                assert_int_equal(quantity_check(row, row->default_value, NULL), ERROR_OK);
        }
    }
    for (size_t i = 0; i < rig_n_measures; i++) {
        /* the unit per volt is the unit, per volt: through another spelling */
        char text[UNITS_TEXT_SIZE];
        double value;
        snprintf(text, sizeof text, "2 (%s).V-1", rig_measures[i].unit);
        assert_int_equal(units_parse(text, rig_measures[i].per_volt, &value, NULL), ERROR_OK);
        assert_true(value == 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_key_is_in_the_man_page),
        cmocka_unit_test(test_the_example_of_the_man_page_is_a_rig),
        cmocka_unit_test(test_defaults_are_in_range_and_units_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
