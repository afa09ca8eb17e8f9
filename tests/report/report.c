/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report costs: how often a run is opened and simulated. The linker puts the counters
 * between the rooms. */
#include "config.h"

#include "report/report.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/run/run.h"
#include "sim/simulate.h"
#include "tests/scratch.h"
#include "tests/test.h"

enum { MOST_SIMULATIONS = 5 };
static atomic_int opened, simulated;

enum error_code __real_run_open(const char *dir, struct run **run, struct error *err);
enum error_code __wrap_run_open(const char *dir, struct run **run, struct error *err);
enum error_code __wrap_run_open(const char *dir, struct run **run, struct error *err)
{
    opened++;
    return __real_run_open(dir, run, err);
}

enum error_code __real_sim_simulate(const struct sim_problem *problem, const struct sim_sink *sink,
                                    struct sim_statistics *statistics, struct error *err);
enum error_code __wrap_sim_simulate(const struct sim_problem *problem, const struct sim_sink *sink,
                                    struct sim_statistics *statistics, struct error *err);
enum error_code __wrap_sim_simulate(const struct sim_problem *problem, const struct sim_sink *sink,
                                    struct sim_statistics *statistics, struct error *err)
{
    simulated++;
    return __real_sim_simulate(problem, sink, statistics, err);
}

/* one bounces, one sticks; of the example campaign */
static const char *const names[] = {"h0.3775_theta32_v-0.5", "h0.3775_theta21_v-0.2"};

static void make(const char *html, const char *run_name)
{
    char rig[512], run[512];
    snprintf(rig, sizeof rig, "%s/data/campaign/rig.yaml", getenv("TOP_SRCDIR"));
    snprintf(run, sizeof run, "%s/data/campaign/runs/%s", getenv("TOP_SRCDIR"), run_name);
    const char *items[] = {run};
    const struct option_list runs = {.items = items, .n = 1};
    const struct report_job job = {
        .rig = rig, .html = scratch_path(html), .command = "", .runs = &runs, .force = true};
    struct error err = {0};
    opened = simulated = 0;
    if (report_make(&job, &err))
        fail_msg("%s", err.message);
    print_message("%s: opened %d times, simulated %d times\n", run_name, opened, simulated);
}

static void a_page_opens_a_run_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        make("page.html", names[i]);
        assert_int_equal(opened, 1);
        assert_in_range(simulated, 1, MOST_SIMULATIONS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_page_opens_a_run_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
