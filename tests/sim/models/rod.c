/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the rod against its geometry and against Leine 2002 and Zhao 2015 */
#include "sim/start.h"
#include "tests/sim/models/check.h"

#define P(name) check_get("rod", p, name)

static void place(const double *p, size_t n, const double complex *q, struct check_place *out)
{
    (void)n;
    double m = P("mass"), l = P("half_length");
    out->n_bodies = 1;
    out->bodies[0] = (struct check_body){m, m * l * l / 3, q[0], q[1], q[2]};
    out->tip_t = q[0] - l * ccos(q[2]);
    out->tip_n = q[1] - l * csin(q[2]);
    out->potential = m * P("gravity") * q[1];
}

static const struct check_facts rod = {"rod", 3, place, NULL};

/* Zhao 2015 (3) and (11), sliding backward */
static void test_contact_is_paper_5(void **state)
{
    (void)state;
    struct check_random random = {1};
    for (int k = 0; k < 300; k++) {
        double p[SIM_MAX_PARAMETERS], x[6];
        check_draw(&random, "rod", 3, p, x);
        double m = P("mass"), l = P("half_length"), mu = P("friction");
        double s = sin(x[2]), c = cos(x[2]), spin2 = x[5] * x[5];
        struct check_delassus d = check_delassus("rod", p, 3, x, x + 3);
        check_near("A", d.q_nn + mu * d.q_tn, (1 + 3 * c * (c - mu * s)) / m, 1e-13);
        check_near("C", d.q_tn + mu * d.q_tt, (mu + 3 * s * (mu * s - c)) / m, 1e-13);
        check_near("B", d.b_n, l * spin2 * s - P("gravity"), 1e-13);
        check_near("D", d.b_t, l * spin2 * c, 1e-13);
    }
}

static double critical_friction(double phi, void *p)
{
    const double q[3] = {0, 0, phi}, still[3] = {0};
    struct check_delassus d = check_delassus("rod", p, 3, q, still);
    return -d.q_nn / d.q_tn;
}

/* Leine 2002 (3.9): 4/3 at tan(phi) = 2, whatever the rod */
static void test_least_critical_friction(void **state)
{
    (void)state;
    struct check_random random = {2};
    for (int k = 0; k < 10; k++) {
        double p[SIM_MAX_PARAMETERS], x[6];
        check_draw(&random, "rod", 3, p, x);
        double phi = check_minimum(critical_friction, p, 0.5, 1.5);
        check_near("tan(phi)", tan(phi), 2, 1e-6);
        check_near("friction", critical_friction(phi, p), 4.0 / 3, 1e-13);
    }
}

static double a_backward(double phi, void *p)
{
    const double q[3] = {0, 0, phi};
    return check_a("rod", p, 3, q, -1);
}

/* Leine 2002 (3.10) */
static void test_paradox_interval(void **state)
{
    (void)state;
    struct check_random random = {3};
    double p[SIM_MAX_PARAMETERS], x[6];
    check_draw(&random, "rod", 3, p, x);
    p[SIM_FRICTION] = 1.8;
    double root = sqrt(9 * 1.8 * 1.8 - 16);
    check_near("low", tan(check_root(a_backward, p, 0.1, 1.1)), (5.4 - root) / 2, 1e-12);
    check_near("high", tan(check_root(a_backward, p, 1.1, 1.5)), (5.4 + root) / 2, 1e-12);
}

/* y_A' of the upper end would be the lower one */
static void test_start_upside_down_is_refused(void **state)
{
    (void)state;
    struct check_random random = {4};
    double p[SIM_MAX_PARAMETERS], x[6];
    const bool nothing[SIM_MAX_PARAMETERS] = {false};
    const struct sim_given given = {nothing, nothing};
    check_draw(&random, "rod", 3, p, x);
    x[2] = -0.1;
    assert_non_null(sim_start_at(sim_registry_find("rod"), p, 3, x, &given));
    x[2] = 0.1;
    assert_null(sim_start_at(sim_registry_find("rod"), p, 3, x, &given));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHECK_ALL(&rod),
        cmocka_unit_test(test_contact_is_paper_5),
        cmocka_unit_test(test_least_critical_friction),
        cmocka_unit_test(test_paradox_interval),
        cmocka_unit_test(test_start_upside_down_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
