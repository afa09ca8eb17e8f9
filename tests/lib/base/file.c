/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/file.h"
#include "lib/base/stream.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/fixture.h"
#include "tests/test.h"

static size_t files_in(const char *directory)
{
    DIR *dir = opendir(directory);
    assert_non_null(dir);
    size_t n = 0;
    for (struct dirent *entry; (entry = readdir(dir));)
        n += entry->d_name[0] != '.';
    closedir(dir);
    return n;
}

static void holds(const char *path, const char *text)
{
    char *bytes;
    size_t size;
    assert_int_equal(file_read_whole(path, 100, &bytes, &size, NULL), ERROR_OK);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(bytes, text, size + 1);
    free(bytes);
}

static void test_written_whole_and_not_over_another(void **state)
{
    (void)state;
    char *directory = scratch_directory(), *path = test_write(directory, "a", "old");
    struct error err;
    assert_int_equal(stream_write_whole(path, "new", 3, false, &err), ERROR_EXISTS);
    assert_non_null(strstr(err.message, "--force"));
    holds(path, "old");
    assert_int_equal(stream_write_whole(path, "newer", 5, true, &err), ERROR_OK);
    holds(path, "newer");
    remove(path);
    assert_int_equal(stream_write_whole(path, "first", 5, false, &err), ERROR_OK);
    holds(path, "first");
    assert_int_equal(files_in(directory), 1); /* no temporary file is left */
    struct stat status;
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0666 & ~mask);
    remove(path);
    rmdir(directory);
    free(path);
    free(directory);
}

static void test_failures_leave_nothing(void **state)
{
    (void)state;
    char *directory = scratch_directory();
    char nowhere[600];
    struct error err;
    snprintf(nowhere, sizeof nowhere, "%s/no/such", directory);
    assert_int_equal(stream_write_whole(nowhere, "a", 1, false, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, nowhere));
    /* a directory in the way cannot be replaced by a file */
    snprintf(nowhere, sizeof nowhere, "%s/there", directory);
    assert_int_equal(mkdir(nowhere, 0777), 0);
    assert_int_not_equal(stream_write_whole(nowhere, "a", 1, true, &err), ERROR_OK);
    assert_int_equal(files_in(directory), 1);
    rmdir(nowhere);
    rmdir(directory);
    free(directory);
}

static void test_reading_has_limits(void **state)
{
    (void)state;
    char *directory = scratch_directory(), *path = test_write(directory, "a", "12345");
    char *bytes;
    size_t size;
    struct error err;
    assert_int_equal(file_read_whole(path, 4, &bytes, &size, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "5 bytes"));
    assert_int_equal(file_read_whole(directory, 4096, &bytes, &size, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "is not a file"));
    remove(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(file_read_whole(path, 4096, &bytes, &size, &err), ERROR_INPUT);
    FILE *file;
    assert_int_equal(file_open(path, &file, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "is not a file"));
    assert_int_equal(file_open("/dev/zero", &file, &err), ERROR_INPUT);
    remove(path);
    assert_int_equal(file_open(path, &file, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "No such file"));
    assert_int_equal(file_read_whole(path, 4096, &bytes, &size, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "No such file"));
    rmdir(directory);
    free(path);
    free(directory);
}

/* one sentence for all, with what to do; a link that leads nowhere is something, too */
static void test_what_is_taken(void **state)
{
    (void)state;
    const char *path = scratch_write("taken", ""), *link = scratch_path("link");
    char sentence[4200];
    struct error err = {0};
    snprintf(sentence, sizeof sentence, "%s exists: use --force to replace it, or another name",
             path);
    assert_int_equal(file_vacant(path, false, &err), ERROR_EXISTS);
    assert_string_equal(err.message, sentence);
    assert_int_equal(file_vacant(path, true, &err), ERROR_OK);
    assert_int_equal(file_vacant(NULL, false, &err), ERROR_OK);
    assert_int_equal(file_vacant(scratch_path("free"), false, &err), ERROR_OK);
    assert_int_equal(symlink("nowhere", link), 0);
    assert_int_equal(file_vacant(link, false, &err), ERROR_EXISTS);
    assert_int_equal(file_vacant(link, true, &err), ERROR_EXISTS);
    assert_null(strstr(err.message, "--force"));
    assert_int_equal(file_vacant("/", true, &err), ERROR_EXISTS);
    assert_int_equal(file_vacant("/dev/zero", false, &err), ERROR_OK);
    assert_int_equal(file_vacant("-", false, &err), ERROR_OK);
    assert_int_equal(file_taken("run", false, &err), ERROR_EXISTS);
    assert_string_equal(err.message, "run exists: use another name");
}

/* what is no file is written to, forced or not, and stays what it was */
static void test_devices_pipes_and_links(void **state)
{
    (void)state;
    const char *fifo = scratch_path("fifo"), *file = scratch_write("linked", "old"),
               *link = scratch_path("to-linked");
    struct error err = {0};
    struct stat status;
    assert_int_equal(mkfifo(fifo, 0600), 0);
    const int reader = open(fifo, O_RDONLY | O_NONBLOCK);
    for (int force = 0; force < 2; force++) {
        char got[8] = "";
        assert_int_equal(stream_write_whole(fifo, "12345", 5, force, &err), ERROR_OK);
        assert_int_equal(read(reader, got, sizeof got), 5);
        assert_string_equal(got, "12345");
        assert_int_equal(stat(fifo, &status), 0);
        assert_true(S_ISFIFO(status.st_mode));
        assert_int_equal(stream_write_whole("/dev/zero", "12345", 5, force, &err), ERROR_OK);
        assert_int_equal(lstat("/dev/zero", &status), 0);
        assert_true(S_ISCHR(status.st_mode));
    }
    close(reader);
    assert_int_equal(stream_write_whole("/dev/full", "12345", 5, true, &err), ERROR_IO);
    /* a link stays one, and the file that it leads to is replaced */
    assert_int_equal(symlink(file, link), 0);
    assert_int_equal(stream_write_whole(link, "new", 3, false, &err), ERROR_EXISTS);
    assert_int_equal(stream_write_whole(link, "new", 3, true, &err), ERROR_OK);
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    char *bytes;
    size_t size;
    assert_int_equal(file_read_whole(file, 10, &bytes, &size, &err), ERROR_OK);
    assert_string_equal(bytes, "new");
    free(bytes);
}

static void test_names_beside_a_file(void **state)
{
    (void)state;
    const char *const cases[][3] = {
        {"rig.yaml", "a.json", "a.json"},
        {"data/rig.yaml", "a.json", "data/a.json"},
        {"/rig.yaml", "b/a.json", "/b/a.json"},
        {"data/rig.yaml", "/a.json", "/a.json"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *path = file_beside(cases[i][0], cases[i][1]);
        assert_string_equal(path, cases[i][2]);
        free(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_whole_and_not_over_another),
        cmocka_unit_test(test_failures_leave_nothing),
        cmocka_unit_test(test_reading_has_limits),
        cmocka_unit_test(test_devices_pipes_and_links),
        cmocka_unit_test(test_what_is_taken),
        cmocka_unit_test(test_names_beside_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
