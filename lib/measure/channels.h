/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorded channels of a run, or of a part of it, as a physicist wants them: read once,
 * all together, each with its values and what can be said of them. Whoever has this needs to
 * open the run no more: what run.json says (rig, origin, trigger, gaps) is in `run`. */
#ifndef LIB_MEASURE_CHANNELS_H
#define LIB_MEASURE_CHANNELS_H

#include "lib/base/error.h"
#include "lib/measure/flag.h"
#include "lib/measure/level.h"
#include "lib/run/run.h"

struct measure_channel {
    const struct run_channel *info; /* role, unit, conversion */
    double *values;                 /* in its unit */
    unsigned char *flags;           /* enum measure_flag of each value */
    size_t n_clipped, n_lost;       /* samples */
    size_t n_dropouts;              /* that the lost ones are in */
    double skew;                    /* s; how much after the grid's times it was taken */
    double noise; /* rms of the white noise of a sample; a count's rounding at the least */
    struct measure_level rest; /* before the trigger, or that of measure_level_rest */
};

struct measure_channels {
    struct run *run; /* without its signal */
    double period;   /* s */
    int64_t first;   /* frames in use: from `first`, n of them */
    size_t n;
    double time; /* of the first frame in use, s from the run's start */
    struct measure_channel *list;
    size_t n_list;
    bool before_trigger; /* the rests are those before it, not the quietest stretches */
};

/* Verify the SHA-256 and read the frames from `from` to `until` (s; NaN: the run's own start
 * or end), with one pass over them. */
enum error_code measure_channels_read(const char *dir, double from, double until,
                                      struct measure_channels *channels, struct error *err);
/* the same of a run that is open, which is the channels' from then on, or closed on failure */
enum error_code measure_channels_take(struct run *run, double from, double until,
                                      struct measure_channels *channels, struct error *err);
void measure_channels_free(struct measure_channels *channels);

/* the channel of that role, NULL when there is none */
struct measure_channel *measure_channels_find(const struct measure_channels *channels,
                                              const char *role);

/* the sentence of measure_flag_clipped_text; false when no sample of the channel is clipped */
bool measure_channel_clipped(const struct measure_channels *channels,
                             const struct measure_channel *channel, char text[MEASURE_FLAG_TEXT]);

/* an error when there is a gap within the frames in use; `advice` says what to do then */
enum error_code measure_channels_whole(const struct measure_channels *channels, const char *advice,
                                       struct error *err);

/* the value of one count in the middle of the converter's range, in the channel's unit */
double measure_channel_step(const struct run_channel *info);

#endif
