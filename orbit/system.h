/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rig whose motion is studied along one of its parameters: what the value of
 * that parameter makes of all the others, and their derivative by it. */
#ifndef ORBIT_SYSTEM_H
#define ORBIT_SYSTEM_H

#include "orbit/drive.h"
#include "sim/setup.h"

struct orbit_system {
    struct sim_setup *setup;          /* its problem has the parameters and the start of `value` */
    size_t width;                     /* states */
    size_t parameter;                 /* row, SIZE_MAX: none */
    double value;                     /* of the parameter */
    double slope[SIM_MAX_PARAMETERS]; /* d(parameters)/d(value) */
    struct sim_values given;          /* those of the rig, not completed */
    struct orbit_drive drive;
    double drive_period, drive_period_slope; /* of the value and by it, where there is a drive */
};

/* `parameter` may be NULL. A belt that is not steady is an error: there is no
 * periodic motion without a clock of its own. */
enum error_code orbit_system_create(const struct rig *rig, double rtol, const char *parameter,
                                    struct orbit_system **system, struct error *err);
void orbit_system_free(struct orbit_system *system); /* NULL is allowed */

/* another value of the parameter; ERROR_INPUT when it is out of its range */
enum error_code orbit_system_set(struct orbit_system *system, double value, struct error *err);

/* "friction" */
const char *orbit_system_parameter(const struct orbit_system *system);
const char *orbit_system_unit(const struct orbit_system *system);

/* of a coordinate or velocity: rad, m/s */
const char *orbit_system_state_unit(const struct orbit_system *system, size_t state);

#endif
