/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/loss.h"

#include <math.h>

static double none(double r, double width, double *slope)
{
    (void)width;
    *slope = 1;
    return r;
}

static double huber(double r, double width, double *slope)
{
    if (fabs(r) <= width)
        return none(r, width, slope);
    const double f = sqrt(2 * width * fabs(r) - width * width);
    *slope = width / f;
    return copysign(f, r);
}

static double cauchy(double r, double width, double *slope)
{
    const double q = r / width, f = width * sqrt(log1p(q * q));
    *slope = f > 0 ? fabs(r) / (f * (1 + q * q)) : 1;
    return copysign(f, r);
}

double fit_loss(const struct fit_loss *loss, double r, double *slope)
{
    static double (*const kinds[])(double, double, double *) = {none, huber, cauchy};
    return kinds[loss->kind](r, loss->width, slope);
}
