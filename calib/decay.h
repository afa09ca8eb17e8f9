/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A decaying oscillation fitted to samples: frequency and damping with
 * uncertainties that hold in coloured noise. */
#ifndef CALIB_DECAY_H
#define CALIB_DECAY_H

#include <stddef.h>

#include "calib/swing.h"
#include "lib/base/error.h"

enum calib_damping {
    CALIB_VISCOUS,
    CALIB_COULOMB,
    CALIB_BOTH,
    CALIB_VISCOUS_DRAG, /* with the air's drag: of large swings only */
    CALIB_COULOMB_DRAG,
    CALIB_ALL,
    CALIB_DAMPINGS
};

/* what was found with one model of damping */
struct calib_decay_fit {
    bool valid; /* converged, and no damping is negative */
    double parameters[CALIB_SWING_PARAMETERS];
    double covariance[CALIB_SWING_PARAMETERS * CALIB_SWING_PARAMETERS]; /* 0 where not fitted */
    double rms;                                                         /* of the residuals */
    double aicc;      /* less is better; only differences mean something */
    double effective; /* samples of white noise that would tell as much */
};

struct calib_decay {
    struct calib_swing swing; /* the one that was fitted */
    enum calib_damping best;
    struct calib_decay_fit fits[CALIB_DAMPINGS];
    double amplitude;       /* of the angle at the start, rad */
    size_t block;           /* samples averaged into one point */
    size_t skipped;         /* samples before the swing begins */
    size_t n;               /* points */
    double *points, *model; /* measured and fitted, from `skipped` on */
    double time;            /* of the first point, s from the first sample */
    double degrees;         /* of freedom */
    double second;          /* strongest line in the residuals, Hz; 0 when there is none */
    double second_share;    /* its amplitude over the swing's */
};

/* what the caller knows */
struct calib_decay_setup {
    double period;  /* of the samples, s */
    bool velocity;  /* of an angle, theta' is measured */
    double scale;   /* measured value for 1 rad, or 1 rad/s */
    bool spring;    /* with a spring, `gravity` is the rest */
    double gravity; /* see calib_swing; NaN when not known: large swings are refused */
};

/* swings above this are followed with the pendulum's own equation */
#define CALIB_DECAY_SMALL (5 * M_PI / 180)

/* finds the swing, tries all models of damping and chooses. ERROR_NUMERIC when
 * there is no oscillation, or more than one. GSL's error handler must be off. */
enum error_code calib_decay_fit(const double *samples, size_t n,
                                const struct calib_decay_setup *setup, struct calib_decay *decay,
                                struct error *err);
void calib_decay_free(struct calib_decay *decay);

const char *calib_damping_name(enum calib_damping damping); /* "viscous" */

/* standard uncertainty of a parameter in the chosen model */
double calib_decay_uncertainty(const struct calib_decay *decay,
                               enum calib_swing_parameter parameter);

#endif
