/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches as CSV; columns as in skitter-orbit(1), 17 digits. */
#ifndef ORBIT_TABLE_H
#define ORBIT_TABLE_H

#include <stdio.h>

#include "orbit/point.h"

/* kind: "orbit", "equilibrium", "up", "down"; branch: its number, from 1 */
void orbit_table_header(const struct orbit_system *system, FILE *out);
void orbit_table_row(const struct orbit_system *system, const char *kind, int branch,
                     const struct orbit_point *point, FILE *out);

/* a line for people about what is special: "fold  friction = 0.41059, ..." */
void orbit_table_special(const struct orbit_system *system, const struct orbit_point *point,
                         FILE *out);

#endif
