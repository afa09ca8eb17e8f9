/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/fixture.h"
#include "tests/test.h"

static struct rig *read_full(void)
{
    char *path = test_source("full.yaml");
    struct error err = {0};
    struct rig *rig;
    if (rig_read(path, test_registry, &rig, &err) != ERROR_OK)
        fail_msg("%s", err.message);
    free(path);
    return rig;
}

static void expect(const struct rig *rig, const char *name, double value, double uncertainty,
                   enum rig_source source)
{
    const struct rig_value *got = rig_value(rig, name);
    assert_non_null(got);
    bool right = isnan(value) ? isnan(got->value) : fabs(got->value - value) <= 1e-15 * fabs(value);
    bool sure = isnan(uncertainty) ? isnan(got->uncertainty)
                                   : fabs(got->uncertainty - uncertainty) <= 1e-15 * uncertainty;
    if (!right || !sure || got->source != source)
        fail_msg("%s: %.17g, %.17g, source %d", name, got->value, got->uncertainty, got->source);
}

static void test_values_includes_and_defaults(void **state)
{
    (void)state;
    const double pi = acos(-1);
    struct rig *rig = read_full();
    assert_string_equal(rig->title, "Full: a \"rig\" # with \xc3\xa9 and a\ttab");
    assert_string_equal(rig->model->name, "two-link");
    expect(rig, "mass", 0.12, NAN, RIG_FILE);
    expect(rig, "height", 0.3775, NAN, RIG_FILE);
    expect(rig, "friction", 0.6, NAN, RIG_FILE);
    /* the rig file wins over results, later results over earlier ones */
    expect(rig, "stiffness", 1.35, NAN, RIG_FILE);
    expect(rig, "damping", 0.005, 0.00025, RIG_INCLUDE);
    expect(rig, "restitution", 0.1, NAN, RIG_INCLUDE);
    expect(rig, "theta2_dot", 0.5, 0.125, RIG_INCLUDE);
    assert_string_equal(rig->includes[rig_value(rig, "damping")->include], "full-2.json");
    assert_string_equal(rig->includes[rig_value(rig, "restitution")->include], "full-1.json");
    expect(rig, "static_friction", 0.6, NAN, RIG_DEFAULT);
    expect(rig, "damping2", 0.005, 0.00025, RIG_DEFAULT);
    expect(rig, "rest_angle", NAN, NAN, RIG_NONE);
    expect(rig, "theta1", 32 * pi / 180, NAN, RIG_FILE);
    expect(rig, "theta1_dot", 2 * pi / 60, NAN, RIG_FILE);
    expect(rig, "theta2", NAN, NAN, RIG_NONE);
    assert_false(rig_given(rig_value(rig, "mass2")));
    assert_true(rig_given(rig_value(rig, "damping")));
    assert_null(rig_value(rig, "frequency"));
    rig_free(rig);
}

static void test_contact_belt_channels_and_simulated(void **state)
{
    (void)state;
    struct rig *rig = read_full();
    assert_int_equal(rig->law, RIG_LAW_COMPLIANT);
    assert_int_equal(rig->impact, RIG_IMPACT_STRONGE);
    assert_true(rig->contact.values[RIG_CONTACT_STIFFNESS].value == 2e5);
    assert_true(rig->contact.values[RIG_CONTACT_DAMPING].value == 3);
    assert_int_equal(rig->belt.kind, RIG_BELT_TABLE);
    assert_string_equal(rig->belt.name, "full.csv");
    assert_int_equal(rig->belt.interpolation, RIG_INTERPOLATION_LINEAR);
    assert_int_equal(access(rig->belt.path, R_OK), 0);
    assert_true(rig_rate(rig) == 20000);
    assert_int_equal(rig->n_channels, 4);
    const struct rig_channel *tip = &rig->channels[1];
    assert_int_equal(tip->role, RIG_ROLE_TIP_N);
    assert_true(fabs(tip->sensitivity - 0.125) < 1e-16);
    assert_string_equal(tip->unit, "m/s");
    assert_true(tip->values.values[RIG_CHANNEL_INPUT].value == 3);
    assert_true(tip->values.values[RIG_CHANNEL_RANGE].value == 5);
    assert_true(tip->values.values[RIG_CHANNEL_SIGN].value == -1);
    assert_true(fabs(tip->values.values[RIG_CHANNEL_BEAM_ANGLE].value - acos(-1) / 18) < 1e-16);
    assert_true(fabs(tip->values.values[RIG_CHANNEL_OFFSET].value - 0.002) < 1e-18);
    assert_true(rig->channels[0].values.values[RIG_CHANNEL_RANGE].value == 10);
    assert_true(rig->channels[0].values.values[RIG_CHANNEL_SIGN].value == 1);
    assert_string_equal(rig->channels[2].unit, "rad");
    assert_string_equal(rig->channels[3].unit, "N");
    assert_true(fabs(rig->channels[3].sensitivity - 2000) < 1e-12);
    assert_true(fabs(rig->simulated.values[RIG_SIMULATED_NOISE].value - 0.002) < 1e-18);
    assert_true(rig->simulated.values[RIG_SIMULATED_BITS].value == 12);
    assert_true(rig->simulated.values[RIG_SIMULATED_SEED].value == 7);
    assert_true(rig->simulated.values[RIG_SIMULATED_DROPOUT_RATE].value == 0);
    rig_free(rig);
}

