/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that the programs of the first generation (0.1.0) wrote stay readable, and mean what
 * they meant. generation1/ has a rig file, what `skitter rig check` printed of it, and results
 * of a calibration and of a fit; ../run/generation1 has a run with its recorded rig. They are
 * never made anew. What is in them is read here by other means: line by line, and by jansson. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rig/result.h"
#include "lib/rig/rig.h"
#include "tests/lib/fixture.h"
#include "tests/test.h"

static struct rig *read_rig(const char *name)
{
    char *path = test_source(name);
    struct rig *rig;
    struct error err = {0};
    if (rig_read(path, test_registry, &rig, &err) != ERROR_OK)
        fail_msg("%s", err.message);
    free(path);
    return rig;
}

static json_t *read_json(const char *name)
{
    char *path = test_source(name);
    json_t *json = json_load_file(path, 0, NULL);
    assert_non_null(json);
    free(path);
    return json;
}

/* "  mass: 0.12 kg  # ..." of the parameters and the start; that it stands there is to be given */
static size_t compare_lines(const struct rig *rig, FILE *file)
{
    char line[256], part[32] = "", name[64];
    size_t n = 0;
    double value;
    while (fgets(line, sizeof line, file)) {
        if (line[0] != ' ') {
            sscanf(line, "%31[a-z]", part);
            continue;
        }
        const bool ours = strcmp(part, "parameters") == 0 || strcmp(part, "start") == 0;
        if (!ours || sscanf(line, "  %63[a-z0-9_]: %lf", name, &value) != 2)
            continue;
        const struct rig_value *got = rig_value(rig, name);
        assert_non_null(got);
        if (got->value != value || !rig_given(got))
            fail_msg("%s is %.17g, source %d", line, got->value, got->source);
        n++;
    }
    return n;
}

static void test_printed_rig(void **state)
{
    (void)state;
    char *path = test_source("generation1/printed.yaml");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    struct rig *rig = read_rig("generation1/printed.yaml");
    assert_int_equal(compare_lines(rig, file), 15); /* 13 parameters, 2 of the start */
    assert_int_equal(rig->n_channels, 3);
    assert_true(rig->channels[0].sensitivity == 0.125);
    assert_true(rig->simulated.values[RIG_SIMULATED_SEED].value == 2008);
    assert_true(rig->contact.values[RIG_CONTACT_STIFFNESS].value == 100000);
    /* the values, but not the sources, are those of the rig file that it was printed from */
    struct rig *source = read_rig("generation1/rig.yaml");
    /* but for the skew: 0.1.0 took 5 us for the double below 5e-6 s, which today's reader does not
     */
    double *skew = &rig->simulated.values[RIG_SIMULATED_SKEW].value;
    assert_true(*skew == nextafter(5e-6, 0));
    assert_true(source->simulated.values[RIG_SIMULATED_SKEW].value == 5e-6);
    *skew = 5e-6;
    test_same_rig(source, rig, false);
    rig_free(source);
    rig_free(rig);
    fclose(file);
    free(path);
}

static void same_number(const json_t *json, double got)
{
    if (json_is_number(json))
        assert_true(got == json_number_value(json));
    else
        assert_true(isnan(got));
}

static void compare_results(const char *name, const char *program, size_t count)
{
    char *path = test_source(name);
    json_t *json = read_json(name), *list = json_object_get(json, "results");
    struct result_file file;
    struct error err = {0};
    if (result_read(path, &file, &err))
        fail_msg("%s", err.message);
    assert_int_equal(file.n_results, count);
    assert_int_equal(json_array_size(list), count);
    assert_string_equal(file.program, program);
    assert_string_equal(file.version, "0.1.0");
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(list, i);
        const char *run = json_string_value(json_object_get(one, "run"));
        assert_string_equal(file.results[i].name, json_string_value(json_object_get(one, "name")));
        assert_string_equal(file.results[i].unit, json_string_value(json_object_get(one, "unit")));
        assert_string_equal(file.results[i].run ? file.results[i].run : "", run ? run : "");
        same_number(json_object_get(one, "value"), file.results[i].value);
        same_number(json_object_get(one, "uncertainty"), file.results[i].uncertainty);
    }
    result_free(&file);
    json_decref(json);
    free(path);
}

static void test_results(void **state)
{
    (void)state;
    compare_results("generation1/pendulum.json", "skitter-calib pendulum", 7);
    compare_results("generation1/fit.json", "skitter-fit", 8);
}

/* the fourth last of pendulum.json's results, as a person reads it there */
static void test_included_result(void **state)
{
    (void)state;
    struct rig *rig = read_rig("generation1/rig.yaml");
    const struct rig_value *stiffness = rig_value(rig, "stiffness");
    assert_int_equal(stiffness->source, RIG_INCLUDE);
    assert_true(stiffness->value == 1.3399984550198365);
    assert_true(stiffness->uncertainty == 0.0055833269396500431);
    rig_free(rig);
}

static size_t compare_section(const json_t *json, const struct rig_section *section)
{
    static const char *const sources[] = {"none", "default", "include", "file", "set"};
    const char *name;
    json_t *one;
    json_object_foreach((json_t *)json, name, one)
    {
        const size_t row = quantity_find(section->table, section->n, name);
        assert_true(row < section->n);
        const struct rig_value *got = &section->values[row];
        same_number(json_object_get(one, "value"), got->value);
        same_number(json_object_get(one, "uncertainty"), got->uncertainty);
        assert_string_equal(json_string_value(json_object_get(one, "source")),
                            sources[got->source]);
    }
    return json_object_size(json);
}

static void test_recorded_rig(void **state)
{
    (void)state;
    json_t *run = read_json("../run/generation1/run.json"), *json = json_object_get(run, "rig");
    struct rig *rig;
    struct error err = {0};
    if (rig_from_json(json, "run.json", test_registry, &rig, &err))
        fail_msg("%s", err.message);
    size_t n = compare_section(json_object_get(json, "parameters"), &rig->parameters);
    assert_int_equal(n, 13);
    compare_section(json_object_get(json, "start"), &rig->start);
    compare_section(json_object_get(json, "contact"), &rig->contact);
    compare_section(json_object_get(json, "sampling"), &rig->sampling);
    n = compare_section(json_object_get(json, "simulated"), &rig->simulated);
    assert_int_equal(n, 16);
    const json_t *channels = json_object_get(json, "channels");
    assert_int_equal(rig->n_channels, json_array_size(channels));
    for (size_t i = 0; i < rig->n_channels; i++)
        compare_section(json_object_get(json_array_get(channels, i), "values"),
                        &rig->channels[i].values);
    /* it was recorded with --set friction=0.55, and static friction followed: it still does */
    assert_true(rig_value(rig, "static_friction")->value == 0.55);
    assert_int_equal(rig_set(rig, "friction=0.9", NULL), ERROR_OK);
    assert_true(rig_value(rig, "static_friction")->value == 0.9);
    rig_free(rig);
    json_decref(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_printed_rig),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_included_result),
        cmocka_unit_test(test_recorded_rig),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
