/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in the record the predicted motion starts. */
#ifndef REPORT_ALIGN_H
#define REPORT_ALIGN_H

#include "lib/predict/motion.h"

struct report_alignment {
    double before, before_uncertainty;  /* start as the record alone shows it, s */
    double after, after_uncertainty;    /* as it fits the prediction best */
    double window;                      /* of the motion that was looked at, s */
    double rms_before[2], rms_after[2]; /* of predicted - measured there: tip_t, tip_n */
    bool moved;                         /* false: no shift makes it better */
};

/* a shift beyond this is not believed: the detected start stays (s) */
#define REPORT_ALIGN_LIMIT 5e-3

/* Gauss-Newton on the shift alone, over the motion before its first impact
 * (seen or predicted), so that no shift hides the errors of what comes after. The
 * start that was detected counts as one more observation. Samples where the
 * prediction is far off weigh less (a Huber loss); the uncertainty is that of
 * blocks of 5 ms, since residuals next to each other are alike. */
enum error_code report_align(const struct predict_mechanism *mechanism,
                             const struct measure_record *measured,
                             const struct measure_events *seen, struct report_alignment *out,
                             struct error *err);

#endif
