/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/roots.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "sim/wide.h"

/* an interval halved so often has a double zero to rounding */
enum { DEPTH = 40, STEPS = 60 };

/* A step of Halley's below this share of the zero is the last; and one after which the error is
 * below this one, since it goes with the cube of the one before */
static const double last_step = 1e-9, last_error = 1e-18;

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

/* a polynomial, its rate, and half the rate of that, in groups of four coefficients */
enum { GROUPS = (SIM_ROOTS_DEGREE + 4) / 4 };
struct groups {
    int last; /* group */
    sim_vector value[GROUPS], rate[GROUPS], bend[GROUPS];
};

/* coefficients k to k + 3, zero beyond n */
SIM_INLINED void take_four(const double *c, int n, int k, sim_vector *out)
{
    if (k + 3 <= n) /* one by one, as they have just been written */
        *out = (sim_vector){c[k], c[k + 1], c[k + 2], c[k + 3]};
    else
        *out = (sim_vector){k <= n ? c[k] : 0, k + 1 <= n ? c[k + 1] : 0, k + 2 <= n ? c[k + 2] : 0,
                            0};
}

SIM_INLINED void group(const double *c, int n, struct groups *of)
{
    of->last = n / 4;
    for (int g = 0; g <= of->last; g++) {
        const sim_vector next = 4.0 * g + (sim_vector){1, 2, 3, 4};
        take_four(c, n, 4 * g, &of->value[g]);
        take_four(c, n, 4 * g + 1, &of->rate[g]);
        take_four(c, n, 4 * g + 2, &of->bend[g]);
        of->rate[g] *= next;
        of->bend[g] *= 0.5 * next * (next + 1);
    }
}

#define SUM_OF(v) (((v)[0] + (v)[2]) + ((v)[1] + (v)[3]))

/* Halley's step at x: Horner's rule in x^4 for each place in a group, a fourth of what waits for
 * each other */
SIM_INLINED double step_at(const struct groups *of, double x, double *value)
{
    const double x2 = x * x, x4 = x2 * x2;
    const sim_vector powers = {1, x, x2, x2 * x};
    sim_vector sum = of->value[of->last], rate = of->rate[of->last], bend = of->bend[of->last];
    for (int g = of->last - 1; g >= 0; g--) {
        sum = sum * x4 + of->value[g];
        rate = rate * x4 + of->rate[g];
        bend = bend * x4 + of->bend[g];
    }
    sum *= powers;
    rate *= powers;
    bend *= powers;
    const double slope = SUM_OF(rate);
    *value = SUM_OF(sum);
    return *value * slope / (slope * slope - *value * SUM_OF(bend));
}

/* whether what is left after a step, in shares of the zero, is nothing */
static inline bool is_last(double step, double before)
{
    const double square = step * step;
    return fabs(step) <= last_step || square * square <= last_error * before * before * before;
}

/* positive at low, not at high: Halley's method, by halves where it leaves the bracket */
SIM_INLINED void refine_zero_body(const double *c, int n, double low, double high, double *zero)
{
    struct groups of;
    double x = first_guess(c, n, low, high), before = 0;
    group(c, n, &of);
    for (int i = 0; i < STEPS; i++) {
        double value;
        const double step = step_at(&of, x, &value);
        if (value > 0)
            low = x;
        else
            high = x;
        const bool inside = x - step >= low && x - step <= high;
        const double next = *zero = inside ? x - step : 0.5 * (low + high);
        if (inside && is_last(step / x, before))
            return;
        if (next == x || (!inside && high - low <= last_step * last_step * x))
            return;
        before = inside ? fabs(step / x) : 0;
        x = next;
    }
}

SIM_WIDE(refine_zero, (const double *c, int n, double low, double high, double *zero),
         (c, n, low, high, zero))

