/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last solve, with a rail that is uneven and a sensor of the rail whose sensitivity is only
 * known to 0.2 %: runs of the second generator. The Jacobian that it walks by is that of the
 * residuals in every row and column, and from wherever it starts it comes to the same minimum. */
#include "config.h"

#include "fit/settle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_rng.h>

#include "fit/rail.h"
#include "fit/setup.h"
#include "fit/stages.h"
#include "fit/verdict.h"
#include "tests/fit/fixture.h"
#include "tests/generator/record.h"
#include "tests/test.h"

static struct error err;
static struct rig *rig;
static struct fit_problem problem;
static char *directory;
static double started; /* the motion, in the record's time */
static const struct fit_stage all = {"all", 0, 0, 30, true, FIT_MASK, true, false};
static const struct fit_loss huber = {FIT_LOSS_HUBER, 3};
static const struct fixture_truth is = {1.34, 0.005, 0.59, 0.12};
static const double gain_u = 2e-3, rail_gain = 1.004;

#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

/* a bounce on a rail of 3 % ripple, whose channel shows 0.4 % too much */
static void record(const char *path)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    struct generator_two_link truth = generator_two_link_of_paper();
    truth.stiffness = is.stiffness;
    truth.friction = is.friction;
    truth.restitution = is.restitution;
    truth.theta1 = 30.5 * M_PI / 180;
    truth.rail = generator_rail_draw(rng, -0.2);
    struct generator_instrument instrument = generator_instrument_clean(5e3);
    instrument.duration = 0.3;
    for (int c = 0; c < GENERATOR_CHANNELS; c++)
        instrument.channels[c].noise = 1e-3;
    instrument.channels[GENERATOR_RAIL].gain = rail_gain;
    json_t *believed = rig_to_json(rig);
    struct generator_recording recording = generator_record(path, &truth, &instrument, believed, 5);
    started = recording.start;
    generator_recording_free(&recording);
    json_decref(believed);
    gsl_rng_free(rng);
}

/* stiffness and restitution as they are, the rest as believed */
static double *near_the_truth(void)
{
    static const char *const names[] = {"stiffness", "restitution"};
    const double values[] = {is.stiffness, is.restitution};
    double *p = malloc(problem.n * sizeof *p);
    assert_non_null(p);
    for (size_t i = 0; i < problem.n; i++) {
        p[i] = problem.parameters[i].start;
        for (size_t k = 0; k < 2; k++)
            if (strcmp(problem.parameters[i].name, names[k]) == 0)
                p[i] = values[k];
        if (problem.parameters[i].kind == FIT_TIME_OFFSET)
            p[i] = started;
    }
    return p;
}

static double length_of(const double *j, size_t rows, size_t n, size_t column)
{
    double square = 0;
    for (size_t i = 0; i < rows; i++)
        square += j[i * n + column] * j[i * n + column];
    return sqrt(square);
}

/* each column against central differences over steps of a twentieth of what the data resolve */
static void jacobian_with_rails_held(void **state)
{
    (void)state;
    struct fit_rows *rows;
    double *p = near_the_truth();
    good(fit_rows_create(&problem, &all, &huber, p, &rows, &err));
    const size_t n = problem.n, m = rows->n;
    double *r = malloc(3 * m * sizeof *r), *j = malloc(m * n * sizeof *j);
    assert_true(r && j);
    rows->rail_held = true;
    good(fit_rows_evaluate(rows, p, r, j, &err));
    for (size_t column = 0; column < n; column++) {
        const double length = length_of(j, m, n, column), at = p[column], step = 0.05 / length;
        double *plus = r + m, *minus = r + 2 * m, off = 0;
        p[column] = at + step;
        good(fit_rows_evaluate(rows, p, plus, NULL, &err));
        p[column] = at - step;
        good(fit_rows_evaluate(rows, p, minus, NULL, &err));
        p[column] = at;
        for (size_t i = 0; i < m; i++)
            off += pow(j[i * n + column] - (plus[i] - minus[i]) / (2 * step), 2);
        if (!(sqrt(off) < 2e-3 * length))
            fail_msg("%s: off by %.3g of its length", problem.parameters[column].name,
                     sqrt(off) / length);
    }
    free(r);
    free(j);
    free(p);
    fit_rows_free(rows);
}

