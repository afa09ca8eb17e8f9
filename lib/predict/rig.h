/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rig that a run is predicted with: which values come from the rig that was recorded with
 * the run, and which from the one that is given now. The one rule of fits and reports. */
#ifndef LIB_PREDICT_RIG_H
#define LIB_PREDICT_RIG_H

#include <jansson.h>

#include "lib/rig/rig.h"

/* names of values, comma-separated; NULL: none */
struct predict_names {
    const char *recorded[2]; /* these come from the recorded rig */
    const char *given;       /* these do not, unless they are in `recorded` too */
};

/* A copy of `given` with what the run has of its own, which comes from `recorded`:
 * - the start, as a whole: what it leaves open is not taken from elsewhere;
 * - the belt speed;
 * - what was set when it was recorded (--set of skitter-daq), unless it is set now too;
 * - the values that names->recorded has.
 * recorded: the rig of run.json, NULL or null when there is none. `dir` is for messages. */
enum error_code predict_rig_make(const struct rig *given, const json_t *recorded, const char *dir,
                                 const struct predict_names *names, struct rig **rig,
                                 struct error *err);

#endif
