/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/bounds.h"

#include <math.h>

/* share of the width that a start keeps from a bound, and that counts as at it */
static const double inside = 1e-3, at_bound = 1e-3;

double fit_bounds_value(double u, double low, double high, double *slope)
{
    const double half = 0.5 * (high - low), t = tanh(u);
    *slope = half * (1 - t * t);
    return fmin(fmax(low + half * (1 + t), low), high);
}

double fit_bounds_variable(double value, double low, double high)
{
    const double share = (value - low) / (high - low);
    return atanh(2 * fmin(fmax(share, inside), 1 - inside) - 1);
}

int fit_bounds_at(double value, double low, double high)
{
    const double share = (value - low) / (high - low);
    return (share > 1 - at_bound) - (share < at_bound);
}
