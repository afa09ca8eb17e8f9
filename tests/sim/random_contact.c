/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact and impact alone, with any inertia and any contact directions: solved by GSL
 * beside, and held against the laws of docs/physics.md. */
#include <math.h>

#include <gsl/gsl_linalg.h>

#include "sim/contact_solve.h"
#include "sim/impact.h"
#include "tests/sim/chance.h"
#include "tests/sim/delassus.h"
#include "tests/test.h"

enum { CASES = 100000 };

/* ---- contact */

static void draw_terms(gsl_rng *rng, size_t n, struct sim_terms *k)
{
    double l[SIM_MAX_COORDINATES][SIM_MAX_COORDINATES] = {{0}};
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            l[i][j] = uniform(rng, -1, 1);
        l[i][i] = decades(rng, 0.1, 10);
        k->h[i] = uniform(rng, -10, 10);
        k->w_t[i] = uniform(rng, -1, 1);
        k->w_n[i] = uniform(rng, -1, 1);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            k->mass[i][j] = 0;
            for (size_t m = 0; m < n; m++)
                k->mass[i][j] += l[i][m] * l[j][m];
        }
    k->s_t = uniform(rng, -1, 1);
    k->s_n = uniform(rng, -1, 1);
}

/* w . M^-1 rhs by GSL */
static double through_inverse(size_t n, const struct sim_terms *k, const double *w,
                              const double *rhs)
{
    double m[SIM_MAX_COORDINATES * SIM_MAX_COORDINATES], x[SIM_MAX_COORDINATES], sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            m[i * n + j] = k->mass[i][j];
    gsl_matrix_view matrix = gsl_matrix_view_array(m, n, n);
    gsl_vector_const_view right = gsl_vector_const_view_array(rhs, n);
    gsl_vector_view solution = gsl_vector_view_array(x, n);
    gsl_linalg_cholesky_decomp1(&matrix.matrix);
    gsl_linalg_cholesky_solve(&matrix.matrix, &right.vector, &solution.vector);
    for (size_t i = 0; i < n; i++)
        sum += w[i] * x[i];
    return sum;
}

static void assert_close(double a, double b, double size)
{
    if (!(fabs(a - b) <= 1e-9 * size))
        fail_msg("%.17g instead of %.17g", a, b);
}

static void test_any_contact(void **state)
{
    gsl_rng *rng = *state;
    for (int i = 0; i < CASES; i++) {
        const size_t n = 2 + gsl_rng_uniform_int(rng, SIM_MAX_COORDINATES - 1);
        struct sim_terms k, used;
        struct sim_contact c;
        draw_terms(rng, n, &k);
        used = k;
        contact_solve(n, false, used.mass, &used, &c);
        const double tt = through_inverse(n, &k, k.w_t, k.w_t);
        const double nn = through_inverse(n, &k, k.w_n, k.w_n), size = tt + nn;
        assert_close(c.q_tt, tt, size);
        assert_close(c.q_nn, nn, size);
        assert_close(c.q_tn, through_inverse(n, &k, k.w_t, k.w_n), size);
        const double free = 1 + 100 * size;
        assert_close(c.b_t, through_inverse(n, &k, k.w_t, k.h) + k.s_t, free);
        assert_close(c.b_n, through_inverse(n, &k, k.w_n, k.h) + k.s_n, free);
        assert_true(c.q_tt > 0 && c.q_nn > 0);
        assert_true(c.q_tt * c.q_nn - c.q_tn * c.q_tn >= -1e-12 * c.q_tt * c.q_nn);
    }
}

/* ---- impact */

