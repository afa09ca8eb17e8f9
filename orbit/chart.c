/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/chart.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* special points this near each other, of the range, are one that two branches have passed */
static const double same = 1e-6;
/* a curve moves by no more than this from one value to the next, of the range */
static const double reach = 0.3;
/* a meeting is located to this, of the distance of two values */
static const double met = 1e-6;
enum { MEETING_TRIALS = 40 };
/* where they meet they are this near, of how far they came in a step: else one of them has jumped.
 * That is asked once the step is so much shorter. */
static const double meets = 0.1, narrow = 0.02;
/* halvings that locate the end of a curve, unless the request says how many */
enum { HALVINGS = 20 };

static double value_of(const struct orbit_chart_request *request, size_t i)
{
    if (i + 1 == request->values)
        return request->high;
    return request->low +
           (request->high - request->low) * (double)i / (double)(request->values - 1);
}

/* ---- the special points at one value of the second parameter */

/* where orbits shrink to an equilibrium, the equilibrium has the point too */
static bool is_charted(const struct orbit_point *point)
{
    if (point->special <= ORBIT_SPECIAL_END || point->special == ORBIT_SPECIAL_SEQUENCE)
        return false;
    return !point->periodic ||
           (point->special != ORBIT_SPECIAL_HOPF && point->special != ORBIT_SPECIAL_PARADOX);
}

static int by_kind_and_first(const void *a, const void *b)
{
    const struct orbit_chart_point *p = a, *q = b;
    if (p->periodic != q->periodic)
        return p->periodic - q->periodic;
    if (p->special != q->special)
        return (int)p->special - (int)q->special;
    return (p->first > q->first) - (p->first < q->first);
}

static bool is_same_kind(const struct orbit_chart_point *a, const struct orbit_chart_point *b)
{
    return a->periodic == b->periodic && a->special == b->special;
}

static enum error_code add(struct orbit_chart *chart, const struct orbit_chart_point *point,
                           struct error *err)
{
    if (chart->n == chart->room) {
        const size_t room = chart->room ? 2 * chart->room : 16;
        struct orbit_chart_point *points = realloc(chart->points, room * sizeof *points);
        if (!points)
            return error_memory(err);
        chart->points = points;
        chart->room = room;
    }
    chart->points[chart->n++] = *point;
    return ERROR_OK;
}

static enum error_code take_specials(const struct orbit_diagram *diagram, double second,
                                     struct orbit_chart *chart, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t b = 0; b < diagram->n; b++)
        for (size_t i = 0; !code && i < diagram->branches[b].n; i++) {
            const struct orbit_point *point = &diagram->branches[b].points[i];
            const struct orbit_chart_point special = {.first = point->place.value,
                                                      .second = second,
                                                      .periodic = point->periodic,
                                                      .special = point->special};
            if (is_charted(point))
                code = add(chart, &special, err);
        }
    return code;
}

/* in order, and each once */
static void tidy(struct orbit_chart *chart, double tolerance)
{
    size_t n = 0;
    if (chart->n)
        qsort(chart->points, chart->n, sizeof *chart->points, by_kind_and_first);
    for (size_t i = 0; i < chart->n; i++) {
        const struct orbit_chart_point *last = n ? &chart->points[n - 1] : NULL;
        if (!last || !is_same_kind(last, &chart->points[i]) ||
            chart->points[i].first - last->first > tolerance)
            chart->points[n++] = chart->points[i];
    }
    chart->n = n;
}

/* a chart of one value, without curves */
static enum error_code chart_value(const struct orbit_chart_request *request, double second,
                                   struct orbit_chart *chart, struct error *err)
{
    *chart = (struct orbit_chart){0};
    struct rig *rig = rig_copy(request->rig);
    if (!rig)
        return error_memory(err);
    struct orbit_sweep sweep = request->sweep;
    struct orbit_diagram diagram = {0};
    sweep.rig = rig;
    enum error_code code = rig_set_value(rig, request->second, second, err);
    if (!code)
        code = orbit_diagram_make(&sweep, &request->range, request->state, &diagram, err);
    if (!code)
        code = take_specials(&diagram, second, chart, err);
    tidy(chart, same * (request->range.high - request->range.low));
    orbit_diagram_free(&diagram);
    rig_free(rig);
    return code;
}

