/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/uncertain.h"

#include <math.h>

#include "tests/test.h"

/* what each text means by the GUM, 7.2.2, worked out by hand */
static const struct {
    const char *text, *unit;
    double value, uncertainty;
} cases[] = {
    {"0.12(1) kg", "kg", 0.12, 0.01},
    {"0.120(2) kg", "kg", 0.12, 0.002},
    {"120(12) g", "kg", 0.12, 0.012},
    {"0.12(0.003) kg", "kg", 0.12, 0.003},
    {"9.8 m/s2 +- 0.01", "m/s2", 9.8, 0.01},
    {"9.8 +- 0.01 m/s2", "m/s2", 9.8, 0.01},
    {"32 deg +- 0.5 deg", "rad", 32 * M_PI / 180, 0.5 * M_PI / 180},
    {"0.3 m +- 2 mm", "m", 0.3, 0.002},
    {"0.3 m \xc2\xb1 2 mm", "m", 0.3, 0.002},
    {"-0.2(1) m/s", "m/s", -0.2, 0.1},
    {"0.59(2)", "1", 0.59, 0.02},
    {"0.59 +- 2e-2", "1", 0.59, 0.02},
    {"125(1) mm/s/V", "m/s/V", 0.125, 0.001},
};

static void means_what_it_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        double value, uncertainty;
        if (rig_uncertain_parse(cases[i].text, cases[i].unit, &value, &uncertainty, &err))
            fail_msg("%s: %s", cases[i].text, err.message);
        if (fabs(value - cases[i].value) > 1e-15 ||
            fabs(uncertainty / cases[i].uncertainty - 1) > 1e-14)
            fail_msg("%s: %.17g +- %.17g", cases[i].text, value, uncertainty);
    }
}

static void none_is_none(void **state)
{
    (void)state;
    double value, uncertainty;
    assert_int_equal(rig_uncertain_parse("0.12 kg", "kg", &value, &uncertainty, NULL), ERROR_OK);
    assert_true(value == 0.12 && isnan(uncertainty));
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0.12() kg",     "0.12(x) kg",      "(1) kg",          "0.12(1 kg", "0.12 kg +- 1 s",
        "0.12 kg +- kg", "0.12 kg +- -1 g", "0.12 kg +- nan",  "+- 1 kg",   "1e-3(1) kg",
        "0.12(1)(1) kg", "0.12 +- 0.1",     "0.12 kg +- 1e kg"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct error err = {0};
        double value, uncertainty;
        if (rig_uncertain_parse(texts[i], "kg", &value, &uncertainty, &err) != ERROR_INPUT)
            fail_msg("%s was taken", texts[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(means_what_it_says),
                                       cmocka_unit_test(none_is_none),
                                       cmocka_unit_test(nonsense_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
