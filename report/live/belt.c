/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The belt within a page (sim/belt.h): GSL is not there, but the curve has been made, and comes as
 * pieces of a cubic. */
#include "report/live/belt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/belt.h"

struct sim_belt {
    const double (*pieces)[LIVE_BELT_PIECE];
    size_t n;
    int order; /* of the derivative that jumps between pieces */
};

struct sim_belt *live_belt_make(const double *pieces, size_t n, int order)
{
    struct sim_belt *belt = n ? malloc(sizeof *belt) : NULL;
    double *copy = belt ? malloc(n * LIVE_BELT_PIECE * sizeof *copy) : NULL;
    if (!copy) {
        free(belt);
        return NULL;
    }
    memcpy(copy, pieces, n * LIVE_BELT_PIECE * sizeof *copy);
    *belt = (struct sim_belt){(const double(*)[LIVE_BELT_PIECE])copy, n, order};
    return belt;
}

void sim_belt_free(struct sim_belt *belt)
{
    if (belt)
        free((void *)belt->pieces);
    free(belt);
}

/* a piece: begin, end, and the coefficients of powers of the time since its begin */
double sim_belt_first(const struct sim_belt *belt) { return belt->pieces[0][0]; }
double sim_belt_last(const struct sim_belt *belt) { return belt->pieces[belt->n - 1][1]; }

static const double *piece_at(const struct sim_belt *belt, double t)
{
    size_t low = 0, high = belt->n;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (belt->pieces[middle][0] <= t)
            low = middle;
        else
            high = middle;
    }
    return belt->pieces[low];
}

/* beyond its ends the curve stays */
void sim_belt_at(const struct sim_belt *belt, double t, double speed[3])
{
    const double inside = fmin(fmax(t, sim_belt_first(belt)), sim_belt_last(belt));
    const double *piece = piece_at(belt, inside), *c = piece + 2, s = inside - piece[0];
    speed[0] = c[0] + s * (c[1] + s * (c[2] + s * c[3]));
    speed[1] = c[1] + s * (2 * c[2] + s * 3 * c[3]);
    speed[2] = 2 * c[2] + 6 * s * c[3];
}

/* the piece that a step from t on goes through */
static const double *piece_from(const struct sim_belt *belt, double t)
{
    const double *piece = piece_at(belt, t);
    return sim_belt_is_at(t, piece[1]) && piece[1] < sim_belt_last(belt) ? piece + LIVE_BELT_PIECE
                                                                         : piece;
}

double sim_belt_piece_end(const struct sim_belt *belt, double t)
{
    if (t < sim_belt_first(belt) && !sim_belt_is_at(t, sim_belt_first(belt)))
        return sim_belt_first(belt);
    const double end = piece_from(belt, t)[1];
    return end > t && !sim_belt_is_at(t, end) ? end : INFINITY;
}

void sim_belt_series(const struct sim_belt *belt, double t, int n, double *c)
{
    double here[3];
    memset(c, 0, (size_t)(n + 1) * sizeof *c);
    const double *piece = piece_from(belt, t);
    sim_belt_at(belt, fmax(t, piece[0]), here);
    c[0] = here[0];
    c[1] = here[1];
    c[2] = here[2] / 2;
    if (n > 2 && isfinite(sim_belt_piece_end(belt, t)))
        c[3] = piece[5];
}

double sim_belt_next_jump(const struct sim_belt *belt, double t, int *order)
{
    *order = belt->order;
    return belt->order < 3 ? sim_belt_piece_end(belt, t) : INFINITY;
}

double sim_belt_period(const struct sim_belt *belt)
{
    (void)belt;
    return INFINITY;
}

/* a cubic lies between the least and the greatest of its Bezier points */
void sim_belt_range(const struct sim_belt *belt, double t0, double t1, double *low, double *high)
{
    const double *piece = piece_at(belt, t0), *end = belt->pieces[belt->n - 1];
    *low = INFINITY;
    *high = -INFINITY;
    for (;; piece += LIVE_BELT_PIECE) {
        const double *c = piece + 2, h = piece[1] - piece[0];
        const double b1 = c[0] + h * c[1] / 3, b2 = b1 + h * (c[1] + h * c[2]) / 3;
        const double b3 = c[0] + h * (c[1] + h * (c[2] + h * c[3]));
        *low = fmin(*low, fmin(fmin(c[0], b1), fmin(b2, b3)));
        *high = fmax(*high, fmax(fmax(c[0], b1), fmax(b2, b3)));
        if (piece == end || piece[1] >= t1)
            return;
    }
}
