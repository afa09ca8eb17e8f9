/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which values of a prediction come from the recorded rig and which from the rig given. */
#include "config.h"

#include "lib/predict/rig.h"

#include <math.h>
#include <string.h>

#include "sim/registry.h"
#include "tests/fit/fixture.h"
#include "tests/test.h"

static const struct fixture_truth given_truth = {1.35, 0.005, 0.6, 0.1},
                                  recorded_truth = {2.0, 0.02, 0.9, 0.3};

static struct error err;

struct pair {
    struct rig *given;
    json_t *recorded;
};

/* the recorded rig was read from a file with all of recorded_truth, and friction was set */
static struct pair make_pair(void)
{
    struct pair pair = {.given = fixture_rig(&given_truth)};
    struct rig *recorded = fixture_rig(&recorded_truth);
    static const char *const from_file[] = {"stiffness", "damping", "restitution"};
    for (size_t i = 0; i < recorded->parameters.n; i++)
        for (size_t k = 0; k < 3; k++)
            if (strcmp(recorded->parameters.table[i].name, from_file[k]) == 0)
                recorded->parameters.values[i].source = RIG_FILE;
    for (size_t i = 0; i < pair.given->parameters.n; i++)
        if (pair.given->parameters.values[i].source == RIG_SET)
            pair.given->parameters.values[i].source = RIG_FILE;
    assert_int_equal(rig_set(recorded, "friction=0.9", &err), ERROR_OK);
    assert_int_equal(rig_set(recorded, "belt_speed=-0.3 m/s", &err), ERROR_OK);
    assert_int_equal(rig_set(recorded, "theta1=25 deg", &err), ERROR_OK);
    pair.recorded = rig_to_json(recorded);
    rig_free(recorded);
    return pair;
}

static double value_of(const struct pair *pair, const struct predict_names *names, const char *name)
{
    struct rig *rig;
    if (predict_rig_make(pair->given, pair->recorded, "run", names, &rig, &err))
        fail_msg("%s", err.message);
    const double value = rig_value(rig, name)->value;
    rig_free(rig);
    return value;
}

static void free_pair(struct pair *pair)
{
    rig_free(pair->given);
    json_decref(pair->recorded);
}

static void the_rule(void **state)
{
    (void)state;
    struct pair pair = make_pair();
    const struct predict_names none = {0}, named = {.recorded = {"damping", "restitution"}},
                               fitted = {.given = "friction"},
                               both = {.recorded = {"friction"}, .given = "friction"};
    assert_true(fabs(value_of(&pair, &none, "theta1") - 25 * acos(-1) / 180) < 1e-12);
    assert_true(value_of(&pair, &none, "belt_speed") == -0.3);
    assert_true(value_of(&pair, &none, "friction") == 0.9); /* set when it was recorded */
    assert_true(value_of(&pair, &none, "stiffness") == 1.35);
    assert_true(value_of(&pair, &none, "damping") == 0.005);
    assert_true(value_of(&pair, &named, "damping") == 0.02);
    assert_true(value_of(&pair, &named, "restitution") == 0.3);
    assert_true(value_of(&pair, &fitted, "friction") == 0.6);
    assert_true(value_of(&pair, &both, "friction") == 0.9);
    /* what is set now is meant */
    assert_int_equal(rig_set(pair.given, "friction=0.7", &err), ERROR_OK);
    assert_true(value_of(&pair, &none, "friction") == 0.7);
    free_pair(&pair);
}

/* what follows another value goes on following it: static friction that of the run */
static void what_follows(void **state)
{
    (void)state;
    struct pair pair = make_pair();
    const struct predict_names none = {0};
    assert_true(value_of(&pair, &none, "static_friction") == 0.9);
    free_pair(&pair);
}

/* a run without a rig has none of its own; one of another mechanism is refused */
static void no_rig_and_another(void **state)
{
    (void)state;
    struct pair pair = make_pair();
    const struct predict_names none = {0};
    json_decref(pair.recorded);
    pair.recorded = json_null();
    assert_true(value_of(&pair, &none, "friction") == 0.6);
    struct rig *rig, *other;
    char path[512];
    snprintf(path, sizeof path, "%s/data/leine-2002-simple.yaml", getenv("TOP_SRCDIR"));
    assert_int_equal(rig_read(path, sim_registry, &other, &err), ERROR_OK);
    pair.recorded = rig_to_json(other);
    assert_int_equal(predict_rig_make(pair.given, pair.recorded, "run-7", &none, &rig, &err),
                     ERROR_INPUT);
    assert_non_null(strstr(err.message, "run-7: was recorded with a "));
    rig_free(rig);
    rig_free(other);
    free_pair(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule),
        cmocka_unit_test(what_follows),
        cmocka_unit_test(no_rig_and_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
