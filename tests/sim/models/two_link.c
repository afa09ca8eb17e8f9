/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the two-link manipulator against its geometry and against Liu 2007 and Zhao 2008 */
#include "sim/start.h"
#include "tests/sim/models/check.h"

#define P(name) check_get("two-link", p, name)

static void place(const double *p, size_t n, const double complex *q, struct check_place *out)
{
    (void)n;
    double m1 = P("mass"), m2 = P("mass2"), l1 = P("length"), l2 = P("length2");
    double complex x = l1 * csin(q[0]), y = -l1 * ccos(q[0]);
    double complex dx = l2 * csin(q[1]), dy = -l2 * ccos(q[1]);
    double complex twist = q[0] - q[1] - P("rest_angle");
    out->n_bodies = 2;
    out->bodies[0] = (struct check_body){m1, m1 * l1 * l1 / 12, x / 2, y / 2, q[0]};
    out->bodies[1] = (struct check_body){m2, m2 * l2 * l2 / 12, x + dx / 2, y + dy / 2, q[1]};
    out->tip_t = x + dx;
    out->tip_n = P("height") + y + dy;
    out->potential = P("gravity") * (m1 * y / 2 + m2 * (y + dy / 2)) +
                     P("stiffness") * twist * twist / 2;
}

static void damper(const double *p, size_t n, const double *v, double *force)
{
    (void)n;
    double joint = P("damping2") * (v[0] - v[1]);
    force[0] = -P("damping") * v[0] - joint;
    force[1] = joint;
}

static const struct check_facts two_link = {"two-link", 2, place, damper};

static void set_links(double *p, double mass, double length, double height, double friction)
{
    check_set("two-link", p, "mass", mass);
    check_set("two-link", p, "mass2", mass);
    check_set("two-link", p, "length", length);
    check_set("two-link", p, "length2", length);
    check_set("two-link", p, "height", height);
    check_set("two-link", p, "gravity", 9.8);
    check_set("two-link", p, "friction", friction);
}

/* the tip on the surface at theta1, all at rest and unstressed */
static void set_down(double theta1, double *p, double *x)
{
    const bool nothing[SIM_MAX_PARAMETERS] = {false};
    const struct sim_given given = {nothing, nothing};
    x[0] = theta1;
    x[2] = 0;
    assert_null(sim_start_at(sim_registry_find("two-link"), p, 2, x, &given));
}

static double critical_friction(double theta1, void *p)
{
    double x[4];
    set_down(theta1, p, x);
    struct check_delassus d = check_delassus("two-link", p, 2, x, x + 2);
    return d.q_nn / d.q_tn;
}

/* Liu 2007, section 4 (it prints 0.4807) */
static void test_least_critical_friction(void **state)
{
    (void)state;
    double p[SIM_MAX_PARAMETERS] = {0};
    set_links(p, 1, 1, 5.0 / 3, 0.5);
    double theta1 = check_minimum(critical_friction, p, 0.6, 0.8);
    check_near("theta1", theta1, 0.7164, 0.3e-4);
    check_near("friction", critical_friction(theta1, p), 0.4806, 0.5e-4);
}

/* Liu 2007, case 4; B with the spring unstressed (docs/physics.md) */
static void test_case_4(void **state)
{
    (void)state;
    double p[SIM_MAX_PARAMETERS] = {0}, x[4];
    set_links(p, 1, 1, 5.0 / 3, 0.5);
    check_set("two-link", p, "stiffness", 150);
    check_set("two-link", p, "damping", 2);
    check_set("two-link", p, "damping2", 2);
    set_down(0.7, p, x);
    struct check_delassus d = check_delassus("two-link", p, 2, x, x + 2);
    check_near("theta2", x[1], 0.4468, 0.4e-4);
    check_near("A", check_a("two-link", p, 2, x, 1), -0.0167, 0.5e-4);
    check_near("B", d.b_n, -2.914, 1.3e-4);
}

static double a_forward(double theta1, void *p)
{
    double x[4];
    set_down(theta1, p, x);
    return check_a("two-link", p, 2, x, 1);
}

/* Zhao 2008, Table 1, by its own equations (docs/physics.md) */
static void test_paradox_intervals_of_the_rig(void **state)
{
    (void)state;
    static const double table[][3] = {
        {0.331, 43.27, 49.23}, {0.35, 35.33, 44.34}, {0.3775, 22.71, 34.87}};
    const double degree = M_PI / 180;
    for (size_t i = 0; i < 3; i++) {
        double p[SIM_MAX_PARAMETERS] = {0};
        double low = table[i][1], high = table[i][2], middle = 0.5 * (low + high);
        set_links(p, 0.12, 0.21, table[i][0], 0.6);
        check_near("low", check_root(a_forward, p, 0.8 * low * degree, middle * degree),
                   low * degree, 0.7e-4);
        check_near("high", check_root(a_forward, p, middle * degree, 1.05 * high * degree),
                   high * degree, 0.7e-4);
    }
}

static void test_a_tip_out_of_reach_is_refused(void **state)
{
    (void)state;
    const bool nothing[SIM_MAX_PARAMETERS] = {false};
    const struct sim_given given = {nothing, nothing};
    double p[SIM_MAX_PARAMETERS] = {0}, x[4] = {0.9};
    set_links(p, 1, 1, 5.0 / 3, 0.5);
    assert_non_null(sim_start_at(sim_registry_find("two-link"), p, 2, x, &given));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHECK_ALL(&two_link),
        cmocka_unit_test(test_least_critical_friction),
        cmocka_unit_test(test_case_4),
        cmocka_unit_test(test_paradox_intervals_of_the_rig),
        cmocka_unit_test(test_a_tip_out_of_reach_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
