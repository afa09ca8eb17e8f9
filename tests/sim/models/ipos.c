/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the inverted pendulum on a slider against its geometry and against Or 2012 */
#include "sim/evaluate.h"
#include "sim/start.h"
#include "tests/sim/models/check.h"

#define P(name) check_get("ipos", p, name)

/* both bodies hang on the slider's frame; theta and psi turn from y towards x */
static void place(const double *p, size_t n, const double complex *q, struct check_place *out)
{
    (void)n;
    double m1 = P("slider_mass"), m2 = P("rod_mass"), r2 = P("rod_half_length");
    double k1 = P("slider_gyration"), k2 = P("rod_gyration");
    double complex s = csin(q[3]), c = ccos(q[3]);
    struct check_body *slider = &out->bodies[0], *rod = &out->bodies[1];
    out->n_bodies = 2;
    *slider = (struct check_body){m1, m1 * k1 * k1, q[0] + P("offset") * c, q[1] - P("offset") * s,
                                  q[3]};
    *rod = (struct check_body){m2, m2 * k2 * k2, q[0] + P("hinge_height") * s + r2 * csin(q[2]),
                               q[1] + P("hinge_height") * c + r2 * ccos(q[2]), q[2]};
    out->tip_t = q[0] - P("slider_thickness") / 2 * s;
    out->tip_n = q[1] - P("slider_thickness") / 2 * c;
    out->potential = P("gravity") * (cos(P("slope")) * (m1 * slider->y + m2 * rod->y) -
                                     sin(P("slope")) * (m1 * slider->x + m2 * rod->x));
}

static const struct check_facts ipos = {"ipos", 4, place, NULL};

