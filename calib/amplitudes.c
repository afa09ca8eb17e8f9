/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/amplitudes.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

enum { FEWEST = 3 };               /* parts */
static const double cycles = 6;    /* that a part has at least: less do not tell damping */
static const double surely = 1e-4; /* chance that frequencies which are one scatter as much */

static double frequency_of(const struct calib_decay *decay)
{
    return decay->fits[decay->best].parameters[CALIB_SWING_OMEGA] / (2 * M_PI);
}

/* a part that shows no swing of its own says nothing */
static enum error_code add_part(const double *samples, size_t from, size_t n,
                                const struct calib_decay_setup *setup,
                                struct calib_amplitudes *amplitudes, struct error *err)
{
    struct calib_decay decay;
    struct error why;
    const enum error_code code = calib_decay_fit(samples + from, n, setup, &decay, &why);
    if (code == ERROR_NUMERIC)
        return ERROR_OK;
    if (code) {
        *err = why;
        return code;
    }
    amplitudes->list[amplitudes->n++] = (struct calib_amplitude){
        .time = ((double)from + 0.5 * (double)n) * setup->period,
        .amplitude = decay.amplitude,
        .frequency = frequency_of(&decay),
        .uncertainty = calib_decay_uncertainty(&decay, CALIB_SWING_OMEGA) / (2 * M_PI)};
    calib_decay_free(&decay);
    return ERROR_OK;
}

static void judge(const struct calib_decay *whole, struct calib_amplitudes *amplitudes)
{
    const struct calib_amplitude *list = amplitudes->list;
    const size_t n = amplitudes->n;
    double weights = 0, sum = 0, square = 0, chi_square = 0;
    if (n < FEWEST)
        return;
    /* the mean rate at which the swing becomes smaller */
    const double rate = log(list[0].amplitude / list[n - 1].amplitude) /
                        (list[n - 1].time - list[0].time);
    const double omega = 2 * M_PI * frequency_of(whole);
    amplitudes->damping = 0.5 * pow(rate / omega, 2) * frequency_of(whole);
    for (size_t i = 0; i < n; i++) {
        const double weight = 1 / (pow(list[i].uncertainty, 2) + pow(amplitudes->damping, 2));
        weights += weight;
        sum += weight * list[i].frequency;
        square += pow(list[i].frequency - frequency_of(whole), 2) / (double)n;
    }
    for (size_t i = 0; i < n; i++)
        chi_square += pow(list[i].frequency - sum / weights, 2) /
                      (pow(list[i].uncertainty, 2) + pow(amplitudes->damping, 2));
    amplitudes->scatter = sqrt(square);
    amplitudes->vary = gsl_cdf_chisq_Q(chi_square, (double)(n - 1)) < surely;
}

enum error_code calib_amplitudes_find(const double *samples, size_t n,
                                      const struct calib_decay_setup *setup,
                                      const struct calib_decay *whole,
                                      struct calib_amplitudes *amplitudes, struct error *err)
{
    const double all = (double)(n - whole->skipped) * setup->period * frequency_of(whole);
    const size_t parts = (size_t)fmin(CALIB_AMPLITUDES, floor(all / cycles));
    const size_t length = parts < FEWEST ? 0 : (n - whole->skipped) / parts;
    enum error_code code = ERROR_OK;
    *amplitudes = (struct calib_amplitudes){.n = 0};
    for (size_t i = 0; !code && length && i < parts; i++)
        code = add_part(samples, whole->skipped + i * length, length, setup, amplitudes, err);
    if (!code)
        judge(whole, amplitudes);
    return code;
}
