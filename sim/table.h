/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trajectories and events as CSV; columns as in skitter-sim(1), 17 digits. */
#ifndef SIM_TABLE_H
#define SIM_TABLE_H

#include <stdio.h>

#include "sim/setup.h"

void sim_table_trajectory_header(const struct sim_setup *setup, FILE *out);
void sim_table_trajectory_row(const struct sim_setup *setup, const struct sim_sample *sample,
                              FILE *out);

void sim_table_event_header(const struct sim_setup *setup, FILE *out);
void sim_table_event_row(const struct sim_setup *setup, const struct sim_event *event, FILE *out);

#endif
