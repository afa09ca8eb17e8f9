/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/variation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/jacobian.h"
#include "sim/lagrange.h"
#include "sim/wide.h"

/* Directions stand beside each other in rows that are filled up with zeros to whole vectors, and so
 * do the nodes in tables of them and the unknowns in a row of the system. */
enum {
    NODES = 6,
    LAST = NODES - 1,
    VECTOR = 4,
    PLACES = 8,                            /* a row of nodes */
    UNKNOWNS = LAST * SIM_MAX_COORDINATES, /* the first node is known */
    MATRIX = (UNKNOWNS + VECTOR - 1) / VECTOR * VECTOR,
    SAMPLES = SIM_SAMPLE_NODES
};
_Static_assert(SIM_MAX_DIRECTIONS % VECTOR == 0 && SIM_MAX_STATES % VECTOR == 0, "whole vectors");

#define AT(numbers, i) ((sim_vector *)((numbers) + (i)))
#define AT_CONST(numbers, i) ((const sim_vector *)((numbers) + (i)))

struct sim_variation {
    const struct sim_problem *problem;
    size_t n, width, directions;
    size_t lanes, matrix, row; /* of the directions, of the unknowns, and both: of the system */
    double node[NODES];
    /* the integrals from 0 of the polynomials that are 1 at one node and 0 at the others,
     * taken once and twice: coefficients of x^k after a factor x or x^2, and values at the nodes
     * and at the places through which samples go */
    double first[NODES][PLACES], second[NODES][PLACES];
    double once[NODES][PLACES], twice[NODES][PLACES];
    double place[SAMPLES], once_at[SAMPLES][PLACES], twice_at[SAMPLES][PLACES];
    struct sim_jacobian_of of;
    bool started;            /* `end` is where the next step begins */
    struct sim_jacobian end; /* that of the last node: the next step begins with it */
    /* The last step, its time measured in its length h: velocities are h dv, rates h^2 d(v'),
     * so that the loops below are free of h. Of each state or coordinate a row of directions */
    double t, h;
    double times[SIM_MAX_STATES]; /* h^2 for a coordinate and h for a velocity */
    struct sim_jacobian jacobian[NODES];
    double start[SIM_MAX_STATES * SIM_MAX_DIRECTIONS];
    double rate[NODES * SIM_MAX_COORDINATES * SIM_MAX_DIRECTIONS];
    double slopes[SIM_MAX_STATES * SIM_MAX_DIRECTIONS]; /* somewhere in the step */
    double system[UNKNOWNS * (MATRIX + SIM_MAX_DIRECTIONS)];
};

/* weights of the rates at the nodes in the slopes at x of the step */
SIM_INLINED void weights_at_body(const struct sim_variation *v, double x, double *once,
                                 double *twice)
{
    for (size_t j = 0; j < PLACES; j += VECTOR) {
        sim_vector a = {0}, b = {0};
        for (int k = NODES - 1; k >= 0; k--) {
            a = a * x + *AT_CONST(v->first[k], j);
            b = b * x + *AT_CONST(v->second[k], j);
        }
        *AT(once, j) = x * a;
        *AT(twice, j) = x * x * b;
    }
}

SIM_WIDE(weights_at, (const struct sim_variation *v, double x, double *once, double *twice),
         (v, x, once, twice))

static void set_method(struct sim_variation *v, const double *places)
{
    const double near = sqrt(1.0 / 3 - 2 * sqrt(7) / 21), far = sqrt(1.0 / 3 + 2 * sqrt(7) / 21);
    const double lobatto[NODES] = {-1, -far, -near, near, far, 1};
    for (int i = 0; i < NODES; i++)
        v->node[i] = 0.5 * (1 + lobatto[i]);
    for (int j = 0; j < NODES; j++) {
        double lagrange[NODES];
        sim_lagrange(NODES, v->node, j, lagrange);
        for (int k = 0; k < NODES; k++) {
            v->first[k][j] = lagrange[k] / (k + 1);
            v->second[k][j] = lagrange[k] / ((k + 1) * (k + 2));
        }
    }
    for (int i = 0; i < NODES; i++)
        weights_at(v, v->node[i], v->once[i], v->twice[i]);
    for (int i = 0; i < SAMPLES; i++) {
        v->place[i] = 0.5 * (1 + places[i]);
        weights_at(v, v->place[i], v->once_at[i], v->twice_at[i]);
    }
}

