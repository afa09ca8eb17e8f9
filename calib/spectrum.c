/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/spectrum.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

#include "lib/measure/spectrum.h"

static const double least_cycles = 3;
static const double highest = 1.0 / 3; /* cycles per sample */
enum {
    SHORTEST = 128, /* samples of a stretch: fewer do not tell a line from noise */
    ROUNDS = 12
};

static double mean_of(const double *x, size_t n) { return gsl_stats_mean(x, 1, n); }

/* ---- the strongest maximum and the noise around it */

struct spectrum {
    double *power;
    size_t bins;
    size_t width; /* half of the window's main lobe, in bins */
};

static size_t strongest(const double *power, size_t bins, size_t first)
{
    const size_t last = (size_t)(highest * 2 * (double)(bins - 1));
    size_t best = 0;
    for (size_t k = first; k < last; k++)
        if (power[k] > power[k - 1] && power[k] >= power[k + 1] &&
            (best == 0 || power[k] > power[best]))
            best = k;
    return best;
}

/* median of the power in [low, high), without the line; 0 when fewer than `least` are left */
static enum error_code median_in(const struct spectrum *s, size_t low, size_t high, size_t peak,
                                 size_t least, double *median, struct error *err)
{
    *median = 0;
    high = high < s->bins ? high : s->bins;
    double *kept = malloc(s->bins * sizeof *kept);
    if (!kept)
        return error_memory(err);
    size_t n = 0;
    for (size_t k = low; k < high; k++)
        if (k + 2 * s->width < peak || k > peak + 2 * s->width)
            kept[n++] = s->power[k];
    if (n >= least && n > 0)
        *median = gsl_stats_median(kept, 1, n);
    free(kept);
    return ERROR_OK;
}

/* The noise at a frequency, from the spectrum of all samples: the larger of what
 * is below it, to a half, and above it, to the double, because noise that falls
 * with the frequency is a line's most likely impostor. */
static enum error_code noise_at(const struct spectrum *s, double frequency, double *noise,
                                struct error *err)
{
    enum { SURE_BELOW = 10, SURE_ABOVE = 40 }; /* in units of the window's width */
    const size_t peak = (size_t)lround(frequency * 2 * (double)(s->bins - 1));
    const size_t reach = peak > SURE_ABOVE * s->width ? peak : SURE_ABOVE * s->width;
    double below, above;
    enum error_code code = median_in(s, peak / 2, peak, peak, SURE_BELOW * s->width, &below, err);
    if (!code)
        code = median_in(s, peak, peak + reach, peak, 1, &above, err);
    if (!code)
        *noise = fmax(below, above);
    return code;
}

/* ---- the interpolation */

/* transform of x - mean at a frequency in cycles per sample, by Goertzel's rotation */
static double complex transform(const double *x, size_t n, double mean, double frequency)
{
    const double complex turn = cexp(-2 * M_PI * I * frequency);
    double complex phase = 1, sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (x[i] - mean) * phase;
        phase *= turn;
        if (i % 256 == 255)
            phase = cexp(-2 * M_PI * I * frequency * (double)(i + 1));
    }
    return sum;
}

/* sum over i < n of z^i turn^i */
static double complex geometric(double complex z, double frequency, size_t n)
{
    const double complex ratio = z * cexp(-2 * M_PI * I * frequency);
    return cabs(1 - ratio) < 1e-12 ? (double)n : (1 - cpow(ratio, (double)n)) / (1 - ratio);
}

/* Half a bin to either side of any frequency both transforms of a z^i have the
 * same numerator, so that their ratio gives z itself (Bertocco; without decay,
 * Aboutanios and Mulgrew). The conjugate that makes the signal real, and the
 * level under it, are taken off in rounds. */
static void interpolate(const double *x, size_t n, struct calib_line *line)
{
    const double mean = mean_of(x, n), half = 0.5 / (double)n;
    const double at[2] = {line->frequency - half, line->frequency + half};
    const double complex seen[2] = {transform(x, n, mean, at[0]), transform(x, n, mean, at[1])};
    double complex z = cexp(2 * M_PI * I * line->frequency), a = 0;
    double level = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double complex clean[2];
        for (int i = 0; i < 2; i++)
            clean[i] = seen[i] - conj(a) * geometric(conj(z), at[i], n) -
                       level * geometric(1, at[i], n);
        const double complex turn[2] = {cexp(-2 * M_PI * I * at[0]), cexp(-2 * M_PI * I * at[1])};
        z = (clean[1] - clean[0]) / (clean[1] * turn[1] - clean[0] * turn[0]);
        if (cabs(z) > 1)
            z /= cabs(z);
        a = (clean[0] + clean[1]) / (geometric(z, at[0], n) + geometric(z, at[1], n));
        level = -2 / (double)n * creal(a * geometric(z, 0, n));
    }
    const double frequency = carg(z) / (2 * M_PI);
    if (!isfinite(frequency) || fabs(frequency - line->frequency) > 4 * half)
        return;
    line->frequency = frequency;
    line->decay = -log(cabs(z));
    line->amplitude = 2 * cabs(a);
    line->phase = carg(a);
    line->level = mean + level;
}

/* ---- the line */

static enum error_code spectrum_make(const double *samples, size_t n, struct spectrum *s,
                                     struct error *err)
{
    enum error_code code = measure_spectrum_power(samples, n, &s->power, &s->bins, err);
    s->width = (size_t)(4 * (double)(s->bins - 1) / (double)n);
    return code;
}

/* the strongest maximum of the first n samples; its power is 0 when there is none */
static enum error_code look(const double *samples, size_t n, struct calib_line *line, double *power,
                            struct error *err)
{
    struct spectrum s;
    enum error_code code = spectrum_make(samples, n, &s, err);
    if (code)
        return code;
    const double per_cycle = 2 * (double)(s.bins - 1) / (double)n; /* bins for one cycle in n */
    const size_t peak = strongest(s.power, s.bins, (size_t)ceil(least_cycles * per_cycle));
    *power = peak ? s.power[peak] : 0;
    *line = (struct calib_line){.length = n};
    if (peak) {
        line->frequency = (double)peak / (2 * (double)(s.bins - 1));
        line->mean_amplitude = measure_spectrum_amplitude(*power, n);
        line->amplitude = line->mean_amplitude;
        line->level = mean_of(samples, n);
    }
    free(s.power);
    return ERROR_OK;
}

enum error_code calib_spectrum_line(const double *samples, size_t n, struct calib_line *line,
                                    struct error *err)
{
    *line = (struct calib_line){0};
    if (n < SHORTEST)
        return ERROR_OK;
    struct spectrum whole;
    enum error_code code = spectrum_make(samples, n, &whole, err);
    double best = 0, noise = 0;
    for (size_t length = n; length >= SHORTEST && !code; length /= 2) {
        struct calib_line here;
        double power;
        code = look(samples, length, &here, &power, err);
        if (!code && power > best) {
            best = power;
            *line = here;
        }
    }
    if (!code && best > 0)
        code = noise_at(&whole, line->frequency, &noise, err);
    free(whole.power);
    if (!code && best > 0) {
        line->strength = noise > 0 ? best / noise : INFINITY;
        interpolate(samples, line->length, line);
    }
    return code;
}
