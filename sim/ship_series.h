/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series as tables of C, for those of shipped mechanisms that are interpreted (sim/code.h): a
 * compiler reads a table in no time, and code it does not. */
#ifndef SIM_SHIP_SERIES_H
#define SIM_SHIP_SERIES_H

#include <stdio.h>

#include "sim/own.h"

/* PREFIX_tables, by enum sim_way */
void sim_ship_series(FILE *out, const char *prefix, const struct sim_tapes *tapes);

#endif