enum error_code sim_variation_create(const struct sim_problem *problem, const double *places,
                                     struct sim_variation **variation, struct error *err)
{
    struct sim_variation *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->problem = problem;
    new->n = problem->inputs.n;
    new->width = 2 * new->n;
    new->directions = problem->n_directions;
    new->lanes = (new->directions + VECTOR - 1) / VECTOR *VECTOR;
    new->matrix = (LAST * new->n + VECTOR - 1) / VECTOR *VECTOR;
    new->row = new->matrix + new->lanes;
    set_method(new, places);
    *variation = new;
    return ERROR_OK;
}

void sim_variation_free(struct sim_variation *variation) { free(variation); }

void sim_variation_restart(struct sim_variation *variation) { variation->started = false; }

static void jacobian_at(struct sim_variation *v, const struct sim_taylor *taylor, double t,
                        struct sim_jacobian *jacobian)
{
    double x[SIM_MAX_STATES];
    sim_taylor_dense(taylor, t, x);
    sim_jacobian_at(&v->of, t, x, jacobian);
}

/* in the step's own time */
SIM_INLINED void scale_body(const struct sim_variation *v, const struct sim_jacobian *from,
                            struct sim_jacobian *to)
{
    const double h2 = v->h * v->h;
    for (size_t r = 0; r < v->n; r++) {
        for (size_t c = 0; c < v->width; c += VECTOR)
            *AT(to->by_state[r], c) = *AT_CONST(v->times, c) * *AT_CONST(from->by_state[r], c);
        for (size_t d = 0; d < v->lanes; d += VECTOR)
            *AT(to->by_direction[r], d) = h2 * *AT_CONST(from->by_direction[r], d);
    }
}

SIM_WIDE(scale,
         (const struct sim_variation *v, const struct sim_jacobian *from, struct sim_jacobian *to),
         (v, from, to))

/* How fast the slopes change (1/s): Frobenius norms of A that do not change with the units
 * of the coordinates, |a_ij a_ji| in place of a_ij^2 */
static double pace(const struct sim_variation *v)
{
    double by_position = 0, by_velocity = 0;
    for (size_t i = 0; i < v->n; i++)
        for (size_t j = 0; j < v->n; j++) {
            const double(*a)[SIM_MAX_STATES] = v->end.by_state;
            by_position += fabs(a[i][j] * a[j][i]);
            by_velocity += fabs(a[i][v->n + j] * a[j][v->n + i]);
        }
    return sqrt(sqrt(by_position)) + sqrt(by_velocity);
}

/* Inside the step the error of one system is some 2e-6 (pace h)^7; it may be a hundred
 * times the tolerance of the motion, that is (pace h)^7 = 100 rtol / 2e-6 */
static const double error_factor = 5e7, error_order = 7;
/* and so may that of A, which follows the motion: the seventh root of a hundred */
static const double motion_factor = 1.93;

/* The whole step that is left, or so much of it that one system is exact enough. A step of series
 * may be so long that A is no polynomial of the nodes' degree in it */
static double length_of(const struct sim_variation *v, const struct sim_taylor *taylor, double left)
{
    const double own = pow(error_factor * v->problem->rtol, 1.0 / error_order) / pace(v);
    const double reach = fmin(isfinite(own) ? own : INFINITY,
                              motion_factor * sim_taylor_smooth(taylor, NODES + 1));
    return isfinite(reach) && reach < left ? left / ceil(left / reach) : left;
}

/* Rows of some directions, at node i: A (dq, dv) + B. The slopes there follow from the start and
 * the rate at the first node alone */
