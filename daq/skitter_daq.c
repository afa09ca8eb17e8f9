/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-daq: reads its arguments and calls the acquisition. */
#include "lib/base/gsl_answers.h"
#include "lib/cli/program.h"
#include "daq/commands.h"

static const struct program *const commands[] = {&daq_list_program, &daq_record_program,
                                                 &daq_import_program, &daq_monitor_program, NULL};
static const char *const synopsis[] = {"COMMAND [OPTION]... [ARGUMENT]...", NULL};

static const struct program program = {
    .name = "skitter-daq",
    .summary = "Record runs from a card, from the simulated rig or from files.",
    .synopsis = synopsis,
    .commands = commands,
};

int main(int argc, char **argv)
{
    gsl_answers_begin();
    return program_main(&program, argc, argv);
}
