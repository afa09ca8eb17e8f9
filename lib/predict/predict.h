/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run simulated: the tip's velocities at the record's times and the events
 * that a record would show, with their derivatives by the free values. */
#ifndef LIB_PREDICT_PREDICT_H
#define LIB_PREDICT_PREDICT_H

#include "lib/rig/rig.h"
#include "lib/measure/record.h"
#include "lib/predict/result.h"
#include "sim/setup.h"

/* a run's values before any is fitted */
struct predict_base {
    struct sim_values values;
    /* contact law and belt; model, n and p are the values', and the surface is the one below */
    struct sim_inputs inputs;
    struct rig_surface surface;
    enum rig_impact impact;
    double rtol;
};

/* values of the rig, and which of them a person gave: the others follow in a fit too */
void predict_base_from_rig(const struct rig *rig, struct predict_base *base);

/* a belt whose speed is known over time instead of a constant one; NULL: as it is */
void predict_base_drive(struct predict_base *base, const struct sim_belt *belt);

/* set the value at an index of sim_values_index */
void predict_base_set(struct predict_base *base, size_t index, double value);

/* `seen` tells how large a jump must be to be seen, and the bandwidth of each channel: samples
 * are what an instrument with that low-pass shows (lib/predict/instrument.h). The prediction's
 * memory is used again from call to call; predict_result_free gives it back. */
enum error_code predict_run(const struct predict_base *base, const struct measure_record *seen,
                            const struct predict_wish *wish, struct predict_result *out,
                            struct error *err);
void predict_result_free(struct predict_result *prediction);

#endif
