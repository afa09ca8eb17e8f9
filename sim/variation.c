/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/variation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/jacobian.h"
#include "sim/lagrange.h"
#include "sim/terms_slopes.h"
#include "sim/wide.h"

/* Directions stand beside each other in rows that are filled up with zeros to whole vectors, and so
 * do the nodes in tables of them and the unknowns in a row of the system. */
enum {
    FEW = 6, /* nodes of a step, and of one that is a little too long for these */
    MORE = 7,
    VECTOR = 4,
    PLACES = 8,                                  /* a row of nodes */
    UNKNOWNS = (MORE - 1) * SIM_MAX_COORDINATES, /* the first node is known */
    MATRIX = (UNKNOWNS + VECTOR - 1) / VECTOR * VECTOR,
    SAMPLES = SIM_SAMPLE_NODES
};
_Static_assert(SIM_MAX_DIRECTIONS % VECTOR == 0 && SIM_MAX_STATES % VECTOR == 0, "whole vectors");

#define AT(numbers, i) ((sim_vector *)((numbers) + (i)))
#define AT_CONST(numbers, i) ((const sim_vector *)((numbers) + (i)))

/* what is the same in all steps of so many nodes */
struct method {
    size_t nodes, unknowns;
    size_t matrix, row; /* of a system: the unknowns, and with the directions behind them */
    double node[MORE];
    /* the integrals from 0 of the polynomials that are 1 at one node and 0 at the others,
     * taken once and twice: coefficients of x^k after a factor x or x^2, and values at the nodes
     * and at the places through which samples go */
    double first[MORE][PLACES], second[MORE][PLACES];
    double once[MORE][PLACES], twice[MORE][PLACES];
    double place[SAMPLES], once_at[SAMPLES][PLACES], twice_at[SAMPLES][PLACES];
};

struct sim_variation {
    const struct sim_problem *problem;
    size_t n, width, directions;
    size_t lanes; /* a row of directions */
    struct method methods[2];
    const struct method *method; /* of the last step */
    struct sim_jacobian_of of;
    bool started;            /* `end` is where the next step begins */
    struct sim_jacobian end; /* that of the last node: the next step begins with it */
    /* The last step, its time measured in its length h: velocities are h dv, rates h^2 d(v'),
     * so that the loops below are free of h. Of each state or coordinate a row of directions */
    double t, h;
    double times[SIM_MAX_STATES]; /* h^2 for a coordinate and h for a velocity */
    struct sim_jacobian jacobian[MORE];
    double start[SIM_MAX_STATES * SIM_MAX_DIRECTIONS];
    double rate[MORE * SIM_MAX_COORDINATES * SIM_MAX_DIRECTIONS];
    double slopes[SIM_MAX_STATES * SIM_MAX_DIRECTIONS]; /* somewhere in the step */
    double system[UNKNOWNS * (MATRIX + SIM_MAX_DIRECTIONS)];
};

static size_t whole_vectors(size_t n) { return sim_lanes_of(n) * VECTOR; }

/* weights of the rates at the nodes in the slopes at x of the step */
SIM_INLINED void weights_at_body(const struct method *m, double x, double *once, double *twice)
{
    for (size_t j = 0; j < PLACES; j += VECTOR) {
        sim_vector a = {0}, b = {0};
        for (size_t k = m->nodes; k-- > 0;) {
            a = a * x + *AT_CONST(m->first[k], j);
            b = b * x + *AT_CONST(m->second[k], j);
        }
        *AT(once, j) = x * a;
        *AT(twice, j) = x * x * b;
    }
}

SIM_WIDE(weights_at, (const struct method *m, double x, double *once, double *twice),
         (m, x, once, twice))

