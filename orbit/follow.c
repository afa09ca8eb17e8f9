/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/follow.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX = ORBIT_MAX_UNKNOWNS };

/* special points are located this well along the curve, in units of y */
static const double located = 1e-11;
/* a corner is told of from this far before it */
static const double hair = 1e-9;
/* steps shorter than this share of the longest look for a corner */
static const double short_step = 1.0 / 8192;
/* cosine of the most that the tangent may turn in one step */
static const double straight = 0.94;
/* a share of the parameter in the tangent that is rounding */
static const double upright = 1e-7;
/* what a sign tells of is known to this, with room for its rounding */
static const double sharp = 1e-8;
/* a step that turns more is let pass when it is this short */
static const double turning_step = 1e-4;

struct station {
    struct orbit_curve_point point;
    double tangent[MAX];
    struct orbit_verdict verdict;
};

struct follower {
    const struct orbit_family *family;
    const struct orbit_follow_settings *settings;
    struct orbit_follow_report *report;
    struct error *err;
    size_t n; /* unknowns */
    struct station here;
    double step;
    bool over;
    struct error reason; /* why the last attempt at a step failed */
};

static double dot(size_t n, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* the station at `distance` along the tangent of `from`; false: none there */
static bool station_at(struct follower *f, const struct station *from, double distance,
                       struct station *to)
{
    f->reason.message[0] = '\0';
    double guess[MAX] = {0}, shift = 0;
    for (size_t i = 0; i < f->n; i++)
        to->point.y[i] = guess[i] = from->point.y[i] + distance * from->tangent[i];
    if (orbit_curve_correct(f->family->curve, from->tangent, &to->point, &f->reason))
        return false;
    for (size_t i = 0; i < f->n; i++)
        shift += pow(to->point.y[i] - guess[i], 2);
    /* farther from the guess than that was from here: it is on another branch */
    return sqrt(shift) <= fabs(distance) + located &&
           orbit_curve_tangent(f->family->curve, &to->point, from->tangent, to->tangent) &&
           f->family->judge(f->family->context, &to->verdict);
}

static enum error_code tell(struct follower *f, const struct station *station,
                            enum orbit_special special, const char *note)
{
    /* the family speaks of its last evaluation: make that this point */
    double residual[MAX], jacobian[MAX * MAX];
    enum error_code code = f->family->curve->evaluate(f->family->curve->context, station->point.y,
                                                      residual, jacobian, f->err);
    if (!code)
        code = f->family->tell(f->family->context, &station->point, special, note, f->err);
    f->report->points++;
    return code;
}

static void end_branch(struct follower *f, const char *why)
{
    f->over = true;
    snprintf(f->report->why, sizeof f->report->why, "%s", why);
}

/* ---- locating */

/* whether `there` is still on this side of what is looked for from `here` */
typedef bool side_fn(const struct station *here, const struct station *there, size_t which);

static bool same_sequence(const struct station *here, const struct station *there, size_t which)
{
    (void)which;
    return strcmp(here->verdict.sequence, there->verdict.sequence) == 0;
}

static bool same_direction(const struct station *here, const struct station *there, size_t which)
{
    /* which: the place of the parameter */
    return here->tangent[which] * there->tangent[which] > 0;
}

/* on a branch at a constant parameter, rounding of the parameter must not be taken for folds */
static bool turns(const struct station *here, const struct station *there, size_t which)
{
    return !same_direction(here, there, which) &&
           fmin(fabs(here->tangent[which]), fabs(there->tangent[which])) >= upright;
}

static bool same_stability(const struct station *here, const struct station *there, size_t which)
{
    (void)which;
    return here->verdict.unstable == there->verdict.unstable;
}

static bool same_test(const struct station *here, const struct station *there, size_t which)
{
    return here->verdict.tests[which] * there->verdict.tests[which] > 0;
}

static bool not_over(const struct station *here, const struct station *there, size_t which)
{
    (void)here, (void)which;
    return !there->verdict.over;
}

/* the last station on this side, between here and `distance`; returns how far */
static double locate(struct follower *f, const struct station *here, double distance,
                     side_fn *same_side, size_t which, struct station *found)
{
    double near = 0, far = distance;
    struct station middle;
    *found = *here;
    while (far - near > located) {
        const double half = 0.5 * (near + far);
        if (half <= near || half >= far)
            break;
        if (station_at(f, here, half, &middle) && same_sequence(here, &middle, 0) &&
            same_side(here, &middle, which)) {
            near = half;
            *found = middle;
        } else {
            far = half;
        }
    }
    return near;
}

/* ---- what happens between here and there, on one smooth piece */

struct happening {
    enum orbit_special special; /* NONE: named by the family */
    side_fn *same_side;
    size_t which;
};

/* A change of stability next to what is told at `known` (-1: nothing) is part of that. The sign of
 * a test is as sharp as the change of stability that goes with it; a multiplier near 1, next to a
 * fold or a corner, is not. */
static enum error_code tell_between(struct follower *f, const struct station *there,
                                    double distance, double known)
{
    struct happening list[3 + ORBIT_MAX_TESTS];
    size_t n = 0;
    double beside = 1e-5 + 0.05 * distance;
    for (size_t i = 0; i < f->family->n_tests; i++)
        list[n++] = (struct happening){f->family->tests[i], same_test, i};
    list[n++] = (struct happening){ORBIT_SPECIAL_FOLD, same_direction, f->n - 1};
    list[n++] = (struct happening){ORBIT_SPECIAL_NONE, same_stability, 0};
    for (size_t i = 0; i < n; i++) {
        struct station found;
        if (list[i].same_side(&f->here, there, list[i].which) ||
            (list[i].special == ORBIT_SPECIAL_FOLD && !turns(&f->here, there, f->n - 1)))
            continue;
        const double at = locate(f, &f->here, distance, list[i].same_side, list[i].which, &found);
        if (list[i].special == ORBIT_SPECIAL_NONE && known >= 0 && fabs(at - known) < beside)
            continue;
        known = at;
        beside = list[i].same_side == same_test ? sharp : 1e-5 + 0.05 * distance;
        enum orbit_special special = list[i].special;
        double residual[MAX], jacobian[MAX * MAX];
        enum error_code code = f->family->curve->evaluate(f->family->curve->context, found.point.y,
                                                          residual, jacobian, f->err);
        if (!code && special == ORBIT_SPECIAL_NONE)
            special = f->family->crossing(f->family->context);
        if (!code)
            code = tell(f, &found, special, "");
        if (code)
            return code;
    }
    return ERROR_OK;
}

/* ---- corners */

/* the tangent of the piece beyond a corner, from the equations a little beyond it */
static bool tangent_beyond(const struct follower *f, const struct station *corner, double shift,
                           double *tangent)
{
    struct orbit_curve_point beyond;
    struct orbit_verdict verdict;
    double residual[MAX];
    struct error unused;
    for (size_t i = 0; i < f->n; i++)
        beyond.y[i] = corner->point.y[i] + shift * corner->tangent[i];
    return !f->family->curve->evaluate(f->family->curve->context, beyond.y, residual,
                                       beyond.jacobian, &unused) &&
           f->family->judge(f->family->context, &verdict) &&
           strcmp(verdict.sequence, corner->verdict.sequence) != 0 &&
           orbit_curve_tangent(f->family->curve, &beyond, corner->tangent, tangent);
}

/* a first station with another sequence, in the direction in which there is one */
static bool step_beyond(struct follower *f, const struct station *corner, struct station *first)
{
    struct station turned = *corner;
    for (double shift = 1e-8; shift < 0.1; shift *= 4) {
        if (!tangent_beyond(f, corner, shift, turned.tangent))
            continue;
        for (int side = 1; side >= -1; side -= 2) {
            const double distance = side * fmax(10 * shift, 1e-5);
            if (station_at(f, &turned, distance, first) && !first->verdict.over &&
                !same_sequence(corner, first, 0)) {
                for (size_t i = 0; i < f->n; i++)
                    first->tangent[i] *= side;
                return true;
            }
        }
    }
    return false;
}

/* phases of flight in a sequence */
static int flights(const char *sequence)
{
    int n = 0;
    for (const char *s = sequence; (s = strstr(s, "flight")); s++)
        n++;
    return n;
}

/* here is a station before a corner within `distance`; go to the other side */
static enum error_code cross_corner(struct follower *f, double distance)
{
    struct station corner, first;
    char note[ORBIT_NOTE_SIZE];
    const double at = locate(f, &f->here, distance, same_sequence, 0, &corner);
    const struct error reason = f->reason;
    struct station before;
    if (at > hair && station_at(f, &f->here, at - hair, &before) &&
        same_sequence(&f->here, &before, 0))
        corner = before; /* its derivatives are those of this side */
    if (!step_beyond(f, &corner, &first)) {
        f->step = 0.25 * distance;
        if (f->step >= short_step * f->settings->step)
            return ERROR_OK;
        end_branch(f, "the branch cannot be followed further");
        const size_t used = strlen(f->report->why);
        snprintf(f->report->why + used, sizeof f->report->why - used, "%s%.*s",
                 reason.message[0] ? ": " : "", ERROR_MESSAGE_SIZE / 2, reason.message);
        return tell(f, &corner, ORBIT_SPECIAL_END, "");
    }
    enum error_code code = at > hair ? tell_between(f, &corner, at - hair, at) : ERROR_OK;
    if (code)
        return code;
    enum orbit_special special = ORBIT_SPECIAL_SEQUENCE;
    if (flights(corner.verdict.sequence) != flights(first.verdict.sequence))
        special = ORBIT_SPECIAL_GRAZING;
    if (turns(&corner, &first, f->n - 1))
        special = ORBIT_SPECIAL_FOLD;
    snprintf(note, sizeof note, "%s -> %s", corner.verdict.sequence, first.verdict.sequence);
    code = tell(f, &corner, special, note);
    f->here = first;
    f->step = fmin(f->settings->step, 0.1 * f->settings->step);
    if (!code)
        code = tell(f, &f->here, ORBIT_SPECIAL_NONE, "");
    return code;
}

/* ---- steps */

static bool in_range(const struct follower *f, const struct station *station)
{
    const double value = station->point.y[f->n - 1];
    return value >= f->settings->low && value <= f->settings->high;
}

/* the last point, on the border of the range between here and there */
static enum error_code finish(struct follower *f, const struct station *there)
{
    const size_t last = f->n - 1;
    const double from = f->here.point.y[last], to = there->point.y[last];
    const double border = to > f->settings->high ? f->settings->high : f->settings->low;
    double row[MAX] = {0};
    struct station end = f->here;
    row[last] = 1;
    for (size_t i = 0; i < f->n; i++)
        end.point.y[i] += (border - from) / (to - from) * (there->point.y[i] - f->here.point.y[i]);
    end_branch(f, "the end of the range");
    struct error unused;
    if (orbit_curve_correct(f->family->curve, row, &end.point, &unused) ||
        !f->family->judge(f->family->context, &end.verdict) || !same_sequence(&f->here, &end, 0))
        return ERROR_OK;
    return tell(f, &end, ORBIT_SPECIAL_END, "");
}

static enum error_code accept(struct follower *f, struct station *there, double distance)
{
    enum error_code code = ERROR_OK;
    if (there->verdict.over) {
        struct station found;
        locate(f, &f->here, distance, not_over, 0, &found);
        end_branch(f, there->verdict.over);
        return tell(f, &found, there->verdict.end, "");
    }
    code = tell_between(f, there, distance, -1);
    if (code)
        return code;
    if (!in_range(f, there))
        return finish(f, there);
    f->here = *there;
    code = tell(f, &f->here, ORBIT_SPECIAL_NONE, "");
    if (!code && f->family->settle)
        code = f->family->settle(f->family->context, &f->here.point, f->here.tangent, f->err);
    if (there->point.iterations <= 3)
        f->step = fmin(1.5 * f->step, f->settings->step);
    return code;
}

static enum error_code advance(struct follower *f)
{
    struct station there;
    const double distance = f->step;
    if (station_at(f, &f->here, distance, &there)) {
        if (!same_sequence(&f->here, &there, 0))
            return cross_corner(f, distance);
        if (dot(f->n, f->here.tangent, there.tangent) > straight || distance < turning_step ||
            there.verdict.over)
            return accept(f, &there, distance);
    }
    if (distance < short_step * f->settings->step)
        return cross_corner(f, distance);
    f->step = 0.5 * distance;
    return ERROR_OK;
}

enum error_code orbit_follow(const struct orbit_family *family,
                             const struct orbit_follow_settings *settings,
                             struct orbit_curve_point *start, struct orbit_follow_report *report,
                             struct error *err)
{
    struct follower f = {.family = family,
                         .settings = settings,
                         .report = report,
                         .err = err,
                         .n = family->curve->n + 1,
                         .step = 0.1 * settings->step};
    double along[MAX] = {0}, residual[MAX];
    *report = (struct orbit_follow_report){0};
    along[f.n - 1] = settings->direction;
    f.here.point = *start;
    enum error_code code = family->curve->evaluate(family->curve->context, start->y, residual,
                                                   f.here.point.jacobian, err);
    if (code)
        return code;
    if (!orbit_curve_tangent(family->curve, &f.here.point, along, f.here.tangent) ||
        !family->judge(family->context, &f.here.verdict))
        return error_set(err, ERROR_NUMERIC, "the branch has no direction at its start");
    code = tell(&f, &f.here, ORBIT_SPECIAL_START, "");
    if (!code && family->settle)
        code = family->settle(family->context, &f.here.point, f.here.tangent, err);
    while (!code && !f.over && report->points < settings->max_points)
        code = advance(&f);
    if (!code && !f.over)
        end_branch(&f, "the number of points is reached");
    return code;
}
