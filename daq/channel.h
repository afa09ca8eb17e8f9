/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a channel of the rig file and the card's conversion to the channel of a
 * run: counts to volts to what is measured. */
#ifndef DAQ_CHANNEL_H
#define DAQ_CHANNEL_H

#include "lib/rig/rig.h"
#include "lib/run/run.h"

/* value of one of a channel's keys */
double daq_channel_value(const struct rig_channel *channel, enum rig_channel_key key);

/* the volts' polynomial is in `out` already: take the rest voltage off, and make
 * the sensitivity that of the measured direction, sign and beam included */
void daq_channel_convert(const struct rig_channel *channel, struct run_channel *out);

/* a converter that counts from 0 to 2^bits - 1 over plus and minus the range */
void daq_channel_linear(const struct rig_channel *channel, int64_t bits, struct run_channel *out);

/* frames are a whole number of nanoseconds apart; ERROR_INPUT when the rate is
 * beyond 1 GHz or below 1 mHz */
enum error_code daq_channel_period(double rate, struct run_period *period, struct error *err);

#endif
