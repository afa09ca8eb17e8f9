/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which start is meant for which run; and that detection takes it where nothing rests. */
#include "config.h"

#include "lib/measure/start.h"

#include <math.h>
#include <string.h>

#include "lib/measure/detect.h"
#include "tests/test.h"

enum { N = 4000 };
static struct error err;
static double velocity[N];

/* moves from the first sample on, and is pulled once more at 0.1 s */
static struct measure_record moving(struct run *run)
{
    for (int i = 0; i < N; i++) {
        const double t = 1e-4 * i;
        velocity[i] = 0.1 * sin(400 * t) + 3e-4 * sin(1e4 * t * t) + (t > 0.1 ? 2 * (t - 0.1) : 0);
    }
    return (struct measure_record){.name = "day/runs/003/",
                                   .channels = {.run = run},
                                   .n = N,
                                   .whole = N,
                                   .period = 1e-4,
                                   .v = {velocity},
                                   .noise = {3e-4}};
}

static double told(const char *a, const char *b, const char *c)
{
    const char *items[] = {a, b, c};
    struct measure_record m = moving(NULL);
    size_t n = 0;
    while (n < 3 && items[n])
        n++;
    if (measure_start_take(items, n, &m, &err))
        fail_msg("%s", err.message);
    return m.start_told ? m.start_at : NAN;
}

static void which_is_meant(void **state)
{
    (void)state;
    assert_true(isnan(told(NULL, NULL, NULL)));
    assert_true(told("0.1 s", NULL, NULL) == 0.1);
    assert_true(told("0.2 s", "100 ms", NULL) == 0.1);
    assert_true(told("003=100 ms", "0.2 s", NULL) == 0.1);
    assert_true(told("runs/003=0.1 s", "004=0.2 s", NULL) == 0.1);
    assert_true(told("day/runs/003/=0.1 s", "3=0.2 s", "03=0.3 s") == 0.1);
    assert_true(isnan(told("3=0.2 s", "s/003=0.3 s", NULL)));
}

static void refused(void **state)
{
    (void)state;
    const char *const bad[] = {"0.5 s", "-1 ms", "3 kg", "trigger"};
    const enum error_code codes[] = {ERROR_INPUT, ERROR_INPUT, ERROR_USAGE, ERROR_INPUT};
    for (size_t i = 0; i < 4; i++) {
        struct measure_record m = moving(NULL);
        assert_int_equal(measure_start_take(&bad[i], 1, &m, &err), codes[i]);
        assert_non_null(strstr(err.message, "--start-at"));
    }
    const char *const items[] = {"0.1 s", "004=0.2 s"}, *const runs[] = {"runs/003", "runs/004"};
    assert_int_equal(measure_start_check(items, 2, runs, 2, &err), ERROR_OK);
    assert_int_equal(measure_start_check(items, 2, runs, 1, &err), ERROR_USAGE);
    assert_non_null(strstr(err.message, "004"));
}

static double start_of(struct measure_record *m)
{
    struct measure_detected detected;
    if (measure_detect(m, &detected, &err))
        fail_msg("%s", err.message);
    const double t = detected.events.list[0].t;
    measure_events_free(&detected.events);
    return t;
}

static void taken_by_detection(void **state)
{
    (void)state;
    const char *const at[] = {"0.1 s"}, *const trigger[] = {"trigger"};
    struct run run = {.info.trigger = {.text = "tip_t > 0.1", .frame = 1020}};
    struct measure_record m = moving(NULL);
    assert_true(start_of(&m) == 0); /* no rest: from the first sample on */
    m = moving(NULL);
    assert_int_equal(measure_start_take(at, 1, &m, &err), ERROR_OK);
    assert_true(start_of(&m) == 0.1);
    m = moving(&run);
    assert_int_equal(measure_start_take(trigger, 1, &m, &err), ERROR_OK);
    assert_true(fabs(start_of(&m) - 0.102) < 1e-12);
    m = moving(&run); /* where nothing else is known */
    assert_true(fabs(start_of(&m) - 0.102) < 1e-12);
}

/* what begins softly looks like rest at first; where the start is told at its first sample it is
 * none, and no level is taken off */
static void told_at_the_first_sample(void **state)
{
    (void)state;
    const char *const at[] = {"0 s"};
    struct measure_record m = moving(NULL);
    for (int i = 0; i < N; i++)
        velocity[i] = 3e-4 * sin(1e-4 * i * i) + (i > 100 ? 1e-6 * (i - 100) * (i - 100) : 0);
    assert_int_equal(measure_start_take(at, 1, &m, &err), ERROR_OK);
    assert_true(start_of(&m) == 0);
    assert_int_equal(m.background[0].rest.n, 0);
    assert_true(m.noise[0] < 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(which_is_meant), cmocka_unit_test(refused),
                                       cmocka_unit_test(taken_by_detection),
                                       cmocka_unit_test(told_at_the_first_sample)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
