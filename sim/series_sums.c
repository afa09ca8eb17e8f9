/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner sums of convolutions, four pairs at a time in vectors of four: the same sums in the
 * same order on every processor, so that no result depends on which it is. */
#include "sim/series.h"

#include <string.h>

typedef double four __attribute__((vector_size(32), aligned(8), may_alias));

#define INLINED static inline __attribute__((always_inline))

/* `blocks` is a number where this is inlined. Beyond k - 1 the backward history is zero */
INLINED void sums(int blocks, const double *histories, const struct sim_code_pair *pairs, size_t n,
                  int k, double *inner)
{
    for (size_t i = 0; i < n; i += 4) {
        four sum[4];
        for (int p = 0; p < 4; p++) {
            const double *a = histories + pairs[i + (size_t)p].a;
            const double *b = histories + pairs[i + (size_t)p].b - k;
            sum[p] = *(const four *)a * *(const four *)b;
            for (int j = 1; j < blocks; j++)
                sum[p] += *(const four *)(a + 4 * j) * *(const four *)(b + 4 * j);
        }
        const four low = __builtin_shufflevector(sum[0], sum[1], 0, 4, 2, 6) +
                         __builtin_shufflevector(sum[0], sum[1], 1, 5, 3, 7);
        const four high = __builtin_shufflevector(sum[2], sum[3], 0, 4, 2, 6) +
                          __builtin_shufflevector(sum[2], sum[3], 1, 5, 3, 7);
        *(four *)(inner + i) = __builtin_shufflevector(low, high, 0, 1, 4, 5) +
                               __builtin_shufflevector(low, high, 2, 3, 6, 7);
    }
}

INLINED void all_sums(const double *histories, const struct sim_code_pair *pairs, size_t n, int k,
                      double *inner)
{
    switch ((k + 2) / 4) {
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

#ifdef __x86_64__
__attribute__((target("avx2"))) static void wide_sums(const double *histories,
                                                      const struct sim_code_pair *pairs, size_t n,
                                                      int k, double *inner)
{
    all_sums(histories, pairs, n, k, inner);
}
#endif

void sim_series_sums(const double *histories, const struct sim_code_pair *pairs, size_t n, int k,
                     double *inner)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        wide_sums(histories, pairs, n, k, inner);
        return;
    }
#endif
    all_sums(histories, pairs, n, k, inner);
}
