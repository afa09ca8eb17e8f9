/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/dop853.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/dop853_table.h"

_Static_assert((int)SIM_DOP853_END == (int)DOP853_STAGES, "the rate at the end is its last stage");

enum { DENSE_ROWS = 3 + DOP853_DENSE_ROWS };

struct sim_dop853 {
    size_t n;
    sim_dop853_rhs *rhs;
    void *context;
    double rtol, atol;
    double t_before, t, h_done, h_next;
    long evaluations, steps;
    bool dense_ready;
    /* rows of n numbers in one block */
    double *y_before, *y, *y_stage;
    double *k[DOP853_ALL_STAGES]; /* k[12] is f at the end of the step */
    double *dense[DENSE_ROWS];
    double memory[];
};

enum error_code sim_dop853_create(size_t n, sim_dop853_rhs *rhs, void *context, double rtol,
                                  double atol, struct sim_dop853 **ode, struct error *err)
{
    const size_t rows = 3 + DOP853_ALL_STAGES + DENSE_ROWS;
    struct sim_dop853 *new = calloc(1, sizeof *new + rows *n * sizeof(double));
    if (!new)
        return error_memory(err);
    *ode = new;
    new->n = n;
    new->rhs = rhs;
    new->context = context;
    new->rtol = rtol;
    new->atol = atol;
    double *row = new->memory;
    new->y_before = row;
    new->y = row += n;
    new->y_stage = row += n;
    for (int i = 0; i < DOP853_ALL_STAGES; i++)
        new->k[i] = row += n;
    for (int i = 0; i < DENSE_ROWS; i++)
        new->dense[i] = row += n;
    return ERROR_OK;
}

void sim_dop853_free(struct sim_dop853 *ode) { free(ode); }

static bool evaluate(struct sim_dop853 *ode, int stage, double t, const double *y, double *dy)
{
    ode->evaluations++;
    return ode->rhs(ode->context, stage, t, y, dy);
}

/* four states are two coordinates, the commonest: kept in registers */
static void combine_four(const struct sim_dop853 *ode, const struct dop853_row *row,
                         const double *base, double h, double *out)
{
    static const double zero[4];
    const double *from = base ? base : zero;
    double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
    for (int j = 0; j < row->n; j++) {
        const double *k = ode->k[row->entry[j].stage], weight = row->entry[j].weight;
        sum0 += weight * k[0];
        sum1 += weight * k[1];
        sum2 += weight * k[2];
        sum3 += weight * k[3];
    }
    out[0] = from[0] + h * sum0;
    out[1] = from[1] + h * sum1;
    out[2] = from[2] + h * sum2;
    out[3] = from[3] + h * sum3;
}

/* out = base (NULL: 0) + h times the sum of the row's weights times k */
static void combine(const struct sim_dop853 *ode, const struct dop853_row *row, size_t n,
                    const double *base, double h, double *restrict out)
{
    if (n == 4) {
        combine_four(ode, row, base, h, out);
        return;
    }
    for (size_t i = 0; i < n; i++)
        out[i] = row->entry[0].weight * ode->k[row->entry[0].stage][i];
    for (int j = 1; j < row->n; j++) {
        const double *k = ode->k[row->entry[j].stage];
        for (size_t i = 0; i < n; i++)
            out[i] += row->entry[j].weight * k[i];
    }
    for (size_t i = 0; i < n; i++)
        out[i] = (base ? base[i] : 0) + h * out[i];
}

/* stage s of a step of size h from y: its state in y_stage, its rate in k[s] */
static bool stage(struct sim_dop853 *ode, int s, double t, const double *y, double h)
{
    combine(ode, &dop853_a[s], ode->n, y, h, ode->y_stage);
    return evaluate(ode, s, t + dop853_c[s] * h, ode->y_stage, ode->k[s]);
}

static double scale(const struct sim_dop853 *ode, double a, double b)
{
    return ode->atol + ode->rtol * fmax(fabs(a), fabs(b));
}

/* The square of the third-order error goes with h^8, as the tolerance does. Of 1e6 steps that
 * Hairer's estimate accepts 300 have one above so many tolerances: there the fifth-order error has
 * passed a zero, in all states at once where one force drives them all, and says nothing */
static const double most_third_order = 1000;

