/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/variation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/jacobian.h"
#include "sim/lagrange.h"

enum {
    NODES = 6,
    LAST = NODES - 1,
    UNKNOWNS = LAST * SIM_MAX_COORDINATES, /* the first node is known */
    COLUMNS = UNKNOWNS + SIM_MAX_DIRECTIONS
};

struct sim_variation {
    const struct sim_problem *problem;
    size_t n, width, directions;
    double node[NODES];
    /* the integrals from 0 of the polynomials that are 1 at one node and 0 at the others,
     * taken once and twice: coefficients of x^k after a factor x or x^2, and values at the nodes */
    double first[NODES][NODES], second[NODES][NODES];
    double once[NODES][NODES], twice[NODES][NODES];
    bool started;            /* `end` is where the next step begins */
    struct sim_jacobian end; /* that of the last node: the next step begins with it */
    /* The last step, its time measured in its length h: velocities are h dv, rates h^2 d(v'),
     * so that the loops below are free of h. Rows of n or 2n for each direction */
    double t, h;
    struct sim_jacobian jacobian[NODES];
    double start[SIM_MAX_DIRECTIONS * SIM_MAX_STATES];
    double rate[NODES][SIM_MAX_DIRECTIONS * SIM_MAX_COORDINATES];
    double system[UNKNOWNS][COLUMNS];
};

static double polynomial(const double *coefficients, double x)
{
    double sum = 0;
    for (int k = NODES - 1; k >= 0; k--)
        sum = sum * x + coefficients[k];
    return sum;
}

/* weights of the rates at the nodes in the slopes at x of the step */
static void weights_at(const struct sim_variation *v, double x, double *once, double *twice)
{
    for (int j = 0; j < NODES; j++) {
        once[j] = x * polynomial(v->first[j], x);
        twice[j] = x * x * polynomial(v->second[j], x);
    }
}

static void set_method(struct sim_variation *v)
{
    const double near = sqrt(1.0 / 3 - 2 * sqrt(7) / 21), far = sqrt(1.0 / 3 + 2 * sqrt(7) / 21);
    const double lobatto[NODES] = {-1, -far, -near, near, far, 1};
    for (int i = 0; i < NODES; i++)
        v->node[i] = 0.5 * (1 + lobatto[i]);
    for (int j = 0; j < NODES; j++) {
        double lagrange[NODES];
        sim_lagrange(NODES, v->node, j, lagrange);
        for (int k = 0; k < NODES; k++) {
            v->first[j][k] = lagrange[k] / (k + 1);
            v->second[j][k] = lagrange[k] / ((k + 1) * (k + 2));
        }
    }
    for (int i = 0; i < NODES; i++)
        weights_at(v, v->node[i], v->once[i], v->twice[i]);
}

enum error_code sim_variation_create(const struct sim_problem *problem,
                                     struct sim_variation **variation, struct error *err)
{
    struct sim_variation *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->problem = problem;
    new->n = problem->inputs.n;
    new->width = 2 * new->n;
    new->directions = problem->n_directions;
    set_method(new);
    *variation = new;
    return ERROR_OK;
}

void sim_variation_free(struct sim_variation *variation) { free(variation); }

void sim_variation_restart(struct sim_variation *variation) { variation->started = false; }

static void jacobian_at(struct sim_variation *v, enum sim_mode mode,
                        const struct sim_taylor *taylor, double t, struct sim_jacobian *jacobian)
{
    double x[SIM_MAX_STATES];
    sim_taylor_dense(taylor, t, x);
    sim_jacobian_at(v->problem, mode, t, x, jacobian);
}

/* in the step's own time */
static void scale(const struct sim_variation *v, const struct sim_jacobian *from,
                  struct sim_jacobian *to)
{
    const double h = v->h, h2 = h * h;
    for (size_t c = 0; c < v->width; c++)
        for (size_t r = 0; r < v->n; r++)
            to->by_state[c][r] = (c < v->n ? h2 : h) * from->by_state[c][r];
    for (size_t d = 0; d < v->directions; d++)
        for (size_t r = 0; r < v->n; r++)
            to->by_direction[d][r] = h2 * from->by_direction[d][r];
}

