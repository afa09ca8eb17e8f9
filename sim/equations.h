/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equations are written once in the type `real` and compiled twice: for double,
 * and (with -DSIM_COMPLEX) for double complex, where an imaginary part of size
 * SIM_STEP carries a derivative: f(x + i h d) = f(x) + i h f'(x) d, exact to the
 * last bit because h*h vanishes beside 1. A function name goes through
 * SIM_NAME, which adds _c in the complex copy. */
#ifndef SIM_EQUATIONS_H
#define SIM_EQUATIONS_H

#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "sim/terms.h"

#define SIM_STEP 1e-100

#ifndef SIM_COMPLEX

typedef double real;
#define SIM_NAME(name) name
#define re(x) (x)

#else

typedef double complex real;
#define SIM_NAME(name) name##_c
#define re(x) creal(x)

/* <tgmath.h> would call csin and the like, which spend their time on imaginary
 * parts of any size; to first order in a tiny one these are exact and cheap */
#define SIM_FIRST_ORDER(name, value, slope)                          \
    static inline real sim_##name(real z)                            \
    {                                                                \
        double x = creal(z);                                         \
        return __builtin_complex((double)(value), (slope)*cimag(z)); \
    }
SIM_FIRST_ORDER(sin, sin(x), cos(x))
SIM_FIRST_ORDER(cos, cos(x), -sin(x))
SIM_FIRST_ORDER(tan, tan(x), 1 / (cos(x) * cos(x)))
SIM_FIRST_ORDER(sqrt, sqrt(x), 0.5 / sqrt(x))
SIM_FIRST_ORDER(acos, acos(x), -1 / sqrt((1 - x) * (1 + x)))
SIM_FIRST_ORDER(asin, asin(x), 1 / sqrt((1 - x) * (1 + x)))
SIM_FIRST_ORDER(exp, exp(x), exp(x))
SIM_FIRST_ORDER(log1p, log1p(x), 1 / (1 + x))
SIM_FIRST_ORDER(fabs, fabs(x), x < 0 ? -1 : 1)
#undef SIM_FIRST_ORDER

/* also at zero, where the logarithm has no number */
static inline real sim_pow(real z, real n)
{
    const double x = creal(z), value = pow(x, creal(n));
    const double by_n = x > 0 ? value * log(x) * cimag(n) : 0;
    const double by_x = cimag(z) != 0 ? creal(n) * pow(x, creal(n) - 1) * cimag(z) : 0;
    return __builtin_complex(value, by_x + by_n);
}

#define sin(z) sim_sin(z)
#define cos(z) sim_cos(z)
#define tan(z) sim_tan(z)
#define sqrt(z) sim_sqrt(z)
#define acos(z) sim_acos(z)
#define asin(z) sim_asin(z)
#define exp(z) sim_exp(z)
#define log1p(z) sim_log1p(z)
#define pow(z, n) sim_pow(z, n)
#define fabs(z) sim_fabs(z)

#endif
#endif