SIM_INLINED void known_rates(const struct sim_variation *v, size_t n, int i, size_t d, double *out,
                             size_t row)
{
    sim_vector slopes[SIM_MAX_STATES];
    const double once = v->once[i][0], twice = v->twice[i][0], x = v->node[i];
    for (size_t r = 0; r < n; r++) {
        const sim_vector dv = *AT_CONST(v->start, (n + r) * v->lanes + d);
        slopes[r] = *AT_CONST(v->start, r * v->lanes + d) + x * dv;
        slopes[n + r] = dv;
        if (i) {
            const sim_vector rate = *AT_CONST(v->rate, r * v->lanes + d);
            slopes[r] += twice * rate;
            slopes[n + r] += once * rate;
        }
    }
    for (size_t r = 0; r < n; r++) {
        sim_vector sum = *AT_CONST(v->jacobian[i].by_direction[r], d);
        for (size_t c = 0; c < 2 * n; c++)
            sum += v->jacobian[i].by_state[r][c] * slopes[c];
        *AT(out, r * row + d) = sum;
    }
}

/* what the rates at the nodes add to row r of those at node i, which stand on the left */
SIM_INLINED void set_row(const struct sim_variation *v, size_t n, int i, size_t r, double *row)
{
    const double *by = v->jacobian[i].by_state[r], *once = v->once[i], *twice = v->twice[i];
    if (n == 2) {
        const sim_vector all = *AT_CONST(by, 0);
        const sim_vector by_q = __builtin_shufflevector(all, all, 0, 1, 0, 1);
        const sim_vector by_v = __builtin_shufflevector(all, all, 2, 3, 2, 3);
        for (int j = 1; j < NODES; j += 2) {
            const sim_vector a = {twice[j], twice[j], twice[j + 1], twice[j + 1]};
            const sim_vector b = {once[j], once[j], once[j + 1], once[j + 1]};
            *AT(row, 2 * (j - 1)) = -(a * by_q) - b * by_v;
        }
    } else {
        for (size_t j = 1; j < NODES; j++)
            for (size_t c = 0; c < n; c++)
                row[(j - 1) * n + c] = -(twice[j] * by[c]) - once[j] * by[n + c];
    }
    row[(size_t)(i - 1) * n + r] += 1;
}

/* The unknowns are the rates at all nodes but the first. Row i says that the rate at node i is
 * A_i (slopes there) + B_i, the slopes being integrals of the rates: terms with unknown rates
 * stand on the left, what follows from the start and the first rate on the right */
SIM_INLINED void set_system(struct sim_variation *v, size_t n)
{
    for (size_t d = 0; d < v->lanes; d += VECTOR)
        known_rates(v, n, 0, d, v->rate, v->lanes);
    for (int i = 1; i < NODES; i++) {
        double *rows = v->system + (size_t)(i - 1) * n * v->row;
        for (size_t r = 0; r < n; r++)
            set_row(v, n, i, r, rows + r * v->row);
        for (size_t d = 0; d < v->lanes; d += VECTOR)
            known_rates(v, n, i, d, rows + v->matrix, v->row);
    }
}

SIM_INLINED void take_pivot(double *system, size_t row, size_t c, size_t unknowns)
{
    double *const top = system + c * row, *largest = top;
    for (double *other = top + row; other < system + unknowns * row; other += row)
        if (fabs(other[c]) > fabs(largest[c]))
            largest = other;
    for (size_t j = 0; largest != top && j < row; j += VECTOR) {
        const sim_vector kept = *AT(top, j);
        *AT(top, j) = *AT(largest, j);
        *AT(largest, j) = kept;
    }
}

/* Gauss's elimination with pivots, all right-hand sides at once: the systems are too small
 * (10 x 10 for two coordinates) for a library's blocks to pay. What is left of the diagonal is not
 * looked at again, and may be anything. The solution goes to the rates */
SIM_INLINED void solve(struct sim_variation *v, size_t unknowns)
{
    const size_t row = v->row, lanes = v->lanes;
    for (size_t c = 0; c < unknowns; c++) {
        take_pivot(v->system, row, c, unknowns);
        double *top = v->system + c * row;
        const double inverse = 1 / top[c];
        const size_t first = (c + 1) / VECTOR * VECTOR;
        for (size_t j = first; j < row; j += VECTOR)
            *AT(top, j) *= inverse;
        for (size_t i = c + 1; i < unknowns; i++) {
            double *other = v->system + i * row;
            const double factor = other[c];
            for (size_t j = first; j < row; j += VECTOR)
                *AT(other, j) -= factor * *AT(top, j);
        }
    }
    double *rates = v->rate + v->n * lanes;
    for (size_t c = unknowns; c-- > 0;)
        for (size_t d = 0; d < lanes; d += VECTOR) {
            const double *top = v->system + c * row;
            sim_vector sum = *AT_CONST(top, v->matrix + d);
            for (size_t i = c + 1; i < unknowns; i++)
                sum -= top[i] * *AT(rates, i * lanes + d);
            *AT(rates, c * lanes + d) = sum;
        }
}

