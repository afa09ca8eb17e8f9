/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise that remembers: an autoregressive model of residuals, and what least
 * squares is worth in such noise. */
#ifndef CALIB_NOISE_H
#define CALIB_NOISE_H

#include <stddef.h>

#include "lib/base/error.h"

enum { CALIB_NOISE_ORDER = 20, CALIB_NOISE_COLUMNS = 8 };

/* r[i] = a[0] r[i-1] + a[1] r[i-2] ... + e[i] */
struct calib_noise {
    size_t order; /* 0: white */
    double a[CALIB_NOISE_ORDER];
    double innovation; /* variance of e */
    double variance;   /* of r */
};

/* Burg's method, the order by AICc; `parameters` were fitted to get the residuals */
enum error_code calib_noise_fit(const double *residuals, size_t n, size_t parameters,
                                struct calib_noise *noise, struct error *err);

/* covariance of what least squares gives with these columns (derivatives of the
 * model by each parameter, n each) in such noise: the sandwich formula, with
 * the columns passed through the noise's own filter. `naive` is the same for
 * white noise of the same variance. Both are p by p. */
enum error_code calib_noise_covariance(const struct calib_noise *noise, double *const *columns,
                                       size_t p, size_t n, double *covariance, double *naive,
                                       struct error *err);

#endif
