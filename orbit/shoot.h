/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A periodic orbit by shooting: the motion from x must come back to x after the
 * period. The unknowns are x, the period and the parameter; a phase condition
 * keeps x from sliding along the orbit. x lies within a phase of flight or
 * slip, away from every event. Of a driven rig the clock does not come back: the
 * period is that of the drive, or some of it, and the phase is the clock's. */
#ifndef ORBIT_SHOOT_H
#define ORBIT_SHOOT_H

#include "orbit/curve.h"
#include "orbit/flow.h"

/* where an orbit is, or is guessed to be */
struct orbit_place {
    double value; /* of the parameter */
    double period;
    int cycles;  /* of the drive in a period; 0: nothing drives the rig */
    bool closed; /* x slips on the surface; else it flies */
    double x[SIM_MAX_STATES];
};

struct orbit_shoot {
    struct orbit_system *system;
    struct orbit_curve curve; /* context is this struct */
    bool closed;
    int cycles;
    double scale[ORBIT_MAX_UNKNOWNS];
    double reference[SIM_MAX_STATES], reference_rate[SIM_MAX_STATES], reference_period;
    struct orbit_flow flow; /* of the last evaluation, */
    double period;          /* and its period */
};

/* scales and phase condition from the guess, which must have some motion;
 * value_scale: what counts as a large change of the parameter */
enum error_code orbit_shoot_begin(struct orbit_shoot *shoot, struct orbit_system *system,
                                  const struct orbit_place *guess, double value_scale,
                                  struct error *err);

/* the phase condition from here on: x does not move along `rate`; and no period is tried that is
 * many times this one */
void orbit_shoot_refer(struct orbit_shoot *shoot, const double *x, const double *rate,
                       double period);

void orbit_shoot_pack(const struct orbit_shoot *shoot, const struct orbit_place *place, double *y);
void orbit_shoot_unpack(const struct orbit_shoot *shoot, const double *y,
                        struct orbit_place *place);

/* Newton's method at a fixed parameter, from place to place. A message about
 * failure tells the sequences that were met. */
enum error_code orbit_shoot_solve(struct orbit_shoot *shoot, struct orbit_place *place,
                                  struct orbit_curve_point *point, struct error *err);

/* How many Floquet multipliers there are: one less than states, that of the motion along the
 * orbit, which is 1, being left out; of a driven rig two less, since nothing changes its clock. */
size_t orbit_shoot_multiplier_count(const struct orbit_system *system);

/* The multipliers from shoot->flow, largest first. Each thing that a phase of contact or an impact
 * makes the orbit forget gives a zero. */
bool orbit_shoot_multipliers(const struct orbit_shoot *shoot, double complex *multipliers);

/* the middle of the longest phase of flight or slip in a stretch of motion
 * from t_from to t_to; false where there is none */
bool orbit_shoot_anchor(const struct orbit_flow *flow, double t_from, double t_to, double *t_middle,
                        bool *flies);

#endif
