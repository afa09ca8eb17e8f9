/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves for what sim/contact.h describes, in the type `real`; private to
 * sim/motion.c and sim/hold.c. The functions take n as an argument and are inlined, so that
 * those with a constant n (two coordinates, the commonest) are unrolled and
 * keep to registers: this is the innermost work of a simulation. */
#ifndef SIM_CONTACT_SOLVE_H
#define SIM_CONTACT_SOLVE_H

#include "sim/contact.h"
#include "sim/equations.h"

#define INLINED static inline __attribute__((always_inline))

/* M^-1 in place, with one division */
INLINED void invert2(real m[][SIM_MAX_COORDINATES])
{
    const real inverse = 1 / (m[0][0] * m[1][1] - m[1][0] * m[1][0]);
    const real m00 = m[0][0];
    m[0][0] = m[1][1] * inverse;
    m[1][1] = m00 * inverse;
    m[1][0] *= -inverse;
}

/* M = L D L^T in place: L below the diagonal, 1/D on it; 2 x 2: M^-1 */
INLINED void factor(size_t n, real m[][SIM_MAX_COORDINATES])
{
    if (n == 2) {
        invert2(m);
        return;
    }
    for (size_t j = 0; j < n; j++) {
        real inverse = 1 / m[j][j];
        for (size_t i = j + 1; i < n; i++) {
            real l = m[i][j] * inverse;
            for (size_t k = j + 1; k <= i; k++)
                m[i][k] -= l * m[k][j];
        }
        for (size_t i = j + 1; i < n; i++)
            m[i][j] *= inverse;
        m[j][j] = inverse;
    }
}

/* of right-hand sides of a type, which may be vectors */
#define SIM_SOLVE(name, type)                                                            \
    INLINED void name(size_t n, real m[][SIM_MAX_COORDINATES], const type *rhs, type *x) \
    {                                                                                    \
        if (n == 2) {                                                                    \
            x[0] = m[0][0] * rhs[0] + m[1][0] * rhs[1];                                  \
            x[1] = m[1][0] * rhs[0] + m[1][1] * rhs[1];                                  \
            return;                                                                      \
        }                                                                                \
        for (size_t i = 0; i < n; i++) {                                                 \
            x[i] = rhs[i];                                                               \
            for (size_t k = 0; k < i; k++)                                               \
                x[i] -= m[i][k] * x[k];                                                  \
        }                                                                                \
        for (size_t i = n; i-- > 0;) {                                                   \
            x[i] *= m[i][i];                                                             \
            for (size_t k = i + 1; k < n; k++)                                           \
                x[i] -= m[k][i] * x[k];                                                  \
        }                                                                                \
    }
SIM_SOLVE(solve, real)

INLINED real dot(size_t n, const real *a, const real *b)
{
    real sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* take from x what would open the line; returns the line force that does it */
INLINED real close_line(size_t n, const real *w_l, const real *along_l, real *x)
{
    real force = -dot(n, w_l, x) / dot(n, w_l, along_l);
    for (size_t i = 0; i < n; i++)
        x[i] += along_l[i] * force;
    return force;
}

/* all of it; the mass matrix, which may be that of the terms, is used up */
INLINED void contact_solve(size_t n, bool line_contact, real mass[][SIM_MAX_COORDINATES],
                           const struct SIM_NAME(sim_terms) * terms,
                           struct SIM_NAME(sim_contact) * out)
{
    factor(n, mass);
    solve(n, mass, terms->h, out->free);
    solve(n, mass, terms->w_t, out->along_t);
    solve(n, mass, terms->w_n, out->along_n);
    if (line_contact) {
        real along_l[SIM_MAX_COORDINATES];
        solve(n, mass, terms->w_l, along_l);
        out->line_free = close_line(n, terms->w_l, along_l, out->free);
        out->line_t = close_line(n, terms->w_l, along_l, out->along_t);
        out->line_n = close_line(n, terms->w_l, along_l, out->along_n);
    }
    out->q_tt = dot(n, terms->w_t, out->along_t);
    out->q_tn = dot(n, terms->w_t, out->along_n);
    out->q_nn = dot(n, terms->w_n, out->along_n);
    out->b_t = dot(n, terms->w_t, out->free) + terms->s_t;
    out->b_n = dot(n, terms->w_n, out->free) + terms->s_n;
}

/* M^-1 h alone, for flight; likewise */
INLINED void contact_free(size_t n, struct SIM_NAME(sim_terms) * terms, real *free)
{
    factor(n, terms->mass);
    solve(n, terms->mass, terms->h, free);
}

#endif
