/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs of a described mechanism (lib/rig/description.h) on a tape: each is a value of the
 * state, plus slopes times the accelerations. */
#ifndef SIM_OUTPUTS_H
#define SIM_OUTPUTS_H

#include "lib/base/error.h"
#include "lib/rig/description.h"
#include "sim/model.h"

struct sim_outputs;
struct sim_schedules;

/* NULL for a description without any */
enum error_code sim_outputs_create(const struct rig_description *description,
                                   const struct sim_schedules *schedules,
                                   struct sim_outputs **outputs, struct error *err);
void sim_outputs_free(struct sim_outputs *outputs); /* NULL is allowed */

/* all of them, at a state with these accelerations */
void sim_outputs_at(const struct sim_outputs *outputs, const double *p, const double *x,
                    const double *acceleration, double *values);

/* and how they change in one direction, with the accelerations' own changes */
void sim_outputs_slopes(const struct sim_outputs *outputs, const double *p, const double *x,
                        const double *acceleration, const struct sim_move *move,
                        const double *acceleration_slopes, double *slopes);

#endif
