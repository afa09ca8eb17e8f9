/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which mode follows: the table of docs/physics.md, on a contact whose Q and b are
 * whatever a case wants. */
#include "sim/select.h"

#include <math.h>
#include <string.h>

#include "tests/sim/recording.h"
#include "tests/test.h"

enum { Q_TT = SIM_OWN_PARAMETERS, Q_TN, Q_NN, B_T, B_N, PARAMETERS };

/* M = Q^-1 and h = M b in the coordinates of the contact itself */
static void terms(const double *p, size_t n, const double *q, const double *v,
                  struct sim_terms *out)
{
    (void)n, (void)v;
    const double det = p[Q_TT] * p[Q_NN] - p[Q_TN] * p[Q_TN];
    *out = (struct sim_terms){.w_t = {1, 0}, .w_n = {0, 1}, .gap = q[1]};
    out->mass[0][0] = p[Q_NN] / det;
    out->mass[1][1] = p[Q_TT] / det;
    out->mass[0][1] = out->mass[1][0] = -p[Q_TN] / det;
    out->h[0] = out->mass[0][0] * p[B_T] + out->mass[0][1] * p[B_N];
    out->h[1] = out->mass[1][0] * p[B_T] + out->mass[1][1] * p[B_N];
}

static const struct sim_model model = {
    .table = {.name = "bare contact", .n_parameters = PARAMETERS, .n_coordinates = 2},
    .terms = terms,
};

struct row {
    double mu, mu_s, q_tn, b_t, b_n, slip;
    enum sim_next next;
    enum sim_mode mode;
};

/* Q_tt = 2, Q_nn = 1; A_s = 1 - s mu Q_tn */
static const struct row rows[] = {
    /* M2: A > 0, B < 0 slides on, either way */
    {0.5, 0.5, 0.5, 0, -1, 1, SIM_NEXT_MODE, SIM_SLIP_PLUS},
    {0.5, 0.5, 0.5, 0, -1, -1, SIM_NEXT_MODE, SIM_SLIP_MINUS},
    /* M1: A > 0, B > 0 takes off */
    {0.5, 0.5, 0.5, 0, 1, 1, SIM_NEXT_MODE, SIM_FLIGHT},
    {0.5, 0.5, 0.5, 0, 1, -1, SIM_NEXT_MODE, SIM_FLIGHT},
    /* A_+ = 1 - 1.25 * 1 < 0: M3 takes off, M4 strikes; the other direction slides */
    {1.25, 1.25, 1, 0, 1, 1, SIM_NEXT_MODE, SIM_FLIGHT},
    {1.25, 1.25, 1, 0, -1, 1, SIM_NEXT_IMPACT, SIM_SLIP_PLUS},
    {1.25, 1.25, 1, 0, -1, -1, SIM_NEXT_MODE, SIM_SLIP_MINUS},
    /* A_- < 0 with the coupling of the other sign */
    {1.25, 1.25, -1, 0, -1, -1, SIM_NEXT_IMPACT, SIM_SLIP_MINUS},
    {1.25, 1.25, -1, 0, -1, 1, SIM_NEXT_MODE, SIM_SLIP_PLUS},
    /* at rest, no coupling: F_n = 1, F_t = -b_t / 2 */
    {0.5, 0.5, 0, 0.9, -1, 0, SIM_NEXT_MODE, SIM_STICK},
    {0.5, 0.5, 0, -0.9, -1, 0, SIM_NEXT_MODE, SIM_STICK},
    {0.5, 0.5, 0, 1.1, -1, 0, SIM_NEXT_MODE, SIM_SLIP_PLUS},
    {0.5, 0.5, 0, -1.1, -1, 0, SIM_NEXT_MODE, SIM_SLIP_MINUS},
    {0.5, 0.8, 0, 1.1, -1, 0, SIM_NEXT_MODE, SIM_STICK}, /* static friction holds */
    {0.5, 0.8, 0, 1.7, -1, 0, SIM_NEXT_MODE, SIM_SLIP_PLUS},
    {0.5, 0.5, 0, 0.1, 1, 0, SIM_NEXT_MODE, SIM_FLIGHT},
    /* at rest where A_+ < 0: out of the cone on that side it takes off (Lemma 5.3) */
    {1.25, 1.25, 1, 3, 1.2, 0, SIM_NEXT_MODE, SIM_FLIGHT},
    /* and is held where the cone holds: F = -Q^-1 b = (0.5, 0.5) */
    {1.25, 1.25, 1, -1.5, -1, 0, SIM_NEXT_MODE, SIM_STICK},
    /* nothing sticks without friction */
    {0, 0, 0, 0.5, -1, 0, SIM_NEXT_MODE, SIM_SLIP_PLUS},
};

