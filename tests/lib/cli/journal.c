/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/journal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/scratch.h"
#include "tests/test.h"

static char output[PATH_MAX], part[PATH_MAX];

static int begin(void **state)
{
    (void)state;
    strcpy(output, scratch_path("out"));
    strcpy(part, scratch_path("out.part"));
    return 0;
}

static void write_part(const char *text) { scratch_write("out.part", text); }

static void an_interrupted_job_is_there_again(void **state)
{
    (void)state;
    struct journal *journal;
    struct error err = {0};
    char *const *lines;
    assert_int_equal(journal_open(output, "key 1", false, false, &journal, &err), ERROR_OK);
    assert_int_equal(journal_lines(journal, &lines), 0);
    assert_int_equal(journal_add(journal, "one,1\ntwo,2\n", &err), ERROR_OK);
    journal_close(journal, false);
    assert_int_equal(access(part, F_OK), 0);
    assert_int_equal(journal_open(output, "key 1", true, false, &journal, &err), ERROR_OK);
    assert_int_equal(journal_lines(journal, &lines), 2);
    assert_string_equal(lines[0], "one,1");
    assert_string_equal(lines[1], "two,2");
    assert_int_equal(journal_add(journal, "three,3\n", &err), ERROR_OK);
    journal_close(journal, false);
    assert_int_equal(journal_open(output, "key 1", true, false, &journal, &err), ERROR_OK);
    assert_int_equal(journal_lines(journal, &lines), 3);
    journal_close(journal, true);
    assert_int_not_equal(access(part, F_OK), 0);
}

static void a_line_that_was_cut_off_does_not_count(void **state)
{
    (void)state;
    struct journal *journal;
    struct error err = {0};
    char *const *lines;
    write_part("key 1\nwhole\ncut o");
    assert_int_equal(journal_open(output, "key 1", true, false, &journal, &err), ERROR_OK);
    assert_int_equal(journal_lines(journal, &lines), 1);
    assert_string_equal(lines[0], "whole");
    assert_int_equal(journal_add(journal, "next\n", &err), ERROR_OK);
    journal_close(journal, false);
    assert_int_equal(journal_open(output, "key 1", true, false, &journal, &err), ERROR_OK);
    assert_int_equal(journal_lines(journal, &lines), 2);
    assert_string_equal(lines[1], "next");
    journal_close(journal, true);
}

static void what_is_left_is_not_trampled_on(void **state)
{
    (void)state;
    struct journal *journal;
    struct error err = {0};
    char *const *lines;
    write_part("key 1\nwhole\n");
    assert_int_equal(journal_open(output, "key 1", false, false, &journal, &err), ERROR_EXISTS);
    assert_non_null(strstr(err.message, "--resume"));
    assert_null(journal);
    assert_int_equal(journal_open(output, "key 2", true, false, &journal, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "another job"));
    write_part("");
    assert_int_equal(journal_open(output, "key 1", true, false, &journal, &err), ERROR_INPUT);
    write_part("key 1\nwhole\n");
    assert_int_equal(journal_open(output, "key 2", false, true, &journal, &err), ERROR_OK);
    assert_int_equal(journal_lines(journal, &lines), 0);
    journal_close(journal, true);
}

static void without_a_path_nothing_is_kept(void **state)
{
    (void)state;
    struct journal *journal;
    struct error err = {0};
    char *const *lines;
    assert_int_equal(journal_open(NULL, "key", true, false, &journal, &err), ERROR_OK);
    assert_int_equal(journal_add(journal, "one\n", &err), ERROR_OK);
    assert_int_equal(journal_lines(journal, &lines), 0);
    journal_close(journal, true);
    journal_close(NULL, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupted_job_is_there_again),
        cmocka_unit_test(a_line_that_was_cut_off_does_not_count),
        cmocka_unit_test(what_is_left_is_not_trampled_on),
        cmocka_unit_test(without_a_path_nothing_is_kept),
    };
    return cmocka_run_group_tests_name("journal", tests, begin, NULL);
}
