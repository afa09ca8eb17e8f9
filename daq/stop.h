/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SIGINT, SIGTERM and SIGHUP as events to wait for: they are blocked in every
 * thread and taken when the program is ready for them. */
#ifndef DAQ_STOP_H
#define DAQ_STOP_H

#include <signal.h>
#include <stdint.h>

/* block them; threads that are made later inherit it */
void daq_stop_block(sigset_t *signals);

/* sleep until one arrives or the time is over: its name, or NULL */
const char *daq_stop_wait(const sigset_t *signals, int64_t ns);

#endif
