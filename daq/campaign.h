/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a campaign: DIR/001, DIR/002 and so on. */
#ifndef DAQ_CAMPAIGN_H
#define DAQ_CAMPAIGN_H

#include <limits.h>

#include "lib/base/error.h"

/* the directory of the next run, after the highest number that is there; the campaign need
 * not exist. A run is none */
enum error_code daq_campaign_next(const char *dir, char next[PATH_MAX], struct error *err);

#endif
