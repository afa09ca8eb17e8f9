/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of a run. Run directories are run.json and signal.<wav|rf64|w64|flac>, see
 * skitter-run(5).
 *
 * The signal holds what the converter gave, bit for bit. Converters count
 * without a sign and sound files store signed numbers, so a file holds
 *     sample = count - count_offset
 * (count_offset is 2^(bits-1) for an unsigned converter, 0 for signed data).
 * Samples are what is written and read here; conversion polynomials and rails
 * speak of counts. */
#ifndef LIB_RUN_DESCRIPTION_H
#define LIB_RUN_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <jansson.h>

#include "lib/base/error.h"

enum {
    RUN_SCHEMA = 2, /* 1 had its period in whole nanoseconds; it is read, too */
    RUN_COEFFICIENTS_MAX = 8,
    RUN_CHANNELS_MAX = 1024, /* what libsndfile takes */
    RUN_TIME_SIZE = 40       /* of "2008-05-01T12:00:00.123456789Z" */
};
#define RUN_UNKNOWN ((int64_t)-1) /* a frame or number that is not known */

/* X(name, text in run.json) */
#define RUN_STATE_LIST(X)                                                    \
    X(RECORDING, "recording")     /* the writer is at work, or was killed */ \
    X(COMPLETE, "complete")       /* everything that was asked for */        \
    X(INTERRUPTED, "interrupted") /* closed in order, but before its end */  \
    X(REPAIRED, "repaired")       /* by run_repair */

enum run_state {
#define RUN_STATE_ENUM(name, text) RUN_##name,
    RUN_STATE_LIST(RUN_STATE_ENUM)
#undef RUN_STATE_ENUM
};

/* physical = sensitivity * sum over i of coefficients[i] * (count - origin)^i */
struct run_channel {
    const char *role;   /* "tip_t" */
    const char *unit;   /* of the physical value, "m/s" */
    double sensitivity; /* unit per volt; 1 when the polynomial ends in unit */
    double origin;
    double coefficients[RUN_COEFFICIENTS_MAX];
    size_t n_coefficients;
    int64_t count_min, count_max; /* rails: a count there is clipped */
    int64_t skew_ns;              /* taken this much after the first channel */
};

/* of a second, from frame to frame: 1/48000 is no whole number of nanoseconds */
struct run_period {
    int64_t numerator, denominator;
};

struct run_trigger {
    const char *text;   /* the condition; NULL when there was no trigger */
    int64_t frame;      /* where it fired */
    int64_t pre_frames; /* how many frames before it were asked for */
};

/* What is known when recording starts. All texts may be NULL (not known) but
 * role and unit of a channel. Whoever fills it keeps what it points to; what a
 * struct run points to lives until run_close. */
struct run_info {
    const char *program; /* "skitter-daq 0.1.0" */
    const char *device, *driver;
    const char *note;
    const char *start;        /* UTC, from run_time_text */
    json_t *rig;              /* as it was; NULL when there is none */
    struct run_period period; /* the truth: a sound file's rate is a whole number of hertz */
    int64_t bits;             /* of the converter, 1 to 32 */
    int64_t count_offset;
    const struct run_channel *channels;
    size_t n_channels;
    struct run_trigger trigger;
};

struct run_gap {
    int64_t frame; /* the first frame after the gap */
    int64_t lost;  /* frames, or RUN_UNKNOWN */
    const char *why;
};

struct run_signal; /* an open signal file, run_signal.h */

struct run {
    struct run_info info;
    enum run_state state;
    const char *why;    /* it is in this state; NULL when nothing was said */
    const char *sha256; /* of the signal file, NULL while recording */
    int64_t frames;     /* that can be read */
    const struct run_gap *gaps;
    size_t n_gaps;
    char warning[256]; /* "" or what the reader should be told */
    /* of run.c */
    const char *dir;
    json_t *json;
    struct run_signal *signal;
};

/* channel of that role, RUN_UNKNOWN when there is none */
int64_t run_find_channel(const struct run_info *info, const char *role);

/* from frame to frame, s */
double run_period(const struct run_info *info);

/* so many nanoseconds, exactly */
struct run_period run_period_of_ns(int64_t ns);

/* the time that so many frames take, in ns, rounded once */
int64_t run_time_ns(const struct run_info *info, int64_t frames);

/* the physical value of a count */
double run_convert(const struct run_channel *channel, double count);

/* UTC time as run.json has it, nanoseconds included */
void run_time_text(struct timespec time, char text[RUN_TIME_SIZE]);

const char *run_state_text(enum run_state state);

#endif
