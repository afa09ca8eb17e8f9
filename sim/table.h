/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trajectories and events as CSV; columns as in skitter-sim(1), 17 digits. */
#ifndef SIM_TABLE_H
#define SIM_TABLE_H

#include <stdio.h>

#include "sim/setup.h"

void sim_table_trajectory_header(const struct sim_setup *setup, FILE *out);
void sim_table_trajectory_row(const struct sim_setup *setup, const struct sim_sample *sample,
                              FILE *out);

/* of the mechanism before and after an event, and what friction has taken in it; J */
struct sim_table_energy {
    double before, after, heat;
};
void sim_table_energies(const struct sim_setup *setup, const struct sim_event *event,
                        struct sim_table_energy *energy);

void sim_table_event_header(const struct sim_setup *setup, FILE *out);
void sim_table_event_row(const struct sim_setup *setup, const struct sim_event *event, FILE *out);

/* SI unit of a column of these and of other tables about a mechanism (the context), for a
 * person's table (lib/cli/table.h); NULL when it has none */
const char *sim_table_unit(const void *mechanism, const char *column);

#endif
