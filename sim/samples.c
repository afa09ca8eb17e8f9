/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/samples.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "sim/code.h"
#include "sim/lagrange.h"
#include "sim/shown.h"
#include "sim/slopes.h"
#include "sim/wide.h"

/* a last sample that is late by no more than this share of a period is at the end */
static const double rounded_away = 1e-9;

static double sample_time(const struct sim_course *course, long i)
{
    const struct sim_problem *p = course->problem;
    const long n = p->offsets ? (long)p->n_offsets : 1, scan = i / n;
    return p->t_start + p->phase + (double)scan / p->rate + (p->offsets ? p->offsets[i % n] : 0);
}

static double belt_rate(const struct sim_problem *problem, double t)
{
    double speed[3] = {0};
    if (problem->inputs.belt)
        sim_belt_at(problem->inputs.belt, t + problem->inputs.belt_shift, speed);
    return speed[1];
}

/* The motion of a sample. Slip close to A = 0 has a normal force of its own, since -B/A has no
 * digits there (sim/stretch.h); NaN: the state tells the force */
static void motion_of(const struct sim_course *course, double t, const double *y, double force,
                      struct sim_motion *m)
{
    const struct sim_inputs *in = &course->problem->inputs;
    sim_motion_at(in, course->mode, t, y, m);
    if (isnan(force))
        return;
    const struct sim_contact *c = &m->contact;
    m->force_n = force;
    m->force_t = -sim_mode_slip(course->mode) * sim_motion_friction(in, course->mode, m->slip) *
                 force;
    m->force_l = c->line_free + c->line_t * m->force_t + c->line_n * m->force_n;
    for (size_t i = 0; i < course->n; i++)
        m->acceleration[i] = c->free[i] + c->along_t[i] * m->force_t + c->along_n[i] * force;
    m->slip_rate = c->b_t + c->q_tt * m->force_t + c->q_tn * force - belt_rate(course->problem, t);
    m->gap_rate2 = 0;
}

/* ---- whole samples */

static enum error_code give_whole(struct sim_course *course, double t, const double *y,
                                  double force)
{
    struct sim_motion motion;
    motion_of(course, t, y, force, &motion);
    struct sim_sample sample = {.t = t, .mode = course->mode, .x = y, .motion = &motion};
    if (course->variation)
        sample.slopes = y + course->width;
    return course->sink->sample(course->sink->context, &sample, course->err);
}

/* state and slopes at t inside the step; returns the force as in motion_of */
static double dense(const struct sim_course *course, double t, double *y)
{
    if (course->dense) {
        memcpy(y + course->width, course->y + course->width,
               (course->total - course->width) * sizeof *y);
        return course->dense(course->stretch, t, y);
    }
    sim_taylor_dense(course->taylor, t, y);
    if (course->variation)
        sim_variation_dense(course->variation, t, y + course->width);
    return NAN;
}

/* ---- the tip alone */

/* functions of time as struct sim_piece has them, then what else is shown and its slopes */
enum {
    VALUES = SIM_PIECE_SLOPES,
    MOST = VALUES + 2 * SIM_MAX_DIRECTIONS + SIM_MAX_SHOWN * (1 + SIM_MAX_DIRECTIONS)
};

static enum error_code give_tip_at(struct sim_course *course, double t, const double *y,
                                   double force)
{
    const struct sim_problem *problem = course->problem;
    struct sim_motion m;
    double slopes_t[SIM_MAX_DIRECTIONS], slopes_n[SIM_MAX_DIRECTIONS];
    motion_of(course, t, y, force, &m);
    struct sim_tip tip = {.t = t,
                          .velocity = {m.tip_t, m.tip_n},
                          .rate = {m.slip_rate + belt_rate(problem, t), m.gap_rate2},
                          .first = {y[0], y[course->n]}};
    if (course->variation) {
        sim_slopes_tip(problem, y, y + course->width, tip.velocity, slopes_t, slopes_n);
        tip.slopes[0] = slopes_t;
        tip.slopes[1] = slopes_n;
    }
    double shown[SIM_MAX_SHOWN], shown_slopes[SIM_MAX_SHOWN * SIM_MAX_DIRECTIONS];
    if (problem->n_shown) {
        sim_shown_at(&problem->inputs, t, y, &m, problem->shown, problem->n_shown, shown);
        tip.shown = shown;
    }
    if (problem->n_shown && course->variation) {
        sim_shown_slopes(problem, course->mode, t, y, y + course->width, shown_slopes);
        tip.shown_slopes = shown_slopes;
    }
    return course->sink->tip(course->sink->context, &tip, course->err);
}