static struct sim_impact draw_impact(gsl_rng *rng)
{
    const double angle = uniform(rng, -1, 1) * (gsl_rng_uniform(rng) < 0.2 ? 0.999999 : 0.99);
    const double tt = decades(rng, 0.01, 100), nn = decades(rng, 0.01, 100);
    const double mu = gsl_rng_uniform(rng) < 0.1 ? 0 : decades(rng, 0.01, 10);
    const double corner = gsl_rng_uniform(rng);
    struct sim_impact im = {
        .friction = mu,
        .static_friction = mu * (gsl_rng_uniform(rng) < 0.5 ? 1 : uniform(rng, 1, 2)),
        .restitution = corner < 0.2   ? 0
                       : corner > 0.8 ? 1
                                      : uniform(rng, 0, 1),
        .slip = gsl_rng_uniform(rng) < 0.1 ? 0 : uniform(rng, -1, 1) * decades(rng, 1e-6, 10),
        .normal = -decades(rng, 1e-6, 10)};
    delassus_set(&im, (struct delassus){tt, angle * sqrt(tt * nn), nn});
    return im;
}

/* what the impulses do to the energy: P.(v + v') / 2 */
static double work_of(const struct sim_impact *before, const struct sim_impact *after)
{
    return 0.5 * (after->impulse_t * (before->slip + after->slip) +
                  after->impulse_n * (before->normal + after->normal));
}

static void assert_impact_laws(enum rig_impact law, const struct sim_impact *before,
                               const struct sim_impact *after)
{
    const double e = before->restitution;
    const struct delassus q = delassus_of(before);
    const double t = q.tt * fabs(after->impulse_t) + fabs(q.tn) * after->impulse_n;
    const double n = q.nn * after->impulse_n + fabs(q.tn * after->impulse_t);
    assert_true(isfinite(after->slip) && isfinite(after->normal));
    assert_true(after->impulse_n > 0);
    assert_true(fabs(after->impulse_t) <= before->static_friction * after->impulse_n * (1 + 1e-9));
    assert_close(after->slip, before->slip + q.tt * after->impulse_t + q.tn * after->impulse_n,
                 t + fabs(before->slip));
    assert_close(after->normal, before->normal + q.tn * after->impulse_t + q.nn * after->impulse_n,
                 n + fabs(before->normal));
    assert_true(after->normal >= -1e-9 * n);
    if (e == 0) /* in the words of every law */
        assert_close(after->normal, 0, n);
    if (law == RIG_IMPACT_NEWTON || before->friction == 0) /* all three are one without friction */
        assert_close(after->normal, -e * before->normal, n);
    if (after->slip * before->slip < 0 || after->slip == 0)
        assert_true(before->static_friction > 0 || q.tn != 0);
    const double size = fabs(after->impulse_t) * (fabs(before->slip) + t) +
                        after->impulse_n * (fabs(before->normal) + n);
    if (law == RIG_IMPACT_STRONGE || e == 0)
        assert_true(work_of(before, after) <= 1e-9 * size);
}

/* twice as fast is twice the impulse; seen in a mirror it is the mirror image */
static void assert_alike(enum rig_impact law, const struct sim_impact *before,
                         const struct sim_impact *after)
{
    struct sim_impact twice = *before, mirror = *before;
    twice.slip *= 2;
    twice.normal *= 2;
    mirror.slip *= -1;
    mirror.hold *= -1;
    assert_true(sim_impact_solve(law, &twice));
    assert_true(sim_impact_solve(law, &mirror));
    assert_close(twice.impulse_n, 2 * after->impulse_n, after->impulse_n);
    assert_close(twice.impulse_t, 2 * after->impulse_t, after->impulse_n);
    assert_close(mirror.impulse_n, after->impulse_n, after->impulse_n);
    assert_close(mirror.impulse_t, -after->impulse_t, after->impulse_n);
}

static void test_any_impact(void **state)
{
    gsl_rng *rng = *state;
    for (int i = 0; i < CASES; i++)
        for (enum rig_impact law = RIG_IMPACT_POISSON; law <= RIG_IMPACT_NEWTON; law++) {
            const struct sim_impact before = draw_impact(rng);
            struct sim_impact after = before;
            assert_true(sim_impact_solve(law, &after));
            assert_impact_laws(law, &before, &after);
            assert_alike(law, &before, &after);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_any_contact, chance_make, chance_drop),
        cmocka_unit_test_setup_teardown(test_any_impact, chance_make, chance_drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