/* ---- curves */

/* where the curve of point i, which ends there, is expected at the next value: straight on */
static double expected(const struct orbit_chart *chart, size_t i, double second)
{
    const struct orbit_chart_point *point = &chart->points[i];
    for (size_t k = i; k-- > 0;) {
        const struct orbit_chart_point *before = &chart->points[k];
        if (before->curve == point->curve)
            return point->first + (point->first - before->first) * (second - point->second) /
                                      (point->second - before->second);
    }
    return point->first;
}

/* the nearest pair of a point of the value before (from `before` on) and one of this value
 * (from `now` on) that belongs to no curve yet; false: none within reach */
static bool nearest_pair(const struct orbit_chart *chart, size_t before, size_t now, double limit,
                         bool *taken, size_t pair[2])
{
    double best = limit;
    for (size_t i = before; i < now; i++)
        for (size_t k = now; k < chart->n; k++) {
            const struct orbit_chart_point *a = &chart->points[i], *b = &chart->points[k];
            if (taken[i - before] || b->curve || !is_same_kind(a, b))
                continue;
            const double apart = fabs(b->first - expected(chart, i, b->second));
            if (apart < best) {
                best = apart;
                pair[0] = i;
                pair[1] = k;
            }
        }
    return best < limit;
}

/* points `now` and on, of one value, go on with the curves of those from `before` to `now` */
static enum error_code join(struct orbit_chart *chart, size_t before, size_t now, double limit,
                            struct error *err)
{
    bool *taken = calloc(now - before + 1, sizeof *taken);
    size_t pair[2] = {before, now};
    if (!taken)
        return error_memory(err);
    while (nearest_pair(chart, before, now, limit, taken, pair)) {
        chart->points[pair[1]].curve = chart->points[pair[0]].curve;
        taken[pair[0] - before] = true;
    }
    for (size_t k = now; k < chart->n; k++)
        if (!chart->points[k].curve)
            chart->points[k].curve = ++chart->curves;
    free(taken);
    return ERROR_OK;
}

/* ---- meetings */

struct meeting {
    const struct orbit_chart_request *request;
    const struct orbit_chart_point *from[2], *to[2]; /* of two curves, at two values */
    double first, apart;                             /* where they were seen last */
    bool lost;
};

/* the point of the kind of `from` that is nearest to where the curve should be; NaN: none */
static double on_curve(const struct orbit_chart *chart, const struct orbit_chart_point *from,
                       const struct orbit_chart_point *to, double second)
{
    const double share = (second - from->second) / (to->second - from->second);
    const double there = from->first + share * (to->first - from->first);
    double found = NAN;
    for (size_t i = 0; i < chart->n; i++)
        if (is_same_kind(&chart->points[i], from) &&
            !(fabs(chart->points[i].first - there) >= fabs(found - there)))
            found = chart->points[i].first;
    return found;
}

static double difference(double second, void *context)
{
    struct meeting *meeting = context;
    struct orbit_chart chart;
    struct error err;
    double at[2] = {NAN, NAN};
    if (!chart_value(meeting->request, second, &chart, &err))
        for (size_t i = 0; i < 2; i++)
            at[i] = on_curve(&chart, meeting->from[i], meeting->to[i], second);
    orbit_chart_free(&chart);
    meeting->first = at[0];
    meeting->apart = at[0] - at[1];
    meeting->lost = meeting->lost || isnan(meeting->apart);
    return meeting->lost ? 0 : meeting->apart;
}