/* Table 4 */
static void published(double *p)
{
    static const struct {
        const char *name;
        double value;
    } table[] = {{"gravity", 9.81},       {"slider_length", 0.3},     {"slider_thickness", 0.01},
                 {"offset", 0.06},        {"rod_half_length", 0.2},   {"slider_mass", 0.15},
                 {"rod_mass", 5},         {"slider_gyration", 0.085}, {"rod_gyration", 0.025},
                 {"hinge_height", 0.012}, {"slope", M_PI / 6}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_set("ipos", p, table[i].name, table[i].value);
}

/* (12), sliding flat either way; the A of Or 2012 is -b_n, its B is A_s */
static void test_contact_is_paper_4(void **state)
{
    (void)state;
    struct check_random random = {1};
    for (int i = 0; i < 300; i++) {
        double p[SIM_MAX_PARAMETERS], x[8];
        check_draw(&random, "ipos", 4, p, x);
        x[3] = x[7] = 0;
        double m1 = P("slider_mass"), m2 = P("rod_mass"), mu = P("friction");
        double r2 = P("rod_half_length"), s = sin(x[2]), c = cos(x[2]);
        double ratio = P("rod_gyration") * P("rod_gyration") / (r2 * r2);
        double m_eq = (m1 + m2) * (m1 * (1 + ratio) + m2 * ratio) / m2;
        double r_eq = m2 / (m1 + m2) * r2;
        double level = (1 + m1 / m2) * (1 + ratio) - c * c;
        struct check_delassus d = check_delassus("ipos", p, 4, x, x + 4);
        check_near("A", -d.b_n, P("gravity") * cos(P("slope")) - r_eq * x[6] * x[6] * c, 1e-12);
        check_near("B+", check_a("ipos", p, 4, x, 1), (level + mu * s * c) / m_eq, 1e-12);
        check_near("B-", check_a("ipos", p, 4, x, -1), (level - mu * s * c) / m_eq, 1e-12);
    }
}

static double critical_friction(double theta, void *p)
{
    const double q[4] = {0, 0, theta, 0}, still[4] = {0};
    struct check_delassus d = check_delassus("ipos", p, 4, q, still);
    return d.q_nn / d.q_tn;
}

static double a_forward(double theta, void *p)
{
    const double q[4] = {0, 0, theta, 0};
    return check_a("ipos", p, 4, q, 1);
}

static double least_critical_friction(double *p)
{
    return critical_friction(check_minimum(critical_friction, p, -1.5, -0.01), p);
}

static void test_published_numbers(void **state)
{
    (void)state;
    const double degree = M_PI / 180;
    double p[SIM_MAX_PARAMETERS] = {0};
    published(p);
    check_near("mu_min", least_critical_friction(p), 0.43917, 0.4e-5);
    p[SIM_FRICTION] = 0.47;
    check_near("theta_c1", check_root(a_forward, p, -0.6, -0.22) / degree, -16.944, 3e-5);
    check_near("theta_c2", check_root(a_forward, p, -0.22, 0) / degree, -8.2295, 1e-5);
    p[SIM_FRICTION] = 0.53;
    check_near("theta_c1", check_root(a_forward, p, -0.6, -0.22) / degree, -21.561, 3e-5);
    check_near("theta_c2", check_root(a_forward, p, -0.22, 0) / degree, -6.363, 7e-5);
    check_set("ipos", p, "rod_gyration", 0.2 / sqrt(3));
    check_near("mu_min, uniform rod", least_critical_friction(p), 1.4321, 0.3e-4);
}

/* without a slider it is Painleve's rod, turned by a right angle */
static void test_massless_slider_is_the_rod(void **state)
{
    (void)state;
    struct check_random random = {2};
    for (int i = 0; i < 100; i++) {
        double p[SIM_MAX_PARAMETERS], rod[SIM_MAX_PARAMETERS], x[8], y[6];
        check_draw(&random, "ipos", 4, p, x);
        check_draw(&random, "rod", 3, rod, y);
        check_set("ipos", p, "slider_mass", 1e-9 * P("rod_mass"));
        check_set("ipos", p, "rod_gyration", P("rod_half_length") / sqrt(3));
        check_set("ipos", p, "slope", 0);
        check_set("rod", rod, "mass", P("rod_mass"));
        check_set("rod", rod, "half_length", P("rod_half_length"));
        check_set("rod", rod, "gravity", P("gravity"));
        x[3] = x[7] = 0;
        y[2] = M_PI / 2 - x[2];
        y[5] = -x[6];
        struct check_delassus d = check_delassus("ipos", p, 4, x, x + 4);
        struct check_delassus e = check_delassus("rod", rod, 3, y, y + 3);
        check_near("Q_nn", d.q_nn, e.q_nn, 1e-7);
        check_near("Q_tn", d.q_tn, e.q_tn, 1e-7);
        check_near("Q_tt", d.q_tt, e.q_tt, 1e-7);
        check_near("b_t", d.b_t, e.b_t, 1e-7);
        check_near("b_n", d.b_n, e.b_n, 1e-7);
    }
}

/* what must hold the tilt still, per normal force, in motion along x alone with
 * acceleration a: psi's row of the equations of motion */
static double torque_arm(const double *p, const double *q, double a, double normal,
                         double tangential)
{
    const double still[4] = {0};
    struct sim_terms terms = {0};
    sim_terms_at(sim_registry_find("ipos"), p, 4, q, still, &terms);
    assert_true(terms.w_l[0] == 0 && terms.w_l[1] == 0 && terms.w_l[2] == 0);
    double torque = terms.mass[3][0] * a - terms.h[3] - terms.w_n[3] * normal -
                    terms.w_t[3] * tangential;
    return torque / terms.w_l[3] / normal;
}

/* statics: at rest on level ground the centre of pressure is under the centre
 * of mass, offset m1 / (m1 + m2) ahead of the frame, and F_l / F_n counts
 * backward */
static void test_pressure_of_a_slider_at_rest(void **state)
{
    (void)state;
    const double q[4] = {0};
    double p[SIM_MAX_PARAMETERS] = {0};
    published(p);
    check_set("ipos", p, "slope", 0);
    double arm = torque_arm(p, q, 0, 5.15 * 9.81, 0);
    check_near("arm", arm, -0.06 * 0.15 / 5.15, 1e-14);
}

/* a block that friction slows down presses mu e / 2 ahead of its middle, and
 * tips over when this reaches its leading edge */
static void test_pressure_of_a_sliding_block(void **state)
{
    (void)state;
    const double q[4] = {0}, mu = 0.5;
    double p[SIM_MAX_PARAMETERS] = {0};
    struct sim_terms terms = {0};
    published(p);
    check_set("ipos", p, "slope", 0);
    check_set("ipos", p, "offset", 0.02);
    check_set("ipos", p, "rod_mass", 1e-15);
    double normal = 0.15 * 9.81;
    double arm = torque_arm(p, q, -mu * 9.81, normal, -mu * normal);
    check_near("arm", arm, -0.02 - mu * 0.01 / 2, 1e-12);
    sim_terms_at(sim_registry_find("ipos"), p, 4, q, q, &terms);
    check_near("low", terms.line_low, -0.02 - 0.15, 1e-15);
    check_near("high", terms.line_high, -0.02 + 0.15, 1e-15);
}

static void test_tilted_start_is_refused(void **state)
{
    (void)state;
    const bool nothing[SIM_MAX_PARAMETERS] = {false};
    const struct sim_given given = {nothing, nothing};
    const struct sim_model *model = sim_registry_find("ipos");
    double p[SIM_MAX_PARAMETERS] = {0}, x[8] = {0};
    published(p);
    assert_null(sim_start_at(model, p, 4, x, &given));
    x[3] = 0.1;
    assert_non_null(sim_start_at(model, p, 4, x, &given));
    x[3] = 0;
    x[7] = 0.1;
    assert_non_null(sim_start_at(model, p, 4, x, &given));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHECK_ALL(&ipos),
        cmocka_unit_test(test_contact_is_paper_4),
        cmocka_unit_test(test_published_numbers),
        cmocka_unit_test(test_massless_slider_is_the_rod),
        cmocka_unit_test(test_pressure_of_a_slider_at_rest),
        cmocka_unit_test(test_pressure_of_a_sliding_block),
        cmocka_unit_test(test_tilted_start_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
