/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/budget.h"

#include <math.h>
#include <stdint.h>

/* As seen in pages of the example rig, whose runs of 20 000 samples have 160 to 250 kB each. A
 * curve is there twice: its data, packed, and drawn, by its points or by the columns of the
 * drawing. */
static const double bytes_of_run = 40e3; /* beside its curves: half is axes, a quarter text */
static const double bytes_of_sample = 0.65, bytes_of_vertex = 5, bytes_of_columns = 5.5e3;
static const double columns = 1356; /* points from which on columns are drawn */
static const double lines = 7;      /* over time; those of the residual need no data */
static const double two_bands = 2;

enum { LEAST_POINTS = 100 }; /* with fewer, a curve would tell nothing */

static double page_bytes(const size_t *samples, size_t n_runs, double curves, size_t points)
{
    double sum = 0;
    for (size_t i = 0; i < n_runs; i++) {
        const double n = (double)(samples[i] < points ? samples[i] : points);
        const double drawn = n < columns ? bytes_of_vertex * n : bytes_of_columns;
        sum += bytes_of_run + curves * (bytes_of_sample * n + drawn);
    }
    return sum;
}

size_t report_budget_points(const size_t *samples, size_t n_runs, bool bands)
{
    const double curves = lines + (bands ? two_bands : 0);
    size_t fits = LEAST_POINTS, too_many = LEAST_POINTS + 1;
    if (page_bytes(samples, n_runs, curves, SIZE_MAX) <= REPORT_PAGE_BYTES)
        return SIZE_MAX;
    for (size_t i = 0; i < n_runs; i++)
        too_many = samples[i] > too_many ? samples[i] : too_many;
    while (too_many - fits > 1) {
        const size_t middle = fits + (too_many - fits) / 2;
        if (page_bytes(samples, n_runs, curves, middle) <= REPORT_PAGE_BYTES)
            fits = middle;
        else
            too_many = middle;
    }
    return fits;
}
