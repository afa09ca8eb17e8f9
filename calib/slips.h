/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A record of a slider that a spring pulls: the machine, the slips, and what they tell. */
#ifndef CALIB_SLIPS_H
#define CALIB_SLIPS_H

#include "calib/friction_speed.h"
#include "calib/input.h"

/* the pulling machine; NaN: the run's rig knows (mass, stiffness, belt_speed, gravity) */
struct calib_puller {
    struct calib_given mass, stiffness, speed, gravity;
};

struct calib_slip {
    size_t peak, trough; /* samples */
    double at;           /* s from the first sample, where the force passes the middle */
    double top, bottom;  /* force over weight */
    double strength;     /* mu_s; mu_d where inertia alone makes a drop as small as this */
    double sliding;      /* mu_d */
    double quickness;    /* w that the middle of its drop shows, rad/s */
};

/* one cycle of the mean slip, from the middle of a drop to that of the next */
enum { CALIB_STICK_SLIP_PHASES = 101 };

struct calib_stick_slip {
    const char *path;
    struct calib_puller puller;
    double time, period; /* of the samples */
    double *force;       /* over weight */
    double *smooth;      /* without what is shorter than a tenth of a slip */
    size_t n;
    double noise;
    struct calib_slip *slips;
    size_t n_slips;
    struct calib_given sliding, strength, strength_scatter, memory, loading; /* loading: 1/s */
    struct calib_given cycle, drop, quickness, hold; /* as measured; hold: s of contact */
    double expected_loading, inertia;                /* k V / (m g), B */
    double measured[CALIB_STICK_SLIP_PHASES], predicted[CALIB_STICK_SLIP_PHASES]; /* of a cycle */
    double misfit; /* rms of their difference, over the drop */
    struct calib_friction_speed by_speed;
};

#endif
