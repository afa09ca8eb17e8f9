/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction from the force of a spring that pulls a slider, mass m, at a steady speed V. While it
 * sticks the force rises by k V; it slips at mu_s m g, and with Coulomb's friction mu_d
 *
 *     f - mu_d = R cos(w t),   w = sqrt(k/m),   R^2 = (mu_s - mu_d)^2 + B^2,   B = k V / (m g w)
 *
 * from its greatest value to its least, f being the force over m g. The middle of a drop is mu_d
 * therefore, and half of it R, which gives mu_s: slip by slip, since real surfaces are never as
 * strong twice. */
#ifndef CALIB_STICK_SLIP_H
#define CALIB_STICK_SLIP_H

#include "calib/input.h"
#include "calib/output.h"

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
};

/* what Coulomb's friction gives with this puller */
struct calib_stick_slip_cycle {
    double period, drop;
};
struct calib_stick_slip_cycle calib_stick_slip_predict(const struct calib_puller *puller,
                                                       double sliding, double strength);

enum error_code calib_stick_slip_find(const struct measure_channels *input, const char *channel,
                                      const struct calib_puller *given,
                                      struct calib_stick_slip *found, struct calib_output *output,
                                      struct error *err);
void calib_stick_slip_free(struct calib_stick_slip *found);
void calib_stick_slip_print(const struct calib_stick_slip *found, FILE *out);
void calib_stick_slip_draw(const struct calib_stick_slip *found, struct figure *figure);

/* the friction that was found, with the puller of another run: its cycle as it was predicted and as
 * it is there; says whether Coulomb's friction holds */
enum error_code calib_stick_slip_score(const struct calib_stick_slip *found, const char *run,
                                       const char *channel, FILE *out, struct error *err);

#endif
