/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timing of a Comedi scan: what to ask a card for, and what it made of it.
 * No device is opened here. */
#ifndef DAQ_COMEDI_COMMAND_H
#define DAQ_COMEDI_COMMAND_H

#include <stdint.h>

#include <comedilib.h>

#include "lib/base/error.h"

/* fill a command for `period_ns` from the triggers that the card has (a mask of
 * comedi_get_cmd_src_mask). A short convert_arg, so that the channels of a scan
 * lie close together: the card raises it to what it can do */
enum error_code daq_comedi_ask(const comedi_cmd *mask, int64_t period_ns, comedi_cmd *cmd,
                               struct error *err);

/* what comedi_command_test made of it. A period more than 1 % off is
 * ERROR_UNSUPPORTED */
int64_t daq_comedi_period(const comedi_cmd *cmd);
int64_t daq_comedi_skew(const comedi_cmd *cmd, unsigned channel);
enum error_code daq_comedi_check_period(const comedi_cmd *cmd, int64_t asked_ns, struct error *err);

#endif
