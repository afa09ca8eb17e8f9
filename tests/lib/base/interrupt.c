/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/fixture.h"
#include "tests/test.h"

/* how a child ends that does this */
static int end_of(void (*act)(const char *path), const char *path)
{
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGINT, SIG_DFL); /* whoever runs the tests in the background ignores it */
        act(path);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void ended(const char *path)
{
    interrupt_begin();
    interrupt_remove(AT_FDCWD, path);
    raise(SIGTERM);
}

static void ended_with_a_finished_file(const char *path)
{
    interrupt_begin();
    interrupt_remove(AT_FDCWD, path);
    interrupt_keep(AT_FDCWD, path);
    raise(SIGINT);
}

static void watched_once(const char *path)
{
    interrupt_begin();
    interrupt_remove(AT_FDCWD, path);
    interrupt_watch();
    const bool before = interrupt_seen();
    raise(SIGINT);
    _exit(!before && interrupt_seen() ? 7 : 8);
}

static void watched_twice(const char *path)
{
    interrupt_begin();
    interrupt_remove(AT_FDCWD, path);
    interrupt_watch();
    raise(SIGINT);
    raise(SIGTERM);
}

static void ignored(const char *path)
{
    (void)path;
    signal(SIGINT, SIG_IGN);
    interrupt_begin();
    raise(SIGINT);
}

static void test_ends(void **state)
{
    (void)state;
    static const struct {
        void (*act)(const char *path);
        int end;
        bool stays;
    } cases[] = {
        {ended, 128 + SIGTERM, false},
        {ended_with_a_finished_file, 128 + SIGINT, true},
        {watched_once, 7, true},
        {watched_twice, 128 + SIGTERM, false},
        {ignored, 0, true},
    };
    char *directory = scratch_directory();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *path = test_write(directory, "part", "unfinished");
        assert_int_equal(end_of(cases[i].act, path), cases[i].end);
        assert_int_equal(access(path, F_OK) == 0, cases[i].stays);
        unlink(path);
        free(path);
    }
    rmdir(directory);
    free(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
