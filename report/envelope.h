/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals with more samples than a figure has columns: least and largest value of
 * each column, so that no peak is lost. */
#ifndef REPORT_ENVELOPE_H
#define REPORT_ENVELOPE_H

#include "report/figure.h"

struct report_extent {
    size_t n; /* samples there; 0: none, or none that is finite */
    double low, high, first, last;
};

/* of a line over a grid, in column i of `columns` between x = from and to */
struct report_extent report_envelope_column(const struct report_series *series, double from,
                                            double to, size_t columns, size_t i);

/* of the samples begin to end of a band, y - z to y + z, whatever their place */
struct report_extent report_envelope_samples(const struct report_series *band, size_t begin,
                                             size_t end);

/* of a band: y - z to y + z */
struct report_extent report_envelope_band(const struct report_series *series, double from,
                                          double to, size_t columns, size_t i);

#endif
