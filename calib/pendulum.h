/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stiffness, inertia and damping from the free swing of one link: Zhao 2008,
 * figure 14 and equation (22). */
#ifndef CALIB_PENDULUM_H
#define CALIB_PENDULUM_H

#include "calib/budget.h"
#include "calib/amplitudes.h"
#include "calib/decay.h"
#include "calib/input.h"
#include "calib/output.h"

struct calib_pendulum_settings {
    const char *channel;                      /* NULL: angle, velocity or tip_t */
    struct calib_given mass, length, gravity; /* NaN: the rig's */
    struct calib_given centre;                /* of mass, from the pivot; NaN: length / 2 */
    double radius; /* of the spot a velocity is measured at; NaN: length */
    bool no_spring;
};

struct calib_pendulum {
    struct calib_decay decay;
    const char *unit;                   /* of the channel */
    double frequency;                   /* of small swings, without damping; Hz */
    double from;                        /* time of the first sample, s */
    struct calib_amplitudes amplitudes; /* where a line is left in the residuals; else none */
    struct calib_budget budgets[3];
    size_t n_budgets;
};

enum error_code calib_pendulum_find(const struct measure_channels *input,
                                    const struct calib_pendulum_settings *settings,
                                    struct calib_pendulum *pendulum, struct calib_output *output,
                                    struct error *err);
void calib_pendulum_free(struct calib_pendulum *pendulum);

void calib_pendulum_draw(const struct calib_pendulum *pendulum, struct figure *figure);

/* k = m l^2 (2 pi f)^2 / 3 - m g l / 2, with the sensitivities for a budget */
struct calib_budget calib_pendulum_stiffness(struct calib_given mass, struct calib_given length,
                                             struct calib_given gravity,
                                             struct calib_given frequency, double degrees);

#endif
