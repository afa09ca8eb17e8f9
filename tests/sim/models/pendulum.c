/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the pendulum against its geometry, and its small swings against Zhao 2008 (22) */
#include "tests/sim/models/check.h"

#include "sim/simulate.h"

#define P(name) check_get("pendulum", p, name)

static void place(const double *p, size_t n, const double complex *q, struct check_place *out)
{
    (void)n;
    double m = P("mass"), l = P("length");
    double complex s = csin(q[0]), c = ccos(q[0]);
    out->n_bodies = 1;
    out->bodies[0] = (struct check_body){m, m * l * l / 12, l / 2 * s, -l / 2 * c, q[0]};
    out->tip_t = l * s;
    out->tip_n = 2 * l - l * c;
    out->potential = 0.5 * P("stiffness") * q[0] * q[0] - 0.5 * m * P("gravity") * l * c;
}

static void damper(const double *p, size_t n, const double *v, double *force)
{
    (void)n;
    force[0] = -P("damping") * v[0];
}

static const struct check_facts pendulum = {"pendulum", 1, place, damper};

struct swing {
    double crossing[100], peak[100];
    size_t n;
    double t, v, top;
};

/* times at which the angle comes through zero from below, and the peaks between */
static enum error_code watch(void *context, const struct sim_sample *sample, struct error *err)
{
    (void)err;
    struct swing *swing = context;
    double angle = sample->x[0];
    swing->top = fmax(swing->top, angle);
    if (swing->v < 0 && angle >= 0 && swing->n < 100) {
        double part = -swing->v / (angle - swing->v);
        swing->peak[swing->n] = swing->top;
        swing->crossing[swing->n++] = swing->t + part * (sample->t - swing->t);
        swing->top = 0;
    }
    swing->t = sample->t;
    swing->v = angle;
    return ERROR_OK;
}

/* Zhao 2008: m = 0.12 kg, l = 0.21 m and k of (22) give f = 4.6 Hz; damping c makes
 * the amplitude fall as exp(-c t / (2 m l^2 / 3)) */
static void test_small_swings(void **state)
{
    (void)state;
    const double m = 0.12, l = 0.21, g = 9.8, f = 4.6, c = 2e-4;
    const double inertia = m * l * l / 3, decay = c / (2 * inertia);
    const double omega = 2 * M_PI * f;
    struct sim_problem problem = {.inputs = {.model = sim_registry_find("pendulum"), .n = 1},
                                  .x = {1e-3, 0},
                                  .t_end = 10,
                                  .rtol = 1e-10,
                                  .rate = 10000};
    problem.inputs.p = problem.p;
    check_set("pendulum", problem.p, "mass", m);
    check_set("pendulum", problem.p, "length", l);
    check_set("pendulum", problem.p, "gravity", g);
    check_set("pendulum", problem.p, "damping", c);
    check_set("pendulum", problem.p, "stiffness", inertia * omega * omega - l * m * g / 2);
    check_near("Zhao 2008: k", check_get("pendulum", problem.p, "stiffness"), 1.350, 1e-3);
    struct swing swing = {0};
    struct sim_sink sink = {.context = &swing, .sample = watch};
    struct sim_statistics statistics;
    struct error err;
    assert_int_equal(sim_simulate(&problem, &sink, &statistics, &err), ERROR_OK);
    assert_int_equal(statistics.events, 2); /* start and end: it touches nothing */
    assert_in_range(swing.n, 40, 50);
    double period = (swing.crossing[swing.n - 1] - swing.crossing[0]) / (double)(swing.n - 1);
    check_near("frequency", 1 / period, sqrt(omega * omega - decay * decay) / (2 * M_PI), 1e-6);
    double fall = log(swing.peak[1] / swing.peak[swing.n - 1]) /
                  (swing.crossing[swing.n - 1] - swing.crossing[1]);
    check_near("decay", fall, decay, 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* all but check_start: nothing of a start is found for it, least of all a contact */
        cmocka_unit_test_prestate(check_contact_directions, (void *)&pendulum),
        cmocka_unit_test_prestate(check_equations_of_motion, (void *)&pendulum),
        cmocka_unit_test_prestate(check_energy_and_dissipation, (void *)&pendulum),
        cmocka_unit_test_prestate(check_complex_copy, (void *)&pendulum),
        cmocka_unit_test_prestate(check_start_keeps_what_is_given, (void *)&pendulum),
        cmocka_unit_test(test_small_swings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