static double apart(const struct orbit_chart_point *const points[2])
{
    return points[0]->first - points[1]->first;
}

/* false where one of the curves is not there at a trial, or what is there is another's */
static bool locate(struct meeting *meeting, struct orbit_chart_meeting *out)
{
    gsl_function function = {.function = difference, .params = meeting};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    const double low = meeting->from[0]->second, high = meeting->to[0]->second;
    const double way = fabs(apart(meeting->to) - apart(meeting->from));
    if (!solver)
        return false;
    int status = gsl_root_fsolver_set(solver, &function, low, high);
    for (int i = 0; i < MEETING_TRIALS && status == GSL_SUCCESS && !meeting->lost; i++) {
        status = gsl_root_fsolver_iterate(solver);
        const double width = gsl_root_fsolver_x_upper(solver) - gsl_root_fsolver_x_lower(solver);
        if (width < narrow * (high - low) && fabs(meeting->apart) > meets * way)
            meeting->lost = true;
        if (width < met * (high - low))
            break;
    }
    out->second = gsl_root_fsolver_root(solver);
    gsl_root_fsolver_free(solver);
    if (status == GSL_SUCCESS && !meeting->lost)
        difference(out->second, meeting);
    out->first = meeting->first;
    return status == GSL_SUCCESS && !meeting->lost;
}

/* the next point of the same curve; NULL: the curve ends */
static const struct orbit_chart_point *next_on_curve(const struct orbit_chart *chart, size_t i)
{
    for (size_t k = i + 1; k < chart->n; k++)
        if (chart->points[k].curve == chart->points[i].curve)
            return &chart->points[k];
    return NULL;
}

static enum error_code add_meeting(struct orbit_chart *chart,
                                   const struct orbit_chart_meeting *meeting, struct error *err)
{
    struct orbit_chart_meeting *more = realloc(chart->meetings,
                                               (chart->n_meetings + 1) * sizeof *more);
    if (!more)
        return error_memory(err);
    more[chart->n_meetings++] = *meeting;
    chart->meetings = more;
    return ERROR_OK;
}

/* points i and k of one value: do their curves change sides up to the next? */
static enum error_code look_for_meeting(const struct orbit_chart_request *request, size_t i,
                                        size_t k, struct orbit_chart *chart, struct error *err)
{
    struct meeting meeting = {.request = request,
                              .from = {&chart->points[i], &chart->points[k]},
                              .to = {next_on_curve(chart, i), next_on_curve(chart, k)}};
    if (!meeting.to[0] || !meeting.to[1] || meeting.to[0]->second != meeting.to[1]->second)
        return ERROR_OK;
    struct orbit_chart_meeting found = {.curves = {chart->points[i].curve, chart->points[k].curve}};
    if (!(apart(meeting.from) * apart(meeting.to) < 0) || !locate(&meeting, &found))
        return ERROR_OK;
    return add_meeting(chart, &found, err);
}

/* ---- ends of curves */

/* a curve that is there at one value of the second parameter and not at another */
struct end {
    const struct orbit_chart_point *last; /* on the curve */
    double there, gone;                   /* values of the second parameter */
    double first;                         /* of the curve at `there` */
};

static double nearest_first(const struct orbit_chart *chart, const struct orbit_chart_point *kind,
                            double first)
{
    double found = INFINITY;
    for (size_t i = 0; i < chart->n; i++)
        if (is_same_kind(&chart->points[i], kind) &&
            fabs(chart->points[i].first - first) < fabs(found - first))
            found = chart->points[i].first;
    return found;
}

static int halvings_of(const struct orbit_chart_request *request)
{
    return request->halvings ? request->halvings : HALVINGS;
}

