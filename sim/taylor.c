/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/taylor.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/evaluate.h"

/* A step is this share of the one whose last two terms are the tolerance (ENGINE.md measured it) */
static const double safety = 0.85;
/* The bounds are searched, not integrated: their last terms may be so many tolerances */
static const double bound_factor = 10, bound_cut = 0.75;
/* rounding alone shows errors below this */
static const double least_rtol = 2e-14;
/* a step that reaches this close to the limit goes all the way, so that no tiny one is left */
static const double stretch = 1.01;
/* a step below so many roundings of t gets nowhere */
static const double step_roundings = 4, least_time = 1e-30;

enum { STATES = 2 * SIM_MAX_COORDINATES, COLUMNS = STATES + SIM_MAX_BOUNDS + 4 };

/* a mode's series, compiled or interpreted, with the memory that it works in */
struct way {
    sim_code_series *code;
    const struct sim_series *series;
    double *work;
};

struct sim_taylor {
    size_t n, n_bounds, stride;
    int order;
    double rtol, atol, share;
    double even; /* what terms that fall evenly to the tolerance shrink by */
    const double *p;
    const struct sim_model *model;
    struct way ways[SIM_MODES], *way;
    double t_before, t, h;
    double x[STATES]; /* at t_before, or at t where this is known */
    bool x_known;
    double weight[STATES]; /* one over what a state may be wrong by */
    double rows[(SIM_SERIES_ORDER + 1) * COLUMNS];
    long steps;
};

/* as many as make the whole cheapest: the order goes with the digits asked for (Jorba and Zou
 * 2005, eq. 3-7, has 1 + ln(1/rtol)/2), and a multiple of four fills the vectors */
static int order_for(double rtol)
{
    const double order = 4 - 0.65 * log(rtol);
    const int fours = (int)lround(order / 4);
    return fours < 2 ? 8 : 4 * fours > SIM_SERIES_ORDER ? SIM_SERIES_ORDER : 4 * fours;
}

enum error_code sim_taylor_create(const struct sim_inputs *in, double rtol, double atol,
                                  struct sim_taylor **made, struct error *err)
{
    struct sim_taylor *taylor = *made = calloc(1, sizeof *taylor);
    if (!taylor)
        return error_memory(err);
    taylor->n = in->n;
    taylor->rtol = fmax(rtol, least_rtol);
    taylor->atol = atol;
    taylor->order = order_for(taylor->rtol);
    taylor->even = pow(taylor->rtol, 1.0 / taylor->order);
    return ERROR_OK;
}

static void drop_ways(struct sim_taylor *taylor)
{
    for (int i = 0; i < SIM_MODES; i++) {
        free(taylor->ways[i].work);
        taylor->ways[i] = (struct way){0};
    }
}

void sim_taylor_free(struct sim_taylor *taylor)
{
    if (taylor)
        drop_ways(taylor);
    free(taylor);
}

/* false: there is none, or no memory for it */
static bool find_way(struct sim_taylor *taylor, const struct sim_model *model, enum sim_mode mode)
{
    struct way *way = &taylor->ways[mode];
    if (model != taylor->model)
        drop_ways(taylor);
    taylor->model = model;
    taylor->way = way;
    if (way->work)
        return true;
    const struct sim_code *code = model->code[taylor->n];
    const struct sim_tapes *tapes = model->own ? model->own->tapes[taylor->n] : NULL;
    size_t room = 0;
    if (code && code->series[mode]) {
        way->code = code->series[mode];
        room = code->histories[mode] * SIM_HISTORY;
    } else if (tapes && tapes->series[mode]) {
        way->series = tapes->series[mode];
        room = sim_series_room(way->series);
    } else {
        return false;
    }
    way->work = calloc(room + 1, sizeof *way->work);
    return way->work != NULL;
}

