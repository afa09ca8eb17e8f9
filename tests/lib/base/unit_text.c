/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The texts of units: every way to write one, and what is none. Under the address sanitizer
 * also that nothing of what is refused stays in memory: udunits2's own parser leaks it. */
#include "config.h"

#include "lib/base/unit_text.h"

#include <math.h>
#include <string.h>

#include "tests/test.h"

static ut_system *system_of_units;

static int setup(void **state)
{
    (void)state;
    ut_set_error_message_handler(ut_ignore);
    system_of_units = ut_read_xml(NULL);
    return system_of_units ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    ut_free_system(system_of_units);
    return 0;
}

/* how many of `si` one of `text` is; 0 when it is no unit, or one of another kind */
static double in_si(const char *text, const char *si)
{
    ut_unit *from = unit_text_parse(system_of_units, text);
    ut_unit *to = unit_text_parse(system_of_units, si);
    assert_non_null(to);
    cv_converter *converter = from ? ut_get_converter(from, to) : NULL;
    const double value = converter ? cv_convert_double(converter, 1) : 0;
    cv_free(converter);
    ut_free(from);
    ut_free(to);
    return value;
}

static void test_ways_to_write_a_unit(void **state)
{
    (void)state;
    static const struct {
        const char *text, *si;
        double value;
    } cases[] = {
        {"mm", "m", 1e-3},
        {"kilometer", "m", 1e3},
        {"\xc2\xb5m", "m", 1e-6},                  /* micro */
        {"\xc2\xb0", "rad", 0.017453292519943295}, /* degree */
        {"k\xce\xa9", "kg.m2/s3/A2", 1e3},         /* Omega */
        {"%", "1", 0.01},
        {"N.m", "kg.m2/s2", 1},
        {"N*m", "kg.m2/s2", 1},
        {"N-m", "kg.m2/s2", 1},
        {"N m", "kg.m2/s2", 1},
        {"N\xc2\xb7m", "kg.m2/s2", 1}, /* middle dot */
        {" N . mm ", "kg.m2/s2", 1e-3},
        {"km/h", "m/s", 1 / 3.6},
        {"km per h", "m/s", 1 / 3.6},
        {"km PER h", "m/s", 1 / 3.6},
        {"m/s/s", "m/s2", 1},
        {"m/s.mm", "m2/s", 1e-3}, /* from left to right */
        {"m/(s.ms)", "m/s2", 1e3},
        {"(cm)(cm)", "m2", 1e-4},
        {"cm2", "m2", 1e-4},
        {"cm^2", "m2", 1e-4},
        {"cm**2", "m2", 1e-4},
        {"cm+2", "m2", 1e-4},
        {"cm\xc2\xb2", "m2", 1e-4},
        {"cm^-2", "1/m2", 1e4},
        {"cm-2", "1/m2", 1e4},
        {"cm\xe2\x81\xbb\xc2\xb2", "1/m2", 1e4},
        {"cm0", "1", 1},
        {"1/min", "1/s", 1 / 60.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double value = in_si(cases[i].text, cases[i].si);
        if (!(fabs(value - cases[i].value) <= 1e-12 * cases[i].value))
            fail_msg("%s is %.17g %s", cases[i].text, value, cases[i].si);
    }
    /* digits within a name; the value by NIST SP 811, six figures */
    assert_true(fabs(in_si("inch_H2O_39F", "N/m2") - 249.082) <= 0.0005);
}

static void test_what_is_no_unit(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        " ",
        "foo",
        "m foo",
        "m.foo",
        "m/foo/s",
        "m 2",
        "2 m",
        "m/2",
        "g 0se",
        "g 0se\x97\xdf",
        "m^",
        "m**",
        "m^^2",
        "m^x",
        "m22",
        "m300",
        "m^2^2",
        "m-",
        "m/",
        "m//s",
        "/s",
        ".m",
        "m..m",
        "(m",
        "m)",
        "()",
        "(m))",
        "((((((((((((((m))))))))))))))",
        "s since 1970-01-01",
        "K @ 273.15",
        "lg(re 1 mW)",
        "lg(re",
        "m\xff",
        "\xc2",
        "\xe2\x81",
        "m\xe2\x81\xbb",
        "perm",
        "m.per",
        "11",
        "meter_that_is_written_with_so_many_letters_that_no_name_is_as_long_as_it",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ut_unit *unit = unit_text_parse(system_of_units, texts[i]);
        if (unit)
            fail_msg("'%s' was taken", texts[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways_to_write_a_unit),
        cmocka_unit_test(test_what_is_no_unit),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
