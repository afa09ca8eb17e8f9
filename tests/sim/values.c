/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that are given, values that follow, and where they stand; the two-link's closed
 * contact, H = l1 cos(theta1) + l2 cos(theta2), says by hand what follows from theta1. */
#include "sim/values.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "tests/sim/recording.h"
#include "tests/test.h"

static const double pi = 3.14159265358979323846;

static struct sim_values values_of(const char *name, const char *settings)
{
    struct sim_values values;
    struct rig *rig = recording_rig(name, settings);
    sim_values_from_rig(rig, &values);
    rig_free(rig);
    return values;
}

static size_t index_of(const struct sim_values *values, const char *name)
{
    size_t index;
    assert_int_equal(sim_values_find(values->model, name, &index, NULL), ERROR_OK);
    assert_string_equal(sim_values_quantity(values->model, index)->name, name);
    return index;
}

static double value(const struct sim_values *values, const char *name)
{
    return sim_values_get(values, index_of(values, name));
}

static void complete(struct sim_values *values)
{
    struct error err;
    if (sim_values_complete(values, &err))
        fail_msg("%s", err.message);
}

static void test_what_follows(void **state)
{
    (void)state;
    struct sim_values values = values_of("zhao-2008", "theta1=30deg height=0.3m length2=0.2m");
    complete(&values);
    assert_near(value(&values, "static_friction"), 0.6, 0);
    assert_near(value(&values, "mass2"), 0.12, 0);
    assert_near(value(&values, "length2"), 0.2, 0);
    assert_near(value(&values, "theta2"), acos((0.3 - 0.21 * cos(pi / 6)) / 0.2), 1e-15);
    assert_near(value(&values, "rest_angle"), pi / 6 - value(&values, "theta2"), 1e-15);

    /* what follows goes on to follow; what is given stays */
    sim_values_set(&values, index_of(&values, "friction"), 0.7);
    sim_values_set(&values, index_of(&values, "theta1"), 0.4);
    sim_values_give(&values, index_of(&values, "rest_angle"));
    complete(&values);
    assert_near(value(&values, "static_friction"), 0.7, 0);
    assert_near(value(&values, "theta2"), acos((0.3 - 0.21 * cos(0.4)) / 0.2), 1e-15);
    assert_true(fabs(value(&values, "rest_angle") - (0.4 - value(&values, "theta2"))) > 0.01);
}

static void test_direction(void **state)
{
    (void)state;
    struct sim_direction by;
    struct sim_values values = values_of("zhao-2008", "height=0.3m length2=0.2m");
    complete(&values);
    const double theta1 = value(&values, "theta1"), theta2 = value(&values, "theta2");
    const size_t rest_angle = index_of(&values, "rest_angle");

    sim_values_direction(&values, index_of(&values, "theta1"), &by);
    const double slope = -0.21 * sin(theta1) / (0.2 * sin(theta2));
    assert_near(by.x[0], 1, 0);
    assert_near(by.x[1], slope, 1e-14);
    assert_near(by.p[rest_angle], 1 - slope, 1e-14);
    assert_near(by.p[SIM_FRICTION], 0, 0);

    sim_values_direction(&values, SIM_FRICTION, &by);
    assert_near(by.p[SIM_FRICTION], 1, 0);
    assert_near(by.p[SIM_STATIC_FRICTION], 1, 0);
    sim_values_give(&values, SIM_STATIC_FRICTION);
    sim_values_direction(&values, SIM_FRICTION, &by);
    assert_near(by.p[SIM_STATIC_FRICTION], 0, 0);
}

/* a chain of three links leaves half of its table's coordinates unused */
static void test_places_of_a_chain(void **state)
{
    (void)state;
    struct sim_values values = values_of("chain", "links=3");
    const struct mechanism *table = &values.model->table;
    const size_t velocity = index_of(&values, "theta2_dot"), unused = index_of(&values, "theta4");
    assert_int_equal(values.n, 3);
    sim_values_set(&values, velocity, 5);
    assert_near(values.x[4], 5, 0);
    assert_true(values.given_x[4]);
    assert_string_equal(sim_values_state(table, 3, 4), "theta2_dot");
    assert_int_equal(sim_values_place(table, 3, velocity - table->n_parameters), 4);

    assert_int_equal(sim_values_place(table, 3, unused - table->n_parameters), SIZE_MAX);
    const struct sim_values before = values;
    sim_values_set(&values, unused, 1);
    assert_memory_equal(values.x, before.x, sizeof before.x);
    assert_memory_equal(values.given_x, before.given_x, sizeof before.given_x);
    assert_true(isnan(sim_values_get(&values, unused)));
}

static void test_to_problem(void **state)
{
    (void)state;
    struct sim_problem problem = {.t_end = 3, .inputs = {.belt_shift = 7}};
    struct sim_values values = values_of("zhao-2008", "");
    complete(&values);
    sim_values_to_problem(&values, &problem);
    assert_ptr_equal(problem.inputs.p, problem.p);
    assert_ptr_equal(problem.inputs.model, values.model);
    assert_int_equal(problem.inputs.n, 2);
    assert_near(problem.x[0], 32 * pi / 180, 1e-15);
    assert_near(problem.p[SIM_BELT_SPEED], -0.5, 0);
    assert_near(problem.inputs.belt_shift, 7, 0); /* not the values' */
}

static void test_refusals(void **state)
{
    (void)state;
    struct error err;
    size_t index;
    struct sim_values values = values_of("zhao-2008", "");
    assert_int_equal(sim_values_find(values.model, "fricton", &index, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "did you mean friction?"));
    sim_values_set(&values, SIM_STATIC_FRICTION, 0.5);
    assert_int_equal(sim_values_complete(&values, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "static_friction 0.5 is below friction 0.6"));
    sim_values_set(&values, SIM_STATIC_FRICTION, 0.6);
    sim_values_set(&values, index_of(&values, "height"), 1);
    assert_int_equal(sim_values_complete(&values, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "cannot reach"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_follows),      cmocka_unit_test(test_direction),
        cmocka_unit_test(test_places_of_a_chain), cmocka_unit_test(test_to_problem),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
