#include "common/progress.h"

#include <string.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_line_is_cut_to_the_terminal),
        cmocka_unit_test(test_quiet_is_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
