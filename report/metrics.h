/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well a predicted signal agrees with a measured one, in numbers that the
 * literature knows: all of them and, because a good figure over a whole run can
 * hide a regime that fails, for the samples of one regime. */
#ifndef REPORT_METRICS_H
#define REPORT_METRICS_H

#include <stddef.h>

#define REPORT_EVERY (-1) /* samples of all regimes */

struct report_metrics {
    size_t n;     /* samples compared; 0: all else is NaN */
    double level; /* rms of the measured signal itself */
    double rms;   /* of predicted - measured */
    double nrmse; /* rms / normaliser */
    /* Sprague and Geers (2004): M = sqrt(sum c^2 / sum m^2) - 1,
     * P = acos(sum m c / sqrt(sum m^2 sum c^2)) / pi, C = sqrt(M^2 + P^2) */
    double magnitude, phase, comprehensive;
    double correlation; /* Pearson's; NaN when a signal is constant */
};

/* largest less smallest measured value where both are finite: the normaliser
 * that the reports use, one for the whole run, so that regimes can be compared */
double report_metrics_range(const double *measured, const double *predicted, size_t n);

/* over the samples whose regime is `which` (or all of them) and where both
 * values are finite; regime may be NULL for REPORT_EVERY */
struct report_metrics report_metrics(const double *measured, const double *predicted,
                                     const unsigned char *regime, int which, size_t n,
                                     double normaliser);

#endif
