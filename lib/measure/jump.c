/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/jump.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit.h>

static const double side_time = 0.8e-3; /* s; of signal on either side */
/* What a jump must explain more than the best bend does, in variances of the noise. A bend in
 * noise alone comes by 12 once in two thousand times; a jump of size 7 comes by 20 and more. */
static const double told_apart = 12;

enum { FEWEST_SIDE = 5, MAX_SIDE = 64, JUMP_COLUMNS = 6, KINK_COLUMNS = 5 };

/* ---- the jump at a boundary */

/* one side's parabola at the boundary, half a sample off, as weights of its samples */
struct side {
    size_t n;
    double weight[MAX_SIDE];
};

static size_t side_samples(double period)
{
    return (size_t)fmin(MAX_SIDE, fmax(FEWEST_SIDE, round(side_time / period)));
}

double measure_jump_side(double period) { return (double)side_samples(period) * period; }

static struct side make_side(double period)
{
    struct side side = {.n = side_samples(period)};
    double normal[9] = {0}, ends[3] = {1, 0, 0}, solution[3];
    for (size_t i = 0; i < side.n; i++) {
        const double x = (double)i + 0.5, powers[3] = {1, x, x * x};
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                normal[3 * r + c] += powers[r] * powers[c];
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(normal, 3, 3);
    gsl_vector_view right = gsl_vector_view_array(ends, 3), x = gsl_vector_view_array(solution, 3);
    gsl_linalg_HH_solve(&matrix.matrix, &right.vector, &x.vector);
    for (size_t i = 0; i < side.n; i++) {
        const double at = (double)i + 0.5;
        side.weight[i] = solution[0] + solution[1] * at + solution[2] * at * at;
    }
    return side;
}

double measure_jump_noise(const struct measure_noise *noise, double period)
{
    const struct side side = make_side(period);
    double weight[2 * MAX_SIDE];
    for (size_t i = 0; i < side.n; i++) {
        weight[side.n + i] = side.weight[i];
        weight[side.n - 1 - i] = -side.weight[i];
    }
    return measure_noise_of_sum(noise, weight, 2 * side.n);
}

double measure_jump_uncertainty(double size, double period)
{
    return period * hypot(1 / sqrt(12), 3 / size);
}

/* of a channel whose noise was not looked at more closely, white */
static double jump_noise(const struct measure_record *m, int c)
{
    if (m->jump_noise[c] > 0)
        return m->jump_noise[c];
    const struct measure_noise white = {.innovation = m->noise[c] * m->noise[c]};
    return measure_jump_noise(&white, m->period);
}

double measure_jump_size(const struct measure_record *measured, double jump_t, double jump_n)
{
    const double jumps[2] = {jump_t, jump_n};
    double square = 0;
    for (int c = MEASURE_TIP_T; c <= MEASURE_TIP_N; c++)
        if (measured->v[c])
            square += pow(jumps[c] / jump_noise(measured, c), 2);
    return sqrt(square);
}

static double jump_at(const struct side *side, const double *v, size_t k)
{
    double sum = 0;
    for (size_t i = 0; i < side->n; i++)
        sum += side->weight[i] * (v[k + i] - v[k - 1 - i]);
    return sum;
}

/* ---- jump or bend */

/* the samples about a candidate, and how much the noise of each channel weighs */
struct window {
    const struct measure_record *m;
    size_t low, n;
    double variance[2]; /* of a sample, as far as its colour lets it pass for a jump */
    size_t between;     /* the sample that is on its way from one side to the other; n: none is */
    gsl_matrix *x;
    gsl_vector *y, *weights;
    gsl_multifit_linear_workspace *work;
};

static bool open_window(struct window *w)
{
    w->x = gsl_matrix_alloc(w->n, JUMP_COLUMNS);
    w->y = gsl_vector_alloc(w->n);
    w->weights = gsl_vector_alloc(w->n);
    w->work = gsl_multifit_linear_alloc(w->n, JUMP_COLUMNS);
    return w->x && w->y && w->weights && w->work;
}

static void close_window(struct window *w)
{
    gsl_matrix_free(w->x);
    gsl_vector_free(w->y);
    gsl_vector_free(w->weights);
    if (w->work)
        gsl_multifit_linear_free(w->work);
}

/* sum of squares about two parabolas that part at `knot`; with or without a jump there */
static double misfit_at(const struct window *w, double knot, size_t columns)
{
    double sum = 0, scale = 0.5 * (double)w->n;
    gsl_matrix_view x = gsl_matrix_submatrix(w->x, 0, 0, w->n, columns);
    double c[JUMP_COLUMNS], covariance[JUMP_COLUMNS * JUMP_COLUMNS];
    gsl_vector_view solution = gsl_vector_view_array(c, columns);
    gsl_matrix_view spread = gsl_matrix_view_array(covariance, columns, columns);
    for (size_t i = 0; i < w->n; i++) {
        const double d = ((double)i - knot) / scale, after = d >= 0 ? 1 : 0;
        const double row[JUMP_COLUMNS] = {1, d, d * d, after * d, after * d * d, after};
        for (size_t p = 0; p < columns; p++)
            gsl_matrix_set(w->x, i, p, row[p]);
    }
    for (int ch = MEASURE_TIP_T; ch <= MEASURE_TIP_N; ch++) {
        double square = 0;
        if (!w->m->v[ch])
            continue;
        for (size_t i = 0; i < w->n; i++) {
            const unsigned char *flags = w->m->flags[ch];
            gsl_vector_set(w->y, i, w->m->v[ch][w->low + i]);
            const bool bad = i == w->between || (flags && flags[w->low + i]);
            gsl_vector_set(w->weights, i, bad ? 0 : 1);
        }
        gsl_multifit_wlinear(&x.matrix, w->weights, w->y, &solution.vector, &spread.matrix, &square,
                             w->work);
        sum += square / w->variance[ch];
    }
    return sum;
}

/* The boundary, between samples, of the best two parabolas with a jump; `leaves_out`: without the
 * sample there, near which it is half done. */
static double best_jump(struct window *w, bool leaves_out, double *place)
{
    double least = INFINITY;
    size_t at = 0;
    const size_t quarter = w->n / 4;
    for (size_t j = w->n / 2 - quarter; j <= w->n / 2 + quarter; j++) {
        w->between = leaves_out ? j : w->n;
        const double misfit = misfit_at(w, (double)j - 0.5, JUMP_COLUMNS);
        if (misfit < least) {
            least = misfit;
            at = j;
        }
    }
    w->between = leaves_out ? at : w->n;
    *place = (double)at - (leaves_out ? 0 : 0.5);
    return least;
}

/* the best two parabolas that meet, wherever they do */
static double best_kink(const struct window *w)
{
    double least = INFINITY, at = 0, step = 0.5;
    for (double knot = 1.5; knot <= (double)w->n - 2.5; knot += step) {
        const double misfit = misfit_at(w, knot, KINK_COLUMNS);
        if (misfit < least) {
            least = misfit;
            at = knot;
        }
    }
    while (step > 1e-3) { /* the misfit is smooth enough to halve the way to its valley */
        step *= 0.5;
        const double left = misfit_at(w, at - step, KINK_COLUMNS);
        const double right = misfit_at(w, at + step, KINK_COLUMNS);
        if (left < least && left <= right) {
            least = left;
            at -= step;
        } else if (right < least) {
            least = right;
            at += step;
        }
    }
    return least;
}

/* is it a jump, and where? */
static enum error_code judge(const struct measure_record *m, const struct side *side,
                             const double white[2], size_t k, bool *jumps, double *place,
                             struct error *err)
{
    struct window w = {.m = m, .low = k - side->n, .n = 2 * side->n, .between = 2 * side->n};
    for (int c = 0; c < 2; c++)
        if (m->v[c])
            w.variance[c] = pow(jump_noise(m, c) / white[c], 2);
    enum error_code code = open_window(&w) ? ERROR_OK : error_memory(err);
    if (!code) {
        /* An instrument's low-pass may take a sample for a jump. That is explained as badly by one
         * between samples as by a bend: it belongs to neither side. */
        *jumps = false;
        for (int leaves_out = 0; !*jumps && leaves_out < 2; leaves_out++) {
            const double with = best_jump(&w, leaves_out == 1, place);
            *jumps = best_kink(&w) - with > told_apart;
        }
        *place += (double)w.low;
    }
    close_window(&w);
    return code;
}

/* ---- all of them */

static bool is_peak(const double *size, size_t n, size_t width, size_t k)
{
    const size_t low = k > width ? k - width : 0, high = k + width < n ? k + width : n - 1;
    for (size_t j = low; j <= high; j++)
        if (size[j] > size[k] || (j < k && size[j] == size[k]))
            return false;
    return true;
}

/* the low-pass of an instrument brings a jump late: it is half done after ln 2 of its time */
static double lateness(const struct measure_record *m)
{
    double late = 0, n = 0;
    for (int c = MEASURE_TIP_T; c <= MEASURE_TIP_N; c++)
        if (m->v[c]) {
            late += m->bandwidth[c] > 0 ? log(2) / (2 * M_PI * m->bandwidth[c]) : 0;
            n++;
        }
    return n > 0 ? late / n : 0;
}

static enum error_code add_peaks(const struct measure_record *m, const struct side *side,
                                 const double *size, const double white[2],
                                 struct measure_events *jumps, struct error *err)
{
    const double late = lateness(m);
    enum error_code code = ERROR_OK;
    for (size_t k = side->n; !code && k + side->n <= m->n; k++) {
        if (size[k] < MEASURE_JUMP_SEEN || !is_peak(size, m->n, side->n, k))
            continue;
        bool is_jump = false;
        double place = 0;
        code = judge(m, side, white, k, &is_jump, &place, err);
        if (code || !is_jump)
            continue;
        const struct measure_event event = {
            .kind = MEASURE_EVENT_JUMP,
            .t = m->first + place * m->period - late,
            .size = size[k],
            .uncertainty = hypot(measure_jump_uncertainty(size[k], m->period), 0.3 * late)};
        if (!measure_events_add(jumps, event))
            code = error_memory(err);
    }
    return code;
}

enum error_code measure_jump_find(const struct measure_record *measured,
                                  struct measure_events *jumps, struct error *err)
{
    const struct measure_record *m = measured;
    const struct side side = make_side(m->period);
    if (m->n < 4 * side.n)
        return ERROR_OK;
    double *size = calloc(m->n, sizeof *size);
    if (!size)
        return error_memory(err);
    double white[2] = {1, 1}, noise[2] = {1, 1};
    for (int c = 0; c < 2; c++)
        if (m->v[c]) {
            const struct measure_noise unit = {.innovation = 1};
            white[c] = measure_jump_noise(&unit, m->period);
            noise[c] = jump_noise(m, c);
        }
    for (size_t k = side.n; k + side.n <= m->n; k++) {
        for (int c = 0; c < 2; c++)
            size[k] += m->v[c] ? pow(jump_at(&side, m->v[c], k) / noise[c], 2) : 0;
        size[k] = sqrt(size[k]);
    }
    enum error_code code = add_peaks(m, &side, size, white, jumps, err);
    free(size);
    return code;
}
