/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jamming: numbers of Or 2012 and of Genot and Brogliato, found two ways. */
#include "map/jamming.h"

#include <math.h>
#include <stdio.h>

#include "map/critical.h"
#include "map/ipos.h"
#include "sim/simulate.h"
#include "tests/map/fixture.h"
#include "tests/test.h"

static const struct map_watch watch = {.duration = 0.5, .flight = 5e-3, .rtol = 1e-9};

static double jamming_friction(const struct map_fixture *fixture, enum map_slip slip)
{
    struct map_place *place = map_fixture_place(fixture);
    const struct map_line line = map_fixture_line(place);
    struct map_critical least;
    double friction;
    assert_true(map_critical_least(&line, (int)slip, &least));
    assert_true(map_jamming_friction(&line, slip, least.friction, &friction));
    map_place_free(place);
    return friction;
}

/* Or 2012 (26) and, for the rod, 8 / (3 sqrt 3) of its introduction */
static void test_least_friction(void **state)
{
    (void)state;
    static const struct map_fixture ipos = {.rig = "or-2012",
                                            .axes = {"theta", "theta_dot", "friction"}};
    static const struct map_fixture rod = {.rig = "painleve-rod",
                                           .axes = {"phi=1deg:89deg", "phi_dot", "friction"}};
    const double kappa = 2 * (1 + 0.15 / 5) * (1 + 0.015625) - 1;
    map_fixture_near("ipos", jamming_friction(&ipos, MAP_SLIP_PLUS),
                     2 / sqrt(3) * sqrt(kappa * kappa - 1), 1e-9);
    map_fixture_near("ipos", jamming_friction(&ipos, MAP_SLIP_MINUS), 0.50711, 5e-6);
    map_fixture_near("rod", jamming_friction(&rod, MAP_SLIP_MINUS), 8 / (3 * sqrt(3)), 1e-9);
}

/* the numbers of Or 2012; l > 104.1 mm of its section 5.2 is for friction 0.53, with
 * which it goes on, though it says 0.47 */
static void test_closed_forms_of_ipos(void **state)
{
    (void)state;
    static const struct map_fixture fixture = {
        .rig = "or-2012", .set = {"friction=0.53", "theta=-27.8deg"}, .axes = {"theta"}};
    struct map_place *place = map_fixture_place(&fixture);
    struct map_ipos ipos;
    map_ipos(place, &ipos);
    const double degree = acos(-1) / 180;
    map_fixture_near("mu_min", ipos.mu_min, 0.43917, 5e-6);
    map_fixture_near("mu_c", ipos.mu_c, 0.50711, 5e-6);
    map_fixture_near("theta_c1", ipos.theta[0] / degree, -21.561, 5e-5);
    map_fixture_near("theta_c2", ipos.theta[1] / degree, -6.363, 5e-5);
    map_fixture_near("(38)", ipos.least_length_rough, 0.1041, 5e-5);
    /* the arm of the force at the corner, by the simulator's contact */
    struct sim_problem problem;
    struct sim_motion m;
    assert_true(map_place_start(place, &ipos.theta[0], &problem));
    sim_motion_at(&problem.inputs, SIM_SLIP_PLUS, 0, problem.x, &m);
    const double at_corner = m.contact.line_n - 0.53 * m.contact.line_t;
    const double start = -atan(0.53);
    assert_true(map_place_start(place, &start, &problem));
    sim_motion_at(&problem.inputs, SIM_SLIP_PLUS, 0, problem.x, &m);
    const double at_cone = m.contact.line_n - 0.53 * m.contact.line_t;
    map_fixture_near("(38)", ipos.least_length_rough, 2 * (fmax(at_corner, at_cone) + 0.06), 1e-12);
    map_place_free(place);
}

/* Or 2012 (31) with the mended (30), docs/physics.md; each start is that of section 6. Lemma 5.2 by
 * hand, and by the simulator: the force on the way from R1+ to the corner is never less */
static double weakest;
static enum error_code see_force(void *context, const struct sim_sample *sample, struct error *err)
{
    (void)context, (void)err;
    if (sim_mode_slip(sample->mode) > 0)
        weakest = fmin(weakest, sample->motion->force_n);
    return ERROR_OK;
}