/* Hairer's estimate, 1 for an error that is just allowed; y_stage: the new state */
static double error_norm(struct sim_dop853 *ode, double h)
{
    double sum5 = 0, sum3 = 0;
    const size_t n = ode->n;
    double *e5 = ode->dense[0], *e3 = ode->dense[1], *third = ode->dense[2];
    combine(ode, &dop853_error5, n, NULL, 1, e5);
    combine(ode, &dop853_a[DOP853_STAGES], n, NULL, 1, e3);
    combine(ode, &dop853_third, n, NULL, 1, third);
    for (size_t i = 0; i < n; i++) {
        double s = scale(ode, ode->y[i], ode->y_stage[i]);
        double a = e5[i] / s, b = (e3[i] - third[i]) / s;
        sum5 += a * a;
        sum3 += b * b;
    }
    if (sum5 == 0 && sum3 == 0)
        return 0;
    const double hairer = fabs(h) * sum5 / sqrt((double)n * (sum5 + 0.01 * sum3));
    return fmax(hairer, h * h * sum3 / (double)n * ode->rtol / most_third_order);
}

/* a first step from the sizes of y, f and an Euler step's change of f; the numbers are those of
 * Hairer, Norsett and Wanner, II.4 */
static double first_step(struct sim_dop853 *ode, double longest)
{
    double d0 = 0, d1 = 0, d2 = 0;
    const size_t n = ode->n;
    const double *f = ode->k[DOP853_STAGES];
    for (size_t i = 0; i < n; i++) {
        double s = scale(ode, ode->y[i], 0);
        d0 += ode->y[i] / s * (ode->y[i] / s);
        d1 += f[i] / s * (f[i] / s);
    }
    double h0 = d0 < 1e-10 || d1 < 1e-10 ? 1e-6 : 0.01 * sqrt(d0 / d1);
    h0 = fmin(h0, longest);
    for (size_t i = 0; i < ode->n; i++)
        ode->y_stage[i] = ode->y[i] + h0 * f[i];
    if (!evaluate(ode, 1, ode->t + h0, ode->y_stage, ode->k[1]))
        return fmin(longest, 1e-3 * h0);
    for (size_t i = 0; i < n; i++) {
        double s = scale(ode, ode->y[i], 0), change = (ode->k[1][i] - f[i]) / s;
        d2 += change * change;
    }
    double curvature = fmax(sqrt(d1), sqrt(d2) / h0) / sqrt((double)n);
    double h1 = curvature <= 1e-15 ? fmax(1e-6, 1e-3 * h0) : pow(0.01 / curvature, 1.0 / 8);
    return fmin(fmin(100 * h0, h1), longest);
}

bool sim_dop853_start(struct sim_dop853 *ode, double t, const double *y, double guess,
                      double longest)
{
    ode->t = ode->t_before = t;
    memcpy(ode->y, y, ode->n * sizeof *y);
    ode->dense_ready = false;
    if (!evaluate(ode, SIM_DOP853_END, t, ode->y, ode->k[DOP853_STAGES]))
        return false;
    ode->h_next = guess > 0 ? fmin(guess, longest) : first_step(ode, longest);
    return true;
}

/* stages of one step; the new state is left in y_stage and its rate in k[12] */
static bool try_step(struct sim_dop853 *ode, double h)
{
    for (int s = 1; s <= DOP853_STAGES; s++)
        if (!stage(ode, s, ode->t, ode->y, h))
            return false;
    return true;
}

/* the step of size h that try_step has left in y_stage becomes the last one */
static void accept(struct sim_dop853 *ode, double h, double t_end)
{
    double *free_row = ode->y_before;
    ode->y_before = ode->y;
    ode->y = ode->y_stage;
    ode->y_stage = free_row;
    ode->h_done = h;
    ode->t_before = ode->t;
    ode->t = t_end;
    ode->dense_ready = false;
}

/* back to where the last step began; k[0] is still its rate */
static void undo(struct sim_dop853 *ode)
{
    double *after = ode->y;
    ode->y = ode->y_before;
    ode->y_before = after;
    ode->t = ode->t_before;
}

bool sim_dop853_shorten(struct sim_dop853 *ode, double t)
{
    const double t_after = ode->t, h_after = ode->h_done;
    undo(ode);
    double h = t - ode->t;
    bool done = try_step(ode, h);
    if (!done) {
        h = h_after;
        t = t_after;
        try_step(ode, h); /* it was possible before */
    }
    accept(ode, h, t);
    return done;
}