/* halve the interval in which the curve ends; `chart` is that of the last value that has it */
static enum error_code halve(const struct orbit_chart_request *request, double limit,
                             struct end *end, struct orbit_chart *chart, struct error *err)
{
    struct orbit_chart trial;
    struct error why;
    const double middle = (end->there + end->gone) / 2;
    enum error_code code = chart_value(request, middle, &trial, &why);
    if (code == ERROR_MEMORY)
        *err = why;
    const double found = code ? INFINITY : nearest_first(&trial, end->last, end->first);
    if (fabs(found - end->first) < limit) {
        end->there = middle;
        end->first = found;
        orbit_chart_free(chart);
        *chart = trial;
    } else {
        end->gone = middle;
        orbit_chart_free(&trial);
    }
    return code == ERROR_MEMORY ? code : ERROR_OK;
}

/* whether a curve that is `first` at the end of this one comes to it there: it is as near as the
 * end is located, and was not so all the time */
static bool comes_to_end(const struct end *end, const struct orbit_chart_point *on_other,
                         double first, double tolerance)
{
    return fabs(first - end->first) < tolerance &&
           fabs(on_other->first - end->last->first) > tolerance;
}

/* `there` becomes the chart of the last value that has the curve */
static enum error_code locate_end(const struct orbit_chart_request *request, struct end *end,
                                  struct orbit_chart *there, struct error *err)
{
    const double limit = reach * (request->range.high - request->range.low), gone = end->gone;
    const int halvings = halvings_of(request);
    /* what is seen at one value alone needs no search */
    end->gone = end->there + ldexp(end->gone - end->there, 1 - halvings);
    enum error_code code = halve(request, limit, end, there, err);
    if (end->there == end->last->second)
        return code;
    end->gone = gone;
    for (int trial = 1; !code && trial < halvings; trial++)
        code = halve(request, limit, end, there, err);
    return code;
}

/* the curves that come to the end of this one */
static enum error_code join_end(const struct orbit_chart_request *request, const struct end *end,
                                const struct orbit_chart *there, struct orbit_chart *chart,
                                struct error *err)
{
    /* where both are smooth they part by that share of what they change in a step */
    const double tolerance = ldexp(8 * (request->range.high - request->range.low),
                                   -halvings_of(request));
    enum error_code code = ERROR_OK;
    for (size_t k = 0; !code && k < chart->n; k++) {
        const struct orbit_chart_point *other = &chart->points[k];
        if (other->second != end->last->second || is_same_kind(other, end->last) ||
            !comes_to_end(end, other, nearest_first(there, other, end->first), tolerance))
            continue;
        code = add_meeting(
            chart,
            &(struct orbit_chart_meeting){.first = end->first,
                                          .second = end->there,
                                          .curves = {end->last->curve, other->curve}},
            err);
    }
    return code;
}

/* whether the curve of point i has another point at that value */
static bool is_there(const struct orbit_chart *chart, size_t i, double second)
{
    for (size_t k = 0; k < chart->n; k++)
        if (chart->points[k].curve == chart->points[i].curve && chart->points[k].second == second)
            return true;
    return false;
}

/* the ends of curves, point by point; returns how many there are */
static size_t list_ends(const struct orbit_chart_request *request, const struct orbit_chart *chart,
                        struct end *ends)
{
    size_t n = 0;
    for (size_t i = 0; i < chart->n; i++)
        for (size_t v = 0; v < request->values; v++)
            for (int side = -1; side <= 1; side += 2) {
                const struct orbit_chart_point *last = &chart->points[i];
                const size_t next = v + (size_t)side; /* before the first: beyond the last */
                if (value_of(request, v) == last->second && next < request->values &&
                    !is_there(chart, i, value_of(request, next)))
                    ends[n++] = (struct end){.last = last,
                                             .there = last->second,
                                             .gone = value_of(request, next),
                                             .first = last->first};
            }
    return n;
}

