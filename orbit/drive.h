/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What drives a rig with a period of its own: harmonic forces and a shaken base. Time is then a
 * state, the clock, and the orbits are those of the stroboscopic map: their periods are whole
 * numbers of the drive's. */
#ifndef ORBIT_DRIVE_H
#define ORBIT_DRIVE_H

#include "lib/rig/description.h"
#include "sim/model.h"

struct orbit_drive {
    bool there;
    bool tables;        /* some of it follows a table, which has no period */
    size_t clock, pace; /* states: the time, and its velocity, which is 1 */
    size_t n;
    const struct rig_form *frequencies[RIG_MAX_FORCES + 1];
};

/* of a model with n coordinates; what it points to is the description's */
void orbit_drive_read(const struct sim_model *model, size_t n, struct orbit_drive *drive);

/* whether a state is time itself or its pace, which nothing changes */
static inline bool orbit_drive_is_time(const struct orbit_drive *drive, size_t state)
{
    return drive->there && (state == drive->clock || state == drive->pace);
}

/* The least time after which all of the drive repeats, and its derivative along `slope` (of the
 * parameters). ERROR_INPUT where there is none. */
enum error_code orbit_drive_period(const struct orbit_drive *drive, const double *p,
                                   const double *slope, double *period, double *period_slope,
                                   struct error *err);

#endif