bool sim_taylor_start(struct sim_taylor *taylor, const struct sim_inputs *in, enum sim_mode mode,
                      double t, const double *x)
{
    if (!find_way(taylor, in->model, mode))
        return false;
    taylor->p = in->p;
    taylor->n_bounds = sim_mode_bounds(mode) + in->model->n_outline;
    taylor->stride = sim_series_stride(taylor->n, sim_mode_columns(mode, in->model->n_outline));
    taylor->t = taylor->t_before = t;
    taylor->h = 0;
    taylor->share = 1;
    sim_taylor_replace(taylor, x);
    return true;
}

void sim_taylor_tighten(struct sim_taylor *taylor, double share)
{
    taylor->share = fmin(1, fmax(share, least_rtol / taylor->rtol));
}

/* ---- a step */

static bool expand(struct sim_taylor *taylor)
{
    struct way *way = taylor->way;
    sim_taylor_state(taylor);
    if (way->code)
        way->code(taylor->p, taylor->x, taylor->order, way->work, taylor->rows);
    else
        sim_series_run(way->series, taylor->p, taylor->x, taylor->order, way->work, taylor->rows);
    double sum = 0;
    const double *last = taylor->rows + (size_t)taylor->order * taylor->stride;
    const double *before = last - taylor->stride;
    for (size_t i = 0; i < 2 * taylor->n + taylor->n_bounds; i++)
        sum += fabs(last[i]) + fabs(before[i]);
    if (isfinite(sum))
        return true;
    drop_ways(taylor); /* a history must not have what is not finite */
    return false;
}

static void weigh(struct sim_taylor *taylor)
{
    for (size_t i = 0; i < 2 * taylor->n; i++)
        taylor->weight[i] = 1 /
                            ((taylor->atol + taylor->rtol * fabs(taylor->rows[i])) * taylor->share);
}

/* the largest coefficient of an order beside what its state may be wrong by */
static double largest(const struct sim_taylor *taylor, int k)
{
    const double *row = taylor->rows + (size_t)k * taylor->stride;
    double most = 0;
    for (size_t i = 0; i < 2 * taylor->n; i++) {
        const double size = fabs(row[i]) * taylor->weight[i];
        most = size > most ? size : most;
    }
    return most;
}

static double power(double x, int n)
{
    double result = 1;
    for (; n; n /= 2, x *= x)
        result *= n % 2 ? x : 1;
    return result;
}

/* The last two orders tell, since a motion that is the same forward and backward has but every
 * second coefficient. A bar released level has but every fourth: with the two orders before, from
 * which the step follows as if coefficients fell evenly (Jorba and Zou 2005, eq. 3-8), all are
 * looked at */
enum { LOOKED_AT = 4 };

static double length_of_states(const struct sim_taylor *taylor)
{
    const int order = taylor->order;
    double h = INFINITY;
    for (int k = order; k > order - 2; k--) {
        const double size = largest(taylor, k);
        if (size > 0 && size * power(h, k) > 1)
            h = pow(size, -1.0 / k);
    }
    for (int k = order - 2; k > order - LOOKED_AT; k--) {
        const double size = taylor->rtol * largest(taylor, k);
        if (size > 0 && size * power(h / taylor->even, k) > 1)
            h = taylor->even * pow(size, -1.0 / k);
    }
    return safety * h;
}

/* whether the series of a bound ends too early for a step of that length */
static bool bound_ends_early(const struct sim_taylor *taylor, size_t column, double h)
{
    const double *c = taylor->rows + column;
    const size_t stride = taylor->stride;
    const double size = fabs(c[0]) + h * (fabs(c[stride]) + h * fabs(c[2 * stride]));
    const int order = taylor->order;
    const double *d = c + (size_t)(order - LOOKED_AT + 1) * stride;
    const double last = h * h * (fabs(d[2 * stride]) + h * fabs(d[3 * stride])) +
                        power(taylor->even, LOOKED_AT - 1) * (fabs(d[0]) + h * fabs(d[stride]));
    return last * power(h, order - LOOKED_AT + 1) >
           bound_factor * (taylor->atol + taylor->rtol * size);
}

