/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/gnuplot.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/file.h"
#include "tests/lib/fixture.h"
#include "tests/test.h"

static struct error err;
static char *directory;

static const char *in_directory(const char *name)
{
    static char path[4][700];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", directory, name);
    return path[turn];
}

static bool there(const char *path) { return access(path, F_OK) == 0; }

static bool have_gnuplot(void) { return system("gnuplot --version >/dev/null 2>&1") == 0; }

static enum error_code draw(const char *path, bool force, const char *title)
{
    struct gnuplot *plot;
    enum error_code code = gnuplot_open(path, force, 300, 200, &plot, &err);
    if (code)
        return code;
    fputs("set title ", gnuplot_script(plot));
    gnuplot_text(plot, title);
    fputs("\n$data << EOD\n1 2\n2 3\nEOD\nplot $data using 1:2 with lines notitle\n",
          gnuplot_script(plot));
    return gnuplot_commit(plot, &err);
}

/* how each kind of file begins */
static void test_three_kinds(void **state)
{
    (void)state;
    const struct {
        const char *name, *magic;
    } kinds[] = {{"a.svg", "<?xml"}, {"a.pdf", "%PDF"}, {"a.png", "\x89PNG"}};
    for (size_t i = 0; i < 3; i++) {
        const char *path = in_directory(kinds[i].name);
        if (draw(path, false, "plain"))
            fail_msg("%s", err.message);
        char *bytes;
        size_t size;
        assert_int_equal(file_read_whole(path, 1 << 24, &bytes, &size, &err), ERROR_OK);
        assert_memory_equal(bytes, kinds[i].magic, strlen(kinds[i].magic));
        free(bytes);
        assert_int_equal(draw(path, false, "again"), ERROR_EXISTS);
        assert_int_equal(draw(path, true, "again"), ERROR_OK);
        remove(path);
    }
}

/* texts that would be commands in double quotes, or end the string */
static void test_hostile_text(void **state)
{
    (void)state;
    const char *path = in_directory("h.svg"), *trap = in_directory("trap");
    char hostile[1600];
    snprintf(hostile, sizeof hostile,
             "`touch %s`'; system('touch %s') #\n!touch %s\n@x \\ \" {/=99 a_b^c}", trap, trap,
             trap);
    if (draw(path, false, hostile))
        fail_msg("%s", err.message);
    assert_false(there(trap));
    char *bytes;
    size_t size;
    assert_int_equal(file_read_whole(path, 1 << 24, &bytes, &size, &err), ERROR_OK);
    assert_non_null(strstr(bytes, "{/=99 a_b^c}")); /* shown as it is */
    free(bytes);
    remove(path);
}

static void test_failures_leave_nothing(void **state)
{
    (void)state;
    const char *path = in_directory("f.svg");
    struct gnuplot *plot;
    assert_int_equal(gnuplot_open(in_directory("f.gif"), false, 1, 1, &plot, &err), ERROR_USAGE);
    assert_int_equal(gnuplot_open(in_directory("no/f.svg"), false, 1, 1, &plot, &err), ERROR_INPUT);
    assert_int_equal(gnuplot_open(path, false, 300, 200, &plot, &err), ERROR_OK);
    gnuplot_abandon(plot);
    assert_int_equal(gnuplot_open(path, false, 300, 200, &plot, &err), ERROR_OK);
    fputs("plot no_such_function(x)\n", gnuplot_script(plot));
    assert_int_equal(gnuplot_commit(plot, &err), ERROR_IO);
    setenv("GNUPLOT", "/nonexistent/gnuplot", 1);
    assert_int_equal(draw(path, false, "none"), ERROR_IO);
    assert_non_null(strstr(err.message, "gnuplot-nox"));
    unsetenv("GNUPLOT");
    assert_false(there(path));
    assert_int_equal(rmdir(directory), 0); /* nothing is left in it */
    assert_int_equal(mkdir(directory, 0777), 0);
}

/* gnuplot does not say that the disk is full: it ends well with half a figure */
static void test_half_a_figure_is_none(void **state)
{
    (void)state;
    const char *path = in_directory("half.svg"), *half = in_directory("half");
    FILE *script = fopen(half, "w");
    fputs("#!/bin/sh\nexec gnuplot \"$@\" | head -c 2000\n", script);
    fclose(script);
    chmod(half, 0755);
    setenv("GNUPLOT", half, 1);
    assert_int_equal(draw(path, false, "half"), ERROR_IO);
    assert_non_null(strstr(err.message, "is the disk full?"));
    unsetenv("GNUPLOT");
    assert_false(there(path));
    remove(half);
}

static int begin(void **state)
{
    (void)state;
    directory = scratch_directory();
    return 0;
}

static int end(void **state)
{
    (void)state;
    rmdir(directory);
    free(directory);
    return 0;
}

int main(void)
{
    if (!have_gnuplot()) {
        puts("1..0 # SKIP gnuplot is not installed");
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_kinds),
        cmocka_unit_test(test_hostile_text),
        cmocka_unit_test(test_failures_leave_nothing),
        cmocka_unit_test(test_half_a_figure_is_none),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
