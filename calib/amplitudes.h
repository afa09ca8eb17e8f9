/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a swing has one frequency: its parts are fitted by themselves, each of which has smaller
 * swings than the one before. Damping of any kind takes from the frequency no more than half the
 * square of the share of its rate; more is a joint that gives way before it slips, a spring that is
 * not straight, an encoder that is uneven, or something that changed in the meantime: a single
 * record cannot tell amplitude from time. */
#ifndef CALIB_AMPLITUDES_H
#define CALIB_AMPLITUDES_H

#include "calib/decay.h"

enum { CALIB_AMPLITUDES = 6 };

struct calib_amplitude {
    double time;                   /* its middle, s from the first sample */
    double amplitude;              /* at its start, rad */
    double frequency, uncertainty; /* Hz */
};

struct calib_amplitudes {
    struct calib_amplitude list[CALIB_AMPLITUDES]; /* those that could be fitted */
    size_t n;
    bool vary;      /* more than their uncertainties and what damping does */
    double scatter; /* rms about the frequency of the whole, Hz */
    double damping; /* Hz that damping can explain */
};

/* of samples that were fitted as a whole. GSL's error handler must be off. */
enum error_code calib_amplitudes_find(const double *samples, size_t n,
                                      const struct calib_decay_setup *setup,
                                      const struct calib_decay *whole,
                                      struct calib_amplitudes *amplitudes, struct error *err);

#endif
