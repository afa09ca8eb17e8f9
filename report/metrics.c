/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/metrics.h"

#include <math.h>
#include <stdbool.h>

#include <gsl/gsl_math.h>

static bool both(const double *measured, const double *predicted, size_t i)
{
    return isfinite(measured[i]) && isfinite(predicted[i]);
}

double report_metrics_range(const double *measured, const double *predicted, size_t n)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++)
        if (both(measured, predicted, i)) {
            low = fmin(low, measured[i]);
            high = fmax(high, measured[i]);
        }
    return high >= low ? high - low : NAN;
}

struct report_metrics report_metrics(const double *measured, const double *predicted,
                                     const unsigned char *regime, int which, size_t n,
                                     double normaliser)
{
    double m = 0, c = 0, mm = 0, cc = 0, mc = 0, dd = 0;
    struct report_metrics out = {0};
    for (size_t i = 0; i < n; i++) {
        if (!both(measured, predicted, i) || (which != REPORT_EVERY && regime[i] != which))
            continue;
        const double d = predicted[i] - measured[i];
        out.n++;
        m += measured[i];
        c += predicted[i];
        mm += measured[i] * measured[i];
        cc += predicted[i] * predicted[i];
        mc += measured[i] * predicted[i];
        dd += d * d;
    }
    /* where there is nothing to divide by, 0/0 and x/0 say so as NaN */
    const double count = (double)out.n, size = sqrt(mm * cc);
    const double spread_m = mm - m * m / count, spread_c = cc - c * c / count;
    const double least = 1e-12; /* of a sum of squares: what rounding leaves of a constant */
    out.level = sqrt(mm / count);
    out.rms = sqrt(dd / count);
    out.nrmse = normaliser > 0 ? out.rms / normaliser : NAN;
    out.magnitude = mm > 0 ? sqrt(cc / mm) - 1 : NAN;
    out.phase = size > 0 ? acos(fmax(-1, fmin(1, mc / size))) / M_PI : NAN;
    out.comprehensive = hypot(out.magnitude, out.phase);
    out.correlation = spread_m > least * mm && spread_c > least * cc
                          ? (mc - m * c / count) / sqrt(spread_m * spread_c)
                          : NAN;
    return out;
}
