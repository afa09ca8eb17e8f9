/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The derivatives of the acceleration, put together from those of what the mechanism says,
 * are those of the whole by complex step: every mechanism, mode and law of contact. */
#include "sim/jacobian.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/equations.h"
#include "sim/equations.h"
#include "sim/evaluate.h"
#include "sim/terms_slopes.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

enum { DIRECTIONS = 3, STATES = 200 };

static const char *const rigs[] = {"zhao-2008", "leine-2002",   "leine-2002-simple",
                                   "chain",     "painleve-rod", "painleve-box",
                                   "or-2012"};
enum { RIGS = sizeof rigs / sizeof *rigs };

static const double step = 1e-100;

/* column of the whole: x and p moved by the direction */
static void whole(const struct sim_problem *problem, enum sim_mode mode, double t, const double *x,
                  const double *dx, const struct sim_direction *direction, double *out)
{
    const struct sim_inputs *in = &problem->inputs;
    double complex p[SIM_MAX_PARAMETERS], moved[SIM_MAX_STATES], rate[SIM_MAX_COORDINATES];
    for (size_t i = 0; i < in->model->table.n_parameters; i++)
        p[i] = __builtin_complex(in->p[i], direction ? step * direction->p[i] : 0);
    for (size_t i = 0; i < 2 * in->n; i++)
        moved[i] = __builtin_complex(x[i], dx ? step * dx[i] : 0);
    const struct sim_inputs_c inputs = {.model = in->model,
                                        .n = in->n,
                                        .p = p,
                                        .belt = in->belt,
                                        .belt_shift = in->belt_shift,
                                        .law = in->law};
    sim_motion_acceleration_c(&inputs, mode,
                              __builtin_complex(t, direction ? step * direction->belt_shift : 0),
                              moved, rate);
    for (size_t i = 0; i < in->n; i++)
        out[i] = cimag(rate[i]) / step;
}

static double random_number(void) { return 2.0 * rand() / RAND_MAX - 1; }

static void assert_column(const char *what, size_t n, const double *got, const double *want)
{
    double size = 0;
    for (size_t i = 0; i < n; i++)
        size = fmax(size, fabs(want[i]));
    for (size_t i = 0; i < n; i++)
        if (!(fabs(got[i] - want[i]) <= 1e-9 * size + 1e-12))
            fail_msg("%s, row %zu: %.15g instead of %.15g", what, i, got[i], want[i]);
}

static void assert_jacobian(const struct sim_problem *problem, enum sim_mode mode)
{
    const size_t n = problem->inputs.n;
    for (int k = 0; k < STATES; k++) {
        struct sim_jacobian_of of;
        struct sim_jacobian got;
        double x[SIM_MAX_STATES], want[SIM_MAX_COORDINATES], column[SIM_MAX_COORDINATES];
        for (size_t i = 0; i < 2 * n; i++)
            x[i] = problem->x[i] + (i < n ? 0.3 : 3) * random_number();
        const double t = 0.5 + 0.4 * random_number();
        sim_jacobian_begin(problem, mode, &of);
        sim_jacobian_at(&of, t, x, &got);
        for (size_t c = 0; c < 2 * n; c++) {
            double dx[SIM_MAX_STATES] = {0};
            dx[c] = 1;
            whole(problem, mode, t, x, dx, NULL, want);
            for (size_t r = 0; r < n; r++)
                column[r] = got.by_state[r][c];
            assert_column("by the state", n, column, want);
        }
        for (size_t d = 0; d < DIRECTIONS; d++) {
            whole(problem, mode, t, x, NULL, &problem->directions[d], want);
            for (size_t r = 0; r < n; r++)
                column[r] = got.by_direction[r][d];
            assert_column("by a direction", n, column, want);
        }
    }
}

static void test_every_mechanism_mode_and_law(void **state)
{
    (void)state;
    static const struct sim_belt_wave wave = {0.1, 3, 0.4};
    struct sim_belt *belt;
    assert_int_equal(sim_belt_create_waves(-0.3, 0.2, &wave, 1, &belt, NULL), ERROR_OK);
    srand(1);
    for (int r = 0; r < RIGS; r++) {
        struct sim_setup *setup = recording_setup_of(rigs[r], "", 1, 1e-8);
        struct sim_problem *problem = &setup->problem;
        struct sim_direction directions[DIRECTIONS] = {{.p = {0}}, {.belt_shift = 1}};
        for (size_t i = 0; i < setup->model->table.n_parameters; i++)
            directions[0].p[i] = random_number();
        directions[2].p[SIM_FRICTION] = 1;
        problem->directions = directions;
        problem->n_directions = DIRECTIONS;
        problem->inputs.belt = belt;
        for (enum sim_mode mode = SIM_FLIGHT; mode <= SIM_STICK; mode++) {
            problem->inputs.law = RIG_LAW_RIGID;
            assert_jacobian(problem, mode);
            problem->inputs.law = RIG_LAW_COMPLIANT;
            problem->p[SIM_CONTACT_STIFFNESS] = 1e4;
            problem->p[SIM_CONTACT_DAMPING] = 30;
            assert_jacobian(problem, mode);
        }
        sim_setup_free(setup);
    }
    sim_belt_free(belt);
}

