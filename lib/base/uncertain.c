/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/uncertain.h"

#include <math.h>
#include <stdio.h>

void uncertain_text(double value, double uncertainty, char text[UNCERTAIN_SIZE])
{
    if (!(uncertainty > 0) || !isfinite(uncertainty) || !isfinite(value)) {
        snprintf(text, UNCERTAIN_SIZE, "%.6g", value);
        return;
    }
    /* digits of the uncertainty that are shown, after rounding: 0.0096 is 0.010 */
    int power = (int)floor(log10(uncertainty));
    double digits = round(uncertainty / pow(10, power));
    if (digits >= 10) {
        power++;
        digits = 1;
    }
    if (digits < 2) {
        power--;
        digits = round(uncertainty / pow(10, power));
    }
    const double largest = fmax(fabs(value), uncertainty);
    const int top = (int)floor(log10(largest));
    if (power <= 0 && top > -5 && top < 7) {
        snprintf(text, UNCERTAIN_SIZE, "%.*f(%.0f)", -power, value, digits);
    } else {
        const int decimals = top > power ? top - power : 0;
        snprintf(text, UNCERTAIN_SIZE, "%.*f(%.0f)e%d", decimals, value / pow(10, top), digits,
                 top);
    }
}
