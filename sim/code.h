/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism's tapes as compiled C (sim/emit.h): those of the mechanisms that come with Skitter
 * are compiled with it, a user's by `skitter rig compile`. Terms are the doubles of a struct
 * sim_terms, one after another. */
#ifndef SIM_CODE_H
#define SIM_CODE_H

#include <complex.h>
#include <stddef.h>

/* of what compiled objects and Skitter agree on: this file, struct sim_terms, enum sim_extra */
enum { SIM_CODE_VERSION = 5 };

/* directions that are differentiated at once, as many as fill a vector */
enum { SIM_CODE_LANES = 4 };

/* p: parameters; q, v: coordinates and velocities; terms: what the terms are there, for the
 * outline, which needs some of them */
typedef void sim_code_values(const double *restrict p, const double *restrict q,
                             const double *restrict v, const double *restrict terms,
                             double *restrict out);
typedef void sim_code_values_c(const double complex *restrict p, const double complex *restrict q,
                               const double complex *restrict v,
                               const double complex *restrict terms, double complex *restrict out);

/* Derivatives of the terms in SIM_CODE_LANES directions: dp[k], the parameters of direction k,
 * dx[k], its q and then v; dp is NULL when no parameter moves. Of each term a row of the lanes */
typedef void sim_code_slopes(const double *p, const double *q, const double *v,
                             const double *const *dp, const double *const *dx,
                             double (*out)[SIM_CODE_LANES]);

enum { SIM_SERIES_ORDER = 28 };

/* Series (sim/series.h): rows of coefficients up to that order: coordinates, velocities, bounds of
 * the mode. Behind the state x has the coefficients of the belt's acceleration in stick. `work` is
 * memory for as many doubles as `rooms` of struct sim_code says, the first of them zero where the
 * parameters are new */
typedef void sim_code_series(const double *restrict p, const double *restrict x, int order,
                             double *restrict work, double *restrict rows);

/* doubles of a row, which is filled up to vectors of four */
static inline size_t sim_series_stride(size_t n, size_t n_bounds)
{
    return (2 * n + n_bounds + 3) / 4 * 4;
}

/* modes whose series are compiled; the others, and what would be too long, are interpreted */
enum { SIM_CODE_MODES = 4 };

struct sim_series;

struct sim_code {
    const char *fingerprint; /* of the tapes (sim/fingerprint.h) */
    sim_code_values *terms, *outline, *extras;
    sim_code_values_c *terms_c, *outline_c, *extras_c;
    sim_code_slopes *slopes;
    sim_code_series *series[SIM_CODE_MODES]; /* by enum sim_mode; NULL: none */
    const size_t *rooms;                     /* that each needs */
    /* by enum sim_way, those that a shipped mechanism has as tables; NULL: none has any */
    const struct sim_series *const *tables;
};

#endif
