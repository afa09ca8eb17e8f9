/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The room of a page: all of a small campaign, a share of a large one. */
#include "config.h"

#include "report/budget.h"

#include <stdint.h>

#include "tests/test.h"

enum { MANY = 20000 };

static size_t samples[MANY];

static size_t share(size_t runs, size_t of_each)
{
    for (size_t i = 0; i < runs; i++)
        samples[i] = of_each;
    return report_budget_points(samples, runs, false);
}

static void small_reports_are_whole(void **state)
{
    (void)state;
    assert_true(share(0, 0) == SIZE_MAX);
    assert_true(share(1, 1000000) == SIZE_MAX);
    assert_true(share(14, 20000) == SIZE_MAX); /* the example campaign */
    assert_true(share(100, 7000) == SIZE_MAX);
}

static void large_reports_share(void **state)
{
    (void)state;
    const size_t thousand = share(1000, 7000);
    assert_true(thousand >= 200 && thousand < 1000);
    assert_true(share(500, 7000) > thousand);
    /* one run that is too long has nearly all that fits */
    const size_t alone = share(1, 100000000);
    assert_true(alone > 1000000 && alone < 100000000);
    /* never so few that a curve tells nothing */
    assert_int_equal(share(MANY, 7000), share(MANY / 2, 7000));
    assert_true(share(MANY, 7000) >= 50);
}

/* a long run among short ones does not take their samples away */
static void short_runs_are_whole(void **state)
{
    (void)state;
    share(200, 2000);
    samples[7] = 50000000;
    const size_t points = report_budget_points(samples, 200, false);
    assert_true(points > 2000 && points < 50000000);
}

static void bands_need_room(void **state)
{
    (void)state;
    const size_t without = share(1000, 7000);
    assert_true(report_budget_points(samples, 1000, true) < without);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_reports_are_whole),
        cmocka_unit_test(large_reports_share),
        cmocka_unit_test(short_runs_are_whole),
        cmocka_unit_test(bands_need_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
