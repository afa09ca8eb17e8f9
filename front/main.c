/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter: the front end. Runs the other programs and looks after files. */
#include "config.h"

#include <limits.h>
#include <stdio.h>

#include "lib/cli/program.h"
#include "front/commands.h"
#include "front/programs.h"

#define FRONT_PROGRAM(word, text, its)                                                         \
    &(const struct program)                                                                    \
    {                                                                                          \
        .name = "skitter " word, .summary = (text), .main = front_program_exec, .words = (its) \
    }

static const char *const daq_words[] = {"record", "monitor", "import", NULL};

static const struct program *const commands[] = {
    FRONT_PROGRAM("daq", "record a run from a card, a simulated rig or a file", daq_words),
    FRONT_PROGRAM("calib", "turn volts into velocities, stiffness and friction", NULL),
    FRONT_PROGRAM("sim", "simulate slip, stick, impact and flight of a mechanism", NULL),
    FRONT_PROGRAM("map", "find where the paradox and jamming live", NULL),
    FRONT_PROGRAM("orbit", "follow periodic motions and their stability", NULL),
    FRONT_PROGRAM("fit", "find the parameters of a rig from its runs", NULL),
    FRONT_PROGRAM("plan", "say which run to make next", NULL),
    FRONT_PROGRAM("report", "compare experiment and simulation, in HTML and PDF", NULL),
    &front_rig,
    &front_run,
    &front_sweep,
    NULL,
};

/* without a command: what there is, and what of it is here */
static enum error_code front_list(const void *settings, const struct option_list *arguments,
                                  struct error *err)
{
    (void)settings, (void)arguments, (void)err;
    puts("usage: skitter COMMAND ...\n");
    for (const struct program *const *c = commands; *c; c++) {
        char path[PATH_MAX];
        bool here = (*c)->main != front_program_exec || front_program_find(*c, path, sizeof path);
        printf("  %-8s %s%s\n", program_word(*c), (*c)->summary, here ? "" : " (not installed)");
    }
    puts("\n'skitter COMMAND --help' says more; so does 'man skitter'.");
    return ERROR_OK;
}

static const struct program skitter = {
    .name = "skitter",
    .summary = "Record, calibrate, simulate and explain the hopping and jamming of a "
               "mechanism whose tip rubs on a moving surface.",
    .commands = commands,
    .run = front_list,
};

int main(int argc, char **argv) { return program_main(&skitter, argc, argv); }