/* what each way of the rail does, against central differences of moving the belt by it */
static void columns_of_the_rail(void **state)
{
    (void)state;
    struct fit_rows *rows;
    double *p = near_the_truth();
    good(fit_rows_create(&problem, &all, &huber, p, &rows, &err));
    struct fit_run *run = &problem.runs[0];
    const struct fit_rail *rail = rows->parts[0].rail;
    const size_t m = rail->columns->size1;
    double *plus = malloc(2 * rows->n * sizeof *plus), *minus = plus + rows->n;
    assert_true(rail->n > 10 && plus);
    rows->rail_held = true;
    for (size_t k = 0; k < rail->n; k++) {
        gsl_vector_const_view column = gsl_matrix_const_column(rail->columns, k);
        const double length = gsl_blas_dnrm2(&column.vector), step = 0.02 / fmax(1, length);
        double off = 0;
        for (int side = 1; side >= -1; side -= 2) {
            run->rail_off[rail->way[k]] = side * step;
            good(fit_belt_renew(run, &err));
            good(fit_rows_evaluate(rows, p, side > 0 ? plus : minus, NULL, &err));
        }
        run->rail_off[rail->way[k]] = 0;
        for (size_t i = 0; i < m; i++)
            off += pow(gsl_vector_get(&column.vector, i) - (plus[i] - minus[i]) / (2 * step), 2);
        if (!(sqrt(off) < 1e-4 * fmax(1, length)))
            fail_msg("way %zu: off by %.3g, its length %.3g", rail->way[k], sqrt(off), length);
    }
    good(fit_belt_renew(run, &err));
    free(plus);
    free(p);
    fit_rows_free(rows);
}

/* with the rows as they are near the truth: which they are depends on where they are made */
static struct fit_solution settled(double *p)
{
    struct fit_rows *rows;
    struct fit_solution solution;
    double *at = near_the_truth();
    good(fit_settle_forget(&problem, &err));
    good(fit_rows_create(&problem, &all, &huber, at, &rows, &err));
    free(at);
    good(fit_rows_linearise(rows, p, &err));
    good(fit_settle(rows, NULL, p, &solution, &err));
    fit_rows_free(rows);
    return solution;
}

/* the rail's gain from where it is believed and from far on the other side of the truth */
static void one_minimum(void **state)
{
    (void)state;
    double *p = near_the_truth(), *q = near_the_truth();
    size_t gain = problem.n;
    for (size_t i = 0; i < problem.n; i++)
        gain = problem.parameters[i].kind == FIT_RAIL_GAIN ? i : gain;
    assert_true(gain < problem.n);
    q[gain] = -3 * gain_u;
    const struct fit_solution a = settled(p), b = settled(q);
    assert_int_equal(a.reason, FIT_REASON_MINIMUM);
    assert_int_equal(b.reason, FIT_REASON_MINIMUM);
    if (fabs(a.cost - b.cost) > 0.01)
        fail_msg("costs %.6f and %.6f", a.cost, b.cost);
    if (fabs(p[gain] - q[gain]) > 0.05 * gain_u)
        fail_msg("gains %.6f and %.6f", p[gain], q[gain]);
    /* what the sensor of the rail really shows, within what it could be known to at best */
    assert_true(fabs(p[gain] - (1 / rail_gain - 1)) < 3 * gain_u);
    free(p);
    free(q);
}

/* ---- restarts: the last solve is held back until the verdict has to begin again */

enum error_code __real_fit_settle(struct fit_rows *rows, const struct fit_settle_watch *watch,
                                  double *p, struct fit_solution *solution, struct error *e);
enum error_code __wrap_fit_settle(struct fit_rows *rows, const struct fit_settle_watch *watch,
                                  double *p, struct fit_solution *solution, struct error *e);

/* what stands in for the solve */
static enum { REAL, STAYS_THEN_REAL, STAYS_THEN_STRAYS } acts;
static double *stays_at;

static void move_rails(double by)
{
    struct fit_run *run = &problem.runs[0];
    for (size_t k = 0; k < run->rail.n_ways; k++)
        run->rail_off[k] += by;
    good(fit_belt_renew(run, &err));
}

static struct fit_solution stay(struct fit_rows *rows, const double *p, double *r)
{
    struct fit_solution solution = {.reason = FIT_REASON_NO_PROGRESS, .gradient = 1, .step = 1};
    rows->rail_held = true;
    good(fit_rows_evaluate(rows, p, r, NULL, &err));
    rows->rail_held = false;
    for (size_t i = 0; i < rows->n; i++)
        solution.cost += 0.5 * r[i] * r[i];
    return solution;
}

