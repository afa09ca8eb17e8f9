/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Comedi devices there are and what they can do. */
#ifndef DAQ_COMEDI_LIST_H
#define DAQ_COMEDI_LIST_H

#include <jansson.h>

/* append an object for each device that opens to the array */
void daq_comedi_list(json_t *devices);

#endif
