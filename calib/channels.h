/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each channel of a run is worth: conversion, offset, noise, delay, dropouts. */
#ifndef CALIB_CHANNELS_H
#define CALIB_CHANNELS_H

#include "calib/input.h"
#include "calib/output.h"

struct calib_channel {
    const struct measure_channel *measured;
    struct measure_level rest;        /* its offset and its noise */
    double *values;                   /* with the offset taken off */
    double delay, delay_u, coherence; /* s after the first channel, skew included */
};

struct calib_channels {
    struct calib_channel *list;
    size_t n, samples;
    double time, period;
    const char *quiet; /* how the stretch at rest was chosen */
};

/* `rest`: the rig is at rest for so long at the start, s; NaN: the part before
 * the trigger, or the quietest 0.2 s */
enum error_code calib_channels_find(const struct measure_channels *input, double rest,
                                    struct calib_channels *channels, struct calib_output *output,
                                    struct error *err);
void calib_channels_free(struct calib_channels *channels);
void calib_channels_print(const struct calib_channels *channels, FILE *out);
void calib_channels_draw(const struct calib_channels *channels, struct figure *figure);

/* CSV: t, then value and flag (0 good, 1 clipped, 2 dropout) of each channel;
 * where the flag is not 0 there is no value */
enum error_code calib_channels_write(const struct calib_channels *channels, const char *path,
                                     bool force, struct error *err);

#endif
