/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of skitter-daq, each in a file of its own. */
#ifndef DAQ_COMMANDS_H
#define DAQ_COMMANDS_H

#include "lib/cli/options.h"

extern const struct program daq_list_program, daq_record_program, daq_import_program,
    daq_monitor_program;

#endif
