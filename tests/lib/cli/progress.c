/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/progress.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"

static void test_lines(void **state)
{
    (void)state;
    static const struct {
        double total, done, elapsed;
        const char *line;
    } cases[] = {
        {200, 50, 10, "runs   25 %  5.0 runs/s  0:30 left"},
        {200, 199.9, 10, "runs   99 %  20 runs/s  0:01 left"}, /* 100 only when done */
        {200, 200, 10, "runs  100 %  20 runs/s  0:00 left"},
        {200, 300, 10, "runs  100 %  30 runs/s  0:00 left"},
        {200, 0, 10, "runs    0 %  0.0 runs/s"}, /* no time from no rate */
        {200, 0, 0, "runs    0 %  0.0 runs/s"},
        {1e6, 1e5, 10, "runs   10 %  10k runs/s  1:30 left"},
        {1e6, 999.4, 1, "runs    0 %  999 runs/s  16:40 left"},
        {1e6, 999.9, 1, "runs    0 %  1.0k runs/s  16:40 left"},
        {1e9, 1e8, 2000, "runs   10 %  50k runs/s  5:00:00 left"},
        {1e30, 1, 1, "runs    0 %  1.0 runs/s  100:00:00 left"},
        {0, 5e6, 2, "runs  5.0M runs  2.5M runs/s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct progress p = {.label = "runs", .unit = "runs", .total = cases[i].total};
        char line[100];
        progress_format(line, sizeof line, &p, cases[i].done, cases[i].elapsed);
        assert_string_equal(line, cases[i].line);
    }
}

static void test_line_is_cut_to_the_terminal(void **state)
{
    (void)state;
    struct progress p = {.label = "simulating", .unit = "runs", .total = 10};
    for (size_t size = 1; size < 60; size++) {
        char line[61];
        memset(line, '#', sizeof line);
        progress_format(line, size, &p, 5, 1);
        assert_true(strlen(line) < size);
        assert_int_equal(line[size], '#');
    }
}

static void test_quiet_is_off(void **state)
{
    (void)state;
    struct progress p;
    progress_start(&p, "runs", "runs", 10, true);
    assert_false(p.on);
}

enum { DRAWN = 3 };

/* update until so many lines are drawn, however long a busy machine takes; none sooner than a tenth
 * of a second after the one before */
static void draw_lines(struct progress *p)
{
    for (int drawn = 0; drawn < DRAWN;) {
        const double before = p->shown;
        progress_update(p, 0.1 * drawn);
        if (p->shown > before) {
            assert_true(p->shown - before >= 0.1);
            drawn++;
        }
    }
}

/* what the lines of progress write to a terminal on stderr; the length */
static size_t watch_terminal(char *seen, size_t size)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    assert_true(slave >= 0);
    int saved = dup(STDERR_FILENO);
    dup2(slave, STDERR_FILENO);
    struct progress p;
    progress_start(&p, "runs", "runs", 1, false);
    bool on = p.on;
    if (on)
        draw_lines(&p);
    progress_end(&p);
    dup2(saved, STDERR_FILENO);
    close(saved);
    size_t n = 0;
    struct pollfd ready = {.fd = master, .events = POLLIN};
    while (n + 1 < size && poll(&ready, 1, 200) > 0) { /* it comes in pieces */
        ssize_t more = read(master, seen + n, size - 1 - n);
        assert_true(more > 0);
        n += (size_t)more;
    }
    close(slave);
    close(master);
    assert_true(on && n > 4);
    seen[n] = '\0';
    return n;
}

static void test_terminal_gets_ten_lines_a_second_and_is_left_clean(void **state)
{
    (void)state;
    char seen[4000];
    size_t n = watch_terminal(seen, sizeof seen), drawn = 0;
    for (const char *c = seen; (c = strstr(c, "\rruns ")); c++)
        drawn++;
    assert_int_equal(drawn, DRAWN);
    assert_string_equal(seen + n - 4, "\r\033[K");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_line_is_cut_to_the_terminal),
        cmocka_unit_test(test_quiet_is_off),
        cmocka_unit_test(test_terminal_gets_ten_lines_a_second_and_is_left_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
