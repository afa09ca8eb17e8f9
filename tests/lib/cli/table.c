/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"

static char *shown(bool json, bool aligned, const char *rows)
{
    static char text[2048];
    struct table table;
    FILE *out = tmpfile();
    assert_non_null(out);
    /* what a terminal would get, without one: as table_begin sets it up */
    assert_int_equal(table_begin(&table, out, json || aligned, NULL), ERROR_OK);
    table.json = json;
    table.aligned = aligned;
    fputs(rows, table.file);
    assert_int_equal(table_end(&table, NULL, NULL, NULL), ERROR_OK);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    fclose(out);
    return text;
}

static void test_forms(void **state)
{
    (void)state;
    const char *rows = "name,value,n\n\"a, b\",0.123456789,1\nc,-12.5,20\n";
    assert_string_equal(shown(false, false, rows), rows);
    assert_string_equal(shown(false, true, rows), "name    value   n\n"
                                                  "a, b    0.123   1\n"
                                                  "c     -12.500  20\n");
    assert_non_null(strstr(shown(true, false, rows), "\"name\": \"a, b\""));
    assert_non_null(strstr(shown(true, false, rows), "\"n\": 20"));
    assert_non_null(strstr(shown(true, false, rows), "0.123456789"));
}

/* one number far above the others does not cost them their digits, and rounding is nothing */
static void test_wide_columns(void **state)
{
    (void)state;
    assert_string_equal(shown(false, true, "a,b\n1,0.36396\n2,1.2345\n3,0.5\n4,4100.25\n"),
                        "a        b\n"
                        "1  0.36396\n"
                        "2   1.2345\n"
                        "3      0.5\n"
                        "4   4100.2\n");
    assert_string_equal(shown(false, true, "a,b\n1,0.5\n2,1.5e-17\n3,0.25\n"), "a        b\n"
                                                                               "1  0.50000\n"
                                                                               "2  0.00000\n"
                                                                               "3  0.25000\n");
    assert_string_equal(shown(false, true, "a,k\nx,10000\ny,1000000000000\nz,10\n"), "a      k\n"
                                                                                     "x  10000\n"
                                                                                     "y  1e+12\n"
                                                                                     "z     10\n");
}

/* a long text goes on below itself, beside the first column: no line is wider than the screen */
static void test_nothing_wider_than_the_screen(void **state)
{
    (void)state;
    char rows[256] = "name,note\nrun one,\"";
    for (int i = 0; i < 20; i++)
        strcat(rows, "words ");
    strcat(rows, "\"\n");
    const char *text = shown(false, true, rows);
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        assert_true(strcspn(line, "\n") <= 80);
    size_t words = 0;
    for (const char *word = text; (word = strstr(word, "words")); word++)
        words++;
    assert_int_equal(words, 20); /* all of it */
    assert_non_null(strstr(text, "\n         words words"));
}

/* rows with units of their own */
static void test_units_of_rows(void **state)
{
    (void)state;
    const char *rows = "quantity,value,unit\nangle,1.5707963267949,rad\nmu,0.25,1\n";
    assert_string_equal(shown(false, true, rows), "quantity  value  unit\n"
                                                  "angle        90  deg\n"
                                                  "mu         0.25  \n");
    assert_non_null(strstr(shown(true, false, rows), "1.5707963267949"));
}

static void test_terminal_is_not_steered(void **state)
{
    (void)state;
    assert_null(strchr(shown(false, true, "a\n\033[31mred\n"), '\033'));
    assert_null(strstr(shown(false, true, "a,b\n\xc2\x9b\061m,1\n"), "\xc2\x9b"));
}

/* a name with everything in it: one cell for a reader of CSV, whole in JSON */
static void test_text_of_strangers(void **state)
{
    (void)state;
    const char *name = "a \"b\",\n\033[31mc";
    for (int json = 0; json < 2; json++) {
        char text[256] = "";
        struct table table;
        FILE *out = tmpfile();
        assert_non_null(out);
        assert_int_equal(table_begin(&table, out, json, NULL), ERROR_OK);
        fputs("name,n\n", table.file);
        table_text(&table, name);
        fputs(",1\n", table.file);
        assert_int_equal(table_end(&table, NULL, NULL, NULL), ERROR_OK);
        rewind(out);
        text[fread(text, 1, sizeof text - 1, out)] = '\0';
        fclose(out);
        if (json)
            assert_non_null(strstr(text, "\"name\": \"a \\\"b\\\", \\u001B[31mc\""));
        else
            assert_string_equal(text, "name,n\n\"a \"\"b\"\", \\x1b[31mc\",1\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_wide_columns),
        cmocka_unit_test(test_nothing_wider_than_the_screen),
        cmocka_unit_test(test_units_of_rows),
        cmocka_unit_test(test_terminal_is_not_steered),
        cmocka_unit_test(test_text_of_strangers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
