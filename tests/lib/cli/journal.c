/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/journal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/file.h"
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

static enum error_code open_as(const char *key, bool resume, bool force, int rank, int ranks,
                               struct journal **journal, struct error *err)
{
    return journal_open(&(struct journal_wish){output, key, rank, ranks, resume, force}, journal,
                        err);
}

static void an_interrupted_job_is_there_again(void **state)
{
    (void)state;
    struct journal *journal;
    struct error err = {0};
    char *const *lines;
    assert_int_equal(open_as("key\n1", false, false, 0, 1, &journal, &err), ERROR_OK);
    assert_int_equal(journal_lines(journal, &lines), 0);
    assert_int_equal(journal_add(journal, "one,1\ntwo,2\n", &err), ERROR_OK);
    journal_close(journal, false);
    assert_int_equal(access(part, F_OK), 0);
    assert_int_equal(open_as("key\n1", true, false, 0, 1, &journal, &err), ERROR_OK);
    assert_int_equal(journal_lines(journal, &lines), 2);
    assert_string_equal(lines[0], "one,1");
    assert_string_equal(lines[1], "two,2");
    assert_int_equal(journal_add(journal, "three,3\n", &err), ERROR_OK);
    journal_close(journal, false);
    assert_int_equal(open_as("key\n1", true, false, 0, 1, &journal, &err), ERROR_OK);
    assert_int_equal(journal_lines(journal, &lines), 3);
    assert_int_equal(journal_broken(journal), 0);
    journal_close(journal, true);
    assert_int_not_equal(access(part, F_OK), 0);
}

/* the bytes of a journal with two lines */
static char *two_lines(size_t *size)
{
    struct journal *journal;
    struct error err = {0};
    char *bytes;
    assert_int_equal(open_as("key 1", false, true, 0, 1, &journal, &err), ERROR_OK);
    assert_int_equal(journal_add(journal, "one,1.25\ntwo,2.5\n", &err), ERROR_OK);
    journal_close(journal, false);
    assert_int_equal(file_read_whole(part, 4096, &bytes, size, &err), ERROR_OK);
    return bytes;
}

/* cut anywhere, and resumed: whole lines count, and what is added then counts, too */
static void a_line_that_was_cut_off_does_not_count(void **state)
{
    (void)state;
    size_t size;
    char *whole = two_lines(&size);
    for (size_t cut = 0; cut <= size; cut++) {
        struct journal *journal;
        struct error err = {0};
        char *const *lines;
        FILE *file = fopen(part, "w");
        fwrite(whole, 1, cut, file);
        fclose(file);
        assert_int_equal(open_as("key 1", true, false, 0, 1, &journal, &err), ERROR_OK);
        const size_t had = journal_lines(journal, &lines);
        assert_true(had <= 2);
        assert_true(had == 0 || strcmp(lines[0], "one,1.25") == 0);
        assert_int_equal(journal_add(journal, "next\n", &err), ERROR_OK);
        journal_close(journal, false);
        assert_int_equal(open_as("key 1", true, false, 0, 1, &journal, &err), ERROR_OK);
        /* a line that only lacked its end has got it */
        const size_t has = journal_lines(journal, &lines);
        assert_true(has == had + 1 || has == had + 2);
        assert_string_equal(lines[has - 1], "next");
        journal_close(journal, true);
    }
    free(whole);
}

/* no digit that was changed gets into a result */
static void a_line_that_was_changed_does_not_count(void **state)
{
    (void)state;
    size_t size, tried = 0;
    char *whole = two_lines(&size);
    for (size_t i = 0; i < size; i++) {
        struct journal *journal;
        struct error err = {0};
        char *const *lines;
        if (whole[i] < '0' || whole[i] > '9')
            continue;
        whole[i] = (char)(whole[i] ^ 1);
        write_part(whole);
        const enum error_code code = open_as("key 1", true, false, 0, 1, &journal, &err);
        if (!code) {
            assert_int_equal(journal_lines(journal, &lines), 1);
            assert_int_equal(journal_broken(journal), 1);
            assert_true(!strcmp(lines[0], "one,1.25") || !strcmp(lines[0], "two,2.5"));
        }
        journal_close(code ? NULL : journal, false);
        whole[i] = (char)(whole[i] ^ 1);
        tried++;
    }
    assert_true(tried > 20);
    free(whole);
    unlink(part);
}

