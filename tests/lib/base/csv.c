/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/scratch.h"
#include "tests/test.h"

static struct csv *opened(const char *text)
{
    struct csv *csv;
    struct error err;
    if (csv_open(scratch_write("a.csv", text), &csv, &err))
        fail_msg("%s", err.message);
    return csv;
}

static void next_row(struct csv *csv)
{
    bool more;
    struct error err;
    if (csv_next(csv, &more, &err))
        fail_msg("%s", err.message);
    assert_true(more);
}

static void test_names_and_units(void **state)
{
    (void)state;
    struct csv *csv = opened("\xef\xbb\xbf# made by hand\n\n t , \"tip (mm/s)\",rail [ m/s ],\n");
    assert_int_equal(csv_columns(csv), 4);
    assert_string_equal(csv_column(csv, 0)->name, "t");
    assert_string_equal(csv_column(csv, 0)->unit, "");
    assert_string_equal(csv_column(csv, 1)->name, "tip");
    assert_string_equal(csv_column(csv, 1)->unit, "mm/s");
    assert_string_equal(csv_column(csv, 2)->unit, "m/s");
    assert_string_equal(csv_column(csv, 3)->name, "column4");
    assert_int_equal(csv_find(csv, "rail"), 2);
    assert_true(csv_find(csv, "ra") == CSV_NO_COLUMN);
    csv_close(csv);
}

/* RFC 4180: quotes hide a separator, and two of them are one */
static void test_cells_of_text(void **state)
{
    (void)state;
    struct csv *csv = opened("name;what\nrod ;\"a;b\"\n\"say \"\"no\"\"\" ; \r\n\"open;end\n");
    static const char *const cells[][2] = {{"rod", "a;b"}, {"say \"no\"", ""}};
    for (size_t i = 0; i < 2; i++) {
        next_row(csv);
        assert_string_equal(csv_text(csv, 0), cells[i][0]);
        assert_string_equal(csv_text(csv, 1), cells[i][1]);
    }
    bool more;
    struct error err;
    assert_int_equal(csv_next(csv, &more, &err), ERROR_INPUT); /* one cell, not closed */
    csv_close(csv);
}

static void test_numbers_and_their_digits(void **state)
{
    (void)state;
    struct csv *csv = opened("1\t-0.125\t1e-3\t0x1p1\n# between\n2\t3.\t.5\t4\n");
    double values[4];
    int decimals[4];
    bool more;
    for (int turn = 0; turn < 2; turn++) { /* the first line is a row, also the second time */
        assert_int_equal(csv_read(csv, values, decimals, &more, NULL), ERROR_OK);
        assert_true(more && values[0] == 1 && values[1] == -0.125 && values[2] == 1e-3);
        assert_true(decimals[0] == 0 && decimals[1] == 3 && decimals[2] == -1 && decimals[3] == -1);
        assert_int_equal(csv_line(csv), 1);
        assert_int_equal(csv_read(csv, values, decimals, &more, NULL), ERROR_OK);
        assert_true(more && values[1] == 3 && values[2] == 0.5 && values[3] == 4);
        assert_true(decimals[1] == 0 && decimals[2] == 1);
        assert_int_equal(csv_line(csv), 3);
        assert_int_equal(csv_read(csv, values, NULL, &more, NULL), ERROR_OK);
        assert_false(more);
        assert_int_equal(csv_rewind(csv, NULL), ERROR_OK);
    }
    csv_close(csv);
}

static void test_what_is_wrong_is_said(void **state)
{
    (void)state;
    const struct {
        const char *text, *message;
    } cases[] = {
        {"t,v\n0,1\n1,x\n", "a.csv:3: column v holds no number: 'x'"},
        {"t,v\n0,\n", "a.csv:2: column v holds no number: ''"},
        {"t,v\n0,1e999\n", "a.csv:2: column v"},
        {"t,v\n0,1 2\n", "a.csv:2: column v"},
        {"t,v\n0\n", "a.csv:2: has 1 cells; 2 with a comma between them"},
        {"t\tv\n0\t1\t2\n", "a.csv:2: has 3 cells; 2 with a tab between them"},
        {"t;v\n0,5\n", "a.csv:2: has 1 cells; 2 with a semicolon between them"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct csv *csv = opened(cases[i].text);
        enum error_code code = ERROR_OK;
        struct error err = {0};
        double row[2];
        for (bool more = true; !code && more;)
            code = csv_read(csv, row, NULL, &more, &err);
        assert_int_equal(code, ERROR_INPUT);
        if (!strstr(err.message, cases[i].message))
            fail_msg("'%s' is not in: %s", cases[i].message, err.message);
        csv_close(csv);
    }
    struct csv *csv;
    struct error err;
    assert_int_equal(csv_open(scratch_write("a.csv", "# nothing\n"), &csv, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "is empty"));
    assert_int_equal(csv_open(scratch_path("none"), &csv, &err), ERROR_INPUT);
}

static void test_many_columns(void **state)
{
    (void)state;
    enum { COLUMNS = 1000 };
    char *text = malloc(16 * COLUMNS);
    size_t used = 0;
    for (int i = 0; i < COLUMNS; i++)
        used += (size_t)sprintf(text + used, "c%d%c", i, i + 1 < COLUMNS ? ',' : '\n');
    for (int i = 0; i < COLUMNS; i++)
        used += (size_t)sprintf(text + used, "%d%c", i, i + 1 < COLUMNS ? ',' : '\n');
    struct csv *csv = opened(text);
    double value;
    next_row(csv);
    assert_int_equal(csv_number(csv, csv_find(csv, "c987"), &value, NULL, NULL), ERROR_OK);
    assert_true(value == 987);
    csv_close(csv);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_and_units),
        cmocka_unit_test(test_cells_of_text),
        cmocka_unit_test(test_numbers_and_their_digits),
        cmocka_unit_test(test_what_is_wrong_is_said),
        cmocka_unit_test(test_many_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
