/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/table.h"

#include <string.h>

#include "lib/base/number.h"

void orbit_table_header(const struct orbit_system *system, FILE *out)
{
    const struct sim_setup *setup = system->setup;
    fprintf(out, "kind,branch,%s,period", orbit_system_parameter(system));
    for (size_t i = 0; i < system->width; i++)
        fprintf(out, ",%s", sim_setup_state(setup, i));
    for (size_t i = 0; i < system->width; i++)
        fprintf(out, ",%s_min,%s_max", sim_setup_state(setup, i), sim_setup_state(setup, i));
    fprintf(out, ",stability");
    for (size_t i = 0; i < system->width; i++)
        fprintf(out, ",value%zu_re,value%zu_im", i + 1, i + 1);
    fprintf(out, ",sequence,special,infeasible,note\n");
}

void orbit_table_row(const struct orbit_system *system, const char *kind, int branch,
                     const struct orbit_point *point, FILE *out)
{
    fprintf(out, "%s,%d", kind, branch);
    number_columns((const double[2]){point->place.value, point->place.period}, 2, out);
    number_columns(point->place.x, system->width, out);
    for (size_t i = 0; i < system->width; i++)
        number_columns((const double[2]){point->measure.low[i], point->measure.high[i]}, 2, out);
    fprintf(out, ",%s", orbit_stability_word(point->stability));
    for (size_t i = 0; i < system->width; i++) {
        if (i < point->n_values)
            number_columns((const double[2]){creal(point->values[i]), cimag(point->values[i])}, 2,
                           out);
        else
            fprintf(out, ",,");
    }
    fprintf(out, ",%s,%s,%s,%s\n", point->sequence, orbit_special_word(point->special),
            point->measure.broken ? point->measure.broken : "", point->note);
}

void orbit_table_special(const struct orbit_system *system, const struct orbit_point *point,
                         FILE *out)
{
    const char *unit = orbit_system_unit(system);
    fprintf(out, "%-10s %s = %.10g%s%s", orbit_special_word(point->special),
            orbit_system_parameter(system), point->place.value, strcmp(unit, "1") ? " " : "",
            strcmp(unit, "1") ? unit : "");
    if (point->periodic)
        fprintf(out, ", period %.9g s", point->place.period);
    fprintf(out, ", %s%s%s\n", orbit_stability_word(point->stability), point->note[0] ? ", " : "",
            point->note);
}