static double refine(const double *c, int n, double low, double high)
{
    double zero;
    refine_zero(c, n, low, high, &zero);
    return zero;
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

/* ---- what the coefficients alone tell: in [0, 1] a polynomial is a mean of their partial sums,
 * with the weights x^k - x^(k+1) and, of the last, x^n */

static double lowest_sum(const double *c, int n)
{
    double sum = c[0], low = c[0];
    for (int k = 1; k <= n; k++) {
        sum += c[k];
        low = sum < low ? sum : low;
    }
    return low;
}

/* how it goes, all the way; n is 2 at the least, here and below */
struct trend {
    bool falls, rises;
    double end;
};

static struct trend trend_of(const double *c, int n)
{
    double order = 1, rate = c[1], end = c[0] + c[1], slow = rate, fast = rate;
    for (int k = 2; k <= n; k++) {
        end += c[k];
        order += 1;
        rate += order * c[k];
        slow = rate < slow ? rate : slow;
        fast = rate > fast ? rate : fast;
    }
    return (struct trend){.falls = fast <= 0, .rises = slow >= 0, .end = end};
}

/* whether it bends nowhere up, or nowhere down */
struct bends {
    bool arched, bowed;
};

static struct bends bends_of(const double *c, int n)
{
    double bend = 2 * c[2], low = bend, high = bend;
    for (int k = 3; k <= n; k++) {
        bend += (k - 1) * k * c[k];
        low = bend < low ? bend : low;
        high = bend > high ? bend : high;
    }
    return (struct bends){.arched = high <= 0, .bowed = low >= 0};
}

/* its rate, as how fast it falls */
static void rate_of_fall(const double *c, int n, double *rate)
{
    for (int k = 0; k < n; k++)
        rate[k] = -(k + 1) * c[k + 1];
}

/* of one that bends nowhere down, falls at 0 and rises at 1, where it is positive */
static double first_of_bowl(const double *c, int n)
{
    double rate[SIM_ROOTS_DEGREE + 1] = {0}, slope;
    rate_of_fall(c, n, rate);
    const double bottom = refine(rate, n - 1, 0, 1);
    const double rounding = DBL_EPSILON * (fabs(c[0]) + fabs(c[1]));
    return value_at(c, n, bottom, &slope) > -rounding ? NAN : refine(c, n, 0, bottom);
}

double sim_roots_first(const double *c, int n)
{
    if (n < 2)
        return n == 0 || c[0] + c[1] > 0 ? NAN : refine(c, n, 0, 1);
    const struct trend trend = trend_of(c, n);
    if (trend.falls)
        return trend.end > 0 ? NAN : refine(c, n, 0, 1);
    if (trend.rises || lowest_sum(c, n) > 0)
        return NAN;
    const struct bends bends = bends_of(c, n);
    if (trend.end <= 0 && (bends.arched || bends.bowed))
        return refine(c, n, 0, 1);
    if (bends.arched)
        return NAN;
    if (bends.bowed)
        return first_of_bowl(c, n);
    double b[SIM_ROOTS_DEGREE + 1];
    to_bernstein(c, n, b);
    return isolate(c, n, b, 0, 1, 0);
}

/* ---- dips */

void sim_roots_part(const double *c, int n, double from, double to, double *out)
{
    double scale = 1;
    memcpy(out, c, (size_t)(n + 1) * sizeof *out);
    for (int i = 0; i < n; i++)
        for (int k = n - 1; k >= i; k--)
            out[k] += from * out[k + 1];
    for (int k = 1; k <= n; k++)
        out[k] *= scale *= to - from;
}

double sim_roots_after(const double *c, int n, double from)
{
    double rest[SIM_ROOTS_DEGREE + 1];
    sim_roots_part(c, n, from, 1, rest);
    return rest[0] > 0 ? from + (1 - from) * sim_roots_first(rest, n) : NAN;
}

/* where the rate of a polynomial that falls at 0 crosses zero */
static double lowest(const double *c, int n)
{
    double rate[SIM_ROOTS_DEGREE + 1] = {0};
    rate_of_fall(c, n, rate);
    return rate[0] > 0 ? sim_roots_first(rate, n - 1) : NAN;
}

double sim_roots_dip(const double *c, int n, double level)
{
    if (n < 2 || lowest_sum(c, n) > level)
        return NAN;
    const struct trend trend = trend_of(c, n);
    if (trend.falls || trend.rises || bends_of(c, n).arched)
        return NAN;
    double above[SIM_ROOTS_DEGREE + 1], rest[SIM_ROOTS_DEGREE + 1];
    memcpy(above, c, (size_t)(n + 1) * sizeof *above);
    above[0] -= level;
    const double falls = above[0] > 0 ? sim_roots_first(above, n) : 0;
    if (!(falls < 1))
        return NAN;
    sim_roots_part(c, n, falls, 1, rest);
    const double bottom = lowest(rest, n);
    double slope;
    if (isnan(bottom) || !(value_at(rest, n, bottom, &slope) > 0))
        return NAN;
    return falls + bottom * (1 - falls);
}