static double slope(double complex z) { return cimag(z) / SIM_STEP; }

/* the terms' derivatives in one direction, as imaginary parts */
static void slopes_by_step(const struct sim_setup *setup, const double *x,
                           const struct sim_move *move, struct sim_terms *out)
{
    const size_t n = setup->problem.inputs.n;
    double complex p[SIM_MAX_PARAMETERS], z[SIM_MAX_STATES];
    struct sim_terms_c k;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < setup->model->table.n_parameters; i++)
        p[i] = __builtin_complex(setup->problem.p[i], move->p ? SIM_STEP * move->p[i] : 0);
    for (size_t i = 0; i < 2 * n; i++)
        z[i] = __builtin_complex(x[i], move->x ? SIM_STEP * move->x[i] : 0);
    sim_terms_at_c(setup->model, p, n, z, z + n, &k);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            out->mass[i][j] = slope(k.mass[i][j]);
        out->h[i] = slope(k.h[i]);
        out->w_t[i] = slope(k.w_t[i]);
        out->w_n[i] = slope(k.w_n[i]);
    }
    out->s_t = slope(k.s_t);
    out->s_n = slope(k.s_n);
    out->gap = slope(k.gap);
}

/* derivatives of every term by every parameter and state, some at once and one by one */
static void test_terms_at_once(void **state)
{
    (void)state;
    struct sim_setup *setup = recording_setup_of("zhao-2008", "", 1, 1e-8);
    const struct sim_problem *problem = &setup->problem;
    const size_t n = problem->inputs.n;
    srand(2);
    for (int k = 0; k < STATES; k++) {
        double x[SIM_MAX_STATES], dx[SIM_MAX_STATES], dp[SIM_MAX_PARAMETERS];
        for (size_t i = 0; i < 2 * n; i++) {
            x[i] = 3 * random_number();
            dx[i] = random_number();
        }
        for (size_t i = 0; i < setup->model->table.n_parameters; i++)
            dp[i] = random_number();
        const struct sim_move moves[] = {{dp, NULL}, {NULL, dx}, {dp, dx}};
        struct sim_terms_lanes lanes;
        struct sim_terms at_once[3], by_step[3];
        sim_terms_slopes(setup->model, problem->p, n, x, 3, moves, &lanes);
        for (size_t d = 0; d < 3; d++)
            for (size_t i = 0; i < sizeof lanes / sizeof(sim_vector); i++)
                ((double *)&at_once[d])[i] = ((sim_vector *)&lanes)[i][d];
        for (int d = 0; d < 3; d++)
            slopes_by_step(setup, x, &moves[d], &by_step[d]);
        for (int d = 0; d < 3; d++) {
            const struct sim_terms *a = &at_once[d], *b = &by_step[d];
            for (size_t i = 0; i < n; i++)
                assert_column("mass", n, a->mass[i], b->mass[i]);
            assert_column("h", n, a->h, b->h);
            assert_column("w_t", n, a->w_t, b->w_t);
            assert_column("w_n", n, a->w_n, b->w_n);
            assert_column("s_t", 1, &a->s_t, &b->s_t);
            assert_column("s_n", 1, &a->s_n, &b->s_n);
            assert_column("gap", 1, &a->gap, &b->gap);
        }
    }
    sim_setup_free(setup);
}

/* what does not enter the acceleration has no column */
static void test_parameters_of_events_do_not_matter(void **state)
{
    (void)state;
    struct sim_setup *setup = recording_setup_of("zhao-2008", "", 1, 1e-8);
    struct sim_direction direction = {
        .p = {[SIM_RESTITUTION] = 1, [SIM_STATIC_FRICTION] = 1, [SIM_BELT_SPEED] = 1}};
    struct sim_problem *problem = &setup->problem;
    problem->directions = &direction;
    problem->n_directions = 1;
    for (enum sim_mode mode = SIM_FLIGHT; mode <= SIM_STICK; mode++) {
        struct sim_jacobian_of of;
        struct sim_jacobian got;
        double want[SIM_MAX_COORDINATES];
        sim_jacobian_begin(problem, mode, &of);
        sim_jacobian_at(&of, 0, problem->x, &got);
        whole(problem, mode, 0, problem->x, NULL, &direction, want);
        for (size_t i = 0; i < problem->inputs.n; i++)
            assert_true(got.by_direction[i][0] == 0 && want[i] == 0);
    }
    sim_setup_free(setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_mechanism_mode_and_law),
        cmocka_unit_test(test_terms_at_once),
        cmocka_unit_test(test_parameters_of_events_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
