/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of every mechanism as mdoc, for skitter-rig(5): `make man-tables` puts them there,
 * tests/sim/manual.sh fails when they are no longer what the programs know. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "sim/registry.h"

static const char *const ranges[] = {[QUANTITY_ANY] = "",
                                     [QUANTITY_POSITIVE] = "above 0",
                                     [QUANTITY_NON_NEGATIVE] = "0 or above",
                                     [QUANTITY_FRACTION] = "0 to 1",
                                     [QUANTITY_WHOLE] = "whole"};

static void print_default(const struct quantity *row)
{
    const char *unit = strcmp(row->unit, "1") == 0 ? "" : row->unit;
    if (row->fallback == QUANTITY_REQUIRED)
        puts("Required.");
    else if (row->fallback == QUANTITY_VALUE)
        printf("Default: %.9g%s%s.\n", row->default_value, *unit ? " " : "", unit);
    else if (row->fallback == QUANTITY_SAME_AS)
        printf("Default: as\n.Cm %s .\n", row->same_as);
}

static void print_row(const struct quantity *row)
{
    const bool pure = strcmp(row->unit, "1") == 0;
    const char *range = ranges[row->range];
    printf(".It Cm %s", row->name);
    if (!pure || *range)
        printf(" Pq %s%s%s", pure ? "" : row->unit, !pure && *range ? ", " : "", range);
    printf("\n%c%s.\n", toupper((unsigned char)row->doc[0]), row->doc + 1);
    print_default(row);
}

static void print_rows(const char *what, const struct quantity *rows, size_t from, size_t to)
{
    printf(".Pp\n%s:\n.Bl -tag -width Ds -compact\n", what);
    for (size_t i = from; i < to; i++)
        print_row(&rows[i]);
    puts(".El");
}

int main(void)
{
    const struct mechanism *first = sim_registry(0);
    puts(".Ss Parameters of every mechanism\nA mechanism need not use all of them.");
    print_rows("Parameters", first->parameters, 0, SIM_OWN_PARAMETERS);
    for (size_t i = 0; sim_registry(i); i++) {
        const struct mechanism *table = sim_registry(i);
        printf(".Ss %s\n%c%s.\n", table->name, toupper((unsigned char)table->title[0]),
               table->title + 1);
        print_rows("Parameters", table->parameters, SIM_OWN_PARAMETERS, table->n_parameters);
        print_rows("Start", table->states, 0, 2 * table->n_coordinates);
    }
    return 0;
}
