/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The low-pass of an instrument, first order: y' = w (u - y) with w = 2 pi times its bandwidth,
 * where it shows 3 dB less. What it makes of a polynomial is known exactly, so that nothing is
 * sampled: a signal goes through it piece by piece, and y is the same on both sides of a jump. */
#ifndef LIB_MEASURE_LOWPASS_H
#define LIB_MEASURE_LOWPASS_H

#include <stddef.h>

enum { MEASURE_LOWPASS_INPUT = 8, MEASURE_LOWPASS_TERMS = 26 };

/* w of a bandwidth in Hz; 0: none is told, and the instrument shows the signal as it is */
double measure_lowpass_rate(double bandwidth);

/* y over a piece of time in which u is a polynomial of x, which goes from -1 to 1 there */
struct measure_lowpass {
    double z; /* w times half the length; 0: y is u */
    size_t n;
    double c[MEASURE_LOWPASS_TERMS]; /* of a solution in powers of x */
    double fading;                   /* and exp(-z (x + 1)) times this, from what was before */
};

/* u[n]: n of MEASURE_LOWPASS_INPUT at the most. y: at the beginning */
struct measure_lowpass measure_lowpass_piece(double rate, double half, const double *u, size_t n,
                                             double y);

/* fade: exp(-z (x + 1)), which all signals of a piece have in common */
double measure_lowpass_at(const struct measure_lowpass *piece, double x, double fade);

/* y after a time in which u goes from one value to another in a straight line */
double measure_lowpass_line(double rate, double time, double from, double to, double y);

#endif
