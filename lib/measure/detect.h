/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of a record, found in its velocities alone. */
#ifndef LIB_MEASURE_DETECT_H
#define LIB_MEASURE_DETECT_H

#include "lib/measure/events.h"
#include "lib/measure/jump.h"
#include "lib/measure/record.h"

struct measure_detected {
    struct measure_events events; /* the first one is the start of the motion */
    size_t quiet;                 /* samples of rest before it; 0: it moves from the first on */
    /* what each channel showed in these, which is taken off the record; n is 0 where there are
     * too few to tell, and for a rail that moves already */
    struct measure_level rest[MEASURE_CHANNELS];
};

/* the first sample of the motion */
size_t measure_detect_first(const struct measure_record *measured,
                            const struct measure_detected *detected);

/* First what every channel shows at rest (level, drift, hum) is taken off the record, and its
 * noise and the colour of that are found (measured->background, noise, jump_noise); then the
 * events are. Where a person told the start, or a trigger fired, the start is not after it.
 * ERROR_INPUT when nothing moves, or a channel is clipped in most of the motion. */
enum error_code measure_detect(struct measure_record *measured, struct measure_detected *detected,
                               struct error *err);

/* Where a signal that is zero on one side begins to differ from zero as
 * b d + c d^2, d being the distance: least squares over b, c and the place.
 * y: n samples of noise `noise`, free after the place (side 1) or before it
 * (side -1). Returns the place in samples; its uncertainty likewise. */
double measure_detect_hinge(const double *y, size_t n, int side, double noise, double *uncertainty);

#endif
