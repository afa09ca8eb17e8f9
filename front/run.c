/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter run: look after run directories */
#include "config.h"

#include "front/commands.h"
#include "front/runs.h"

static const struct program *const commands[] = {
    &front_run_list,   &front_run_info,   &front_run_plot,
    &front_run_note,   &front_run_cut,    &front_run_export,
    &front_run_verify, &front_run_repair, NULL};

const struct program front_run = {
    .name = "skitter run",
    .summary = "list, show, cut, note, export, verify and repair runs",
    .commands = commands,
};
