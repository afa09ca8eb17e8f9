/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/units.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <udunits2.h>

#include "lib/base/number.h"
#include "lib/base/unit_table.h"
#include "lib/base/unit_text.h"

/* what a unit measures and a text that would be right, for messages */
static const struct unit_word {
    const char *unit, *what, *example;
} unit_words[] = {
    {"1", "pure number", "0.6"},
    {"m", "length", "0.21 m"},
    {"kg", "mass", "0.12 kg"},
    {"s", "time", "0.5 s"},
    {"rad", "angle", "32 deg"},
    {"rad/s", "angular speed", "10 rpm"},
    {"Hz", "frequency", "10 kHz"},
    {"m/s", "speed", "0.5 m/s"},
    {"m/s2", "acceleration", "9.81 m/s2"},
    {"m/s/V", "speed per volt", "125 mm/s/V"},
    {"V", "voltage", "10 V"},
    {"N/m", "stiffness", "1e5 N/m"},
    {"N.s/m", "damping", "10 N.s/m"},
    {"N.m/rad", "torsional stiffness", "1.35 N.m/rad"},
    {"N.m.s/rad", "torsional damping", "0.005 N.m.s/rad"},
    {"kg.m2", "moment of inertia", "0.002 kg.m2"},
    {"1/s", "rate of change", "0.01 1/s"},
};

static struct unit_word unit_word(const char *unit)
{
    for (size_t i = 0; i < sizeof unit_words / sizeof *unit_words; i++)
        if (strcmp(unit_words[i].unit, unit) == 0)
            return unit_words[i];
    return (struct unit_word){unit, "quantity", NULL};
}

/* append "a length in m is expected; give for example "0.21 m"" */
static enum error_code say_expected(struct error *err, const char *unit)
{
    struct unit_word word = unit_word(unit);
    const char *article = strchr("aeiou", word.what[0]) ? "an" : "a";
    if (strcmp(unit, "1") == 0)
        error_append(err, "%s %s without a unit is expected", article, word.what);
    else
        error_append(err, "%s %s in %s is expected", article, word.what, unit);
    if (word.example)
        error_append(err, "; give for example \"%s\"", word.example);
    else
        error_append(err, "; give a number and a unit of that dimension");
    return ERROR_INPUT;
}

/* ---- udunits2: a small system and its whole database, each made at first use. Its parser
 * has static state of its own, so that one thread at a time is let in. */

static pthread_mutex_t udunits_mutex = PTHREAD_MUTEX_INITIALIZER;

enum source { SOURCE_TABLE, SOURCE_DATABASE, SOURCES };

struct udunits {
    ut_system *system;
    ut_unit *radian;
};

/* udunits2 spells it arc_degree */
static void name_degree(ut_system *system)
{
    ut_unit *degree = ut_get_unit_by_name(system, "arc_degree");
    if (degree)
        ut_map_symbol_to_unit("deg", UT_ASCII, degree);
    ut_free(degree);
}

static ut_system *read_database(void)
{
    ut_system *system = ut_read_xml(NULL);
    if (system)
        name_degree(system);
    return system;
}

static const struct udunits *udunits_get(enum source source)
{
    static struct udunits all[SOURCES];
    struct udunits *units = &all[source];
    if (!units->system) {
        ut_set_error_message_handler(ut_ignore);
        units->system = source == SOURCE_TABLE ? unit_table_new() : read_database();
        if (units->system)
            units->radian = ut_get_unit_by_name(units->system, "radian");
    }
    return units->radian ? units : NULL;
}

/* power of the radian in a unit: udunits2 drops it from dimensions */
struct radians {
    const ut_unit *radian;
    int power;
};

static ut_status visit_basic(const ut_unit *unit, void *arg)
{
    struct radians *radians = arg;
    radians->power += ut_compare(unit, radians->radian) == 0;
    return UT_SUCCESS;
}

static ut_status visit_product(const ut_unit *unit, int count, const ut_unit *const *basics,
                               const int *powers, void *arg)
{
    (void)unit;
    struct radians *radians = arg;
    for (int i = 0; i < count; i++)
        if (ut_compare(basics[i], radians->radian) == 0)
            radians->power += powers[i];
    return UT_SUCCESS;
}

static int radian_power(const ut_unit *radian, const ut_unit *unit);

static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *underlying,
                                double offset, void *arg)
{
    (void)unit, (void)scale, (void)offset;
    struct radians *radians = arg;
    radians->power += radian_power(radians->radian, underlying);
    return UT_SUCCESS;
}