SIM_INLINED void solve_step_body(struct sim_variation *v)
{
    if (v->n == 2) {
        set_system(v, 2);
        solve(v, LAST * 2);
    } else {
        set_system(v, v->n);
        solve(v, LAST * v->n);
    }
}

SIM_WIDE(solve_step, (struct sim_variation * v), (v))

/* slopes at x of the step, whose weights these are */
SIM_INLINED void slopes_at_body(struct sim_variation *v, const double *once, const double *twice,
                                double x)
{
    const size_t n = v->n, lanes = v->lanes;
    for (size_t d = 0; d < n * lanes; d += VECTOR) {
        sim_vector dv = *AT(v->start, n * lanes + d), dq = *AT(v->start, d) + x * dv;
        for (size_t j = 0; j < NODES; j++) {
            const sim_vector rate = *AT(v->rate, j * n * lanes + d);
            dq += twice[j] * rate;
            dv += once[j] * rate;
        }
        *AT(v->slopes, d) = dq;
        *AT(v->slopes, n * lanes + d) = dv;
    }
}

SIM_WIDE(slopes_at, (struct sim_variation * v, const double *once, const double *twice, double x),
         (v, once, twice, x))

/* from the step's own time */
static void give_slopes(const struct sim_variation *v, double *slopes)
{
    const double inverse = 1 / v->h;
    for (size_t r = 0; r < v->n; r++)
        for (size_t d = 0; d < v->directions; d++) {
            slopes[v->width * d + r] = v->slopes[r * v->lanes + d];
            slopes[v->width * d + v->n + r] = inverse * v->slopes[(v->n + r) * v->lanes + d];
        }
}

/* and into it */
static void take_slopes(struct sim_variation *v, const double *slopes)
{
    for (size_t r = 0; r < v->n; r++)
        for (size_t d = 0; d < v->directions; d++) {
            v->start[r * v->lanes + d] = slopes[v->width * d + r];
            v->start[(v->n + r) * v->lanes + d] = v->h * slopes[v->width * d + v->n + r];
        }
}

double sim_variation_step(struct sim_variation *v, enum sim_mode mode,
                          const struct sim_taylor *taylor, double t, double t_end, double *slopes)
{
    if (!v->started) {
        sim_jacobian_begin(v->problem, mode, &v->of);
        jacobian_at(v, taylor, t, &v->end);
    }
    v->started = true;
    v->t = t;
    v->h = length_of(v, taylor, t_end - t);
    for (size_t c = 0; c < v->width; c++)
        v->times[c] = c < v->n ? v->h * v->h : v->h;
    scale(v, &v->end, &v->jacobian[0]);
    for (int i = 1; i < NODES; i++) {
        jacobian_at(v, taylor, t + v->node[i] * v->h, &v->end);
        scale(v, &v->end, &v->jacobian[i]);
    }
    take_slopes(v, slopes);
    solve_step(v);
    slopes_at(v, v->once[LAST], v->twice[LAST], 1);
    give_slopes(v, slopes);
    return v->h < t_end - t ? t + v->h : t_end;
}

void sim_variation_dense(struct sim_variation *v, double t, double *slopes)
{
    const double x = (t - v->t) / v->h;
    double once[PLACES], twice[PLACES];
    weights_at(v, x, once, twice);
    slopes_at(v, once, twice, x);
    give_slopes(v, slopes);
}

void sim_variation_place(struct sim_variation *v, int place, double *slopes)
{
    slopes_at(v, v->once_at[place], v->twice_at[place], v->place[place]);
    give_slopes(v, slopes);
}
