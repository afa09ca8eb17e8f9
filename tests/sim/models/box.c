/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the box against its geometry and against Leine 2002, appendix A */
#include "sim/start.h"
#include "tests/sim/models/check.h"

#define P(name) check_get("box", p, name)

/* the corner is the vector (width, -height) / 2 turned clockwise by phi */
static void place(const double *p, size_t n, const double complex *q, struct check_place *out)
{
    (void)n;
    double m = P("mass"), k = P("gyration"), g = P("gravity"), slope = P("slope");
    double complex s = csin(-q[2]), c = ccos(-q[2]);
    double right = P("width") / 2, up = -P("height") / 2;
    out->n_bodies = 1;
    out->bodies[0] = (struct check_body){m, m * k * k, q[0], q[1], q[2]};
    out->tip_t = q[0] + right * c - up * s;
    out->tip_n = q[1] + right * s + up * c;
    out->potential = m * g * (q[1] * cos(slope) - q[0] * sin(slope));
}

static const struct check_facts box = {"box", 3, place, NULL};

/* (A.4) and (A.5): flat on the slope, sliding down */
static void test_contact_is_appendix_a(void **state)
{
    (void)state;
    struct check_random random = {1};
    for (int i = 0; i < 300; i++) {
        double p[SIM_MAX_PARAMETERS], x[6];
        check_draw(&random, "box", 3, p, x);
        x[2] = 0;
        double m = P("mass"), r = P("width") / 2, l = P("height") / 2;
        double k2 = P("gyration") * P("gyration"), mu = P("friction");
        struct check_delassus d = check_delassus("box", p, 3, x, x + 3);
        check_near("A", check_a("box", p, 3, x, 1), 1 / m - r / (k2 * m) * (-r + mu * l), 1e-13);
        check_near("b", d.b_n, -P("gravity") * cos(P("slope")) + l * x[5] * x[5], 1e-13);
        check_near("critical friction", d.q_nn / d.q_tn, r / l + k2 / (r * l), 1e-12);
    }
}

/* (A.6), (A.7): a homogeneous box twice as high as wide */
static void test_homogeneous_box(void **state)
{
    (void)state;
    struct check_random random = {2};
    double p[SIM_MAX_PARAMETERS], x[6];
    const bool nothing[SIM_MAX_PARAMETERS] = {false};
    const struct sim_given given = {nothing, nothing};
    check_draw(&random, "box", 3, p, x);
    check_set("box", p, "height", 2 * P("width"));
    x[2] = 0;
    assert_null(sim_start_at(sim_registry_find("box"), p, 3, x, &given));
    struct check_delassus d = check_delassus("box", p, 3, x, x + 3);
    check_near("least critical friction", d.q_nn / d.q_tn, 4.0 / 3, 1e-14);
}

static void test_start_on_another_edge_is_refused(void **state)
{
    (void)state;
    struct check_random random = {3};
    double p[SIM_MAX_PARAMETERS], x[6];
    const bool nothing[SIM_MAX_PARAMETERS] = {false};
    const struct sim_given given = {nothing, nothing};
    const double refused[] = {-0.1, 1.6, 3};
    for (size_t i = 0; i < 3; i++) {
        check_draw(&random, "box", 3, p, x);
        x[2] = refused[i];
        assert_non_null(sim_start_at(sim_registry_find("box"), p, 3, x, &given));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHECK_ALL(&box),
        cmocka_unit_test(test_contact_is_appendix_a),
        cmocka_unit_test(test_homogeneous_box),
        cmocka_unit_test(test_start_on_another_edge_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
