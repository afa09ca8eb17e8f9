/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact directions that are in line but for a share s, down to 1e-7, with any inertia: what
 * the impulses need is held against long double, and an impact against the energy. */
#include "sim/hold.h"

#include <float.h>
#include <math.h>

#include "sim/reset.h"
#include "tests/sim/chance.h"
#include "tests/sim/linear.h"
#include "tests/test.h"

enum { CASES = 20000 };

/* nearly in line; closed, with velocities */
static void draw(gsl_rng *rng, struct sim_problem *problem)
{
    const double share = pow(10, uniform(rng, -7, 0));
    const double turn = uniform(rng, -2, 2);
    *problem = (struct sim_problem){0};
    double *p = problem->p;
    problem->inputs = (struct sim_inputs){
        .model = &linear_model, .p = problem->p, .n = 2 + gsl_rng_uniform_int(rng, LINEAR_MAX - 1)};
    const size_t n = problem->inputs.n;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            p[linear_mass_at(i, j)] = uniform(rng, -0.2, 0.2);
        p[linear_mass_at(i, i)] = uniform(rng, 1, 3);
        p[LINEAR_W_T + i] = uniform(rng, -1, 1);
        p[LINEAR_W_N + i] = turn * p[LINEAR_W_T + i] + share * uniform(rng, -1, 1);
        problem->x[n + i] = uniform(rng, -1, 1);
    }
}

/* ---- in long double: what the numbers of the table say, and nothing else */

typedef long double vector[LINEAR_MAX];

static void mass_of(const struct sim_problem *problem, vector *mass)
{
    const size_t n = problem->inputs.n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            mass[i][j] = problem->p[i > j ? linear_mass_at(i, j) : linear_mass_at(j, i)];
}

/* L^-1 w with M = L L^T: Q is the product of such vectors */
static void whiten(const struct sim_problem *problem, const double *w, long double *out)
{
    const size_t n = problem->inputs.n;
    vector l[LINEAR_MAX];
    mass_of(problem, l);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++) {
            for (size_t k = 0; k < j; k++)
                l[i][j] -= l[i][k] * l[j][k];
            l[i][j] = i == j ? sqrtl(l[i][i]) : l[i][j] / l[j][j];
        }
        out[i] = w[i];
        for (size_t k = 0; k < i; k++)
            out[i] -= l[i][k] * out[k];
        out[i] /= l[i][i];
    }
}

