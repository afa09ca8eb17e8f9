/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/spectrum.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fftw3.h>
#include <gsl/gsl_statistics_double.h>

static void window(const double *samples, size_t n, double *out, double *sum_square)
{
    const double mean = gsl_stats_mean(samples, 1, n);
    *sum_square = 0;
    for (size_t i = 0; i < n; i++) {
        const double w = 0.5 - 0.5 * cos(2 * M_PI * ((double)i + 0.5) / (double)n);
        out[i] = w * (samples[i] - mean);
        *sum_square += w * w;
    }
}

enum error_code measure_spectrum_power(const double *samples, size_t n, double **power,
                                       size_t *bins, struct error *err)
{
    size_t size = 64;
    while (size < 2 * n)
        size *= 2;
    *bins = size / 2 + 1;
    *power = malloc(*bins * sizeof **power);
    double *in = fftw_alloc_real(size);
    fftw_complex *out = fftw_alloc_complex(*bins);
    fftw_plan plan = in && out ? fftw_plan_dft_r2c_1d((int)size, in, out, FFTW_ESTIMATE) : NULL;
    if (plan && *power) {
        double sum_square;
        memset(in, 0, size * sizeof *in);
        window(samples, n, in, &sum_square);
        fftw_execute(plan);
        for (size_t k = 0; k < *bins; k++)
            (*power)[k] = creal(out[k] * conj(out[k])) / sum_square;
    }
    const int done = plan && *power;
    fftw_destroy_plan(plan);
    fftw_free(in);
    fftw_free(out);
    if (done)
        return ERROR_OK;
    free(*power);
    *power = NULL;
    return error_memory(err);
}

double measure_spectrum_amplitude(double power, size_t n) { return sqrt(6 * power / (double)n); }