/* Where a step has many samples, the velocities are interpolated through eight places of it, to
 * the order of the dense output: asking the mechanism for each sample would take ten times as
 * long, most of it in sines. */
enum { NODES = SIM_SAMPLE_NODES, BLOCK = 16, MANY = NODES + 2 };

struct polynomials {
    double middle, half; /* of their interval */
    size_t n;            /* as above */
    double coefficients[MOST][NODES];
    double rates[2][NODES]; /* of the velocities */
};

/* whole: `place` is that of the part that the variation went along last */
static void values_at(const struct sim_course *course, double t, int place, bool whole,
                      double *values)
{
    const struct sim_problem *problem = course->problem;
    const size_t directions = problem->n_directions;
    double y[SIM_COURSE_TOTAL], force = NAN;
    if (whole) {
        sim_taylor_dense(course->taylor, t, y);
        sim_variation_place(course->variation, place, y + course->width);
    } else {
        force = dense(course, t, y);
    }
    sim_slopes_tip(problem, y, y + course->width, values, values + VALUES,
                   values + VALUES + directions);
    values[2] = y[0];
    values[3] = y[course->n];
    if (problem->n_shown == 0)
        return;
    struct sim_motion motion;
    double *shown = values + VALUES + 2 * directions;
    motion_of(course, t, y, force, &motion);
    sim_shown_at(&problem->inputs, t, y, &motion, problem->shown, problem->n_shown, shown);
    if (course->variation)
        sim_shown_slopes(problem, course->mode, t, y, y + course->width, shown + problem->n_shown);
}

static void differentiate(const double *c, double scale, double *out)
{
    for (int k = 0; k + 1 < NODES; k++)
        out[k] = scale * (k + 1) * c[k + 1];
    out[NODES - 1] = 0;
}

/* values at the places in rows, times the basis */
SIM_INLINED void combine_body(const struct sim_course *course, double (*values)[MOST],
                              struct polynomials *out)
{
    for (size_t f = 0; f < out->n; f++) {
        sim_vector low = {0}, high = {0};
        for (size_t i = 0; i < NODES; i++) {
            low += values[i][f] * *(const sim_vector *)&course->sample_basis[i][0];
            high += values[i][f] * *(const sim_vector *)&course->sample_basis[i][4];
        }
        *(sim_vector *)&out->coefficients[f][0] = low;
        *(sim_vector *)&out->coefficients[f][4] = high;
    }
}

SIM_WIDE(combine,
         (const struct sim_course *course, double (*values)[MOST], struct polynomials *out),
         (course, values, out))

static void fit_polynomials(const struct sim_course *course, double from, double to, bool whole,
                            struct polynomials *out)
{
    double values[NODES][MOST];
    out->middle = 0.5 * (from + to);
    out->half = 0.5 * (to - from);
    out->n = VALUES + 2 * course->problem->n_directions +
             course->problem->n_shown * (1 + course->problem->n_directions);
    for (int i = 0; i < NODES; i++)
        values_at(course, out->middle + out->half * course->sample_nodes[i], i, whole, values[i]);
    combine(course, values, out);
    for (int f = 0; f < 2; f++)
        differentiate(out->coefficients[f], 1 / out->half, out->rates[f]);
}

/* polynomials of x = (t - middle) scale, rows of so many coefficients: as the enum above has them,
 * and the rates of the first two, or NULL if neither these nor the first coordinate is wanted */
struct curves {
    double middle, scale;
    int degree;
    size_t n, stride;
    const double *values, *rates;
};

/* at BLOCK places, two rows at once: eight sums that do not wait for each other */
SIM_INLINED void evaluate_body(const struct curves *of, const double *c, size_t n, const double *t,
                               double (*out)[BLOCK])
{
    const sim_vector *time = (const sim_vector *)t;
    const sim_vector at0 = (time[0] - of->middle) * of->scale;
    const sim_vector at1 = (time[1] - of->middle) * of->scale;
    const sim_vector at2 = (time[2] - of->middle) * of->scale;
    const sim_vector at3 = (time[3] - of->middle) * of->scale;
    for (size_t f = 0; f < n; f += 2) {
        const size_t g = f + 1 < n ? f + 1 : f; /* the last of an odd number, twice */
        const double *a = c + f * of->stride, *b = c + g * of->stride;
        sim_vector *first = (sim_vector *)out[f], *second = (sim_vector *)out[g];
        sim_vector a0 = (sim_vector){0} + a[of->degree], a1 = a0, a2 = a0, a3 = a0;
        sim_vector b0 = (sim_vector){0} + b[of->degree], b1 = b0, b2 = b0, b3 = b0;
        for (int k = of->degree - 1; k >= 0; k--) {
            a0 = a0 * at0 + a[k], b0 = b0 * at0 + b[k];
            a1 = a1 * at1 + a[k], b1 = b1 * at1 + b[k];
            a2 = a2 * at2 + a[k], b2 = b2 * at2 + b[k];
            a3 = a3 * at3 + a[k], b3 = b3 * at3 + b[k];
        }
        first[0] = a0, first[1] = a1, first[2] = a2, first[3] = a3;
        second[0] = b0, second[1] = b1, second[2] = b2, second[3] = b3;
    }
}

