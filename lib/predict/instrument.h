/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What instruments with a low-pass (lib/measure/lowpass.h) show of a simulated motion, and means
 * over samples of it, with the derivatives of both. The low-pass is linear: each derivative goes
 * through it as the velocity does. Where an event moves the velocity from u to u + J at a time
 * with the derivative t', the derivative of what is shown is moved too, by -w J t'. */
#ifndef LIB_PREDICT_INSTRUMENT_H
#define LIB_PREDICT_INSTRUMENT_H

#include "lib/measure/record.h"
#include "lib/predict/result.h"
#include "sim/problem.h"

struct predict_instrument {
    const struct predict_wish *wish;
    struct predict_result *out;
    double rate[2]; /* of each channel's low-pass, 1/s; 0: none */
    size_t n_directions;
    double end[2];                           /* velocities at the end of the last piece */
    size_t taken;                            /* of the means' samples */
    double shown[2][1 + SIM_MAX_DIRECTIONS]; /* at the end of it, with its derivatives */
};

/* whether the samples of a wish are other than those of the simulator */
bool predict_instrument_needed(const struct measure_record *seen, const struct predict_wish *wish);

/* at the start of a motion that has shown its first velocity for long */
struct predict_instrument predict_instrument_begin(const struct sim_problem *problem,
                                                   const struct measure_record *seen,
                                                   const struct predict_wish *wish,
                                                   struct predict_result *out);

/* as the sink's `piece`: gives the samples within it */
void predict_instrument_take(struct predict_instrument *instrument, const struct sim_piece *piece);

#endif
