/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed of the surface: the parameter belt_speed, a cubic spline through a
 * table or a recorded rail channel, or waves on a constant speed. */
#ifndef SIM_BELT_H
#define SIM_BELT_H

#include <stddef.h>

#include "lib/base/error.h"

struct sim_belt;

/* natural cubic spline through n >= 3 points at increasing times */
enum error_code sim_belt_create(const double *t, const double *speed, size_t n,
                                struct sim_belt **belt, struct error *err);
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

/* speed and its first two derivatives */
void sim_belt_at(const struct sim_belt *belt, double t, double speed[3]);

/* a time within which the speed changes direction at most once: a quarter of the shortest wave's
 * period, or the distance of the closest points of a table; infinity: it never does */
double sim_belt_turn(const struct sim_belt *belt);

/* period of the shortest wave; infinity: none, or a table */
double sim_belt_period(const struct sim_belt *belt);

/* bounds of the speed from t0 to t1 */
void sim_belt_range(const struct sim_belt *belt, double t0, double t1, double *low, double *high);

/* CSV with the header `t,v`, in s and m/s */
enum error_code sim_belt_read_table(const char *path, struct sim_belt **belt, struct error *err);

#endif
