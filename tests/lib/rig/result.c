/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/version.h"
#include "tests/lib/fixture.h"
#include "tests/test.h"

static void test_written_and_read_back(void **state)
{
    (void)state;
    const struct result results[] = {
        {"stiffness", 1.0 / 3, 1e-3 / 7, "N.m/rad", "pendulum", "runs/01", "ab12"},
        {"friction", 5e-324, NAN, "1", "slide \"test\"\n", NULL, NULL},
    };
    char *directory = scratch_directory(), *path = test_write(directory, "r.json", "");
    struct error err;
    struct result_file file;
    assert_int_equal(result_write(path, "skitter-calib", results, 2, false, &err), ERROR_EXISTS);
    assert_int_equal(result_write(path, "skitter-calib", results, 2, true, &err), ERROR_OK);
    assert_int_equal(result_read(path, &file, &err), ERROR_OK);
    assert_int_equal(file.n_results, 2);
    assert_string_equal(file.program, "skitter-calib");
    assert_string_equal(file.version, skitter_version);
    assert_int_equal(strlen(file.created), strlen("2026-01-01T00:00:00Z"));
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(file.results[i].name, results[i].name);
        assert_true(file.results[i].value == results[i].value);
        assert_string_equal(file.results[i].unit, results[i].unit);
        assert_string_equal(file.results[i].method, results[i].method);
    }
    assert_true(file.results[0].uncertainty == 1e-3 / 7);
    assert_true(isnan(file.results[1].uncertainty));
    assert_string_equal(file.results[0].run, "runs/01");
    assert_string_equal(file.results[0].sha256, "ab12");
    assert_null(file.results[1].run);
    result_free(&file);
    remove(path);
    rmdir(directory);
    free(path);
    free(directory);
}

static void test_no_file_for_a_value_that_is_not_finite(void **state)
{
    (void)state;
    const struct result result = {"mass", NAN, 0, "kg", "scales", NULL, NULL};
    struct error err;
    char *directory = scratch_directory(), path[600];
    snprintf(path, sizeof path, "%s/r.json", directory);
    assert_int_equal(result_write(path, "test", &result, 1, false, &err), ERROR_NUMERIC);
    assert_int_not_equal(access(path, F_OK), 0);
    rmdir(directory);
    free(directory);
}

static void test_bad_files(void **state)
{
    (void)state;
#define WITH(fields) "{\"kind\": \"result\", \"results\": [{" fields "}]}"
    const struct {
        const char *text, *fragment;
    } cases[] = {
        {"", "is not JSON"},
        {"{\n\"kind\": x\n}\n", "r.json:2: is not JSON"},
        {"[]", "is not a result file"},
        {"{\"kind\": \"result\"}", "is not a result file"},
        {"{\"kind\": \"result\", \"results\": [3]}", "results[0]: is not an object"},
        {WITH("\"unit\": \"kg\""), "results[0]: \"name\" is missing"},
        {WITH("\"name\": \"mass\""), "\"unit\" is missing"},
        {WITH("\"name\": \"mass\", \"unit\": 1"), "\"unit\" is not a text"},
        {WITH("\"name\": \"mass\", \"unit\": \"kg\""), "\"method\" is missing"},
        {WITH("\"name\": \"mass\", \"unit\": \"kg\", \"method\": \"x\""), "\"value\" is missing"},
        {WITH("\"name\": \"mass\", \"unit\": \"kg\", \"method\": \"x\", \"value\": \"1\""),
         "\"value\" is not a number"},
        {WITH("\"name\": \"mass\", \"unit\": \"kg\", \"method\": \"x\", \"value\": 1, "
              "\"uncertainty\": -1"),
         "\"uncertainty\" is negative"},
        {WITH("\"name\": \"mass\", \"unit\": \"kg\", \"method\": \"x\", \"value\": 1, "
              "\"uncertainty\": \"\""),
         "\"uncertainty\" is not a number"},
        {"{\"kind\": 1, \"kind\": 2}", "is not JSON: duplicate object key"},
    };
    char *directory = scratch_directory();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *path = test_write(directory, "r.json", cases[i].text);
        struct error err = {0};
        struct result_file file;
        assert_int_equal(result_read(path, &file, &err), ERROR_INPUT);
        assert_int_equal(result_read(path, &file, NULL), ERROR_INPUT);
        if (!strstr(err.message, cases[i].fragment) || !strstr(err.message, "r.json"))
            fail_msg("\"%s\" is not in: %s", cases[i].fragment, err.message);
        remove(path);
        free(path);
    }
    rmdir(directory);
    free(directory);
}

static void test_other_units(void **state)
{
    (void)state;
    const struct result result = {"length", 21, 0.5, "cm", "ruler", NULL, NULL};
    double value, uncertainty;
    struct error err;
    assert_int_equal(result_in(&result, "m", &value, &uncertainty, &err), ERROR_OK);
    assert_true(fabs(value - 0.21) < 1e-16);
    assert_true(fabs(uncertainty - 0.005) < 1e-17);
    assert_int_equal(result_in(&result, "kg", &value, &uncertainty, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "result length: "));
    assert_non_null(strstr(err.message, "mass in kg"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_and_read_back),
        cmocka_unit_test(test_no_file_for_a_value_that_is_not_finite),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_other_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
