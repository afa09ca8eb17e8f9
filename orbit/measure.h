/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a motion measures: the extremes of every state on the way, and whether
 * it keeps to the laws of contact. */
#ifndef ORBIT_MEASURE_H
#define ORBIT_MEASURE_H

#include "orbit/shoot.h"

struct orbit_measure {
    double low[SIM_MAX_STATES], high[SIM_MAX_STATES];
    double miss;        /* how far the end is from the start, of the motion's size */
    const char *broken; /* the law that is broken; NULL: none */
};

/* a period from the place, simulated once more without derivatives */
enum error_code orbit_measure_orbit(const struct orbit_system *system,
                                    const struct orbit_place *place, struct orbit_measure *measure,
                                    struct error *err);

/* largest |state| */
double orbit_measure_peak(const struct orbit_measure *measure, size_t state);

#endif
