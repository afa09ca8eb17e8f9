/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The swing of a pendulum with a torsional spring, and its derivatives:
 *
 *     theta'' = -2 decay theta' - (omega^2 - gravity) theta - gravity sin theta
 *               - (coulomb + drag theta'^2) sign(theta')
 *
 * measured as scale * theta + offset, or scale * theta' + offset. It is followed
 * by Taylor series, whose polynomials give the samples between the steps for
 * nothing; turning points, where dry friction changes its sign, are located, and
 * the motion ends where it holds. */
#ifndef CALIB_SWING_H
#define CALIB_SWING_H

#include <stdbool.h>
#include <stddef.h>

enum calib_swing_parameter {
    CALIB_SWING_ANGLE,   /* theta at the time 0, rad */
    CALIB_SWING_SPEED,   /* theta' at the time 0, rad/s */
    CALIB_SWING_OMEGA,   /* of small swings without damping, rad/s */
    CALIB_SWING_OFFSET,  /* of the measured value */
    CALIB_SWING_DECAY,   /* 1/s; viscous damping is 2 decay inertia */
    CALIB_SWING_COULOMB, /* rad/s2; torque of dry friction over inertia */
    CALIB_SWING_DRAG,    /* 1/rad; of the air, as the square of the speed */
    CALIB_SWING_PARAMETERS
};

/* which part of the restoring torque is gravity's */
enum calib_swing_law {
    CALIB_SWING_LINEAR, /* none: small swings */
    CALIB_SWING_SPRING, /* `gravity` of it, the rest is the spring's */
    CALIB_SWING_FREE    /* all of it: there is no spring */
};

struct calib_swing {
    enum calib_swing_law law;
    double gravity; /* mass * g * centre of mass / inertia, 1/s2; for CALIB_SWING_SPRING */
    bool velocity;  /* theta' is measured, not theta */
    bool turns;     /* there is Coulomb friction or drag, or its derivative is wanted */
    double scale;
    double period; /* of the samples, s; the first is at the time 0 */
    double width;  /* each is the mean over values spread by this rms, s */
};

/* n samples; with `slopes`, also their derivatives: one array of n for each
 * parameter, NULL where not wanted. NaN from where a motion without sense runs away. */
void calib_swing_follow(const struct calib_swing *swing,
                        const double parameters[CALIB_SWING_PARAMETERS], size_t n, double *samples,
                        double *const slopes[CALIB_SWING_PARAMETERS]);

#endif
