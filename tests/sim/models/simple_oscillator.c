/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the simplified frictional impact oscillator against its geometry and against
 * Leine 2002, section 5 */
#include "tests/sim/models/check.h"

#define P(name) check_get("simple-oscillator", p, name)

static void place(const double *p, size_t n, const double complex *q, struct check_place *out)
{
    (void)n;
    double m1 = P("mass1"), m2 = P("mass2"), g = P("gravity");
    out->tip_t = q[0] * cos(P("angle"));
    out->tip_n = q[0] * sin(P("angle")) + q[1];
    out->n_bodies = 2;
    out->bodies[0] = (struct check_body){m1, 0, out->tip_t, out->tip_n, 0};
    out->bodies[1] = (struct check_body){m2, 0, 0, q[1], 0};
    out->potential = m1 * g * out->tip_n + m2 * g * q[1] + P("stiffness1") * q[0] * q[0] / 2 +
                     P("stiffness2") * q[1] * q[1] / 2;
}

static void damper(const double *p, size_t n, const double *v, double *force)
{
    (void)n;
    force[0] = -P("damping1") * v[0];
    force[1] = -P("damping2") * v[1];
}

static const struct check_facts simple = {"simple-oscillator", 2, place, damper};

/* (5.16), in sliding contact */
static void test_free_acceleration_is_paper_3(void **state)
{
    (void)state;
    struct check_random random = {1};
    for (int k = 0; k < 300; k++) {
        double p[SIM_MAX_PARAMETERS], x[4];
        check_draw(&random, "simple-oscillator", 2, p, x);
        double m1 = P("mass1"), m2 = P("mass2");
        double s = sin(P("angle")), c2 = 1 - s * s;
        x[1] = -x[0] * s;
        x[3] = -x[2] * s;
        struct check_delassus d = check_delassus("simple-oscillator", p, 2, x, x + 2);
        double lower = P("damping1") * x[2] + P("stiffness1") * x[0];
        double upper = P("damping2") * x[2] + P("stiffness2") * x[0];
        check_near("b", d.b_n, s / (m1 * c2 + m2) * (c2 * upper - m2 / m1 * lower) - P("gravity"),
                   1e-12);
    }
}

/* figures 5.3 and 5.5, and section 5.5 */
static void test_published_numbers(void **state)
{
    (void)state;
    const double q[2] = {0}, still[2] = {0};
    double p[SIM_MAX_PARAMETERS] = {0};
    check_set("simple-oscillator", p, "mass1", 0.1);
    check_set("simple-oscillator", p, "mass2", 1);
    check_set("simple-oscillator", p, "angle", M_PI / 8);
    p[SIM_FRICTION] = 0.5;
    check_near("A+", check_a("simple-oscillator", p, 2, q, 1), 0.5070, 0.5e-4);
    p[SIM_FRICTION] = 1;
    check_near("A+", check_a("simple-oscillator", p, 2, q, 1), -1.1218, 0.5e-4);
    struct check_delassus d = check_delassus("simple-oscillator", p, 2, q, still);
    check_near("critical friction", d.q_nn / d.q_tn, 0.6556, 0.5e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHECK_ALL(&simple),
        cmocka_unit_test(test_free_acceleration_is_paper_3),
        cmocka_unit_test(test_published_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
