/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outlines of distributions: of samples that were counted in bins, and of the normal one. */
#ifndef LIB_FIGURE_OUTLINE_H
#define LIB_FIGURE_OUTLINE_H

#include "lib/figure/figure.h"

/* A value v stands at (v - origin) / unit, a density d per unit of v at base + height d. */
struct figure_outline {
    double origin, unit, base, height;
};

/* bins of equal width from low to high, as steps that begin and end at the base; without a name
 * and style; n is 0: no memory */
struct figure_series figure_outline_bins(struct arena *arena, const struct figure_outline *outline,
                                         double low, double high, const double *density, size_t n);

/* the normal distribution, out to four standard deviations */
struct figure_series figure_outline_normal(struct arena *arena,
                                           const struct figure_outline *outline, double mean,
                                           double deviation);

#endif
