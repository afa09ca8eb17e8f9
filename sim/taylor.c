/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/taylor.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/memory.h"
#include "sim/evaluate.h"
#include "sim/friction_series.h"
#include "sim/wide.h"

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

/* The last two orders tell, since a motion that is the same forward and backward has but every
 * second coefficient. A bar released level has but every fourth: with the two orders before, from
 * which the step follows as if coefficients fell evenly (Jorba and Zou 2005, eq. 3-8), all are
 * looked at */
enum { LOOKED_AT = 4 };

enum { STATES = 2 * SIM_MAX_COORDINATES, COLUMNS = STATES + SIM_MAX_BOUNDS + 4 };

/* a way's series, compiled or interpreted, with the memory that it works in */
struct way {
    sim_code_series *code;
    const struct sim_series *series;
    double *work;
    bool backwards; /* what it keeps of the parameters is for that direction of slip */
};

struct sim_taylor {
    size_t n, n_bounds, stride;
    int order;
    double rtol, atol, share;
    double even; /* what terms that fall evenly to the tolerance shrink by */
    /* of the last orders: the exponent of a coefficient in the length of a step, and the logarithm
     * of what stands beside it */
    sim_vector exponent, beside;
    const double *given, *p;            /* parameters: the problem's, and those of the mode */
    double changed[SIM_MAX_PARAMETERS]; /* p with a coefficient of friction that is not the rig's */
    bool backwards;                     /* slip- by the series of slip+ */
    const struct sim_model *model;
    struct way ways[SIM_WAYS], *way;
    bool by_speed; /* friction changes with the speed of slip: */
    struct sim_friction_series friction;
    double t_before, t, h;
    const struct sim_belt *belt; /* that drives the mode, NULL: none, */
    double belt_shift;           /* and its clock less the motion's */
    /* at t_before, or at t where this is known; behind it the series of the belt's acceleration */
    double x[STATES + SIM_SERIES_ORDER + 1];
    bool x_known;
    double counts[STATES], weight[STATES]; /* 1 for a state, and over what it may be wrong by */
    double rows[(SIM_SERIES_ORDER + 1) * COLUMNS];
    bool finite; /* the rows */
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
    for (size_t i = 0; i < 2 * in->n; i++)
        taylor->counts[i] = 1;
    for (int i = 0; i < LOOKED_AT; i++) {
        const double k = taylor->order - LOOKED_AT + 1 + i;
        taylor->exponent[i] = -1 / k;
        taylor->beside[i] = i < 2 ? log2(taylor->rtol) * (1 - k / taylor->order) : 0;
    }
    return ERROR_OK;
}

