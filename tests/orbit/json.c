/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of branches as JSON. */
#include "config.h"

#include "orbit/json.h"

#include <string.h>

#include "tests/orbit/rig.h"
#include "tests/orbit/sample.h"

static double number(json_t *object, const char *name)
{
    assert_true(json_is_number(json_object_get(object, name)));
    return json_number_value(json_object_get(object, name));
}

static const char *word(json_t *object, const char *name)
{
    assert_true(json_is_string(json_object_get(object, name)));
    return json_string_value(json_object_get(object, name));
}

static void an_orbit(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.5");
    struct orbit_point point = orbit_sample(0.1, 2, ORBIT_UNSTABLE);
    point.values[2] = INFINITY; /* JSON has none */
    json_t *json = orbit_json_point(system, &point);
    assert_string_equal(word(json, "kind"), "orbit");
    assert_string_equal(word(json, "stability"), "unstable");
    assert_string_equal(word(json, "sequence"), "impact flight");
    assert_true(number(json, "friction") == 0.1);
    assert_true(number(json, "period") == 0.1 + 0.1);
    assert_true(number(json_object_get(json, "state"), "u2_dot") == 1.0 / 6);
    assert_true(number(json_object_get(json, "min"), "u1_dot") == -2);
    assert_true(number(json_object_get(json, "max"), "u1_dot") == 1);
    json_t *multipliers = json_object_get(json, "multipliers");
    assert_int_equal(json_array_size(multipliers), 3);
    assert_true(json_real_value(json_array_get(json_array_get(multipliers, 0), 1)) == -1.0 / 3);
    assert_true(json_is_null(json_array_get(json_array_get(multipliers, 2), 0)));
    assert_true(json_is_null(json_object_get(json, "infeasible")));
    assert_null(json_object_get(json, "special"));
    assert_null(json_object_get(json, "note"));
    json_decref(json);
    orbit_system_free(system);
}

static void an_equilibrium(void **state)
{
    (void)state;
    struct orbit_system *system = orbit_rig_system("leine-2002-simple", NULL, NULL);
    struct orbit_point point = orbit_sample(0, 2, ORBIT_STABLE);
    point.periodic = false;
    point.force_n = 12.5;
    point.a = 0.75;
    point.special = ORBIT_SPECIAL_PARADOX;
    point.measure.broken = "the surface pulls";
    snprintf(point.note, sizeof point.note, "here");
    json_t *json = orbit_json_point(system, &point);
    assert_string_equal(word(json, "kind"), "equilibrium");
    assert_string_equal(word(json, "special"), "paradox");
    assert_string_equal(word(json, "infeasible"), "the surface pulls");
    assert_string_equal(word(json, "note"), "here");
    assert_true(number(json, "normal_force") == 12.5);
    assert_true(number(json, "a") == 0.75);
    assert_int_equal(json_array_size(json_object_get(json, "eigenvalues")), 3);
    assert_null(json_object_get(json, "period"));
    assert_null(json_object_get(json, "friction")); /* no parameter was named */
    json_decref(json);
    orbit_system_free(system);
}

static void events_and_matrix(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.5");
    struct orbit_flow flow = {.n_events = 1};
    flow.events[0].t = 0.125;
    flow.events[0].kind = SIM_EVENT_TAKEOFF;
    flow.events[0].from = SIM_SLIP_PLUS;
    flow.events[0].to = SIM_FLIGHT;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            flow.by_x[i][j] = 10.0 * i + j;
    json_t *json = json_object();
    orbit_json_flow(system, &flow, json);
    json_t *event = json_array_get(json_object_get(json, "events"), 0);
    assert_true(number(event, "t") == 0.125);
    assert_string_equal(word(event, "event"), "takeoff");
    assert_string_equal(word(event, "from"), "slip+");
    assert_string_equal(word(event, "to"), "flight");
    json_t *matrix = json_object_get(json, "monodromy");
    assert_int_equal(json_array_size(matrix), 4);
    assert_true(json_real_value(json_array_get(json_array_get(matrix, 2), 3)) == 23);
    json_decref(json);
    orbit_system_free(system);
}

static void printed_to_the_last_digit(void **state)
{
    (void)state;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    orbit_json_print(json_pack("{s:f}", "third", 1.0 / 3), out);
    fclose(out);
    json_t *back = json_loads(text, 0, NULL);
    assert_true(number(back, "third") == 1.0 / 3);
    assert_int_equal(text[strlen(text) - 1], '\n');
    json_decref(back);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_orbit),
        cmocka_unit_test(an_equilibrium),
        cmocka_unit_test(events_and_matrix),
        cmocka_unit_test(printed_to_the_last_digit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
