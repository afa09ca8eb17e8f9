/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The noise of a recorded signal: how large it is, and what it remembers (an autoregressive
 * model of residuals), and what least squares is worth in such noise. */
#ifndef LIB_MEASURE_NOISE_H
#define LIB_MEASURE_NOISE_H

#include <stddef.h>

#include "lib/base/error.h"

/* rms of the white noise of a sample, in a signal that is smooth but for a few jumps: from
 * its second differences, those of samples with a flag (may be NULL) left out. 0 when these
 * vanish (a converter's steps) or are too few. */
enum error_code measure_noise_white(const double *values, const unsigned char *flags, size_t n,
                                    double *noise, struct error *err);

enum { MEASURE_NOISE_ORDER = 20, MEASURE_NOISE_COLUMNS = 8 };

/* r[i] = a[0] r[i-1] + a[1] r[i-2] ... + e[i] */
struct measure_noise {
    size_t order; /* 0: white */
    double a[MEASURE_NOISE_ORDER];
    double innovation; /* variance of e */
    double variance;   /* of r */
};

/* Burg's method, the order by AICc; `parameters` were fitted to get the residuals */
enum error_code measure_noise_fit(const double *residuals, size_t n, size_t parameters,
                                  struct measure_noise *noise, struct error *err);

/* covariance of what least squares gives with these columns (derivatives of the
 * model by each parameter, n each) in such noise: the sandwich formula, with
 * the columns passed through the noise's own filter. `naive` is the same for
 * white noise of the same variance. Both are p by p. */
enum error_code measure_noise_covariance(const struct measure_noise *noise, double *const *columns,
                                         size_t p, size_t n, double *covariance, double *naive,
                                         struct error *err);

#endif
