/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Result tables: CSV and JSON, whole files or none. */
#include "config.h"

#include "map/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "lib/base/file.h"
#include "tests/test.h"

static const char *const names[] = {"word", "value"};
static const char path[] = "map_table.out";

static enum error_code fill(bool json, enum error_code outcome, struct error *err)
{
    struct map_table *table;
    enum error_code code = map_table_open((struct map_target){.path = path, .json = json}, names, 2,
                                          &table, err);
    if (code)
        return code;
    map_table_row(table, (struct map_cell[]){MAP_WORD("a"), MAP_NUMBER(0.1)});
    map_table_row(table, (struct map_cell[]){MAP_WORD("b"), MAP_NUMBER(NAN)});
    return map_table_close(table, outcome, err);
}

static void test_csv(void **state)
{
    (void)state;
    struct error err;
    char *bytes;
    size_t size;
    assert_int_equal(fill(false, ERROR_OK, &err), ERROR_OK);
    assert_int_equal(file_read_whole(path, 1000, &bytes, &size, &err), ERROR_OK);
    assert_string_equal(bytes, "word,value\na,0.1\nb,\n");
    free(bytes);
    assert_int_equal(fill(false, ERROR_OK, &err), ERROR_EXISTS);
    unlink(path);
}

static void test_json(void **state)
{
    (void)state;
    struct error err;
    assert_int_equal(fill(true, ERROR_OK, &err), ERROR_OK);
    json_t *rows = json_load_file(path, 0, NULL);
    assert_non_null(rows);
    assert_int_equal(json_array_size(rows), 2);
    const json_t *first = json_array_get(rows, 0), *second = json_array_get(rows, 1);
    assert_string_equal(json_string_value(json_object_get(first, "word")), "a");
    assert_true(json_real_value(json_object_get(first, "value")) == 0.1);
    assert_true(json_is_null(json_object_get(second, "value")));
    json_decref(rows);
    unlink(path);
}

static void test_failure_leaves_nothing(void **state)
{
    (void)state;
    struct error err;
    assert_int_equal(fill(false, ERROR_NUMERIC, &err), ERROR_NUMERIC);
    assert_int_equal(fill(true, ERROR_NUMERIC, &err), ERROR_NUMERIC);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(map_table_close(NULL, ERROR_IO, &err), ERROR_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_failure_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
