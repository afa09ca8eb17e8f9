/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner sums for the interpreter: for any pairs, with the number of blocks known where they
 * are unrolled. */
#include "sim/series.h"

#include <string.h>

#include "sim/sums.h"
#include "sim/wide.h"

#define AS_CODE(...) __VA_ARGS__
SIM_SUMS(AS_CODE)

/* `blocks` is a number where this is inlined */
SIM_INLINED void sums(int blocks, const double *histories, const struct sim_code_pair *pairs,
                      size_t n, int k, double *inner)
{
    const double *back = histories - k;
    for (size_t i = 0; i < n; i += 4) {
        const struct sim_code_pair *of = pairs + i;
        sim_four_sums(blocks, histories + of[0].a, back + of[0].b, histories + of[1].a,
                      back + of[1].b, histories + of[2].a, back + of[2].b, histories + of[3].a,
                      back + of[3].b, inner + i);
    }
}

SIM_INLINED void all_sums_body(const double *histories, const struct sim_code_pair *pairs, size_t n,
                               int k, double *inner)
{
    switch (SIM_SUMS_BLOCKS(k)) {
    case 0: /* of order 1 there are none */
        memset(inner, 0, n * sizeof *inner);
        break;
    case 1:
        sums(1, histories, pairs, n, k, inner);
        break;
    case 2:
        sums(2, histories, pairs, n, k, inner);
        break;
    case 3:
        sums(3, histories, pairs, n, k, inner);
        break;
    case 4:
        sums(4, histories, pairs, n, k, inner);
        break;
    case 5:
        sums(5, histories, pairs, n, k, inner);
        break;
    case 6:
        sums(6, histories, pairs, n, k, inner);
        break;
    default:
        sums(7, histories, pairs, n, k, inner);
    }
}

SIM_WIDE(all_sums,
         (const double *histories, const struct sim_code_pair *pairs, size_t n, int k,
          double *inner),
         (histories, pairs, n, k, inner))

void sim_series_sums(const double *histories, const struct sim_code_pair *pairs, size_t n, int k,
                     double *inner)
{
    all_sums(histories, pairs, n, k, inner);
}