static void fill(const struct row *row, double *p, double *x)
{
    memset(p, 0, SIM_MAX_PARAMETERS * sizeof *p);
    p[SIM_FRICTION] = row->mu;
    p[SIM_STATIC_FRICTION] = row->mu_s;
    p[Q_TT] = 2;
    p[Q_TN] = row->q_tn;
    p[Q_NN] = 1;
    p[B_T] = row->b_t;
    p[B_N] = row->b_n;
    memset(x, 0, 4 * sizeof *x);
    x[2] = row->slip;
}

static void test_table_of_modes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double p[SIM_MAX_PARAMETERS], x[4];
        fill(&rows[i], p, x);
        struct sim_inputs in = {.model = &model, .n = 2, .p = p};
        enum sim_mode mode;
        enum sim_next next = sim_select_mode(&in, 0, x, &mode);
        if (next != rows[i].next || mode != rows[i].mode)
            fail_msg("row %zu: %d %s", i, next, sim_mode_word(mode));
    }
}

/* contact and forces against the 2x2 formulas */
static void test_contact_is_as_wanted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double p[SIM_MAX_PARAMETERS], x[4];
        const struct row *r = &rows[i];
        fill(r, p, x);
        struct sim_inputs in = {.model = &model, .n = 2, .p = p};
        struct sim_motion m;
        sim_motion_at(&in, SIM_SLIP_PLUS, 0, x, &m);
        assert_near(m.contact.q_tt, 2, 1e-14);
        assert_near(m.contact.q_tn, r->q_tn, 1e-14);
        assert_near(m.contact.q_nn, 1, 1e-14);
        assert_near(m.contact.b_t, r->b_t, 1e-14);
        assert_near(m.a, 1 - r->mu * r->q_tn, 1e-14);
        assert_near(m.b, r->b_n, 1e-14);
        assert_near(m.force_n, -r->b_n / (1 - r->mu * r->q_tn), 1e-12);
        assert_near(m.force_t, -r->mu * m.force_n, 1e-14);
        sim_motion_at(&in, SIM_STICK, 0, x, &m);
        const double det = 2 - r->q_tn * r->q_tn;
        assert_near(m.force_t, -(r->b_t - r->q_tn * r->b_n) / det, 1e-13);
        assert_near(m.force_n, -(2 * r->b_n - r->q_tn * r->b_t) / det, 1e-13);
        assert_near(m.slip_rate, 0, 1e-14);
        assert_near(m.gap_rate2, 0, 1e-14);
    }
}

/* once it has left its cone it does not stick again, even on the rim */
static void test_stick_that_has_ended(void **state)
{
    (void)state;
    static const struct row rim = {0.5, 0.5, 0, 1, -1, 0, SIM_NEXT_MODE, SIM_SLIP_PLUS};
    double p[SIM_MAX_PARAMETERS], x[4];
    fill(&rim, p, x);
    struct sim_inputs in = {.model = &model, .n = 2, .p = p};
    enum sim_mode mode;
    assert_int_equal(sim_select_after_stick(&in, 0, x, -1, &mode), SIM_NEXT_MODE);
    assert_int_equal(mode, SIM_SLIP_PLUS);
    p[B_T] = -1;
    assert_int_equal(sim_select_after_stick(&in, 0, x, 1, &mode), SIM_NEXT_MODE);
    assert_int_equal(mode, SIM_SLIP_MINUS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_of_modes),
        cmocka_unit_test(test_contact_is_as_wanted),
        cmocka_unit_test(test_stick_that_has_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