enum error_code __wrap_fit_settle(struct fit_rows *rows, const struct fit_settle_watch *watch,
                                  double *p, struct fit_solution *solution, struct error *e)
{
    /* a restart begins beside where the solves stayed */
    const bool restarts = acts != REAL && memcmp(p, stays_at, problem.n * sizeof *p) != 0;
    if (acts == REAL || (acts == STAYS_THEN_REAL && restarts))
        return __real_fit_settle(rows, watch, p, solution, e);
    double *r = malloc(rows->n * sizeof *r);
    assert_non_null(r);
    if (restarts)
        move_rails(3);
    *solution = stay(rows, p, r);
    free(r);
    return ERROR_OK;
}

static struct fit_verdict judged(double *p)
{
    const struct fit_verdict_case of = {&all, 0.1, false};
    const struct fit_control control = {.loss = huber};
    struct fit_verdict verdict;
    good(fit_settle_forget(&problem, &err));
    good(fit_verdict_reach(&problem, &of, &control, p, &verdict, &err));
    problem.runs[0].excess[0] = problem.runs[0].excess[1] = 1;
    return verdict;
}

static double farthest_rail(void)
{
    double most = 0;
    for (size_t k = 0; k < problem.runs[0].rail.n_ways; k++)
        most = fmax(most, fabs(problem.runs[0].rail_off[k]));
    return most;
}

/* the solves stay where the rails are as recorded; the restart goes on to the minimum, where they
 * are not, and the rails with it */
static void restart_moves_rails(void **state)
{
    (void)state;
    double *p = near_the_truth();
    stays_at = near_the_truth();
    acts = STAYS_THEN_REAL;
    struct fit_verdict verdict = judged(p);
    acts = REAL;
    assert_int_equal(verdict.last.reason, FIT_REASON_MINIMUM);
    assert_true(verdict.found);
    assert_true(farthest_rail() > 0.1);
    fit_verdict_free(&verdict);
    free(stays_at);
    free(p);
}

/* a restart that ends higher, with rails far off, leaves all as it was */
static void restart_brings_rails_back(void **state)
{
    (void)state;
    double *p = near_the_truth();
    stays_at = near_the_truth();
    acts = STAYS_THEN_STRAYS;
    struct fit_verdict verdict = judged(p);
    acts = REAL;
    assert_false(verdict.found);
    assert_memory_equal(p, stays_at, problem.n * sizeof *p);
    assert_true(farthest_rail() == 0);
    fit_verdict_free(&verdict);
    free(stays_at);
    free(p);
}

/* where the rails stand is remembered to the last bit */
static void rails_are_remembered(void **state)
{
    (void)state;
    const size_t n = problem.runs[0].rail.n_ways;
    double *p = near_the_truth(), *stood, *was = malloc(n * sizeof *was);
    assert_non_null(was);
    settled(p);
    assert_true(farthest_rail() > 0.1);
    memcpy(was, problem.runs[0].rail_off, n * sizeof *was);
    good(fit_settle_remember(&problem, &stood, &err));
    good(fit_settle_forget(&problem, &err));
    assert_true(farthest_rail() == 0);
    good(fit_settle_recall(&problem, stood, &err));
    assert_memory_equal(problem.runs[0].rail_off, was, n * sizeof *was);
    free(stood);
    free(was);
    free(p);
}

static int setup(void **state)
{
    (void)state;
    char path[4096];
    directory = scratch_directory();
    snprintf(path, sizeof path, "%s/run-1", directory);
    rig = fixture_rig(&is);
    good(rig_set_value(rig, "theta1", 30.5 * M_PI / 180, &err));
    good(rig_set_value(rig, "belt_speed", -0.2, &err));
    for (size_t c = 0; c < rig->n_channels; c++)
        rig->channels[c].sensitivity_uncertainty = gain_u * rig->channels[c].sensitivity;
    record(path);
    const char *items[] = {path};
    const struct option_list runs = {items, 1};
    const struct fit_request request = {.free = "stiffness,restitution", .rail = FIT_RAIL_RECORDED};
    good(fit_setup(rig, &runs, &request, &problem, &err));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    fit_problem_free(&problem);
    rig_free(rig);
    scratch_remove(directory);
    free(directory);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(jacobian_with_rails_held),
                                       cmocka_unit_test(columns_of_the_rail),
                                       cmocka_unit_test(one_minimum),
                                       cmocka_unit_test(rails_are_remembered),
                                       cmocka_unit_test(restart_moves_rails),
                                       cmocka_unit_test(restart_brings_rails_back)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
