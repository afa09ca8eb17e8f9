/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run to calibrate from: opened and verified; one channel, or a stretch of it,
 * in its physical unit, refused where gaps or clipping would spoil the numbers. */
#ifndef CALIB_INPUT_H
#define CALIB_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/error.h"
#include "lib/run/run.h"

struct calib_input {
    struct run *run;
    double period; /* s */
    int64_t first; /* frames used: from `first`, n of them */
    size_t n;
    double time; /* of the first frame used, s from the run's start */
};

/* a value from an option or from the run's rig */
struct calib_given {
    double value;       /* NaN: not known */
    double uncertainty; /* standard; NaN: not known */
};

/* open, verify the SHA-256, and take the frames from `from` to `until` (s;
 * NaN: the run's own start or end) */
enum error_code calib_input_open(const char *dir, double from, double until,
                                 struct calib_input *input, struct error *err);
void calib_input_close(struct calib_input *input);

/* index of the channel called `role`, or without it (NULL) of the first of
 * `roles` (ends with NULL) that is there; its unit must be one of `units` */
enum error_code calib_input_channel(const struct calib_input *input, const char *role,
                                    const char *const *roles, const char *const *units,
                                    size_t *channel, struct error *err);

/* an error when there is a gap within the frames used */
enum error_code calib_input_whole(const struct calib_input *input, struct error *err);

/* values of a channel, which the caller frees. With `clipped` NULL a clipped
 * sample is an error; otherwise *clipped is a flag for each sample (free it too) */
enum error_code calib_input_read(const struct calib_input *input, size_t channel, double **values,
                                 bool **clipped, struct error *err);

/* a parameter of the run's rig; a value that is given wins */
struct calib_given calib_input_parameter(const struct calib_input *input, const char *name,
                                         double value, double uncertainty);

#endif