SIM_WIDE(evaluate,
         (const struct curves *of, const double *c, size_t n, const double *t,
          double (*out)[BLOCK]),
         (of, c, n, t, out))

/* rows of places become rows of directions, filled up to whole vectors with what comes behind */
SIM_INLINED void turn_body(double (*row)[BLOCK], size_t n, double (*place)[SIM_MAX_DIRECTIONS])
{
    for (size_t d = 0; d < n; d += 4)
        for (size_t i = 0; i < BLOCK; i += 4) {
            double(*of)[BLOCK] = row + d;
            const size_t last = n - d - 1;
            const sim_vector r0 = *(const sim_vector *)&of[0][i];
            const sim_vector r1 = *(const sim_vector *)&of[last < 1 ? last : 1][i];
            const sim_vector r2 = *(const sim_vector *)&of[last < 2 ? last : 2][i];
            const sim_vector r3 = *(const sim_vector *)&of[last < 3 ? last : 3][i];
            const sim_vector a = __builtin_shufflevector(r0, r1, 0, 4, 2, 6);
            const sim_vector b = __builtin_shufflevector(r0, r1, 1, 5, 3, 7);
            const sim_vector c = __builtin_shufflevector(r2, r3, 0, 4, 2, 6);
            const sim_vector e = __builtin_shufflevector(r2, r3, 1, 5, 3, 7);
            *(sim_vector *)&place[i][d] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
            *(sim_vector *)&place[i + 1][d] = __builtin_shufflevector(b, e, 0, 1, 4, 5);
            *(sim_vector *)&place[i + 2][d] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
            *(sim_vector *)&place[i + 3][d] = __builtin_shufflevector(b, e, 2, 3, 6, 7);
        }
}

SIM_WIDE(turn, (double (*row)[BLOCK], size_t n, double (*place)[SIM_MAX_DIRECTIONS]),
         (row, n, place))

/* of place i of a block: the values, then the slopes */
static void take_shown(const struct sim_course *course, double (*value)[BLOCK], int i,
                       double *shown, struct sim_tip *tip)
{
    const size_t directions = course->problem->n_directions, n = course->problem->n_shown;
    const size_t first = VALUES + 2 * directions;
    if (n == 0)
        return;
    for (size_t k = 0; k < n * (1 + directions); k++)
        shown[k] = value[first + k][i];
    tip->shown = shown;
    tip->shown_slopes = course->variation ? shown + n : NULL;
}

static enum error_code give_block(struct sim_course *course, const struct curves *of,
                                  const double *t, int count)
{
    const size_t directions = course->problem->n_directions;
    double value[MOST][BLOCK], rate[2][BLOCK];
    double slopes[2][BLOCK][SIM_MAX_DIRECTIONS], shown[SIM_MAX_SHOWN * (1 + SIM_MAX_DIRECTIONS)];
    struct sim_tip tip = {0};
    evaluate(of, of->values, of->n, t, value);
    evaluate(of, of->rates, 2, t, rate);
    for (size_t f = 0; course->variation && f < 2; f++)
        turn(value + VALUES + f * directions, directions, slopes[f]);
    enum error_code code = ERROR_OK;
    for (int i = 0; !code && i < count; i++, course->next_sample++) {
        tip.t = t[i];
        for (int f = 0; f < 2; f++) {
            tip.velocity[f] = value[f][i];
            tip.rate[f] = rate[f][i];
            tip.first[f] = value[2 + f][i];
        }
        for (int f = 0; course->variation && f < 2; f++)
            tip.slopes[f] = slopes[f][i];
        take_shown(course, value, i, shown, &tip);
        code = course->sink->tip(course->sink->context, &tip, course->err);
    }
    return code;
}

/* BLOCK times from sample `first` on, as sample_time has them */
SIM_INLINED void times_body(const struct sim_problem *p, double first, double *t)
{
    const sim_vector number = first + (sim_vector){0, 1, 2, 3};
    for (int i = 0; i < BLOCK; i += 4)
        *(sim_vector *)(t + i) = p->t_start + p->phase + (number + i) / p->rate;
}

