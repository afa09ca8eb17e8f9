/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A series written as C, with the arithmetic of the interpreter (sim/series.c), so that both
 * give the same bits. */
#ifndef SIM_EMIT_SERIES_H
#define SIM_EMIT_SERIES_H

#include <stdio.h>

#include "sim/series.h"

/* what a file with such functions has before them */
void sim_emit_series_head(FILE *out);

/* NAME, a sim_code_series; `scope` is "static " or "" */
void sim_emit_series(FILE *out, const char *scope, const char *name,
                     const struct sim_series *series);

#endif
