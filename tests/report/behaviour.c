/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words for motions whose regimes are known. */
#include "config.h"

#include "report/behaviour.h"

#include <math.h>
#include <string.h>

#include "tests/test.h"

enum { N = 1000, FIRST = 200 };

static void words(void **state)
{
    (void)state;
    unsigned char regime[N] = {0};
    char text[64];
    memset(regime + FIRST, MEASURE_SLIP, N - FIRST);
    struct report_behaviour b = report_behaviour_of(regime, FIRST, N, 1e-3, 0);
    report_behaviour_text(&b, text, sizeof text);
    assert_string_equal(text, "slides");
    assert_true(isnan(b.first_stick) && b.share[MEASURE_SLIP] == 1);
    memset(regime + 300, MEASURE_STICK, 100);
    b = report_behaviour_of(regime, FIRST, N, 1e-3, 0);
    report_behaviour_text(&b, text, sizeof text);
    assert_string_equal(text, "sticks");
    assert_true(fabs(b.first_stick - 0.1) < 1e-12);
    memset(regime + 600, MEASURE_STICK, 100);
    b = report_behaviour_of(regime, FIRST, N, 1e-3, 0);
    report_behaviour_text(&b, text, sizeof text);
    assert_string_equal(text, "stick-slip (2 sticks)");
    assert_true(fabs(b.share[MEASURE_STICK] - 200.0 / 800) < 1e-12);
    b = report_behaviour_of(regime, FIRST, N, 1e-3, 1);
    report_behaviour_text(&b, text, sizeof text);
    assert_string_equal(text, "bounces (1 impact), sticks");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
