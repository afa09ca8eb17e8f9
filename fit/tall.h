/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of tall matrices, row-major. Of a Jacobian over many runs a row has few elements that
 * are not zero, the shared parameters' and those of its own run: only these are multiplied. */
#ifndef FIT_TALL_H
#define FIT_TALL_H

#include <stddef.h>

#include "lib/base/error.h"

struct fit_tall {
    const double *values; /* rows x n */
    size_t rows, n;
};

/* out, n x n, += factor * A^T A, whole */
enum error_code fit_tall_square(const struct fit_tall *a, double factor, double *out,
                                struct error *err);

/* out, a->n x b->n, += A^T B; b's zeros are skipped */
enum error_code fit_tall_product(const struct fit_tall *a, const struct fit_tall *b, double *out,
                                 struct error *err);

/* out, a->rows x n, += A Z, z being a->n x n; columns of z that are zero are skipped */
enum error_code fit_tall_combine(const struct fit_tall *a, const double *z, size_t n, double *out,
                                 struct error *err);

#endif
