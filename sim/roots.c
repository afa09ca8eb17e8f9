/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/roots.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* an interval halved so often has a double zero to rounding */
enum { DEPTH = 40, STEPS = 60 };

/* A step of Newton's below this share of the zero is the last: the error goes with its square */
static const double last_step = 1e-9;

/* ---- one zero in a bracket */

static double value_at(const double *c, int n, double x, double *slope)
{
    double value = c[n], rate = 0;
    for (int k = n - 1; k >= 0; k--) {
        rate = rate * x + value;
        value = value * x + c[k];
    }
    *slope = rate;
    return value;
}

/* the smaller zero of c_0 + c_1 x + c_2 x^2, if it is in the bracket; else its middle */
static double first_guess(const double *c, int n, double low, double high)
{
    const double square = n < 2 ? 0 : c[2], root = c[1] * c[1] - 4 * square * c[0];
    const double guess = root >= 0 ? 2 * c[0] / (sqrt(root) - c[1]) : NAN;
    return guess > low && guess < high ? guess : 0.5 * (low + high);
}

/* positive at low, not at high: Newton's method, by halves where it leaves the bracket */
static double refine(const double *c, int n, double low, double high)
{
    double x = first_guess(c, n, low, high);
    for (int i = 0; i < STEPS; i++) {
        double slope;
        const double value = value_at(c, n, x, &slope);
        if (value > 0)
            low = x;
        else
            high = x;
        const double step = value / slope;
        const bool inside = x - step >= low && x - step <= high;
        const double next = inside ? x - step : 0.5 * (low + high);
        if (inside && fabs(step) <= last_step * x)
            return next;
        if (next == x || (!inside && high - low <= last_step * last_step * x))
            return next;
        x = next;
    }
    return x;
}

/* ---- isolation */

static int variations(const double *b, int n)
{
    int count = 0;
    bool negative = b[0] < 0;
    for (int i = 1; i <= n; i++)
        if (b[i] != 0 && (b[i] < 0) != negative) {
            count++;
            negative = !negative;
        }
    /* a zero at the very end to which the polynomial falls is in this interval */
    return count + (b[n] == 0 && b[n - 1] > 0);
}

/* the first crossing in [low, high], of which b has the Bernstein coefficients */
static double isolate(const double *c, int n, const double *b, double low, double high, int depth)
{
    const int count = variations(b, n);
    if (count == 0)
        return NAN;
    if (count == 1)
        return b[0] > 0 ? refine(c, n, low, high) : NAN;
    if (depth == DEPTH)
        return NAN;
    double left[SIM_ROOTS_DEGREE + 1], right[SIM_ROOTS_DEGREE + 1];
    memcpy(right, b, (size_t)(n + 1) * sizeof *right);
    left[0] = b[0];
    for (int i = 1; i <= n; i++) { /* de Casteljau */
        for (int j = 0; j <= n - i; j++)
            right[j] = 0.5 * (right[j] + right[j + 1]);
        left[i] = right[0];
    }
    const double middle = 0.5 * (low + high);
    const double first = isolate(c, n, left, low, middle, depth + 1);
    return isnan(first) ? isolate(c, n, right, middle, high, depth + 1) : first;
}

/* b_i = sum over j of (i over j) / (n over j) c_j */
static void to_bernstein(const double *c, int n, double *b)
{
    double share = 1; /* 1 / (n over j) */
    b[0] = c[0];
    for (int j = 1; j <= n; j++) {
        share *= (double)j / (n - j + 1);
        b[j] = c[j] * share;
    }
    for (int k = 1; k <= n; k++)
        for (int i = n; i >= k; i--)
            b[i] += b[i - 1];
}

/* a bound of the polynomial from below */
static double least(const double *c, int n)
{
    double low = c[0];
    for (int k = 1; k <= n; k++)
        low += c[k] < 0 ? c[k] : 0;
    return low;
}

double sim_roots_first(const double *c, int n)
{
    if (n == 0 || least(c, n) > 0)
        return NAN;
    double fall = c[1], rise = c[1], end = c[0] + c[1]; /* bounds of the rate */
    for (int k = 2; k <= n; k++) {
        const double rate = k * c[k];
        fall += rate < 0 ? rate : 0;
        rise += rate < 0 ? 0 : rate;
        end += c[k];
    }
    if (rise <= 0)
        return end > 0 ? NAN : refine(c, n, 0, 1);
    if (fall >= 0)
        return NAN;
    double b[SIM_ROOTS_DEGREE + 1];
    to_bernstein(c, n, b);
    return isolate(c, n, b, 0, 1, 0);
}

/* ---- dips */

/* the polynomial in y, x = from + y (1 - from) */
static void beyond(const double *c, int n, double from, double *out)
{
    double scale = 1;
    memcpy(out, c, (size_t)(n + 1) * sizeof *out);
    for (int i = 0; i < n; i++)
        for (int k = n - 1; k >= i; k--)
            out[k] += from * out[k + 1];
    for (int k = 1; k <= n; k++)
        out[k] *= scale *= 1 - from;
}

double sim_roots_after(const double *c, int n, double from)
{
    double rest[SIM_ROOTS_DEGREE + 1];
    beyond(c, n, from, rest);
    return rest[0] > 0 ? from + (1 - from) * sim_roots_first(rest, n) : NAN;
}

/* where the rate of a polynomial that falls at 0 crosses zero */
static double lowest(const double *c, int n)
{
    double rate[SIM_ROOTS_DEGREE + 1] = {0};
    for (int k = 0; k < n; k++)
        rate[k] = -(k + 1) * c[k + 1];
    return rate[0] > 0 ? sim_roots_first(rate, n - 1) : NAN;
}

double sim_roots_dip(const double *c, int n, double level)
{
    if (least(c, n) > level)
        return NAN;
    double above[SIM_ROOTS_DEGREE + 1], rest[SIM_ROOTS_DEGREE + 1];
    memcpy(above, c, (size_t)(n + 1) * sizeof *above);
    above[0] -= level;
    const double falls = above[0] > 0 ? sim_roots_first(above, n) : 0;
    if (!(falls < 1))
        return NAN;
    beyond(c, n, falls, rest);
    const double bottom = lowest(rest, n);
    double slope;
    if (isnan(bottom) || !(value_at(rest, n, bottom, &slope) > 0))
        return NAN;
    return falls + bottom * (1 - falls);
}
