/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run against its prediction: all that its page shows. */
#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include <stdint.h>

#include "lib/cli/options.h"
#include "lib/measure/detect.h"
#include "report/align.h"
#include "report/behaviour.h"
#include "report/fitted.h"
#include "report/metrics.h"

#define REPORT_SAME_EVENT 20e-3 /* a seen and a predicted event further apart are two (s) */

enum report_event_state { REPORT_MATCHED, REPORT_MISSED, REPORT_SPURIOUS };

/* a row of the event table; times from the start of the motion */
struct report_event {
    enum report_event_state state;
    enum measure_event_kind kind;
    double seen, seen_uncertainty;           /* NaN: not seen */
    double predicted, predicted_uncertainty; /* NaN: not predicted, not known */
};

/* what run.json tells */
struct report_origin {
    char *note, *start, *program, *device, *driver, *sha256, *state, *warning;
    int64_t frames;
    double period;
    bool simulated; /* recorded from the simulated rig */
};

/* The tangential velocity in small: least and largest of each stretch, over the part in which
 * something happens (report/small.h) */
struct report_small {
    double *measured, *predicted; /* NaN: nothing there */
    size_t n;
    double first, step; /* times from the start of the motion, s */
    double low, high;   /* of both, m/s */
};

struct report_run {
    char *dir, *name;
    bool good; /* else `why` says what is wrong */
    char why[ERROR_MESSAGE_SIZE];
    size_t fitted_run; /* which of the fit's runs, REPORT_NOT_FITTED: a validation run */
    struct report_origin origin;
    struct rig *rig;                /* with the values that the prediction was made with */
    double belt, belt_uncertainty;  /* mean speed of the rail */
    struct sim_belt *rail;          /* its speed over time; NULL: constant */
    struct measure_record measured; /* tip channels less what they show at rest */
    struct measure_detected detected;
    double rest[2];
    struct report_alignment alignment;
    struct predict_motion prediction;
    double *residual[2];   /* measured - predicted; NULL: channel not recorded */
    unsigned char *regime; /* as seen */
    struct report_behaviour seen, predicted;
    double range[2];                                   /* the normalisers */
    double noise[2];                                   /* of a sample of each tip channel */
    struct report_metrics metrics[2][MEASURE_REGIMES]; /* [0]: all regimes */
    struct report_event *events;
    size_t n_events, n_matched, n_missed, n_spurious;
    struct predict_curve state; /* as measured, from the tip's velocities */
    struct report_small small;  /* stays when the signals have gone */
};

/* what values each run has of its own, beside start and belt speed */
struct report_request {
    const struct rig *rig;
    const struct report_fitted *fitted; /* NULL: none */
    const char *from_run;               /* comma-separated; NULL: none */
    struct option_list start_at;        /* see lib/measure/start.h */
};

/* Only a lack of memory is a failure; a run that cannot be compared says why. `opened` is the
 * run of that directory, which is closed here; NULL: it is opened here too. */
enum error_code report_compare(const struct report_request *request, const char *dir,
                               struct run *opened, struct report_run **run, struct error *err);
/* a signal within this many times its noise is none to judge by */
#define REPORT_NO_SIGNAL 3
bool report_run_is_noise(const struct report_run *run, int channel, int regime);

/* give back the signals; what the campaign page needs stays */
void report_run_slim(struct report_run *run);
void report_run_free(struct report_run *run); /* NULL is allowed */

#endif
