/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters between bounds as functions of free variables. */
#ifndef FIT_BOUNDS_H
#define FIT_BOUNDS_H

/* value between low and high for any u; *slope = d(value)/du */
double fit_bounds_value(double u, double low, double high, double *slope);

/* the u of a value; a value at or beyond a bound is taken just inside */
double fit_bounds_variable(double value, double low, double high);

/* -1, 1: so near to the lower or upper bound that it holds the value; else 0 */
int fit_bounds_at(double value, double low, double high);

#endif