static enum error_code find_ends(const struct orbit_chart_request *request,
                                 struct orbit_chart *chart, struct error *err)
{
    const size_t room = 2 * chart->n + 1; /* a point may be both ends of its curve */
    struct end *ends = calloc(room, sizeof *ends);
    struct orbit_chart *there = calloc(room, sizeof *there);
    enum error_code code = ends && there ? ERROR_OK : error_memory(err);
    const size_t n = code ? 0 : list_ends(request, chart, ends);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t i = 0; i < n; i++) {
        struct error why;
        const enum error_code ended = locate_end(request, &ends[i], &there[i], &why);
#pragma omp critical
        if (ended && !code) {
            code = ended;
            *err = why;
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (!code)
            code = join_end(request, &ends[i], &there[i], chart, err);
        orbit_chart_free(&there[i]);
    }
    free(ends);
    free(there);
    return code;
}

static enum error_code find_meetings(const struct orbit_chart_request *request,
                                     struct orbit_chart *chart, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < chart->n; i++)
        for (size_t k = i + 1;
             !code && k < chart->n && chart->points[k].second == chart->points[i].second; k++)
            if (!is_same_kind(&chart->points[i], &chart->points[k]))
                code = look_for_meeting(request, i, k, chart, err);
    return code;
}

/* ---- all of it */

/* one after the other into the whole chart, so that threads change nothing */
static enum error_code put_together(const struct orbit_chart_request *request,
                                    const struct orbit_chart *values, struct orbit_chart *chart,
                                    struct error *err)
{
    const double limit = reach * (request->range.high - request->range.low);
    size_t before = 0;
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < request->values; i++) {
        const size_t now = chart->n;
        for (size_t k = 0; !code && k < values[i].n; k++)
            code = add(chart, &values[i].points[k], err);
        if (!code)
            code = join(chart, before, now, limit, err);
        before = now;
    }
    return code;
}

static enum error_code take_failures(const struct orbit_chart_request *request,
                                     const struct error *errors, const enum error_code *codes,
                                     struct orbit_chart *chart, struct error *err)
{
    for (size_t i = 0; i < request->values; i++) {
        if (!codes[i])
            continue;
        if (codes[i] != ERROR_NUMERIC && codes[i] != ERROR_INPUT) {
            *err = errors[i];
            return codes[i];
        }
        if (!chart->failed++)
            chart->why = errors[i];
    }
    if (chart->failed == request->values) {
        *err = chart->why;
        return ERROR_NUMERIC;
    }
    return ERROR_OK;
}

enum error_code orbit_chart_make(const struct orbit_chart_request *request,
                                 struct orbit_chart *chart, struct error *err)
{
    const size_t n = request->values;
    struct orbit_chart *values = calloc(n, sizeof *values);
    enum error_code *codes = calloc(n, sizeof *codes);
    struct error *errors = calloc(n, sizeof *errors);
    *chart = (struct orbit_chart){0};
    enum error_code code = values && codes && errors ? ERROR_OK : error_memory(err);
    size_t done = 0;
    if (!code) {
#pragma omp parallel for schedule(dynamic, 1)
        for (size_t i = 0; i < n; i++) {
            codes[i] = chart_value(request, value_of(request, i), &values[i], &errors[i]);
#pragma omp critical
            if (request->done)
                request->done(request->context, ++done);
        }
        code = take_failures(request, errors, codes, chart, err);
    }
    if (!code)
        code = put_together(request, values, chart, err);
    if (!code)
        code = find_meetings(request, chart, err);
    if (!code)
        code = find_ends(request, chart, err);
    for (size_t i = 0; values && i < n; i++)
        orbit_chart_free(&values[i]);
    free(values);
    free(codes);
    free(errors);
    return code;
}

void orbit_chart_free(struct orbit_chart *chart)
{
    free(chart->points);
    free(chart->meetings);
    *chart = (struct orbit_chart){0};
}

const struct orbit_chart_point *orbit_chart_of_curve(const struct orbit_chart *chart, int curve)
{
    for (size_t i = 0; i < chart->n; i++)
        if (chart->points[i].curve == curve)
            return &chart->points[i];
    return NULL;
}
