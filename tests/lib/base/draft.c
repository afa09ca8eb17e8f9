/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/draft.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/file.h"
#include "lib/base/memory.h"
#include "lib/base/stream.h"
#include "tests/lib/fixture.h"
#include "tests/test.h"

static char *directory;
static char path[700];

static size_t files(void)
{
    DIR *dir = opendir(directory);
    assert_non_null(dir);
    size_t n = 0;
    for (struct dirent *entry; (entry = readdir(dir));)
        n += entry->d_name[0] != '.';
    closedir(dir);
    return n;
}

static void holds(const char *text)
{
    char *bytes;
    size_t size;
    assert_int_equal(file_read_whole(path, 100, &bytes, &size, NULL), ERROR_OK);
    assert_string_equal(bytes, text);
    free(bytes);
}

static void write_draft(struct draft *draft, const char *text)
{
    assert_true(draft_open(path, draft));
    assert_int_equal(write(draft->fd, text, strlen(text)), strlen(text));
}

static void test_no_name_before_its_place(void **state)
{
    (void)state;
    struct draft draft;
    write_draft(&draft, "one");
    if (!draft.name) /* the file system can */
        assert_int_equal(files(), 0);
    assert_true(draft_place(&draft, path, false));
    draft_free(&draft);
    holds("one");
    assert_int_equal(files(), 1);

    write_draft(&draft, "two");
    assert_false(draft_place(&draft, path, false));
    assert_int_equal(errno, EEXIST);
    holds("one");
    assert_true(draft_place(&draft, path, true));
    draft_free(&draft);
    holds("two");

    write_draft(&draft, "three");
    draft_free(&draft); /* never placed */
    holds("two");
    assert_int_equal(files(), 1);
    remove(path);
}

/* the null device of a machine was once replaced by a file */
static void test_what_is_no_file_stays(void **state)
{
    (void)state;
    struct draft draft;
    struct stat status;
    assert_int_equal(mkfifo(path, 0600), 0);
    write_draft(&draft, "one");
    assert_false(draft_place(&draft, path, true));
    assert_int_equal(errno, EEXIST);
    draft_free(&draft);
    assert_int_equal(lstat(path, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    assert_int_equal(files(), 1);
    remove(path);
}

static void test_a_kill_leaves_nothing(void **state)
{
    (void)state;
    struct draft draft;
    if (draft_open(path, &draft) && draft.name) {
        draft_free(&draft);
        skip();
    }
    draft_free(&draft);
    const pid_t child = fork();
    if (child == 0) {
        write_draft(&draft, "half");
        kill(getpid(), SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(files(), 0);
}

static void test_no_directory_is_told(void **state)
{
    (void)state;
    struct draft draft;
    assert_false(draft_open("/nonexistent/a", &draft));
    assert_int_equal(errno, ENOENT);
    draft_free(&draft);
}

static void test_scratch_is_written_and_read(void **state)
{
    (void)state;
    FILE *file;
    char text[16];
    assert_int_equal(stream_scratch(path, &file, NULL), ERROR_OK);
    fputs("scratch", file);
    rewind(file);
    assert_non_null(fgets(text, sizeof text, file));
    assert_string_equal(text, "scratch");
    assert_int_equal(files(), 0);
    fclose(file);
    assert_int_equal(files(), 0);
}

/* last: a lack of memory is never forgotten */
static void test_nothing_is_whole_after_a_lack_of_memory(void **state)
{
    (void)state;
    struct error err;
    assert_int_equal(stream_write_whole(path, "all", 3, false, &err), ERROR_OK);
    memory_note();
    assert_int_equal(stream_write_whole(path, "part", 4, true, &err), ERROR_MEMORY);
    holds("all");
    remove(path);
    assert_int_equal(files(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_name_before_its_place),
        cmocka_unit_test(test_what_is_no_file_stays),
        cmocka_unit_test(test_a_kill_leaves_nothing),
        cmocka_unit_test(test_no_directory_is_told),
        cmocka_unit_test(test_scratch_is_written_and_read),
        cmocka_unit_test(test_nothing_is_whole_after_a_lack_of_memory),
    };
    directory = scratch_directory();
    snprintf(path, sizeof path, "%s/a", directory);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(directory);
    free(directory);
    return failed;
}