/* How fast the slopes change (1/s): Frobenius norms of A that do not change with the units
 * of the coordinates, |a_ij a_ji| in place of a_ij^2 */
static double pace(const struct sim_variation *v)
{
    double by_position = 0, by_velocity = 0;
    for (size_t i = 0; i < v->n; i++)
        for (size_t j = 0; j < v->n; j++) {
            const double(*a)[SIM_MAX_COORDINATES] = v->end.by_state;
            by_position += fabs(a[i][j] * a[j][i]);
            by_velocity += fabs(a[v->n + i][j] * a[v->n + j][i]);
        }
    return sqrt(sqrt(by_position)) + sqrt(by_velocity);
}

/* Inside the step the error of one system is some 2e-6 (pace h)^7; it may be a hundred
 * times the tolerance of the motion, that is (pace h)^7 = 100 rtol / 2e-6 */
static const double error_factor = 5e7, error_order = 7;

/* The whole step that is left, or so much of it that one system is exact enough. A step of series
 * may be so long that A is no polynomial of the nodes' degree in it */
static double length_of(const struct sim_variation *v, const struct sim_taylor *taylor, double left)
{
    const double own = pow(error_factor * v->problem->rtol, 1.0 / error_order) / pace(v);
    const double reach = fmin(isfinite(own) ? own : INFINITY, sim_taylor_smooth(taylor, NODES + 1));
    return isfinite(reach) && reach < left ? left / ceil(left / reach) : left;
}

/* A (dq, dv) + B for direction d */
static void rate_of(const struct sim_variation *v, int i, size_t d, const double *slopes,
                    double *rate)
{
    for (size_t r = 0; r < v->n; r++) {
        rate[r] = v->jacobian[i].by_direction[d][r];
        for (size_t c = 0; c < v->width; c++)
            rate[r] += v->jacobian[i].by_state[c][r] * slopes[c];
    }
}

/* slopes at x of the step, from the start and the rates at the first `known` nodes alone */
static void slopes_of(const struct sim_variation *v, size_t d, const double *once,
                      const double *twice, double x, int known, double *slopes)
{
    const double *start = v->start + v->width * d;
    for (size_t r = 0; r < v->n; r++) {
        double dq = start[r] + x * start[v->n + r], dv = start[v->n + r];
        for (int j = 0; j < known; j++) {
            const double rate = v->rate[j][v->n * d + r];
            dq += twice[j] * rate;
            dv += once[j] * rate;
        }
        slopes[r] = dq;
        slopes[v->n + r] = dv;
    }
}

/* what the rate at node j adds to the one at node i */
static void set_block(struct sim_variation *v, int i, int j)
{
    const size_t n = v->n, row = (size_t)(i - 1) * n, column = (size_t)(j - 1) * n;
    const double once = v->once[i][j], twice = v->twice[i][j];
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            v->system[row + r][column + c] = (i == j && r == c) -
                                             twice * v->jacobian[i].by_state[c][r] -
                                             once * v->jacobian[i].by_state[n + c][r];
}

/* The unknowns are the rates at all nodes but the first. Row i says that the rate at node i is
 * A_i (slopes there) + B_i, the slopes being integrals of the rates: terms with unknown rates
 * stand on the left, what follows from the start and the first rate on the right */
static void set_system(struct sim_variation *v)
{
    const size_t n = v->n, unknowns = LAST * n;
    for (size_t d = 0; d < v->directions; d++)
        rate_of(v, 0, d, v->start + v->width * d, &v->rate[0][n * d]);
    for (int i = 1; i < NODES; i++)
        for (int j = 1; j < NODES; j++)
            set_block(v, i, j);
    for (int i = 1; i < NODES; i++)
        for (size_t d = 0; d < v->directions; d++) {
            double slopes[SIM_MAX_STATES], rate[SIM_MAX_COORDINATES];
            slopes_of(v, d, v->once[i], v->twice[i], v->node[i], 1, slopes);
            rate_of(v, i, d, slopes, rate);
            for (size_t r = 0; r < n; r++)
                v->system[(size_t)(i - 1) * n + r][unknowns + d] = rate[r];
        }
}

