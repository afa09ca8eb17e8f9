/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where samples come from. A source is one struct of function pointers in a
 * file of its own, source_NAME.c, and one line in the table of source.c. */
#ifndef DAQ_SOURCE_H
#define DAQ_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/rig/rig.h"
#include "lib/run/run.h"
#include "daq/mapping.h"
#include "daq/ring.h"

/* what is asked of a source */
struct daq_request {
    const char *place;          /* what follows the colon: "/dev/comedi0" */
    const struct rig *rig;      /* channels and rate; NULL when a file tells them */
    struct daq_mapping mapping; /* what a person says of a file */
    bool fast;                  /* not held back by the clock */
    int reference;              /* of the card's inputs: ground, common, diff, other */
};

struct daq_driver;

struct daq_source {
    const struct daq_driver *driver;
    struct run_info info; /* device, driver, period, bits, count_offset, channels */
    bool patient;         /* waits for its reader and loses nothing by it */
    char remark[512];     /* "" or what a person should be told */
    char layout[384];     /* of a file: what it was taken for */
    const char *origins[RUN_CHANNELS_MAX]; /* of a file: its names; NULL: those of the roles */
    char device[256], driver_text[128];
    struct run_channel channels[RUN_CHANNELS_MAX];
    void *state;
};

/* what a read has brought */
struct daq_read {
    size_t frames;
    struct daq_loss loss; /* before these frames */
    bool end;             /* nothing will follow */
    const char *why;      /* it ended */
};

struct daq_driver {
    const char *name;    /* "comedi" */
    const char *place;   /* "DEVICE" */
    const char *example; /* "comedi:/dev/comedi0" */
    const char *begin;   /* a place that begins so is one of its; NULL: that does not tell */
    const char *doc;     /* one line */
    enum error_code (*open)(const struct daq_request *request, struct daq_source *source,
                            struct error *err);
    enum error_code (*start)(struct daq_source *source, struct error *err);
    /* up to `room` frames; with `wait` sleeps a little (at most 0.1 s) when there
     * are none, else takes what is there */
    enum error_code (*read)(struct daq_source *source, bool wait, int32_t *samples, size_t room,
                            struct daq_read *got, struct error *err);
    void (*stop)(struct daq_source *source); /* may be started again */
    void (*close)(struct daq_source *source);
    void (*list)(json_t *devices); /* append those that are there; NULL: it has none */
};

/* the i-th kind of source, NULL after the last */
const struct daq_driver *daq_source_driver(size_t i);

/* "rig:zhao.yaml"; `request->place` is set from it */
enum error_code daq_source_open(const char *spec, struct daq_request request,
                                struct daq_source **source, struct error *err);
void daq_source_close(struct daq_source *source); /* NULL is allowed */

/* name the device in `source`, and the driver */
void daq_source_name(struct daq_source *source, const char *device, const char *driver);

/* channels of a rig and the period of its rate: what a source that invents its
 * samples delivers; `bits` of a converter that counts from 0 over the range */
enum error_code daq_source_from_rig(struct daq_source *source, const struct rig *rig, int64_t bits,
                                    struct error *err);

#endif