static ut_status visit_timestamp(const ut_unit *unit, const ut_unit *time, double origin, void *arg)
{
    (void)unit, (void)time, (void)origin, (void)arg;
    return UT_SUCCESS;
}

static ut_status visit_logarithmic(const ut_unit *unit, double base, const ut_unit *reference,
                                   void *arg)
{
    (void)unit, (void)base, (void)reference, (void)arg;
    return UT_SUCCESS;
}

static int radian_power(const ut_unit *radian, const ut_unit *unit)
{
    static const ut_visitor visitor = {visit_basic, visit_product, visit_galilean, visit_timestamp,
                                       visit_logarithmic};
    struct radians radians = {radian, 0};
    ut_accept_visitor(unit, &visitor, &radians);
    return radians.power;
}

/* whether `from` has the dimension of `to`. udunits2 alone would also take
 * reciprocals (ms for Hz), angles for numbers and Hz for rad/s. *turns is set
 * where radians are to be counted as turns. */
static bool same_dimension(const ut_unit *radian, const ut_unit *from, const ut_unit *to,
                           const char *to_name, bool *turns)
{
    ut_unit *ratio = ut_divide(from, to);
    if (!ratio)
        return false;
    bool same = ut_is_dimensionless(ratio) != 0;
    ut_free(ratio);
    if (!same)
        return false;
    int given = radian_power(radian, from), asked = radian_power(radian, to);
    *turns = strcmp(to_name, "Hz") == 0 && given == 1;
    bool divided = given <= 0 && given >= -1 && asked <= 0 && asked >= -1;
    return given == asked || divided || *turns;
}

/* A number that was written: the double next to it, and more of its digits, so that the
 * double next to a thousandth of it can be told too. */
struct written {
    double value;
    long double digits;
};

/* Where a unit is a whole part of the other, as us of s, the value is divided by that number: a
 * product with 1e-6, which no double is, makes 4.9999999999999996e-06 s of 5 us. */
static double converted(const cv_converter *converter, const struct written *number)
{
    const double zero = cv_convert_double(converter, 0), one = cv_convert_double(converter, 1);
    const double parts = rint(1 / one);
    const bool is_part = zero == 0 && parts > 1 && isfinite(parts) && 1 / parts == one;
    return is_part ? (double)(number->digits / parts) : cv_convert_double(converter, number->value);
}

static enum error_code convert_parsed(const ut_unit *radian, ut_unit *const units[2],
                                      const char *const names[2], struct written *number,
                                      struct error *err)
{
    bool turns = false;
    cv_converter *converter = NULL;
    if (same_dimension(radian, units[0], units[1], names[1], &turns))
        converter = ut_get_converter(units[0], units[1]);
    if (!converter) {
        error_set(err, ERROR_INPUT, "%s is no unit for this: ", names[0]);
        return say_expected(err, names[1]);
    }
    number->value = converted(converter, number);
    cv_free(converter);
    if (turns)
        number->value /= 2 * acos(-1);
    return ERROR_OK;
}

static enum error_code say_unknown(ut_unit *const units[2], const char *const names[2],
                                   struct error *err)
{
    if (units[0])
        return error_set(err, ERROR_UNSUPPORTED, "the unit \"%s\" is not known to udunits2",
                         names[1]);
    error_set(err, ERROR_INPUT, "\"%s\" is not a unit: ", names[0]);
    return say_expected(err, names[1]);
}

/* from the first of the names to the second, in the smallest system that knows both */
static enum error_code convert(const char *const names[2], struct written *number,
                               struct error *err)
{
    for (enum source source = SOURCE_TABLE; source < SOURCES; source++) {
        const struct udunits *system = udunits_get(source);
        if (!system)
            continue;
        ut_unit *units[2] = {unit_text_parse(system->system, names[0]),
                             unit_text_parse(system->system, names[1])};
        const bool both = units[0] && units[1];
        enum error_code code = ERROR_OK;
        if (both)
            code = convert_parsed(system->radian, units, names, number, err);
        else if (source == SOURCE_DATABASE)
            code = say_unknown(units, names, err);
        ut_free(units[0]);
        ut_free(units[1]);
        if (both || code)
            return code;
    }
    return error_set(err, ERROR_IO,
                     "the unit database of udunits2 cannot be read; install the Debian "
                     "package libudunits2-data or set UDUNITS2_XML_PATH, and see that there "
                     "is memory");
}

/* ---- text */

enum { UNIT_NAME_SIZE = 64 };

/* a plain decimal number at the start; returns what follows, NULL when there is
 * none. strtod alone would take nan, inf and hexadecimal. */