/* the next step from the error norm, as Hairer's DOP853 has it: safety factor, and by how much
 * a step may shrink or grow; a stage without right-hand side shrinks it by more */
static const double safety = 0.9, least_factor = 0.333, reject_factor = 0.2, no_rate_factor = 0.1;
static const double most_growth = 6;
/* a step that reaches this close to the limit goes all the way, so that no tiny one is left */
static const double stretch = 1.01;
/* a step below so many roundings of t gets nowhere */
static const double step_roundings = 4, least_time = 1e-30;

static double eighth_root(double x) { return sqrt(sqrt(sqrt(x))); }

bool sim_dop853_step(struct sim_dop853 *ode, double t_limit)
{
    memcpy(ode->k[0], ode->k[DOP853_STAGES], ode->n * sizeof(double));
    double h = ode->h_next, grow = most_growth;
    for (;;) {
        bool last = ode->t + stretch * h >= t_limit;
        if (last)
            h = t_limit - ode->t;
        if (!last && h <= step_roundings * DBL_EPSILON * fmax(fabs(ode->t), least_time))
            return false;
        double norm = try_step(ode, h) ? error_norm(ode, h) : INFINITY;
        if (norm <= 1) {
            double factor = norm > 0 ? safety / eighth_root(norm) : grow;
            /* a step cut short by the limit does not shorten the next one */
            double next = h * fmin(grow, fmax(least_factor, factor));
            ode->h_next = last ? fmax(next, ode->h_next) : next;
            accept(ode, h, last ? t_limit : ode->t + h);
            ode->steps++;
            return true;
        }
        if (last && h <= step_roundings * DBL_EPSILON * fmax(fabs(ode->t), least_time))
            return false;
        h *= isfinite(norm) ? fmax(reject_factor, safety / eighth_root(norm)) : no_rate_factor;
        ode->h_next = h;
        grow = 1;
    }
}

bool sim_dop853_replace(struct sim_dop853 *ode, const double *y)
{
    memcpy(ode->y, y, ode->n * sizeof *y);
    return evaluate(ode, SIM_DOP853_END, ode->t, ode->y, ode->k[DOP853_STAGES]);
}

double sim_dop853_time_before(const struct sim_dop853 *ode) { return ode->t_before; }

double sim_dop853_time(const struct sim_dop853 *ode) { return ode->t; }

const double *sim_dop853_state(const struct sim_dop853 *ode) { return ode->y; }

const double *sim_dop853_rate(const struct sim_dop853 *ode) { return ode->k[DOP853_STAGES]; }

/* three more stages and the coefficients of the interpolant */
static void prepare_dense(struct sim_dop853 *ode)
{
    const double h = ode->h_done;
    for (int s = DOP853_STAGES + 1; s < DOP853_ALL_STAGES; s++)
        if (!stage(ode, s, ode->t_before, ode->y_before, h))
            memcpy(ode->k[s], ode->k[DOP853_STAGES], ode->n * sizeof(double));
    for (size_t i = 0; i < ode->n; i++) {
        double change = ode->y[i] - ode->y_before[i];
        ode->dense[0][i] = change;
        ode->dense[1][i] = h * ode->k[0][i] - change;
        ode->dense[2][i] = 2 * change - h * (ode->k[DOP853_STAGES][i] + ode->k[0][i]);
    }
    for (int r = 0; r < DOP853_DENSE_ROWS; r++)
        combine(ode, &dop853_dense[r], ode->n, NULL, h, ode->dense[3 + r]);
    ode->dense_ready = true;
}

void sim_dop853_dense(struct sim_dop853 *ode, double t, double *y)
{
    if (!ode->dense_ready)
        prepare_dense(ode);
    const double x = (t - ode->t_before) / ode->h_done, x1 = 1 - x;
    double *const *d = ode->dense;
    for (size_t i = 0; i < ode->n; i++)
        y[i] = ode->y_before[i] +
               x * (d[0][i] +
                    x1 * (d[1][i] +
                          x * (d[2][i] +
                               x1 * (d[3][i] + x * (d[4][i] + x1 * (d[5][i] + x * d[6][i]))))));
}

long sim_dop853_evaluations(const struct sim_dop853 *ode) { return ode->evaluations; }

long sim_dop853_steps(const struct sim_dop853 *ode) { return ode->steps; }
