/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of skitter run, a file each. */
#ifndef FRONT_RUNS_H
#define FRONT_RUNS_H

#include "lib/cli/program.h"

extern const struct program front_run_info, front_run_list, front_run_verify, front_run_note,
    front_run_cut, front_run_plot, front_run_export, front_run_repair;

/* "RUN", and "RUN" again and again */
extern const struct option_argument front_run_argument[];

#endif
