/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What skitter-daq tells a person: remarks and losses on stderr, the summary of
 * a run on stdout. Used by its commands only. */
#ifndef DAQ_TALK_H
#define DAQ_TALK_H

#include <stdio.h>

#include "daq/session.h"

/* a red line for each loss, as it happens */
void daq_talk_loss(int64_t frame, const struct daq_loss *loss);

/* clipping and flat channels */
void daq_talk_health(const struct run_info *info, const struct daq_health *health);

/* one line for a person, or one JSON object on a line */
void daq_talk_summary(const char *dir, const struct run_info *info,
                      const struct daq_outcome *outcome, bool json);

#endif