/* What no series bounds, as where a motion is a polynomial, is this long (s) */
static const double longest_step = 1;

static double cut_by_bounds(const struct sim_taylor *taylor, double h)
{
    for (size_t i = 0; i < taylor->n_bounds; i++)
        while (bound_ends_early(taylor, 2 * taylor->n + i, h))
            h *= bound_cut;
    return h;
}

/* its own length, whatever follows: only the last step knows where the motion ends, so that a part
 * of a motion is the same as the beginning of a longer one, to the last bit */
static double length_allowed(const struct sim_taylor *taylor, double longest)
{
    const double h = cut_by_bounds(taylor, fmin(length_of_states(taylor), longest_step));
    return stretch * h >= longest ? cut_by_bounds(taylor, longest) : h;
}

typedef double four __attribute__((vector_size(32), aligned(8), may_alias));

/* the state so long after the start of the step; rows are filled up to whole vectors */
static void state_at(const struct sim_taylor *taylor, double after, double *x)
{
    const size_t width = 2 * taylor->n, stride = taylor->stride;
    for (size_t i = 0; i < width; i += 4) {
        const double *row = taylor->rows + (size_t)taylor->order * stride + i;
        four sum = *(const four *)row;
        for (int k = taylor->order; k > 0; k--) {
            row -= stride;
            sum = sum * after + *(const four *)row;
        }
        memcpy(x + i, &sum, (width - i < 4 ? width - i : 4) * sizeof *x);
    }
}

bool sim_taylor_step(struct sim_taylor *taylor, double t_limit)
{
    if (!expand(taylor))
        return false;
    weigh(taylor);
    const double longest = t_limit - taylor->t, h = length_allowed(taylor, longest);
    const bool last = h == longest;
    if (!last && h <= step_roundings * DBL_EPSILON * fmax(fabs(taylor->t), least_time))
        return false;
    taylor->t_before = taylor->t;
    taylor->h = h;
    taylor->t = last ? t_limit : taylor->t + h;
    taylor->x_known = false;
    taylor->steps++;
    return true;
}

void sim_taylor_shorten(struct sim_taylor *taylor, double length)
{
    taylor->h = length;
    taylor->t = taylor->t_before + length;
    taylor->x_known = false;
}

void sim_taylor_replace(struct sim_taylor *taylor, const double *x)
{
    memcpy(taylor->x, x, 2 * taylor->n * sizeof *x);
    taylor->x_known = true;
}

/* ---- what there is of it */

double sim_taylor_time_before(const struct sim_taylor *taylor) { return taylor->t_before; }

double sim_taylor_time(const struct sim_taylor *taylor) { return taylor->t; }

double sim_taylor_length(const struct sim_taylor *taylor) { return taylor->h; }

const double *sim_taylor_state(struct sim_taylor *taylor)
{
    if (!taylor->x_known)
        state_at(taylor, taylor->h, taylor->x);
    taylor->x_known = true;
    return taylor->x;
}

void sim_taylor_dense(const struct sim_taylor *taylor, double t, double *x)
{
    state_at(taylor, t - taylor->t_before, x);
}

int sim_taylor_column(const struct sim_taylor *taylor, size_t column, double *coefficients)
{
    const double *c = taylor->rows + column;
    double scale = 1;
    for (int k = 0; k <= taylor->order; k++) {
        coefficients[k] = scale * *c;
        scale *= taylor->h;
        c += taylor->stride;
    }
    return taylor->order;
}

int sim_taylor_bound(const struct sim_taylor *taylor, size_t bound, double *coefficients)
{
    return sim_taylor_column(taylor, 2 * taylor->n + bound, coefficients);
}

double sim_taylor_smooth(const struct sim_taylor *taylor, int places)
{
    /* through the zeros of Chebyshev's polynomial over a part of length l the error is that of the
     * first term which is left out, times 2 (l/4)^places */
    return 4 * pow(2 * largest(taylor, places), -1.0 / places);
}

long sim_taylor_steps(const struct sim_taylor *taylor) { return taylor->steps; }