static void what_is_left_is_not_trampled_on(void **state)
{
    (void)state;
    struct journal *journal, *other;
    struct error err = {0};
    char *const *lines;
    size_t size;
    free(two_lines(&size));
    assert_int_equal(open_as("key 1", false, false, 0, 1, &journal, &err), ERROR_EXISTS);
    assert_non_null(strstr(err.message, "--resume"));
    assert_null(journal);
    assert_int_equal(open_as("key 2", true, false, 0, 1, &journal, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "another job"));
    /* while somebody writes it, nobody else does, be it forced */
    assert_int_equal(open_as("key 1", true, false, 0, 1, &journal, &err), ERROR_OK);
    assert_int_equal(open_as("key 1", true, false, 0, 1, &other, &err), ERROR_EXISTS);
    assert_non_null(strstr(err.message, "another job"));
    assert_int_equal(open_as("key 1", false, true, 0, 1, &other, &err), ERROR_EXISTS);
    journal_close(journal, false);
    write_part("key 1\nwhole\n"); /* of an earlier version: no seals */
    assert_int_equal(open_as("key 1", true, false, 0, 1, &journal, &err), ERROR_INPUT);
    assert_int_equal(open_as("key 2", false, true, 0, 1, &journal, &err), ERROR_OK);
    assert_int_equal(journal_lines(journal, &lines), 0);
    journal_close(journal, true);
}

static void a_link_is_not_followed(void **state)
{
    (void)state;
    struct journal *journal;
    struct error err = {0};
    char *bytes;
    size_t size;
    const char *target = scratch_write("precious", "precious");
    assert_int_equal(symlink(target, part), 0);
    for (int force = 0; force < 2; force++) {
        assert_int_equal(open_as("key", !force, force, 0, 1, &journal, &err), ERROR_INPUT);
        assert_non_null(strstr(err.message, "is a link"));
    }
    assert_int_equal(file_read_whole(target, 100, &bytes, &size, &err), ERROR_OK);
    assert_string_equal(bytes, "precious");
    free(bytes);
    unlink(part);
}

/* two ranks were interrupted; one, or three, go on from what both have */
static void another_number_of_ranks_goes_on(void **state)
{
    (void)state;
    static const int numbers[] = {1, 3, 2};
    for (size_t n = 0; n < 3; n++) {
        struct journal *journals[3];
        struct error err = {0};
        char *const *lines;
        for (int rank = 0; rank < 2; rank++) {
            char text[32];
            snprintf(text, sizeof text, "rank,%d\n", rank);
            assert_int_equal(open_as("key", false, false, rank, 2, &journals[rank], &err),
                             ERROR_OK);
            assert_int_equal(journal_add(journals[rank], text, &err), ERROR_OK);
        }
        for (int rank = 0; rank < 2; rank++)
            journal_close(journals[rank], false);
        assert_int_equal(open_as("key", false, false, 0, numbers[n], &journals[0], &err),
                         ERROR_EXISTS);
        for (int rank = 0; rank < numbers[n]; rank++) {
            assert_int_equal(open_as("key", true, false, rank, numbers[n], &journals[rank], &err),
                             ERROR_OK);
            assert_int_equal(journal_lines(journals[rank], &lines), 2);
        }
        for (int rank = 0; rank < numbers[n]; rank++)
            journal_close(journals[rank], true);
        assert_int_equal(open_as("key", false, false, 0, 1, &journals[0], &err), ERROR_OK);
        journal_close(journals[0], true);
    }
}

static void without_a_path_nothing_is_kept(void **state)
{
    (void)state;
    static const char *const paths[] = {NULL, "-", "/dev/zero"};
    for (size_t i = 0; i < 3; i++) {
        struct journal *journal;
        struct error err = {0};
        char *const *lines;
        assert_int_equal(journal_open(&(struct journal_wish){paths[i], "key", 0, 1, true, false},
                                      &journal, &err),
                         ERROR_OK);
        assert_int_equal(journal_add(journal, "one\n", &err), ERROR_OK);
        assert_int_equal(journal_lines(journal, &lines), 0);
        journal_close(journal, true);
    }
    assert_int_not_equal(access("/dev/zero.part", F_OK), 0);
    journal_close(NULL, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupted_job_is_there_again),
        cmocka_unit_test(a_line_that_was_cut_off_does_not_count),
        cmocka_unit_test(a_line_that_was_changed_does_not_count),
        cmocka_unit_test(a_link_is_not_followed),
        cmocka_unit_test(another_number_of_ranks_goes_on),
        cmocka_unit_test(what_is_left_is_not_trampled_on),
        cmocka_unit_test(without_a_path_nothing_is_kept),
    };
    return cmocka_run_group_tests_name("journal", tests, begin, NULL);
}