/* Lobatto's nodes: the ends, and the zeros of the derivative of Legendre's polynomial */
static void set_nodes(struct method *m)
{
    const double six[] = {1.0 / 3 - 2 * sqrt(7) / 21, 1.0 / 3 + 2 * sqrt(7) / 21, 1};
    const double seven[] = {0, 5.0 / 11 - 2 * sqrt(5.0 / 3) / 11, 5.0 / 11 + 2 * sqrt(5.0 / 3) / 11,
                            1};
    const double *squares = m->nodes == FEW ? six : seven;
    for (size_t i = 0; i < (m->nodes + 1) / 2; i++) {
        const double x = 0.5 * sqrt(squares[i]);
        m->node[m->nodes / 2 + i] = 0.5 + x;
        m->node[(m->nodes - 1) / 2 - i] = 0.5 - x;
    }
}

static void set_method(const struct sim_variation *v, size_t nodes, const double *places,
                       struct method *m)
{
    m->nodes = nodes;
    m->unknowns = (nodes - 1) * v->n;
    m->matrix = whole_vectors(m->unknowns);
    m->row = m->matrix + v->lanes;
    set_nodes(m);
    for (size_t j = 0; j < nodes; j++) {
        double lagrange[MORE];
        sim_lagrange((int)nodes, m->node, (int)j, lagrange);
        for (size_t k = 0; k < nodes; k++) {
            const double degree = (double)k;
            m->first[k][j] = lagrange[k] / (degree + 1);
            m->second[k][j] = lagrange[k] / ((degree + 1) * (degree + 2));
        }
    }
    for (size_t i = 0; i < nodes; i++)
        weights_at(m, m->node[i], m->once[i], m->twice[i]);
    for (size_t i = 0; i < SAMPLES; i++) {
        m->place[i] = 0.5 * (1 + places[i]);
        weights_at(m, m->place[i], m->once_at[i], m->twice_at[i]);
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
    new->lanes = whole_vectors(new->directions);
    set_method(new, FEW, places, &new->methods[0]);
    set_method(new, MORE, places, &new->methods[1]);
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

/* Inside the step the error of one system is some 2e-6 (pace h)^7, of one with a node more at the
 * most 1e-7 (pace h)^8; it may be a hundred times the tolerance of the motion, that is
 * (pace h)^7 = 100 rtol / 2e-6 */
static const double error_factor[] = {5e7, 1e9}, error_order[] = {7, 8};

/* The longest step of so many nodes. A step of series may be so long that A is no polynomial of
 * their degree in it */
static double reach_of(const struct sim_variation *v, const struct sim_taylor *taylor, int more,
                       double pace_of)
{
    const double own = pow(error_factor[more] * v->problem->rtol, 1.0 / error_order[more]) /
                       pace_of;
    return fmin(isfinite(own) ? own : INFINITY,
                sim_taylor_smooth(taylor, (int)v->methods[more].nodes + 1));
}

/* The whole step that is left, or so much of it that one system is exact enough: most that are too
 * long are so by little, and a node more costs less than two systems */
static double choose_length(struct sim_variation *v, const struct sim_taylor *taylor, double left)
{
    const double own = pace(v), reach = reach_of(v, taylor, 0, own);
    v->method = &v->methods[0];
    if (!isfinite(reach) || left <= reach)
        return left;
    if (left <= reach_of(v, taylor, 1, own)) {
        v->method = &v->methods[1];
        return left;
    }
    return left / ceil(left / reach);
}

/* Rows of some directions, at node i: A (dq, dv) + B. The slopes there follow from the start and
 * the rate at the first node alone */
SIM_INLINED void known_rates(const struct sim_variation *v, size_t n, size_t i, size_t d,
                             double *out, size_t row)
{
    sim_vector slopes[SIM_MAX_STATES];
    const struct method *m = v->method;
    const double once = m->once[i][0], twice = m->twice[i][0], x = m->node[i];
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
SIM_INLINED void set_row(const struct sim_variation *v, size_t n, size_t i, size_t r, double *row)
{
    const struct method *m = v->method;
    const double *by = v->jacobian[i].by_state[r], *once = m->once[i], *twice = m->twice[i];
    if (n == 2) {
        const sim_vector all = *AT_CONST(by, 0);
        const sim_vector by_q = __builtin_shufflevector(all, all, 0, 1, 0, 1);
        const sim_vector by_v = __builtin_shufflevector(all, all, 2, 3, 2, 3);
        for (size_t j = 1; j < m->nodes; j += 2) {
            const sim_vector a = {twice[j], twice[j], twice[j + 1], twice[j + 1]};
            const sim_vector b = {once[j], once[j], once[j + 1], once[j + 1]};
            *AT(row, 2 * (j - 1)) = -(a * by_q) - b * by_v;
        }
    } else {
        for (size_t j = 1; j < m->nodes; j++)
            for (size_t c = 0; c < n; c++)
                row[(j - 1) * n + c] = -(twice[j] * by[c]) - once[j] * by[n + c];
    }
    row[(i - 1) * n + r] += 1;
}

/* The unknowns are the rates at all nodes but the first. Row i says that the rate at node i is
 * A_i (slopes there) + B_i, the slopes being integrals of the rates: terms with unknown rates
 * stand on the left, what follows from the start and the first rate on the right */
SIM_INLINED void set_system(struct sim_variation *v, size_t n)
{
    for (size_t d = 0; d < v->lanes; d += VECTOR)
        known_rates(v, n, 0, d, v->rate, v->lanes);
    const struct method *m = v->method;
    for (size_t i = 1; i < m->nodes; i++) {
        double *rows = v->system + (i - 1) * n * m->row;
        for (size_t r = 0; r < n; r++)
            set_row(v, n, i, r, rows + r * m->row);
        for (size_t d = 0; d < v->lanes; d += VECTOR)
            known_rates(v, n, i, d, rows + m->matrix, m->row);
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
    const size_t row = v->method->row, matrix = v->method->matrix, lanes = v->lanes;
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
            sim_vector sum = *AT_CONST(top, matrix + d);
            for (size_t i = c + 1; i < unknowns; i++)
                sum -= top[i] * *AT(rates, i * lanes + d);
            *AT(rates, c * lanes + d) = sum;
        }
}

SIM_INLINED void solve_step_body(struct sim_variation *v)
{
    if (v->n == 2)
        set_system(v, 2);
    else
        set_system(v, v->n);
    if (v->method->unknowns == 2 * (FEW - 1))
        solve(v, 2 * (FEW - 1));
    else
        solve(v, v->method->unknowns);
}

SIM_WIDE(solve_step, (struct sim_variation * v), (v))

/* slopes at x of the step, whose weights these are */
SIM_INLINED void slopes_at_body(struct sim_variation *v, const double *once, const double *twice,
                                double x)
{
    const size_t n = v->n, lanes = v->lanes;
    for (size_t d = 0; d < n * lanes; d += VECTOR) {
        sim_vector dv = *AT(v->start, n * lanes + d), dq = *AT(v->start, d) + x * dv;
        for (size_t j = 0; j < v->method->nodes; j++) {
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
    v->h = choose_length(v, taylor, t_end - t);
    for (size_t c = 0; c < v->width; c++)
        v->times[c] = c < v->n ? v->h * v->h : v->h;
    scale(v, &v->end, &v->jacobian[0]);
    const struct method *m = v->method;
    const size_t last = m->nodes - 1;
    for (size_t i = 1; i <= last; i++) {
        jacobian_at(v, taylor, t + m->node[i] * v->h, &v->end);
        scale(v, &v->end, &v->jacobian[i]);
    }
    take_slopes(v, slopes);
    solve_step(v);
    slopes_at(v, m->once[last], m->twice[last], 1);
    give_slopes(v, slopes);
    return v->h < t_end - t ? t + v->h : t_end;
}

void sim_variation_dense(struct sim_variation *v, double t, double *slopes)
{
    const double x = (t - v->t) / v->h;
    double once[PLACES], twice[PLACES];
    weights_at(v->method, x, once, twice);
    slopes_at(v, once, twice, x);
    give_slopes(v, slopes);
}

void sim_variation_place(struct sim_variation *v, int place, double *slopes)
{
    slopes_at(v, v->method->once_at[place], v->method->twice_at[place], v->method->place[place]);
    give_slopes(v, slopes);
}