/* the file that is installed has the values of the paper; k is its eq. (22) */
static void test_the_rig_of_zhao_2008(void **state)
{
    (void)state;
    const double m = 0.12, l = 0.21, g = 9.8, f = 4.6, pi = acos(-1);
    char *path = test_source("../../../data/zhao-2008.yaml");
    struct error err = {0};
    struct rig *rig;
    if (rig_read(path, test_registry, &rig, &err) != ERROR_OK)
        fail_msg("%s", err.message);
    expect(rig, "mass", m, NAN, RIG_FILE);
    expect(rig, "length", l, NAN, RIG_FILE);
    expect(rig, "height", 0.3775, NAN, RIG_FILE);
    expect(rig, "gravity", g, NAN, RIG_FILE);
    double k = m * l * l / 3 * pow(2 * pi * f, 2) - l / 2 * m * g;
    assert_true(fabs(rig_value(rig, "stiffness")->value - k) < 5e-4);
    expect(rig, "damping", 0.005, NAN, RIG_FILE);
    expect(rig, "friction", 0.6, NAN, RIG_FILE);
    expect(rig, "restitution", 0.1, NAN, RIG_FILE);
    expect(rig, "belt_speed", -0.5, NAN, RIG_FILE);
    expect(rig, "theta1", 32 * pi / 180, NAN, RIG_FILE);
    assert_true(rig_rate(rig) == 10000);
    assert_int_equal(rig->n_channels, 3);
    rig_free(rig);
    free(path);
}

/* a rig file is refused with every fragment in its message */
static void expect_message(const char *path, char *fragments)
{
    struct error err = {0};
    struct rig *rig;
    enum error_code code = rig_read(path, test_registry, &rig, &err);
    if (code != ERROR_INPUT || rig)
        fail_msg("%s: code %d", path, code);
    assert_int_equal(rig_read(path, test_registry, &rig, NULL), ERROR_INPUT);
    for (char *part = strtok(fragments, "|"); part; part = strtok(NULL, "|"))
        if (!strstr(err.message, part))
            fail_msg("\"%s\" is not in: %s", part, err.message);
}

static void test_bad_rigs_give_their_messages(void **state)
{
    (void)state;
    char *table = test_source("bad-rigs/EXPECT"), line[512];
    FILE *expected = fopen(table, "r");
    assert_non_null(expected);
    size_t n = 0;
    while (fgets(line, sizeof line, expected)) {
        line[strcspn(line, "\n")] = '\0';
        char *bar = strchr(line, '|'), name[128];
        if (line[0] == '#' || !bar)
            continue;
        snprintf(name, sizeof name, "bad-rigs/%.*s", (int)(bar - line), line);
        char *path = test_source(name);
        expect_message(path, bar + 1);
        free(path);
        n++;
    }
    fclose(expected);
    free(table);
    assert_true(n >= 50);
}

static void test_files_too_large_for_a_rig(void **state)
{
    (void)state;
    enum { SIZE = (1 << 20) + 2 };
    char *text = malloc(SIZE), *directory = scratch_directory();
    assert_non_null(text);
    memset(text, '#', SIZE - 1);
    text[SIZE - 1] = '\0';
    char *path = test_write(directory, "large.yaml", text), large[] = "large.yaml: |bytes";
    expect_message(path, large);
    remove(path);
    free(path);
    /* many keys, below the size limit */
    size_t used = 0;
    for (int i = 0; i < 5000; i++)
        used += (size_t)sprintf(text + used, "k%d: 1\n", i);
    path = test_write(directory, "keys.yaml", text);
    char keys[] = "keys.yaml:4097: |too many keys";
    expect_message(path, keys);
    remove(path);
    rmdir(directory);
    free(path);
    free(directory);
    free(text);
}

static void chain_message(const char *text, const char *fragment)
{
    char *directory = scratch_directory(), *path = test_write(directory, "chain.yaml", text);
    struct error err = {0};
    struct rig *rig;
    enum error_code code = rig_read(path, test_registry, &rig, &err);
    assert_int_equal(code, fragment ? ERROR_INPUT : ERROR_OK);
    if (fragment && !strstr(err.message, fragment))
        fail_msg("\"%s\" is not in: %s", fragment, err.message);
    rig_free(rig);
    remove(path);
    rmdir(directory);
    free(path);
    free(directory);
}

static void test_size_parameter_limits_the_start(void **state)
{
    (void)state;
#define CHAIN "model: chain\nparameters: {friction: 0.6, restitution: 0.1, links: "
    chain_message(CHAIN "2}\nstart: {theta1: 1 deg, theta2: 2 deg}\n", NULL);
    chain_message(CHAIN "3}\nstart: {theta1: 1 deg, theta2: 2 deg, theta3: 0 deg}\n", NULL);
    chain_message(CHAIN "3}\nstart: {theta1: 1 deg, theta2: 2 deg}\n",
                  "chain.yaml:3: start.theta3: is missing");
    chain_message(CHAIN "2}\nstart: {theta1: 1 deg, theta2: 2 deg, theta3_dot: 1 rad/s}\n",
                  "chain.yaml:3: start.theta3_dot: is not used, because links is 2");
    chain_message(CHAIN "4}\nstart: {theta1: 1 deg, theta2: 2 deg}\n",
                  "chain.yaml:2: parameters.links: is out of range; give 1 to 3");
    chain_message(CHAIN "0}\nstart: {}\n", "parameters.links: is out of range");
    chain_message(CHAIN "1.5}\nstart: {}\n", "1.5 is not a whole number");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_includes_and_defaults),
        cmocka_unit_test(test_contact_belt_channels_and_simulated),
        cmocka_unit_test(test_the_rig_of_zhao_2008),
        cmocka_unit_test(test_bad_rigs_give_their_messages),
        cmocka_unit_test(test_files_too_large_for_a_rig),
        cmocka_unit_test(test_size_parameter_limits_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
