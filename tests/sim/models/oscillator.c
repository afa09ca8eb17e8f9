/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the frictional impact oscillator against its geometry and against Leine 2002,
 * section 4 */
#include "tests/sim/models/check.h"

#define P(name) check_get("oscillator", p, name)

/* the bar hangs from the hinge at l + y over the belt */
static void place(const double *p, size_t n, const double complex *q, struct check_place *out)
{
    (void)n;
    double m1 = P("mass1"), m2 = P("mass2"), l = P("length"), g = P("gravity");
    double complex hinge = l + q[1], turn = q[0] - P("rest_angle");
    out->tip_t = l * csin(q[0]);
    out->tip_n = hinge - l * ccos(q[0]);
    out->n_bodies = 2;
    out->bodies[0] = (struct check_body){m1, 0, out->tip_t, out->tip_n, q[0]};
    out->bodies[1] = (struct check_body){m2, 0, 0, hinge, 0};
    out->potential = m1 * g * out->tip_n + m2 * g * q[1] + P("stiffness") * q[1] * q[1] / 2 +
                     P("angular_stiffness") * turn * turn / 2;
}

static void damper(const double *p, size_t n, const double *v, double *force)
{
    (void)n;
    force[0] = -P("angular_damping") * v[0];
    force[1] = -P("damping") * v[1];
}

static const struct check_facts oscillator = {"oscillator", 2, place, damper};

/* (4.19) to (4.22), in sliding contact */
static void test_contact_is_paper_3(void **state)
{
    (void)state;
    struct check_random random = {1};
    for (int k = 0; k < 300; k++) {
        double p[SIM_MAX_PARAMETERS], x[4];
        check_draw(&random, "oscillator", 2, p, x);
        double m1 = P("mass1"), m2 = P("mass2"), l = P("length"), mu = P("friction");
        double s = sin(x[0]), c = cos(x[0]), t = tan(x[0]), spin = x[2];
        x[1] = -l * (1 - c);
        x[3] = -l * s * spin;
        struct check_delassus d = check_delassus("oscillator", p, 2, x, x + 2);
        double scale = c * c / (m1 * c * c + m2);
        check_near("A+", d.q_nn - mu * d.q_tn, scale * (1 + m2 / m1 * t * (t - mu)), 1e-12);
        check_near("A-", d.q_nn + mu * d.q_tn, scale * (1 + m2 / m1 * t * (t + mu)), 1e-12);
        double hinge = P("angular_damping") * spin +
                       P("angular_stiffness") * (x[0] - P("rest_angle"));
        check_near("b", d.b_n,
                   scale * (-m2 / m1 * t / (l * c) * hinge + P("damping") * l * s * spin +
                            P("stiffness") * l * (1 - c) + m2 * l / c * spin * spin) -
                       P("gravity"),
                   1e-11);
    }
}

static double critical_friction(double phi, void *p)
{
    const double q[2] = {phi, 0}, still[2] = {0};
    struct check_delassus d = check_delassus("oscillator", p, 2, q, still);
    return d.q_nn / d.q_tn;
}

/* (4.24) with the masses of section 4.4 */
static void test_least_critical_friction(void **state)
{
    (void)state;
    struct check_random random = {2};
    double p[SIM_MAX_PARAMETERS], x[4];
    check_draw(&random, "oscillator", 2, p, x);
    check_set("oscillator", p, "mass1", 0.1);
    check_set("oscillator", p, "mass2", 1);
    double phi = check_minimum(critical_friction, p, 0.01, 1.5);
    check_near("tan(phi)", tan(phi), sqrt(0.1), 1e-6);
    check_near("friction", critical_friction(phi, p), 0.6325, 0.5e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHECK_ALL(&oscillator),
        cmocka_unit_test(test_contact_is_paper_3),
        cmocka_unit_test(test_least_critical_friction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