static void test_bounds_of_or_2012(void **state)
{
    (void)state;
    static const struct {
        struct map_fixture fixture;
        double speed;
    } cases[] = {
        {{.rig = "or-2012", .set = {"friction=0.47", "theta=-25deg"}, .axes = {"theta"}}, 1.475},
        {{.rig = "or-2012", .set = {"friction=0.53", "theta=-27.8deg"}, .axes = {"theta"}}, 1.536}};
    for (size_t i = 0; i < 2; i++) {
        struct map_place *place = map_fixture_place(&cases[i].fixture);
        struct map_ipos ipos;
        map_ipos(place, &ipos);
        map_fixture_near("(31)", ipos.least_speed, cases[i].speed, 5e-4);
        map_place_free(place);
    }
    struct map_place *place = map_fixture_place(&cases[1].fixture);
    struct map_ipos ipos;
    map_ipos(place, &ipos);
    const double inertia = 0.15 * (0.04 + 0.000625) + 5 * 0.000625, m_eq = 5.15 * inertia / 0.2;
    map_fixture_near("lemma 5.2", ipos.least_force,
                     m_eq * 9.81 * sqrt(0.75) * fabs(tan(ipos.theta[0])) / 0.53, 1e-12);
    map_fixture_near("C = 0", ipos.cone, -atan(0.53), 1e-15);
    struct sim_problem problem;
    struct sim_statistics statistics;
    const struct sim_sink sink = {.sample = see_force};
    const double start = -27.8 * acos(-1) / 180;
    assert_true(map_place_start(place, &start, &problem));
    problem.rate = 1e4;
    problem.t_end = 0.5;
    weakest = INFINITY;
    assert_int_equal(sim_simulate(&problem, &sink, &statistics, NULL), ERROR_OK);
    assert_true(weakest >= ipos.least_force && isfinite(weakest));
    map_place_free(place);
}

static double least(const char *const set[5], const char *axis, double origin, double rate,
                    double most)
{
    struct map_fixture fixture = {.rig = "or-2012", .axes = {axis}};
    for (size_t i = 0; set[i]; i++)
        fixture.set[i] = set[i];
    struct map_place *place = map_fixture_place(&fixture);
    const struct map_dial dial = {.place = place, .origin = origin, .rate = rate};
    double value = NAN;
    if (!map_jamming_least(&dial, &watch, most, &value))
        value = NAN;
    map_place_free(place);
    return value;
}

/* what Or 2012 proves to be enough is not less than what is needed; the belt
 * turned or the slider pushed is the same; below mu_c nothing helps */
static void test_least_speed_and_length(void **state)
{
    (void)state;
    static const char *const jams[5] = {"friction=0.53", "theta=-27.8deg"};
    static const char *const at_rest[5] = {"friction=0.53", "theta=-27.8deg", "x_dot=0 m/s"};
    static const char *const below[5] = {"friction=0.47", "theta=-25deg"};
    static const struct map_fixture fixture = {
        .rig = "or-2012", .set = {"friction=0.53", "theta=-27.8deg"}, .axes = {"theta"}};
    struct map_place *place = map_fixture_place(&fixture);
    struct map_ipos ipos;
    map_ipos(place, &ipos);
    map_place_free(place);
    const double pushed = least(jams, "x_dot", 0, 1, 10);
    assert_true(pushed > 0 && pushed < ipos.least_speed);
    map_fixture_near("belt", least(at_rest, "belt_speed", 0, -1, 10), pushed, 1e-6);
    const double length = least(jams, "slider_length", 0, 1, 10);
    assert_true(length > 0.06 && length < ipos.least_length);
    assert_true(isnan(least(below, "x_dot", 0, 1, 50)));
}

/* how many starts of a plane jam: theta from -26.7 to -20.2 deg, theta_dot from 0 to 6.8 rad/s */
static int jams_in_plane(const char *friction, double rtol, enum map_outcome *outcomes)
{
    enum { N = 6 };
    const struct map_fixture fixture = {
        .rig = "or-2012", .set = {friction}, .axes = {"theta", "theta_dot"}};
    const struct map_watch closely = {.duration = 0.5, .flight = 5e-3, .rtol = rtol};
    struct map_place *place = map_fixture_place(&fixture);
    int n = 0;
    for (int i = 0; i < N * N; i++) {
        const int row = i / N;
        const double at[2] = {(-26.7 + 6.5 * (i % N) / (N - 1)) * acos(-1) / 180,
                              row * 6.8 / (N - 1)};
        struct map_motion motion;
        map_outcome_at(place, at, &closely, &motion);
        outcomes[i] = motion.outcome;
        n += motion.outcome == MAP_OUTCOME_JAMS;
    }
    map_place_free(place);
    return n;
}

/* Or 2012, prop. 4.3: below mu_c = 0.507110 (26) nothing jams, above it much does; whatever the
 * tolerance */
static void test_planes_on_both_sides_of_mu_c(void **state)
{
    (void)state;
    static const double tolerances[] = {1e-7, 1e-9, 1e-11, 1e-13};
    enum map_outcome first[36], outcomes[36];
    const double kappa = 2 * (1 + 0.15 / 5) * (1 + 0.015625) - 1;
    const double mu_c = 2 / sqrt(3) * sqrt(kappa * kappa - 1);
    const double frictions[] = {0.505, mu_c * (1 - 1e-6), 0.53};
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 4; j++) {
            char friction[40];
            snprintf(friction, sizeof friction, "friction=%.15g", frictions[i]);
            const int n = jams_in_plane(friction, tolerances[j], j ? outcomes : first);
            assert_true(i < 2 ? n == 0 : n > 18);
            if (j)
                assert_memory_equal(outcomes, first, sizeof first);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planes_on_both_sides_of_mu_c),
        cmocka_unit_test(test_least_friction),
        cmocka_unit_test(test_closed_forms_of_ipos),
        cmocka_unit_test(test_bounds_of_or_2012),
        cmocka_unit_test(test_least_speed_and_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
