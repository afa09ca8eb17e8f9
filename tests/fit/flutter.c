/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paper that flutters after impacts: 700 Hz, 5 % of each jump, dying in 3 ms, added to records of
 * the second generator. The mean of a millisecond is sinc(0.7) of it, so that the time after which
 * it is lost in noise is known beforehand. */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "fit/flutter.h"
#include "fit/setup.h"
#include "fit/stages.h"
#include "tests/fit/laboratory.h"
#include "tests/test.h"

static struct error err;
static struct laboratory lab = {.noise = 1e-3, .seed = 3};
static struct fit_problem problem;

static const double rest = 0.1; /* of the generator's clean instruments (s) */

#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

/* adds the squares of what the channels jump by */
static void flutter(struct measure_record *m, const struct measure_event *jump, double *squares)
{
    const size_t at = (size_t)((jump->t - m->first) / m->period);
    for (int c = 0; c < 2; c++) {
        const double size = m->v[c][at + 3] - m->v[c][at - 3];
        *squares += size * size;
        for (size_t i = at; i < m->n; i++) {
            const double since = m->first + (double)i * m->period - jump->t;
            if (since > 0)
                m->v[c][i] -= 0.05 * size * exp(-since / 3e-3) * cos(2 * M_PI * 700 * since);
        }
    }
}

/* at the truth */
static double time_found(void)
{
    static const struct fit_stage all = {"all", 0, 0, 30, true, FIT_MASK, false, false};
    const struct fit_loss none = {FIT_LOSS_NONE, 1};
    double p[64], time;
    struct fit_rows *rows;
    assert_true(problem.n < 64);
    for (size_t i = 0; i < problem.n; i++)
        p[i] = i < LABORATORY_ASKED                            ? lab.truth[i]
               : problem.parameters[i].kind == FIT_TIME_OFFSET ? rest
                                                               : problem.parameters[i].start;
    good(fit_rows_create(&problem, &all, &none, p, &rows, &err));
    good(fit_flutter(rows, p, &time, &err));
    fit_rows_free(rows);
    return time;
}

/* when a mean of ten samples shows the variance that 2 n_jumps means give away at five standard
 * deviations */
static double time_lost(double squares, size_t n_jumps)
{
    const double n = 2 * (double)n_jumps, jump = sqrt(squares / n);
    const double sinc = sin(0.7 * M_PI) / (0.7 * M_PI), noise = lab.noise / sqrt(10);
    const double amplitude = sqrt(2 * 5 * sqrt(2 / n)) * noise / sinc;
    return 3e-3 * log(0.05 * jump / amplitude);
}

static void found_where_it_is(void **state)
{
    (void)state;
    const struct option_list runs = {lab.runs, LABORATORY_RUNS};
    lab.request.free = LABORATORY_FREE;
    laboratory_record(&lab);
    good(fit_setup(lab.rig, &runs, &lab.request, &problem, &err));
    assert_true(time_found() <= FIT_MASK);
    double squares = 0;
    size_t n = 0;
    for (size_t i = 0; i < problem.n_runs; i++) {
        const struct measure_events *seen = &problem.runs[i].detected.events;
        for (size_t k = 0; k < seen->n; k++)
            if (seen->list[k].kind == MEASURE_EVENT_JUMP) {
                flutter(&problem.runs[i].measured, &seen->list[k], &squares);
                n++;
            }
    }
    const double time = time_found(), lost = time_lost(squares, n);
    printf("# left out for %.3g ms, lost after %.3g ms\n", 1e3 * time, 1e3 * lost);
    assert_true(lost > 2e-3 && time >= lost && time <= lost + 3e-3);
    fit_problem_free(&problem);
    laboratory_free(&lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(found_where_it_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
