/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that are compiled twice, for any processor and for those with AVX2, which is chosen
 * when they are called. Vectors of four doubles are two registers or one: the sums are the same
 * and in the same order, and nothing is contracted, so that no result depends on the processor. */
#ifndef SIM_WIDE_H
#define SIM_WIDE_H

typedef double sim_vector __attribute__((vector_size(32), aligned(8), may_alias));
typedef long long sim_vector_bits __attribute__((vector_size(32), aligned(8), may_alias));

#define SIM_INLINED static inline __attribute__((always_inline))

/* SIM_WIDE(f, (double a, int b), (a, b)) makes void f of the inlined function f_body */
#ifdef __x86_64__
#define SIM_WIDE(name, parameters, arguments)                                                     \
    __attribute__((target("avx2"))) static void name##_wide parameters { name##_body arguments; } \
    static void name parameters                                                                   \
    {                                                                                             \
        if (__builtin_cpu_supports("avx2"))                                                       \
            name##_wide arguments;                                                                \
        else                                                                                      \
            name##_body arguments;                                                                \
    }
#else
#define SIM_WIDE(name, parameters, arguments) \
    static void name parameters { name##_body arguments; }
#endif

#endif