static long double product(size_t n, const long double *a, const long double *b)
{
    long double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* the length squared of what w_n has beside w_t */
static long double rest_beside(const struct sim_problem *problem, long double *hold)
{
    const size_t n = problem->inputs.n;
    vector t, rest;
    whiten(problem, problem->p + LINEAR_W_T, t);
    whiten(problem, problem->p + LINEAR_W_N, rest);
    *hold = -product(n, t, rest) / product(n, t, t);
    for (size_t i = 0; i < n; i++)
        rest[i] += *hold * t[i];
    return product(n, rest, rest);
}

static long double kinetic(const struct sim_problem *problem)
{
    const size_t n = problem->inputs.n;
    const double *v = problem->x + n;
    vector mass[LINEAR_MAX];
    long double sum = 0;
    mass_of(problem, mass);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            sum += 0.5L * v[i] * mass[i][j] * v[j];
    return sum;
}

/* ---- what must hold */

/* sums of five products with a mass matrix whose condition is below 20 */
static const double rounding = 1000 * DBL_EPSILON;

/* w_n beside w_t, to the rounding of w_n and not of its square */
static void test_direction(void **state)
{
    gsl_rng *rng = *state;
    for (int i = 0; i < CASES; i++) {
        struct sim_problem problem;
        struct sim_motion m;
        struct sim_hold hold;
        long double ratio;
        draw(rng, &problem);
        sim_motion_at(&problem.inputs, SIM_STICK, 0, problem.x, &m);
        sim_hold_at(&problem.inputs, problem.x, &m.contact, &hold);
        const double rest = (double)rest_beside(&problem, &ratio);
        const double length_t = sqrt(m.contact.q_tt), length_n = sqrt(m.contact.q_nn);
        double slip = 0; /* of an impulse along w_h */
        for (size_t k = 0; k < problem.inputs.n; k++)
            slip += problem.p[LINEAR_W_T + k] * hold.along[k];
        assert_true(fabs(hold.hold - (double)ratio) <= rounding * length_n / length_t);
        assert_true(fabs(hold.q_hold - rest) <= rounding * length_n * sqrt(rest));
        assert_true(fabs(slip) <= rounding * length_t * sqrt(rest));
    }
}

static double length(size_t n, const double *v)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

/* the velocities along w_t and w_n are known to the last digit of their terms, and the
 * impulses multiply that; returns the energy won as a share of what this explains */
static double energy_won(struct sim_problem *problem, struct sim_impact *impact)
{
    const size_t n = problem->inputs.n;
    const double speed = length(n, problem->x + n);
    const long double before = kinetic(problem);
    assert_true(sim_reset_apply(&problem->inputs, SIM_RESET_IMPACT, RIG_IMPACT_STRONGE, 0,
                                problem->x, impact));
    const double push = fabs(impact->impulse_t) * length(n, problem->p + LINEAR_W_T) +
                        impact->impulse_n * length(n, problem->p + LINEAR_W_N);
    const long double won = kinetic(problem) - before;
    return (double)won / (rounding * (push * (speed + length(n, problem->x + n)) + (double)before));
}

/* take the slip, or just turn the motion towards the surface */
static void approach(struct sim_problem *problem, bool slips)
{
    const size_t n = problem->inputs.n;
    double *v = problem->x + n, slip = 0, normal = 0;
    const double *w_t = problem->p + LINEAR_W_T, *w_n = problem->p + LINEAR_W_N;
    for (size_t i = 0; i < n; i++)
        slip += w_t[i] * v[i];
    for (size_t i = 0; i < n && !slips; i++)
        v[i] -= w_t[i] * slip / (length(n, w_t) * length(n, w_t));
    for (size_t i = 0; i < n; i++)
        normal += w_n[i] * v[i];
    for (size_t i = 0; i < n; i++)
        v[i] *= normal > 0 ? -1 : 1;
}

/* as a share of the speed */
static double slips_by(const struct sim_problem *problem)
{
    const size_t n = problem->inputs.n;
    const double *v = problem->x + n, *w_t = problem->p + LINEAR_W_T;
    double slip = 0;
    for (size_t i = 0; i < n; i++)
        slip += w_t[i] * v[i];
    return fabs(slip) / (length(n, w_t) * length(n, v));
}

static void test_an_elastic_impact_makes_no_energy(void **state)
{
    gsl_rng *rng = *state;
    for (int i = 0; i < CASES; i++) {
        struct sim_problem problem;
        struct sim_impact impact;
        draw(rng, &problem);
        problem.p[SIM_FRICTION] = problem.p[SIM_STATIC_FRICTION] = uniform(rng, 0, 3);
        problem.p[SIM_RESTITUTION] = 1;
        approach(&problem, true);
        assert_true(energy_won(&problem, &impact) <= 1);
    }
}

/* friction that holds the tip does no work: all comes back */
static void test_an_elastic_impact_in_stick_keeps_the_energy(void **state)
{
    gsl_rng *rng = *state;
    for (int i = 0; i < CASES; i++) {
        struct sim_problem problem;
        struct sim_impact impact;
        draw(rng, &problem);
        problem.p[SIM_FRICTION] = problem.p[SIM_STATIC_FRICTION] = 1e3;
        problem.p[SIM_RESTITUTION] = 1;
        approach(&problem, false);
        assert_true(fabs(energy_won(&problem, &impact)) <= 1);
        assert_true(impact.impulse_n > 0);
        assert_true(slips_by(&problem) <= rounding); /* however large the impulse was */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_direction, chance_make, chance_drop),
        cmocka_unit_test_setup_teardown(test_an_elastic_impact_makes_no_energy, chance_make,
                                        chance_drop),
        cmocka_unit_test_setup_teardown(test_an_elastic_impact_in_stick_keeps_the_energy,
                                        chance_make, chance_drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