static size_t largest_below(double system[][COLUMNS], size_t column, size_t unknowns)
{
    size_t largest = column;
    for (size_t i = column + 1; i < unknowns; i++)
        if (fabs(system[i][column]) > fabs(system[largest][column]))
            largest = i;
    return largest;
}

/* Gauss's elimination with pivots, all right-hand sides at once: the systems are too small
 * (8 x 8 for two coordinates) for a library's blocks to pay */
static void solve(double system[][COLUMNS], size_t unknowns, size_t columns)
{
    for (size_t c = 0; c < unknowns; c++) {
        const size_t pivot = largest_below(system, c, unknowns);
        for (size_t j = c; pivot != c && j < columns; j++) {
            const double kept = system[c][j];
            system[c][j] = system[pivot][j];
            system[pivot][j] = kept;
        }
        const double inverse = 1 / system[c][c];
        for (size_t i = c + 1; i < unknowns; i++) {
            const double factor = system[i][c] * inverse;
            for (size_t j = c + 1; j < columns; j++)
                system[i][j] -= factor * system[c][j];
        }
        for (size_t j = c + 1; j < columns; j++)
            system[c][j] *= inverse;
    }
    for (size_t c = unknowns; c-- > 1;)
        for (size_t i = 0; i < c; i++)
            for (size_t j = unknowns; j < columns; j++)
                system[i][j] -= system[i][c] * system[c][j];
}

/* from the step's own time, and into it */
static void scale_velocities(const struct sim_variation *v, double factor, double *slopes)
{
    for (size_t d = 0; d < v->directions; d++)
        for (size_t r = 0; r < v->n; r++)
            slopes[v->width * d + v->n + r] *= factor;
}

double sim_variation_step(struct sim_variation *v, enum sim_mode mode,
                          const struct sim_taylor *taylor, double t, double t_end, double *slopes)
{
    const size_t unknowns = LAST * v->n;
    if (!v->started)
        jacobian_at(v, mode, taylor, t, &v->end);
    v->started = true;
    v->t = t;
    v->h = length_of(v, taylor, t_end - t);
    scale(v, &v->end, &v->jacobian[0]);
    for (int i = 1; i < NODES; i++) {
        jacobian_at(v, mode, taylor, t + v->node[i] * v->h, &v->end);
        scale(v, &v->end, &v->jacobian[i]);
    }
    memcpy(v->start, slopes, v->directions * v->width * sizeof *slopes);
    scale_velocities(v, v->h, v->start);
    set_system(v);
    solve(v->system, unknowns, unknowns + v->directions);
    for (int i = 1; i < NODES; i++)
        for (size_t d = 0; d < v->directions; d++)
            for (size_t r = 0; r < v->n; r++)
                v->rate[i][v->n * d + r] = v->system[(size_t)(i - 1) * v->n + r][unknowns + d];
    for (size_t d = 0; d < v->directions; d++)
        slopes_of(v, d, v->once[LAST], v->twice[LAST], 1, NODES, slopes + v->width * d);
    scale_velocities(v, 1 / v->h, slopes);
    return v->h < t_end - t ? t + v->h : t_end;
}

void sim_variation_dense(const struct sim_variation *v, double t, double *slopes)
{
    const double x = (t - v->t) / v->h;
    double once[NODES], twice[NODES];
    weights_at(v, x, once, twice);
    for (size_t d = 0; d < v->directions; d++)
        slopes_of(v, d, once, twice, x, NODES, slopes + v->width * d);
    scale_velocities(v, 1 / v->h, slopes);
}
