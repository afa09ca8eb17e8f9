/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/unit_table.h"

#include <stdbool.h>
#include <stddef.h>

/* In the order of need, with the database's own definitions, so that numbers come out the
 * same to the last bit. No definition: a base unit; an empty one: a base without dimension. */
static const struct unit {
    const char *name, *symbol, *definition;
} units[] = {
    {"meter", "m", NULL},
    {"kilogram", "kg", NULL},
    {"second", "s", NULL},
    {"ampere", "A", NULL},
    {"radian", "rad", ""},
    {"gram", "g", "1e-3 kg"},
    {"hertz", "Hz", "1/s"},
    {"newton", "N", "m.kg/s2"},
    {"pascal", "Pa", "N/m2"},
    {"joule", "J", "N.m"},
    {"watt", "W", "J/s"},
    {"volt", "V", "W/A"},
    {"pi", NULL, "3.141592653589793238462643383279"},
    {"arc_degree", "\xc2\xb0", "(pi/180) rad"},
    {"degree", "deg", "arc_degree"},
    {"rotation", NULL, "2 pi rad"},
    {"minute", "min", "60 s"},
    {NULL, "rpm", "rotation/minute"},
    {"percent", "%", "0.01"},
};

static const struct prefix {
    const char *symbol;
    double value;
} prefixes[] = {
    {"G", 1e9},         {"M", 1e6},         {"k", 1e3},  {"c", .01},  {"m", 1e-3},
    {"\xc2\xb5", 1e-6}, {"\xce\xbc", 1e-6}, {"u", 1e-6}, {"n", 1e-9},
};

static bool name_unit(ut_unit *made, const struct unit *unit)
{
    return (!unit->name || !ut_map_name_to_unit(unit->name, UT_ASCII, made)) &&
           (!unit->symbol || !ut_map_symbol_to_unit(unit->symbol, UT_UTF8, made));
}

static ut_unit *make_unit(ut_system *system, const char *definition)
{
    if (!definition)
        return ut_new_base_unit(system);
    return *definition ? ut_parse(system, definition, UT_ASCII) : ut_new_dimensionless_unit(system);
}

static bool add_unit(ut_system *system, const struct unit *unit)
{
    ut_unit *made = make_unit(system, unit->definition);
    const bool named = made && name_unit(made, unit);
    ut_free(made);
    return named;
}

static bool add_all(ut_system *system)
{
    bool whole = true;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && whole; i++)
        whole = !ut_add_symbol_prefix(system, prefixes[i].symbol, prefixes[i].value);
    for (size_t i = 0; i < sizeof units / sizeof *units && whole; i++)
        whole = add_unit(system, &units[i]);
    return whole;
}

ut_system *unit_table_new(void)
{
    ut_system *system = ut_new_system();
    if (system && add_all(system))
        return system;
    ut_free_system(system);
    return NULL;
}
