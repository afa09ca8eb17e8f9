/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/delay.h"

#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <fftw3.h>
#include <gsl/gsl_statistics_double.h>

enum { LONGEST = 4096, SHORTEST = 64, SEGMENTS = 400, FEWEST = 6, FEWEST_BINS = 5 };

/* coherence below this says nothing: six segments of noise reach it now and then */
static const double coherent = 0.6;

struct spectra {
    size_t length, bins, segments;
    double *in;
    double complex *out[2];
    double complex *cross;
    double *own[2];
    fftw_plan forward[2], back;
};

static void spectra_free(struct spectra *s)
{
    for (int i = 0; i < 2; i++) {
        fftw_destroy_plan(s->forward[i]);
        fftw_free(s->out[i]);
        free(s->own[i]);
    }
    fftw_destroy_plan(s->back);
    fftw_free(s->in);
    fftw_free(s->cross);
}

static enum error_code spectra_make(struct spectra *s, size_t n, struct error *err)
{
    *s = (struct spectra){.length = LONGEST};
    while (s->length > SHORTEST && n / s->length < 2 * FEWEST)
        s->length /= 2;
    s->bins = s->length / 2 + 1;
    s->in = fftw_alloc_real(s->length);
    s->cross = fftw_alloc_complex(s->bins);
    bool there = s->in && s->cross;
    for (int i = 0; i < 2; i++) {
        s->out[i] = fftw_alloc_complex(s->bins);
        s->own[i] = calloc(s->bins, sizeof *s->own[i]);
        there = there && s->out[i] && s->own[i];
    }
    if (there) {
        for (int i = 0; i < 2; i++)
            s->forward[i] = fftw_plan_dft_r2c_1d((int)s->length, s->in, s->out[i], FFTW_ESTIMATE);
        s->back = fftw_plan_dft_c2r_1d((int)s->length, s->cross, s->in,
                                       FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
        memset(s->cross, 0, s->bins * sizeof *s->cross);
    }
    if (there && s->forward[0] && s->forward[1] && s->back)
        return ERROR_OK;
    spectra_free(s);
    return error_memory(err);
}

static void transform(struct spectra *s, const double *x, int which)
{
    const double mean = gsl_stats_mean(x, 1, s->length);
    for (size_t i = 0; i < s->length; i++)
        s->in[i] = (x[i] - mean) *
                   (0.5 - 0.5 * cos(2 * M_PI * ((double)i + 0.5) / (double)s->length));
    fftw_execute(s->forward[which]);
}

/* segments side by side, or spread over a long run */
static void accumulate(struct spectra *s, const double *first, const double *second, size_t n)
{
    const size_t there = n / s->length;
    s->segments = there < SEGMENTS ? there : SEGMENTS;
    for (size_t k = 0; k < s->segments; k++) {
        const size_t at = k * there / s->segments * s->length;
        transform(s, first + at, 0);
        transform(s, second + at, 1);
        for (size_t b = 0; b < s->bins; b++) {
            s->cross[b] += conj(s->out[0][b]) * s->out[1][b];
            for (int i = 0; i < 2; i++)
                s->own[i][b] += creal(s->out[i][b] * conj(s->out[i][b]));
        }
    }
}

/* whole samples of delay: the peak of the cross-correlation */
static double whole_delay(struct spectra *s)
{
    fftw_execute(s->back);
    size_t best = 0;
    for (size_t i = 0; i < s->length; i++)
        if (fabs(s->in[i]) > fabs(s->in[best]))
            best = i;
    return best > s->length / 2 ? (double)best - (double)s->length : (double)best;
}

/* weighted by what each frequency tells (its coherence); a sensor that looks the
 * other way turns all phases by pi */
static void fit_phase(struct spectra *s, double whole, struct calib_delay *delay)
{
    double over = 0, under = 0, coherence = 0;
    size_t used = 0;
    double complex sum = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t b = 3; b + 1 < s->bins; b++) {
            const double omega = 2 * M_PI * (double)b / (double)s->length;
            const double both = s->own[0][b] * s->own[1][b];
            const double g = both > 0 ? creal(s->cross[b] * conj(s->cross[b])) / both : 0;
            if (g < coherent)
                continue;
            const double weight = g / fmax(1 - g, 1e-9);
            const double complex turned = s->cross[b] * cexp(I * omega * whole);
            if (pass == 0) {
                sum += turned;
                continue;
            }
            const double phase = carg(creal(sum) < 0 ? -turned : turned);
            over -= weight * omega * phase;
            under += weight * omega * omega;
            coherence += g;
            used++;
        }
    *delay = (struct calib_delay){0};
    if (used < FEWEST_BINS)
        return;
    delay->coherence = coherence / (double)used;
    delay->samples = whole + over / under;
    /* neighbouring bins share what the window spreads: 1.5 of them are one */
    delay->uncertainty = sqrt(1.5 / (2 * (double)s->segments * under));
}

enum error_code calib_delay_find(const double *first, const double *second, size_t n,
                                 struct calib_delay *delay, struct error *err)
{
    struct spectra s;
    *delay = (struct calib_delay){0};
    if (n < FEWEST * SHORTEST)
        return ERROR_OK;
    enum error_code code = spectra_make(&s, n, err);
    if (code)
        return code;
    accumulate(&s, first, second, n);
    fit_phase(&s, whole_delay(&s), delay);
    spectra_free(&s);
    return ERROR_OK;
}