SIM_WIDE(times, (const struct sim_problem *p, double first, double *t), (p, first, t))

/* the times of the next samples before `to`, as sample_time has them; returns how many */
static int block_times(const struct sim_course *course, double to, double *t)
{
    const struct sim_problem *p = course->problem;
    if (!p->offsets)
        times(p, (double)course->next_sample, t);
    for (int i = 0; i < BLOCK && p->offsets; i++)
        t[i] = sample_time(course, course->next_sample + i);
    int count = t[BLOCK - 1] < to ? BLOCK : 0;
    while (count < BLOCK && t[count] < to)
        count++;
    return count;
}

/* two velocities and nothing else */
static enum error_code give_velocities(struct sim_course *course, const struct curves *of,
                                       double to)
{
    enum error_code (*const take)(void *, const struct sim_tip *,
                                  struct error *) = course->sink->tip;
    void *const context = course->sink->context;
    struct sim_tip tip = {0};
    for (;;) {
        double t[BLOCK], value[2][BLOCK];
        enum error_code code = ERROR_OK;
        const int count = block_times(course, to, t);
        evaluate(of, of->values, 2, t, value);
        for (int i = 0; !code && i < count; i++, course->next_sample++) {
            tip.t = t[i];
            tip.velocity[0] = value[0][i];
            tip.velocity[1] = value[1][i];
            code = take(context, &tip, course->err);
        }
        if (code || count < BLOCK)
            return code;
    }
}

static enum error_code give_curves(struct sim_course *course, const struct curves *of, double to)
{
    if (!of->rates)
        return give_velocities(course, of, to);
    for (;;) {
        double t[BLOCK];
        const int count = block_times(course, to, t);
        enum error_code code = give_block(course, of, t, count);
        if (code || count < BLOCK)
            return code;
    }
}

static enum error_code give_interpolated(struct sim_course *course, double from, double to,
                                         bool whole)
{
    struct polynomials polynomials;
    fit_polynomials(course, from, to, whole, &polynomials);
    const struct curves curves = {.middle = polynomials.middle,
                                  .scale = 1 / polynomials.half,
                                  .degree = NODES - 1,
                                  .n = polynomials.n,
                                  .stride = NODES,
                                  .values = polynomials.coefficients[0],
                                  .rates = polynomials.rates[0]};
    return give_curves(course, &curves, to);
}

/* ---- of a step of series, which are polynomials already */

enum { TERMS = SIM_SERIES_ORDER + 1 };

/* velocities of the tip along the surface and off it: in rigid contact it stays on it */
static void tip_series(const struct sim_course *course, double (*of)[TERMS])
{
    const struct sim_taylor *taylor = course->taylor;
    const struct sim_inputs *in = &course->problem->inputs;
    const size_t outline = in->model->n_outline;
    const int slip = sim_mode_slip(course->mode);
    memset(of, 0, 2 * sizeof *of);
    if (course->mode == SIM_FLIGHT) {
        for (size_t f = 0; f < 2; f++)
            sim_taylor_bound(taylor, sim_mode_bounds(SIM_FLIGHT) + outline + f, of[f]);
    } else if (slip) {
        for (int k = sim_taylor_bound(taylor, SIM_BOUND_SPEED, of[0]); k >= 0; k--)
            of[0][k] *= slip;
    } else if (in->belt) {
        const double begin = sim_taylor_time_before(taylor), h = sim_taylor_length(taylor);
        double scale = 1;
        sim_belt_series(in->belt, begin + in->belt_shift, SIM_SERIES_ORDER, of[0]);
        for (int k = 0; k <= SIM_SERIES_ORDER; k++, scale *= h)
            of[0][k] *= scale;
    } else {
        of[0][0] = in->p[SIM_BELT_SPEED];
    }
    if (course->mode != SIM_FLIGHT && in->law == RIG_LAW_COMPLIANT)
        sim_taylor_bound(taylor,
                         sim_mode_bounds(course->mode) + outline +
                             (in->model->line_contact ? SIM_LINE_COLUMNS : 0),
                         of[1]);
}

/* terms that are nothing beside the first ones are left out */
static int degree_of(double (*of)[TERMS], size_t n)
{
    int degree = 1;
    for (size_t f = 0; f < n; f++) {
        const double least = DBL_EPSILON / TERMS * (fabs(of[f][0]) + fabs(of[f][1]));
        int last = SIM_SERIES_ORDER;
        while (last > degree && fabs(of[f][last]) <= least)
            last--;
        degree = last;
    }
    return degree;
}

