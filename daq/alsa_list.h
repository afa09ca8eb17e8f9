/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sound cards that can record, for skitter-daq list. */
#ifndef DAQ_ALSA_LIST_H
#define DAQ_ALSA_LIST_H

#include <jansson.h>

/* append them to a list of devices */
void daq_alsa_list(json_t *devices);

/* alsa-lib would write to standard error what it also returns */
void daq_alsa_be_silent(void);

#endif
