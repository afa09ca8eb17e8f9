/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The small table of units against udunits2's database: what the table knows, the database
 * knows, as the same unit to the last bit. The other way round it need not: the rest is read
 * from there. */
#include "config.h"

#include "lib/base/unit_table.h"

#include <stdbool.h>
#include <string.h>

#include "lib/base/unit_text.h"
#include "tests/test.h"

enum { TABLE, DATABASE, SYSTEMS };
static ut_system *systems[SYSTEMS];

static int setup(void **state)
{
    (void)state;
    ut_set_error_message_handler(ut_ignore);
    systems[TABLE] = unit_table_new();
    systems[DATABASE] = ut_read_xml(NULL);
    if (!systems[TABLE] || !systems[DATABASE])
        return -1;
    /* to be printed, a base unit needs a name */
    static const char *const bases[] = {"m", "kg", "s", "A", "rad"};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        ut_unit *base = ut_get_unit_by_symbol(systems[TABLE], bases[i]);
        ut_map_unit_to_symbol(base, bases[i], UT_ASCII);
        ut_free(base);
    }
    ut_unit *degree = ut_get_unit_by_name(systems[DATABASE], "degree");
    ut_map_symbol_to_unit("deg", UT_ASCII, degree);
    ut_free(degree);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    ut_free_system(systems[TABLE]);
    ut_free_system(systems[DATABASE]);
    return 0;
}

/* its dimension in base units with 15 digits of its size; returns the size in full, or that
 * of the reciprocal unit */
static double size_of(int source, ut_unit *unit, char *definition, size_t room)
{
    static const char *const si[] = {"1",     "rad", "m",    "kg",     "s",     "A",   "m/s",
                                     "m/s/V", "N",   "N/m",  "N.s/m",  "J",     "W",   "V",
                                     "N.s",   "Pa",  "m/s2", "kg.m2",  "N.m.s", "Hz",  "1/m",
                                     "rad/s", "m2",  "1/s2", "m/s2/V", "m/V",   "N/V", "1/V"};
    assert_true(ut_format(unit, definition, room, UT_DEFINITION | UT_ASCII) >= 0);
    for (size_t i = 0; i < sizeof si / sizeof *si; i++) {
        ut_unit *to = unit_text_parse(systems[source], si[i]);
        assert_non_null(to);
        cv_converter *converter = ut_get_converter(unit, to);
        ut_free(to);
        if (converter) {
            const double size = cv_convert_double(converter, 1);
            cv_free(converter);
            return size;
        }
    }
    fail_msg("%s: of a kind that this test does not measure", definition);
    return 0;
}

/* false when the table does not know it */
static bool agrees(const char *text)
{
    ut_unit *own = unit_text_parse(systems[TABLE], text);
    if (!own)
        return false;
    ut_unit *given = unit_text_parse(systems[DATABASE], text);
    if (!given)
        fail_msg("%s is no unit of the database", text);
    char kinds[SYSTEMS][128];
    const double a = size_of(TABLE, own, kinds[TABLE], sizeof kinds[TABLE]);
    const double b = size_of(DATABASE, given, kinds[DATABASE], sizeof kinds[DATABASE]);
    if (a != b || strcmp(kinds[TABLE], kinds[DATABASE]) != 0)
        fail_msg("%s is %.17g (%s), in the database %.17g (%s)", text, a, kinds[TABLE], b,
                 kinds[DATABASE]);
    ut_free(own);
    ut_free(given);
    return true;
}

static void test_rig_files_units_are_known(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "m",     "mm",          "cm",   "um",      "\xc2\xb5m", "\xce\xbcm", "kg",    "g",
        "s",     "ms",          "us",   "ns",      "rad",       "mrad",      "deg",   "\xc2\xb0",
        "rpm",   "rad/s",       "Hz",   "kHz",     "MHz",       "N",         "mN",    "kN",
        "N/m",   "kN/m",        "N/mm", "N.s/m",   "N.m/rad",   "N.m.s/rad", "N.m",   "mN.m",
        "V",     "mV",          "m/s",  "mm/s",    "m/s/V",     "mm/s/V",    "m/s2",  "m/s^2",
        "kg.m2", "g.cm2",       "1/s",  "%",       "%/s",       "deg/s",     "kg/s",  "1",
        "J",     "mJ",          "W",    "Pa",      "kPa",       "GPa",       "A",     "mA",
        "mm2",   "m/s\xc2\xb2", "N.s",  "N.m/deg", "min",       "degree",    "meter", "newton",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!agrees(texts[i]))
            fail_msg("the table does not know %s", texts[i]);
}

/* a prefix and a symbol of the table may not read as something that the database calls
 * otherwise, as cd is no hundredth of a day */
static void test_short_names_mean_the_same(void **state)
{
    (void)state;
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%";
    const size_t n = sizeof letters - 1;
    size_t known = 0;
    for (size_t i = 0; i < (n + 1) * (n + 1) * (n + 1); i++) {
        /* the string's end counts as a letter, so that shorter names are met, too */
        const size_t at[3] = {i % (n + 1), i / (n + 1) % (n + 1), i / (n + 1) / (n + 1)};
        const char text[4] = {letters[at[0]], letters[at[1]], letters[at[2]], '\0'};
        known += text[0] && agrees(text);
    }
    assert_true(known > 100);
}

static void test_what_it_lacks_is_no_unit(void **state)
{
    (void)state;
    static const char *const texts[] = {"inch", "lbf", "hour", "dm", "tonne", "furlongz", "K"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_null(unit_text_parse(systems[TABLE], texts[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rig_files_units_are_known),
        cmocka_unit_test(test_short_names_mean_the_same),
        cmocka_unit_test(test_what_it_lacks_is_no_unit),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
