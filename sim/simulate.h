/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event-driven simulation: smooth phases of flight, slip and stick, joined by events. On
 * failure the sink has had everything up to the failure. */
#ifndef SIM_SIMULATE_H
#define SIM_SIMULATE_H

#include "sim/problem.h"

enum error_code sim_simulate(const struct sim_problem *problem, const struct sim_sink *sink,
                             struct sim_statistics *statistics, struct error *err);

#endif
