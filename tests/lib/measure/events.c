/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/measure/events.h"

#include "tests/test.h"

static void of_jumps_together_the_largest_stays(void **state)
{
    (void)state;
    const struct measure_event list[] = {{MEASURE_EVENT_JUMP, 0.100, 0, 50},
                                         {MEASURE_EVENT_JUMP, 0.1005, 0, 60},
                                         {MEASURE_EVENT_JUMP, 0.1009, 0, 55},
                                         {MEASURE_EVENT_JUMP, 0.200, 0, 50}};
    int keep[4];
    measure_events_thin(list, 4, keep);
    assert_false(keep[0]);
    assert_true(keep[1]);
    assert_false(keep[2]);
    assert_true(keep[3]);
}

/* 2 ms after a jump of 1000 a jump below 250 exp(-0.4) = 167 may be flutter */
static void flutter_is_no_jump(void **state)
{
    (void)state;
    const struct measure_event list[] = {{MEASURE_EVENT_JUMP, 0.100, 0, 1000},
                                         {MEASURE_EVENT_JUMP, 0.102, 0, 160},
                                         {MEASURE_EVENT_JUMP, 0.104, 0, 160},
                                         {MEASURE_EVENT_STICK, 0.1001, 0, 0}};
    int keep[4];
    measure_events_thin(list, 4, keep);
    assert_true(keep[0]);
    assert_false(keep[1]);
    assert_true(keep[2]);
    assert_true(keep[3]);
}

/* what came before a large jump is no flutter of it */
static void before_is_not_after(void **state)
{
    (void)state;
    const struct measure_event list[] = {{MEASURE_EVENT_JUMP, 0.098, 0, 30},
                                         {MEASURE_EVENT_JUMP, 0.100, 0, 1000}};
    int keep[2];
    measure_events_thin(list, 2, keep);
    assert_true(keep[0] && keep[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_jumps_together_the_largest_stays),
                                       cmocka_unit_test(flutter_is_no_jump),
                                       cmocka_unit_test(before_is_not_after)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