static enum error_code give_series(struct sim_course *course, double to)
{
    const struct sim_taylor *taylor = course->taylor;
    double values[VALUES][TERMS] = {{0}}, rates[2][TERMS] = {{0}};
    tip_series(course, values);
    struct curves curves = {.middle = sim_taylor_time_before(taylor),
                            .scale = 1 / sim_taylor_length(taylor),
                            .n = 2,
                            .stride = TERMS,
                            .values = values[0]};
    if (!course->sink->velocities_alone) {
        sim_taylor_column(taylor, 0, values[2]);
        sim_taylor_column(taylor, course->n, values[3]);
        curves.n = VALUES;
        curves.rates = rates[0];
    }
    curves.degree = degree_of(values, curves.n);
    for (int f = 0; curves.rates && f < 2; f++)
        for (int k = 1; k <= curves.degree; k++)
            rates[f][k - 1] = k * curves.scale * values[f][k];
    return give_curves(course, &curves, to);
}

/* ---- of a step */

static bool wanted(const struct sim_course *course)
{
    return (course->sink->sample || course->sink->tip) && course->problem->rate > 0;
}

static enum error_code give_one(struct sim_course *course, double t, const double *y, double force)
{
    enum error_code code = ERROR_OK;
    if (course->sink->sample)
        code = give_whole(course, t, y, force);
    if (!code && course->sink->tip)
        code = give_tip_at(course, t, y, force);
    course->next_sample++;
    return code;
}

static enum error_code give_piece(struct sim_course *course, double from, double to, bool whole)
{
    struct polynomials polynomials;
    if (!(to > from))
        return ERROR_OK;
    fit_polynomials(course, from, to, whole, &polynomials);
    const struct sim_piece piece = {
        .from = from,
        .to = to,
        .n_directions = course->variation ? course->problem->n_directions : 0,
        .of = polynomials.coefficients,
        .time_slopes = course->time_slopes};
    return course->sink->piece(course->sink->context, &piece, course->err);
}

/* whole: it is the part that the variation went along last */
static enum error_code give_part(struct sim_course *course, double t, double t_stop, bool whole)
{
    enum error_code code = course->sink->piece ? give_piece(course, t, t_stop, whole) : ERROR_OK;
    if (code)
        return code;
    if (!wanted(course) || !(sample_time(course, course->next_sample) < t_stop))
        return ERROR_OK;
    if (!course->sink->sample && sample_time(course, course->next_sample + MANY) < t_stop)
        return give_interpolated(course, t, t_stop, whole);
    double y[SIM_COURSE_TOTAL];
    while (!code && (t = sample_time(course, course->next_sample)) < t_stop) {
        const double force = dense(course, t, y);
        code = give_one(course, t, y, force);
    }
    return code;
}

/* whether tips alone are wanted, and enough of them that their series pay */
static bool series_will_do(const struct sim_course *course, double t_stop)
{
    enum { ENOUGH = 4 };
    const struct sim_sink *sink = course->sink;
    return sink->tip && !sink->sample && !sink->piece && !course->variation &&
           course->problem->n_shown == 0 &&
           sample_time(course, course->next_sample + ENOUGH) < t_stop;
}

/* a step of series may be longer than what a polynomial through NODES places can follow */
enum error_code sim_samples_give(struct sim_course *course, double t, double t_stop)
{
    const bool wants = course->sink->piece || (course->sink->tip && wanted(course) &&
                                               sample_time(course, course->next_sample) < t_stop);
    if (!wants || course->dense)
        return give_part(course, t, t_stop, false);
    if (series_will_do(course, t_stop))
        return give_series(course, t_stop);
    enum error_code code = ERROR_OK;
    const double length = t_stop - t;
    /* that of the state: of the tip's velocities polynomials of a degree less say more */
    const double smooth = fmin(sim_taylor_smooth(course->taylor, NODES - 1),
                               sim_taylor_smooth(course->taylor, NODES));
    const double parts = fmax(1, ceil(length / smooth));
    for (double i = 0, from = t; i < parts && !code; i++) {
        const double to = i + 1 < parts ? t + length * (i + 1) / parts : t_stop;
        code = give_part(course, from, to, course->variation && parts == 1);
        from = to;
    }
    return code;
}

enum error_code sim_samples_give_last(struct sim_course *course)
{
    if (!wanted(course) ||
        sample_time(course, course->next_sample) > course->t + rounded_away / course->problem->rate)
        return ERROR_OK;
    return give_one(course, course->t, course->y, course->last_force);
}
