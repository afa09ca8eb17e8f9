/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed of the surface: the parameter belt_speed, a curve through a table or a
 * recorded rail channel, or waves on a constant speed. */
#ifndef SIM_BELT_H
#define SIM_BELT_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

struct sim_belt;

/* how the curve goes from point to point */
enum sim_belt_way {
    SIM_BELT_MONOTONE, /* cubic, turns at points only (Steffen 1990): never outside the data, and
                          the acceleration has no jumps */
    SIM_BELT_LINEAR,   /* never outside the data; the acceleration jumps at the points */
    SIM_BELT_SPLINE    /* natural cubic spline, for points that lie on a smooth curve: between
                          others it overshoots without bound */
};

/* through n >= 3 points at increasing times */
enum error_code sim_belt_create(enum sim_belt_way way, const double *t, const double *speed,
                                size_t n, struct sim_belt **belt, struct error *err);
void sim_belt_free(struct sim_belt *belt);

/* one sine of an uneven speed */
struct sim_belt_wave {
    double amplitude, frequency, phase; /* m/s, Hz, rad */
};

enum { SIM_BELT_WAVES_MAX = 8 };

/* speed + drift t + the waves, for all times */
enum error_code sim_belt_create_waves(double speed, double drift, const struct sim_belt_wave *waves,
                                      size_t n, struct sim_belt **belt, struct error *err);

double sim_belt_first(const struct sim_belt *belt);
double sim_belt_last(const struct sim_belt *belt);

/* speed and its first two derivatives; at a point of a table those of the piece behind it */
void sim_belt_at(const struct sim_belt *belt, double t, double speed[3]);

/* The coefficients 0 to n of the speed as a power series of the time since t. Of a table it holds
 * up to the end of the piece, of waves as far as a series to that order does */
void sim_belt_series(const struct sim_belt *belt, double t, int n, double *coefficients);

/* whether a time is at a point of a table, or before it by rounding: it is in the piece behind then
 */
static inline bool sim_belt_is_at(double t, double point)
{
    enum { ROUNDINGS = 64 };
    return fabs(point - t) <= ROUNDINGS * DBL_EPSILON * fabs(point);
}

/* The end of the piece of the curve that begins at t or before: the next point of a table, a
 * quarter of the shortest wave's period later; infinity: there is but one piece */
double sim_belt_piece_end(const struct sim_belt *belt, double t);

/* the first time after t at which the acceleration jumps (1) or has a kink (2); infinity: never */
double sim_belt_next_jump(const struct sim_belt *belt, double t, int *order);

/* period of the shortest wave; infinity: none, or a table */
double sim_belt_period(const struct sim_belt *belt);

/* bounds of the speed from t0 to t1, close ones for a table */
void sim_belt_range(const struct sim_belt *belt, double t0, double t1, double *low, double *high);

/* CSV with the header `t,v`, in s and m/s */
enum error_code sim_belt_read_table(const char *path, enum sim_belt_way way, struct sim_belt **belt,
                                    struct error *err);

#endif
