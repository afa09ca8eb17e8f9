/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner sums of convolutions, of four pairs at once in vectors of four: the same sums in the
 * same order on every processor, so that no result depends on which it is. As the argument of a
 * macro, since emitted C has the same text before it (sim/emit_series.c).
 *
 * sim_four_sums(blocks, a0, b0, ..., a3, b3, inner): inner[i] = sum over `blocks` blocks of four
 * of ai[j] bi[j], ai being coefficient 1 of one history and bi coefficient k - 1 of the other,
 * backward: beyond k - 1 that is zero. */
#ifndef SIM_SUMS_H
#define SIM_SUMS_H

/* clang-format off */
#define SIM_SUMS(as)                                                                            \
    as(typedef double sim_four __attribute__((vector_size(32), aligned(8), may_alias));         \
       typedef const sim_four *sim_fours;                                                       \
                                                                                                \
    static inline __attribute__((always_inline)) void sim_four_sums(                            \
        int blocks, const double *a0, const double *b0, const double *a1, const double *b1,     \
        const double *a2, const double *b2, const double *a3, const double *b3, double *inner)  \
    {                                                                                           \
        sim_four s0 = *(sim_fours)a0 * *(sim_fours)b0, s1 = *(sim_fours)a1 * *(sim_fours)b1;    \
        sim_four s2 = *(sim_fours)a2 * *(sim_fours)b2, s3 = *(sim_fours)a3 * *(sim_fours)b3;    \
        for (long j = 4; j < 4 * blocks; j += 4) {                                              \
            s0 += *(sim_fours)(a0 + j) * *(sim_fours)(b0 + j);                                  \
            s1 += *(sim_fours)(a1 + j) * *(sim_fours)(b1 + j);                                  \
            s2 += *(sim_fours)(a2 + j) * *(sim_fours)(b2 + j);                                  \
            s3 += *(sim_fours)(a3 + j) * *(sim_fours)(b3 + j);                                  \
        }                                                                                       \
        s0 = __builtin_shufflevector(s0, s1, 0, 4, 2, 6) +                                      \
             __builtin_shufflevector(s0, s1, 1, 5, 3, 7);                                       \
        s2 = __builtin_shufflevector(s2, s3, 0, 4, 2, 6) +                                      \
             __builtin_shufflevector(s2, s3, 1, 5, 3, 7);                                       \
        *(sim_four *)inner = __builtin_shufflevector(s0, s2, 0, 1, 4, 5) +                      \
                             __builtin_shufflevector(s0, s2, 2, 3, 6, 7);                       \
    })
/* clang-format on */

/* how many blocks hold the terms j from 1 to k - 1 */
#define SIM_SUMS_BLOCKS(k) (((k) + 2) / 4)

#endif
