/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of a record, found in its velocities alone. */
#ifndef LIB_MEASURE_DETECT_H
#define LIB_MEASURE_DETECT_H

#include "lib/measure/events.h"
#include "lib/measure/record.h"

/* Size of a jump: what the two tip channels jump by, each in units of how well
 * a jump of it can be told from noise, added as squares. */
double measure_detect_size(const struct measure_record *measured, double jump_t, double jump_n);

#define MEASURE_JUMP_SEEN 10.0 /* jumps of this size are detected */
#define MEASURE_JUMP_SURE 20.0 /* and from this size on never missed */

struct measure_detected {
    struct measure_events events; /* the first one is the start of the motion */
    size_t quiet;                 /* samples of rest before it; 0: it moves from the first on */
    /* what each channel shows in these, the rail's too, which may move by then; n is 0 where
     * there are too few to tell */
    struct measure_level rest[MEASURE_CHANNELS];
};

/* the first sample of the motion */
size_t measure_detect_first(const struct measure_record *measured,
                            const struct measure_detected *detected);

/* ERROR_INPUT when nothing moves, or a channel is clipped in most of the motion */
enum error_code measure_detect(const struct measure_record *measured,
                               struct measure_detected *detected, struct error *err);

/* Where a signal that is zero on one side begins to differ from zero as
 * b d + c d^2, d being the distance: least squares over b, c and the place.
 * y: n samples of noise `noise`, free after the place (side 1) or before it
 * (side -1). Returns the place in samples; its uncertainty likewise. */
double measure_detect_hinge(const double *y, size_t n, int side, double noise, double *uncertainty);

#endif
