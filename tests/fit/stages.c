/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of the stages. */
#include "config.h"

#include "fit/stages.h"

#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

static struct error err;

/* a problem of one run with that many jumps */
static struct fit_plan plan_for(size_t jumps, const char *names, enum error_code want)
{
    struct fit_run run = {0};
    struct fit_plan plan;
    measure_events_add(&run.detected.events, (struct measure_event){.kind = MEASURE_EVENT_START});
    for (size_t i = 0; i < jumps; i++)
        measure_events_add(&run.detected.events,
                           (struct measure_event){.kind = MEASURE_EVENT_JUMP, .t = (double)i});
    const struct fit_problem problem = {.runs = &run, .n_runs = 1};
    assert_int_equal(fit_plan_make(&problem, names, 2e-3, &plan, &err), want);
    measure_events_free(&run.detected.events);
    return plan;
}

/* events before velocities before all; the windows of each grow; all has no window */
static void order(void **state)
{
    (void)state;
    for (size_t jumps = 0; jumps < 300; jumps += 7) {
        const struct fit_plan plan = plan_for(jumps, NULL, ERROR_OK);
        int rank = 0;
        size_t before = 0;
        for (size_t i = 0; i < plan.n; i++) {
            const struct fit_stage *stage = &plan.stages[i];
            const int here = strcmp(stage->name, "events") == 0       ? 0
                             : strcmp(stage->name, "velocities") == 0 ? 1
                                                                      : 2;
            assert_true(here >= rank);
            if (here > rank)
                before = 0;
            rank = here;
            assert_true(stage->jumps == 0 || stage->jumps >= before);
            before = stage->jumps;
            assert_int_equal(stage->velocities, here > 0);
        }
        const struct fit_stage *last = &plan.stages[plan.n - 1];
        assert_string_equal(last->name, "all");
        assert_true(last->jumps == 0 && last->mask == 2e-3 && last->event_scale == 0);
        assert_int_equal(plan.stages[plan.n - 2].jumps, 0); /* velocities reach the end too */
        assert_true(plan.n < FIT_STAGES_MAX);
    }
}

static void chosen(void **state)
{
    (void)state;
    const struct fit_plan plan = plan_for(5, "all", ERROR_OK);
    assert_int_equal(plan.n, 1);
    assert_string_equal(plan.stages[0].name, "all");
    plan_for(5, "events,velocites", ERROR_USAGE);
    assert_non_null(strstr(err.message, "did you mean velocities"));
    plan_for(5, ",", ERROR_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(order), cmocka_unit_test(chosen)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
