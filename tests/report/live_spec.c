/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a page's sliders are made of. With arguments it helps live.sh:
 *     live_spec RIG SHARE
 * prints for each slider a line of JSON for the page, with the slider that is moved to a share of
 * its range, then a line NAME=VALUE UNIT for skitter-sim. */
#include "config.h"

#include "report/live_spec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/json.h"
#include "sim/registry.h"
#include "tests/test.h"

static const char *const rigs[] = {"chain",
                                   "leine-2002-simple",
                                   "leine-2002",
                                   "liu-2007-case4",
                                   "or-2012",
                                   "painleve-box",
                                   "painleve-rod",
                                   "zhao-2008",
                                   "zhao-2008-pendulum",
                                   "example-ellipse",
                                   "example-rocking-block",
                                   "colas-2019"};

static json_t *spec_of(const char *path)
{
    struct rig *rig;
    struct error err;
    if (rig_read(path, sim_registry, &rig, &err)) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    json_t *spec = report_live_knows(rig) ? report_live_values(rig) : NULL;
    rig_free(rig);
    return spec;
}

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static const char *text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* as a page has it */
static json_t *mechanism_of(const char *path)
{
    struct rig *rig;
    char *bytes = NULL;
    size_t size;
    if (rig_read(path, sim_registry, &rig, NULL))
        exit(1);
    FILE *out = open_memstream(&bytes, &size);
    if (report_live_mechanism(rig, out, NULL))
        exit(1);
    fclose(out);
    json_t *text = json_string(bytes);
    free(bytes);
    rig_free(rig);
    return text;
}

static int print_changes(const char *path, double share)
{
    json_t *spec = spec_of(path), *slider;
    size_t i;
    json_object_set_new(spec, "mechanism", mechanism_of(path));
    json_array_foreach(json_object_get(spec, "sliders"), i, slider)
    {
        const double low = number(slider, "low"), high = number(slider, "high");
        const double value = low + share * (high - low);
        json_object_set_new(spec, "change", json_pack("{s:O, s:f}", "slider", slider, "to", value));
        char *dumped = json_dumps(spec, JSON_COMPACT);
        printf("%s\n%s=%.17g %s\n", dumped, text(slider, "name"), value, text(slider, "unit"));
        free(dumped);
    }
    json_decref(spec);
    return 0;
}

static char *path_of(const char *name)
{
    char *path = malloc(1024);
    assert_non_null(path);
    snprintf(path, 1024, "%s/data/%s.yaml", getenv("TOP_SRCDIR"), name);
    return path;
}

/* each shipped mechanism is in that list, and has a slider at least for what all have */
static void every_mechanism_has_sliders(void **state)
{
    (void)state;
    bool seen[32] = {0};
    for (size_t i = 0; i < sizeof rigs / sizeof *rigs; i++) {
        struct rig *rig;
        char *path = path_of(rigs[i]);
        assert_int_equal(rig_read(path, sim_registry, &rig, NULL), ERROR_OK);
        for (size_t k = 0; sim_registry_model(k); k++)
            seen[k] |= rig->model == &sim_registry_model(k)->table;
        assert_true(report_live_knows(rig));
        json_t *spec = report_live_values(rig);
        assert_in_range(json_array_size(json_object_get(spec, "sliders")), 1, 12);
        json_decref(spec);
        rig_free(rig);
        free(path);
    }
    for (size_t k = 0; sim_registry_model(k); k++)
        if (!seen[k])
            fail_msg("no rig of data/ has the model %s", sim_registry_model(k)->table.name);
}

/* a slider stands within its range when the page opens, and a fraction stays one */
static void sliders_hold_their_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rigs / sizeof *rigs; i++) {
        char *path = path_of(rigs[i]);
        json_t *spec = spec_of(path), *slider;
        size_t k;
        json_array_foreach(json_object_get(spec, "sliders"), k, slider)
        {
            const double low = number(slider, "low"), high = number(slider, "high");
            assert_true(low < high);
            assert_true(number(slider, "value") >= low && number(slider, "value") <= high);
            if (strcmp(text(slider, "name"), "restitution") == 0)
                assert_true(low >= 0 && high <= 1);
            if (strcmp(text(slider, "name"), "friction") == 0)
                assert_true(low >= 0);
        }
        json_decref(spec);
        free(path);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_mechanism_has_sliders),
                                       cmocka_unit_test(sliders_hold_their_value)};
    if (argc == 3)
        return print_changes(argv[1], strtod(argv[2], NULL));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