static const char *read_number(const char *text, struct written *number)
{
    const char *digits = text + (*text == '+' || *text == '-');
    bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    if (hexadecimal || !(isdigit((unsigned char)digits[0]) || digits[0] == '.'))
        return NULL;
    char *end;
    *number = (struct written){strtod(text, &end), strtold(text, NULL)};
    return end == text ? NULL : end;
}

/* a number from the unit whose name is `text`, which may have space around it */
static enum error_code from_unit(const char *text, const char *unit, struct written *number,
                                 struct error *err)
{
    text += strspn(text, " \t");
    char name[UNIT_NAME_SIZE];
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        length--;
    if (length >= sizeof name)
        return error_set(err, ERROR_INPUT, "the unit is too long; give a unit like \"%s\"", unit);
    memcpy(name, text, length);
    name[length] = '\0';
    if (length == 0 && strcmp(unit, "1") != 0) {
        error_set(err, ERROR_INPUT, "the unit is missing: ");
        return say_expected(err, unit);
    }
    /* the same unit is not converted, so that what was printed reads back */
    if (length == 0 || strcmp(name, unit) == 0)
        return ERROR_OK;
    if (name[0] == ',' && isdigit((unsigned char)name[1]))
        return error_set(err, ERROR_INPUT,
                         "the number has a decimal comma; write it with a point, 0.2 instead of "
                         "0,2");
    /* "0.12 3 kg" would be a product for udunits2 */
    bool second = strchr("+-.0123456789", name[0]) && strncmp(name, "1/", 2) != 0;
    if (second)
        return error_set(err, ERROR_INPUT,
                         "\"%s\" is not a unit; give one number and one unit, like \"%s\"", name,
                         unit);
    return convert((const char *const[2]){name, unit}, number, err);
}

static enum error_code read_quantity(const char *text, const char *unit, struct written *number,
                                     struct error *err)
{
    const char *rest = read_number(text, number);
    if (!rest) {
        error_set(err, ERROR_INPUT, "no number is read from it: ");
        return say_expected(err, unit);
    }
    if (!isfinite(number->value))
        return error_set(err, ERROR_INPUT, "the number is too large; numbers reach to 1.79e308");
    return from_unit(rest, unit, number, err);
}

/* either of the two above, one thread at a time and with a point for the decimals */
static enum error_code guarded(enum error_code (*read)(const char *text, const char *unit,
                                                       struct written *number, struct error *err),
                               const char *text, const char *unit, double *value, struct error *err)
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c_locale)
        return error_memory(err);
    locale_t caller = uselocale(c_locale);
    pthread_mutex_lock(&udunits_mutex);
    struct written number = {*value, *value};
    enum error_code code = read(text, unit, &number, err);
    pthread_mutex_unlock(&udunits_mutex);
    uselocale(caller);
    freelocale(c_locale);
    if (!code && !isfinite(number.value))
        code = error_set(err, ERROR_INPUT, "the number is too large in %s", unit);
    if (code)
        return code;
    *value = number.value;
    return ERROR_OK;
}

enum error_code units_parse(const char *text, const char *unit, double *value, struct error *err)
{
    text += strspn(text, " \t\r\n");
    double result = NAN;
    enum error_code code = guarded(read_quantity, text, unit, &result, err);
    if (!code)
        *value = result;
    else
        error_prefix(err, "\"%.60s\"", text);
    return code;
}

enum error_code units_convert(const char *from, const char *to, double *value, struct error *err)
{
    if (strcmp(from, to) == 0)
        return ERROR_OK;
    enum error_code code = guarded(from_unit, from, to, value, err);
    if (code) {
        char number[NUMBER_SIZE];
        number_text(*value, number);
        error_prefix(err, "\"%s %.60s\"", number, from);
    }
    return code;
}

bool units_known(const char *unit)
{
    bool known = false;
    pthread_mutex_lock(&udunits_mutex);
    for (enum source source = SOURCE_TABLE; source < SOURCES && !known; source++) {
        const struct udunits *units = udunits_get(source);
        ut_unit *parsed = units ? unit_text_parse(units->system, unit) : NULL;
        known = parsed != NULL;
        ut_free(parsed);
    }
    pthread_mutex_unlock(&udunits_mutex);
    return known;
}

void units_format(double value, const char *unit, char *text, size_t size)
{
    char number[NUMBER_SIZE];
    number_text(value, number);
    bool pure = strcmp(unit, "1") == 0;
    snprintf(text, size, "%s%s%s", number, pure ? "" : " ", pure ? "" : unit);
}