static void drop_ways(struct sim_taylor *taylor)
{
    for (int i = 0; i < SIM_WAYS; i++) {
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

static enum error_code find_way(struct sim_taylor *taylor, const struct sim_inputs *in, int which,
                                struct error *err)
{
    const struct sim_model *model = in->model;
    struct way *way = &taylor->ways[which];
    if (model != taylor->model || in->p != taylor->given)
        drop_ways(taylor);
    taylor->model = model;
    taylor->given = in->p;
    taylor->way = way;
    if (way->work)
        return ERROR_OK;
    const struct sim_code *code = model->code[taylor->n];
    const struct sim_tapes *tapes = model->own ? model->own->tapes[taylor->n] : NULL;
    size_t room = 0;
    if (code && which < SIM_CODE_MODES && code->series[which]) {
        way->code = code->series[which];
        room = code->rooms[which];
    } else {
        way->series = tapes                  ? tapes->series[which]
                      : code && code->tables ? code->tables[which]
                      : model->series        ? model->series(taylor->n)[which]
                                             : NULL;
        if (!way->series)
            return error_set(err, ERROR_NUMERIC, "%s has no series of this contact",
                             model->table.name);
        room = sim_series_room(way->series);
    }
    way->work = malloc((room + 1) * sizeof *way->work);
    if (!way->work)
        return error_memory(err);
    way->work[0] = 0;
    return ERROR_OK;
}

/* what friction has to do with a mode */
static void set_friction(struct sim_taylor *taylor, const struct sim_inputs *in, enum sim_mode mode)
{
    const int slip = sim_mode_slip(mode);
    const bool rests = mode == SIM_STICK && in->surface;
    taylor->p = in->p;
    taylor->by_speed = slip && sim_motion_friction_changes(in);
    taylor->backwards = slip < 0 && (taylor->by_speed || in->law == RIG_LAW_COMPLIANT);
    if (taylor->by_speed)
        sim_friction_series_set(&taylor->friction, in->surface, in->p, slip, taylor->rtol);
    if (taylor->by_speed || (!rests && !taylor->backwards))
        return;
    memcpy(taylor->changed, in->p, in->model->table.n_parameters * sizeof *in->p);
    if (rests)
        taylor->changed[SIM_STATIC_FRICTION] = 1;
    else
        taylor->changed[SIM_FRICTION] = -in->p[SIM_FRICTION];
    taylor->p = taylor->changed;
}

/* the belt that drives a mode, or the constant that it is then */
static void set_drive(struct sim_taylor *taylor, const struct sim_inputs *in, enum sim_mode mode)
{
    double *drive = taylor->x + 2 * taylor->n;
    taylor->belt = mode == SIM_STICK || taylor->by_speed ? in->belt : NULL;
    taylor->belt_shift = in->belt_shift;
    if (taylor->belt || (mode != SIM_STICK && !taylor->by_speed))
        return;
    memset(drive, 0, (SIM_SERIES_ORDER + 1) * sizeof *drive);
    drive[0] = taylor->by_speed ? in->p[SIM_BELT_SPEED] : 0;
}

/* the direction of slip is a parameter to a way that follows both */
static void turn(struct sim_taylor *taylor)
{
    if (taylor->way->backwards != taylor->backwards)
        taylor->way->work[0] = 0;
    taylor->way->backwards = taylor->backwards;
}

enum error_code sim_taylor_start(struct sim_taylor *taylor, const struct sim_inputs *in,
                                 enum sim_mode mode, double t, const double *x, struct error *err)
{
    set_friction(taylor, in, mode);
    const int way = sim_way_of(mode, in->law, taylor->by_speed);
    const enum error_code code = find_way(taylor, in, way, err);
    if (code)
        return code;
    turn(taylor);
    const size_t columns = sim_way_columns(way, in->model->n_outline, in->model->line_contact);
    const size_t shown = mode == SIM_FLIGHT             ? SIM_TIP_COLUMNS
                         : in->law == RIG_LAW_COMPLIANT ? SIM_SPRING_COLUMNS
                                                        : 0;
    taylor->n_bounds = columns - shown;
    taylor->stride = sim_series_stride(taylor->n, columns);
    set_drive(taylor, in, mode);
    taylor->t = taylor->t_before = t;
    taylor->h = 0;
    taylor->share = 1;
    sim_taylor_replace(taylor, x);
    return ERROR_OK;
}

void sim_taylor_tighten(struct sim_taylor *taylor, double share)
{
    taylor->share = fmin(1, fmax(share, least_rtol / taylor->rtol));
}

/* ---- a step: rows are filled up to whole vectors */

#define SIZE_OF(v) ((sim_vector)((sim_vector_bits)(v)&0x7fffffffffffffff))

/* a where `which` holds, else b */
#define CHOSEN(which, a, b) \
    ((sim_vector)(((which) & (sim_vector_bits)(a)) | (~(which) & (sim_vector_bits)(b))))

/* by its speed where friction depends on that, else by its acceleration */
static void drive(struct sim_taylor *taylor)
{
    double speed[SIM_SERIES_ORDER + 2], *drive = taylor->x + 2 * taylor->n;
    sim_belt_series(taylor->belt, taylor->t + taylor->belt_shift, taylor->order + 1, speed);
    for (int k = 0; k <= taylor->order; k++)
        drive[k] = taylor->by_speed ? speed[k] : (k + 1) * speed[k + 1];
}

static bool expand(struct sim_taylor *taylor)
{
    struct way *way = taylor->way;
    const struct sim_schedules *schedules = sim_schedules_of(taylor->model);
    const double *p = taylor->p, *x = sim_taylor_state(taylor);
    const struct sim_series_law law = {sim_friction_series_next, &taylor->friction};
    double room[SIM_MAX_PARAMETERS];
    if (schedules) {
        p = sim_schedules_inputs(schedules, p, x, room);
        way->work[0] = 0;
    }
    if (taylor->belt)
        drive(taylor);
    if (way->code)
        way->code(p, x, taylor->order, way->work, taylor->rows);
    else
        sim_series_run(way->series, &law, p, x, taylor->order, way->work, taylor->rows);
    for (int k = 0; taylor->backwards && k <= taylor->order; k++) {
        double *speed = &taylor->rows[(size_t)k * taylor->stride + 2 * taylor->n + SIM_BOUND_SPEED];
        *speed = -*speed;
    }
    const double *last = taylor->rows + (size_t)(taylor->order - 1) * taylor->stride;
    sim_vector none = {0}; /* what is not finite makes it NaN */
    for (size_t i = 0; i < 2 * taylor->stride; i += 4)
        none += *(const sim_vector *)(last + i) * 0.0;
    return none[0] + none[1] + none[2] + none[3] == 0;
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

/* Logarithm and power of 2 to some thousandths, which is enough for the length of a step, at a
 * tenth of the work: parabolas between powers of 2 */
enum { FRACTION = 52, BIAS = 1023 };

/* of what is not negative; that of 0 is very small */
SIM_INLINED void rough_logarithms(const sim_vector *x, sim_vector *out)
{
    typedef unsigned long long bits __attribute__((vector_size(32), may_alias));
    const unsigned long long one = (unsigned long long)BIAS << FRACTION;
    const unsigned long long whole = (unsigned long long)(BIAS + FRACTION) << FRACTION;
    const bits power = ((bits)*x >> FRACTION) | whole; /* as a number: 2^52 and the exponent */
    const bits part = ((bits)*x & ((1ULL << FRACTION) - 1)) | one;
    const sim_vector m = (sim_vector)part - 1;
    *out = ((sim_vector)power - (0x1p52 + BIAS)) + m * (1.34 - 0.34 * m);
}

static double rough_power(double x)
{
    const double whole = floor(x), rest = x - whole;
    union {
        uint64_t bits;
        double value;
    } of = {.bits = (uint64_t)((int)whole + BIAS) << FRACTION};
    return of.value * (1 + rest * (0.66 + 0.34 * rest));
}

/* the largest of each of four */
SIM_INLINED void take_largest(const sim_vector *of, sim_vector *largest)
{
    const sim_vector a0 = __builtin_shufflevector(of[0], of[1], 0, 4, 2, 6);
    const sim_vector a1 = __builtin_shufflevector(of[0], of[1], 1, 5, 3, 7);
    const sim_vector b0 = __builtin_shufflevector(of[2], of[3], 0, 4, 2, 6);
    const sim_vector b1 = __builtin_shufflevector(of[2], of[3], 1, 5, 3, 7);
    const sim_vector a = CHOSEN(a0 > a1, a0, a1), b = CHOSEN(b0 > b1, b0, b1);
    const sim_vector low = __builtin_shufflevector(a, b, 0, 1, 4, 5);
    const sim_vector high = __builtin_shufflevector(a, b, 2, 3, 6, 7);
    *largest = CHOSEN(low > high, low, high);
}

/* by the largest coefficients of the last four orders, beside what their states may be wrong by */
SIM_INLINED void length_body(struct sim_taylor *taylor, double *length)
{
    const double *row = taylor->rows + (size_t)(taylor->order - LOOKED_AT + 1) * taylor->stride;
    sim_vector size = {0};
    for (size_t i = 0; i < 2 * taylor->n; i += 4) {
        const sim_vector state = *(const sim_vector *)(taylor->rows + i);
        const sim_vector weight = *(const sim_vector *)(taylor->counts + i) /
                                  ((taylor->atol + taylor->rtol * SIZE_OF(state)) * taylor->share);
        *(sim_vector *)(taylor->weight + i) = weight;
        sim_vector of[LOOKED_AT];
        for (size_t k = 0; k < LOOKED_AT; k++)
            of[k] = SIZE_OF(*(const sim_vector *)(row + k * taylor->stride + i)) * weight;
        sim_vector most;
        take_largest(of, &most);
        size = CHOSEN(most > size, most, size);
    }
    sim_vector root;
    rough_logarithms(&size, &root);
    root = (root + taylor->beside) * taylor->exponent;
    const double a = root[0] < root[1] ? root[0] : root[1],
                 b = root[2] < root[3] ? root[2] : root[3];
    *length = safety * rough_power(a < b ? a : b);
}

SIM_WIDE(length, (struct sim_taylor * taylor, double *length), (taylor, length))

static double length_of_states(struct sim_taylor *taylor)
{
    double h;
    length(taylor, &h);
    return h;
}

/* whether the series of bounds end too early for a step of that length; states that are in the
 * same vector do not */
SIM_INLINED void bounds_end_early_body(const struct sim_taylor *taylor, double h, bool *ends)
{
    const size_t stride = taylor->stride;
    const int order = taylor->order;
    const double share = power(taylor->even, LOOKED_AT - 1);
    const double scale = power(h, order - LOOKED_AT + 1), h2 = h * h, h3 = h2 * h;
    sim_vector_bits early = {0};
    for (size_t i = 2 * taylor->n / 4 * 4; i < stride; i += 4) {
        const sim_vector *c = (const sim_vector *)(taylor->rows + i);
        const sim_vector *d = (const sim_vector *)(taylor->rows + i +
                                                   (size_t)(order - LOOKED_AT + 1) * stride);
        const size_t next = stride / 4;
        const sim_vector size = SIZE_OF(c[0]) + h * SIZE_OF(c[next]) + h2 * SIZE_OF(c[2 * next]);
        const sim_vector last = h2 * SIZE_OF(d[2 * next]) + h3 * SIZE_OF(d[3 * next]) +
                                share * (SIZE_OF(d[0]) + h * SIZE_OF(d[next]));
        early |= last * scale > bound_factor * (taylor->atol + taylor->rtol * size);
    }
    *ends = early[0] | early[1] | early[2] | early[3];
}

SIM_WIDE(bounds_end_early, (const struct sim_taylor *taylor, double h, bool *ends),
         (taylor, h, ends))

/* What no series bounds, as where a motion is a polynomial, is this long (s) */
static const double longest_step = 1;

static double cut_by_bounds(const struct sim_taylor *taylor, double h)
{
    for (;; h *= bound_cut) {
        bool early;
        bounds_end_early(taylor, h, &early);
        if (!early)
            return h;
    }
}

/* its own length, whatever follows: only the last step knows where the motion ends, so that a part
 * of a motion is the same as the beginning of a longer one, to the last bit */
static double length_allowed(struct sim_taylor *taylor, double longest)
{
    const double h = cut_by_bounds(taylor, fmin(length_of_states(taylor), longest_step));
    return stretch * h >= longest ? cut_by_bounds(taylor, longest) : h;
}

/* the state so long after the start of the step */
SIM_INLINED void state_at_body(const struct sim_taylor *taylor, double after, double *x)
{
    const size_t width = 2 * taylor->n, stride = taylor->stride;
    const double square = after * after;
    for (size_t i = 0; i < width; i += 4) { /* even orders and odd ones, beside each other */
        const double *row = taylor->rows + (size_t)taylor->order * stride + i;
        sim_vector sum = *(const sim_vector *)row, odd = *(const sim_vector *)(row - stride);
        for (int k = taylor->order; k > 2; k -= 2) {
            row -= 2 * stride;
            sum = sum * square + *(const sim_vector *)row;
            odd = odd * square + *(const sim_vector *)(row - stride);
        }
        sum = sum * square + *(const sim_vector *)(row - 2 * stride) + after * odd;
        if (width - i >= 4)
            *(sim_vector *)(x + i) = sum;
        else
            memcpy(x + i, &sum, 2 * sizeof *x);
    }
}

SIM_WIDE(state_at, (const struct sim_taylor *taylor, double after, double *x), (taylor, after, x))

bool sim_taylor_step(struct sim_taylor *taylor, double t_limit)
{
    taylor->finite = expand(taylor);
    if (!taylor->finite)
        return false;
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

SIM_INLINED void lowest_body(const struct sim_taylor *taylor, double *low)
{
    const size_t first = 2 * taylor->n / 4 * 4;
    for (size_t i = first; i < taylor->stride; i += 4) {
        const double *c = taylor->rows + i;
        sim_vector sum = *(const sim_vector *)c, least = sum;
        double scale = 1;
        for (int k = 1; k <= taylor->order; k++) {
            c += taylor->stride;
            scale *= taylor->h;
            sum += scale * *(const sim_vector *)c;
            least = CHOSEN(sum < least, sum, least);
        }
        *(sim_vector *)(low + i - first) = least;
    }
}

SIM_WIDE(lowest, (const struct sim_taylor *taylor, double *low), (taylor, low))

/* a polynomial in [0, 1] is a mean of the partial sums of its coefficients (sim/roots.c) */
void sim_taylor_lowest(const struct sim_taylor *taylor, double *bounds)
{
    double low[COLUMNS];
    lowest(taylor, low);
    memcpy(bounds, low + 2 * taylor->n % 4, taylor->n_bounds * sizeof *bounds);
}

void sim_taylor_speeds(const struct sim_taylor *taylor, double *low, double *high)
{
    *low = -INFINITY;
    *high = INFINITY;
    if (taylor->by_speed)
        sim_friction_series_range(&taylor->friction, low, high);
}

double sim_taylor_smooth(const struct sim_taylor *taylor, int places)
{
    /* through the zeros of Chebyshev's polynomial over a part of length l the error is that of the
     * first term which is left out, times 2 (l/4)^places */
    return 4 * pow(2 * largest(taylor, places), -1.0 / places);
}

bool sim_taylor_finite(const struct sim_taylor *taylor) { return taylor->finite; }

int sim_taylor_order(const struct sim_taylor *taylor) { return taylor->order; }

long sim_taylor_steps(const struct sim_taylor *taylor) { return taylor->steps; }
