/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways in which the rail may be other than it was recorded: its sensitivity, and cosines over
 * the motion as fast as the knots of the smoothed rail can follow, whose coefficients white noise
 * makes independent of each other. Gain, offset and half a wave, which a
 * drift is, are fitted, since a tip that sticks shows them
 * too; what the others add is propagated (fit/rail.h). */
#ifndef FIT_BELT_H
#define FIT_BELT_H

#include "fit/problem.h"

enum { FIT_BELT_GAIN = -1, FIT_BELT_FITTED = FIT_KINDS - FIT_RAIL_0, FIT_BELT_MODES = 40 };

/* how many cosines a run's rail has */
int fit_belt_modes(const struct fit_run *run);

/* standard uncertainty of the coefficient of one, by its number, or of the gain; 0: none */
double fit_belt_uncertainty(const struct fit_run *run, int mode);

/* the recorded belt with amount[i] of the mode first + i added, n of them */
enum error_code fit_belt_move(const struct fit_run *run, int first, const double *amount, int n,
                              struct sim_belt **belt, struct error *err);

#endif
