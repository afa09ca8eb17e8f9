/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a calibration takes from a recorded run: one channel, in its physical unit and refused
 * where gaps or clipping would spoil the numbers, and parameters of the run's rig. */
#ifndef CALIB_INPUT_H
#define CALIB_INPUT_H

#include "lib/measure/channels.h"

/* a value from an option or from the run's rig */
struct calib_given {
    double value;       /* NaN: not known */
    double uncertainty; /* standard; NaN: not known */
};

/* The channel called `role`, or without it (NULL) the first of `roles` (ends with NULL) that is
 * there; its unit must be one of `units`. A gap or a clipped sample is an error. */
enum error_code calib_input_channel(const struct measure_channels *input, const char *role,
                                    const char *const *roles, const char *const *units,
                                    const struct measure_channel **channel, struct error *err);

/* a parameter of the run's rig; a value that is given wins */
struct calib_given calib_input_parameter(const struct measure_channels *input, const char *name,
                                         double value, double uncertainty);

#endif
