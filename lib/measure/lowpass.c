/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/lowpass.h"

#include <math.h>
#include <string.h>

/* Below this z a solution is its power series, whose terms fall as z^k / k!; above, it is the
 * polynomial u - u'/z + u''/z^2 ..., whose terms there are no larger than a few u. */
static const double short_piece = 2;

double measure_lowpass_rate(double bandwidth) { return bandwidth > 0 ? 2 * M_PI * bandwidth : 0; }

/* coefficients of y' = z (u - y): from the lowest up, or from the highest down */
static size_t solve(double z, const double *u, size_t n, double *c)
{
    if (z == 0 || z >= short_piece) {
        memcpy(c, u, n * sizeof *c);
        for (size_t k = n - 1; z > 0 && k-- > 0;)
            c[k] -= (double)(k + 1) * c[k + 1] / z;
        return n;
    }
    c[0] = u[0];
    for (size_t k = 0; k + 1 < MEASURE_LOWPASS_TERMS; k++)
        c[k + 1] = z * ((k < n ? u[k] : 0) - c[k]) / (double)(k + 1);
    return MEASURE_LOWPASS_TERMS;
}

static double horner(const double *c, size_t n, double x)
{
    double sum = c[n - 1];
    for (size_t k = n - 1; k-- > 0;)
        sum = sum * x + c[k];
    return sum;
}

struct measure_lowpass measure_lowpass_piece(double rate, double half, const double *u, size_t n,
                                             double y)
{
    struct measure_lowpass piece = {.z = rate * half};
    piece.n = solve(piece.z, u, n, piece.c);
    piece.fading = piece.z > 0 ? y - horner(piece.c, piece.n, -1) : 0;
    return piece;
}

double measure_lowpass_at(const struct measure_lowpass *piece, double x, double fade)
{
    return horner(piece->c, piece->n, x) + piece->fading * fade;
}

double measure_lowpass_line(double rate, double time, double from, double to, double y)
{
    if (rate > 0 && !(time > 0))
        return y;
    const double line[2] = {0.5 * (from + to), 0.5 * (to - from)};
    const struct measure_lowpass piece = measure_lowpass_piece(rate, 0.5 * time, line, 2, y);
    return measure_lowpass_at(&piece, 1, exp(-2 * piece.z));
}
