/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/stretch.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/evaluate.h"
#include "sim/reset.h"
#include "sim/samples.h"
#include "sim/singular.h"
#include "sim/stretch_slopes.h"

/* how much larger |A| has become where time takes over again */
static const double leave_factor = 4;

/* Where A stays as small as it is, slip is stiff in any time: more than these are given up */
enum { MOST_STEPS = 200000 };

/* how exactly the stretched time of an event is found, in roundings of a step */
static const double time_roundings = 64;

/* roundings of Q_nn that an A of zero may show */
static const double a_roundings = 32;

/* rounding in a guard */
static const double guard_noise = 4e-15;

static const char no_slopes[] =
    "slip at A = 0: the derivatives grow beyond all bounds with the force";

/* the states beside those of the motion */
enum { CLOCK, LOG_A, FORCE, EXTRA = SIM_STRETCH_EXTRA };

/* the guards of sim_search; those of a line contact are the last */
enum { LIFT, SLIP, TIME, LEAVE, TIP_LOW, TIP_HIGH, GUARDS };
static const enum sim_guard guard_of[GUARDS] = {[LIFT] = SIM_GUARD_LIFT,
                                                [SLIP] = SIM_GUARD_SLIP,
                                                [TIP_LOW] = SIM_GUARD_TIP_LOW,
                                                [TIP_HIGH] = SIM_GUARD_TIP_HIGH};

/* the singular point that the motion seemed to run into after a step */
struct prospect {
    bool known;
    enum sim_singular_end end;
    double t, x[SIM_MAX_STATES];
    struct sim_singular point;
};

struct sim_stretch {
    struct sim_course *course;
    struct sim_dop853 *ode;
    struct sim_stretch_slopes *slopes; /* NULL without directions */
    int sign;                          /* of A */
    double t0, a0;                     /* time and |A| where it began */
    double leave;                      /* |A| in shares of Q_nn at which time takes over again */
    struct prospect last;
    struct sim_search search;
};

static double size_of_a(const struct sim_stretch *s, const double *y)
{
    return s->a0 * exp(y[s->course->width + LOG_A]);
}

static double time_of(const struct sim_stretch *s, const double *y)
{
    return s->t0 + y[s->course->width + CLOCK];
}

static bool rates(void *context, int stage, double tau, const double *y, double *dy)
{
    (void)stage;
    (void)tau;
    const struct sim_stretch *s = context;
    const struct sim_course *course = s->course;
    const size_t width = course->width;
    const double a = size_of_a(s, y), force = y[width + FORCE];
    struct sim_singular flow;
    sim_singular_at(&course->problem->inputs, course->mode, time_of(s, y), y, &flow);
    for (size_t i = 0; i < width; i++)
        dy[i] = a * (flow.u[i] - force * flow.w[i]);
    dy[width + CLOCK] = a;
    dy[width + LOG_A] = s->sign * flow.value[0];
    dy[width + FORCE] = s->sign * ((flow.value[1] - flow.value[0]) * force - flow.lift);
    double sum = 0;
    for (size_t i = 0; i < width + EXTRA; i++)
        sum += fabs(dy[i]);
    return isfinite(sum);
}

static void guards_at(const struct sim_stretch *s, const double *y, struct sim_search_point *point)
{
    const struct sim_course *course = s->course;
    const struct sim_inputs *in = &course->problem->inputs;
    const int slip = sim_mode_slip(course->mode);
    const double force = y[course->width + FORCE], t = time_of(s, y);
    struct sim_motion m;
    struct sim_terms k;
    sim_motion_at(in, course->mode, t, y, &m);
    point->value[LIFT] = force;
    /* without friction both directions of slip are one motion */
    point->value[SLIP] = in->p[SIM_STATIC_FRICTION] > 0 ? slip * m.slip : 1;
    point->value[TIME] = course->problem->t_end - t;
    point->value[LEAVE] = s->sign < 0 ? 1 : s->leave - size_of_a(s, y) / m.contact.q_nn;
    if (in->model->line_contact) {
        sim_terms_at(in->model, in->p, in->n, y, y + in->n, &k);
        const double per_force = m.contact.line_n - slip * in->p[SIM_FRICTION] * m.contact.line_t;
        const double moment = m.contact.line_free + force * per_force;
        point->value[TIP_LOW] = moment - k.line_low * force;
        point->value[TIP_HIGH] = k.line_high * force - moment;
    }
    for (size_t g = 0; g < GUARDS; g++)
        point->rate[g] = NAN;
}

static void evaluate_dense(void *context, struct sim_search_point *point)
{
    struct sim_stretch *s = context;
    double y[SIM_MAX_STATES + EXTRA];
    sim_dop853_dense(s->ode, point->t, y);
    guards_at(s, y, point);
}

/* ---- start */

static enum error_code create(struct sim_course *course, double rtol, double atol)
{
    struct sim_stretch *s = calloc(1, sizeof *s);
    if (!s)
        return error_memory(course->err);
    s->course = course;
    course->stretch = s;
    enum error_code code = sim_dop853_create(course->width + EXTRA, rates, s, rtol, atol, &s->ode,
                                             course->err);
    if (!code && course->problem->n_directions)
        code = sim_stretch_slopes_create(course, s->ode, &s->slopes);
    return code;
}

void sim_stretch_free(struct sim_stretch *stretch)
{
    if (stretch)
        sim_stretch_slopes_free(stretch->slopes);
    if (stretch)
        sim_dop853_free(stretch->ode);
    free(stretch);
}

/* Where A is zero to rounding, its sign is that with which F_n is positive */
static bool start(struct sim_stretch *s, struct sim_search_point *from)
{
    const struct sim_course *course = s->course;
    struct sim_motion m;
    double y[SIM_MAX_STATES + EXTRA];
    sim_motion_at(&course->problem->inputs, course->mode, course->t, course->y, &m);
    const double least = a_roundings * DBL_EPSILON * m.contact.q_nn;
    s->sign = fabs(m.a) > least ? (m.a > 0 ? 1 : -1) : (m.b <= 0 ? 1 : -1);
    s->a0 = fmax(fabs(m.a), DBL_EPSILON * m.contact.q_nn);
    s->leave = leave_factor * fmax(SIM_STRETCH_SHARE, s->a0 / m.contact.q_nn);
    s->t0 = course->t;
    s->last.known = false;
    memcpy(y, course->y, course->width * sizeof *y);
    y[course->width + CLOCK] = y[course->width + LOG_A] = 0;
    y[course->width + FORCE] = fabs(m.b) / s->a0;
    s->search = (struct sim_search){.n = course->problem->inputs.model->line_contact ? GUARDS
                                                                                     : TIP_LOW,
                                    .evaluate = evaluate_dense,
                                    .context = s,
                                    .noise = guard_noise};
    from->t = 0;
    guards_at(s, y, from);
    for (size_t g = 0; g < GUARDS; g++) {
        s->search.fresh[g] = from->value[g] <= SIM_FRESH_VALUE;
        s->search.graze[g] = -1;
    }
    return sim_dop853_start(s->ode, 0, y, 0, INFINITY);
}

/* ---- the singular point ahead */

/* the largest difference of two states in shares of the tolerance */
static double apart(const struct sim_course *course, double t, const double *x, double t_other,
                    const double *other)
{
    const double rtol = course->problem->rtol, atol = SIM_ABSOLUTE_SHARE * rtol;
    double worst = fabs(t_other - t) / (atol + rtol * fabs(t));
    for (size_t i = 0; i < course->width; i++)
        worst = fmax(worst, fabs(other[i] - x[i]) / (atol + rtol * fabs(x[i])));
    return worst;
}

/* Where the motion runs into a singular point that attracts it, and how it ends there; false as
 * long as two steps in a row do not say the same. Their difference is the error of the first of
 * them, and the error falls with the square of the distance. A take-off happens before the
 * point, and is there only to the tolerance. */
static bool decided(struct sim_stretch *s, const double *y, struct prospect *now)
{
    const struct sim_course *course = s->course;
    const struct sim_inputs *in = &course->problem->inputs;
    const struct prospect before = s->last;
    struct sim_motion m;
    now->t = time_of(s, y);
    memcpy(now->x, y, course->width * sizeof *y);
    now->known = sim_singular_ahead(in, course->mode, s->sign, &now->t, now->x, &now->point);
    now->end = sim_singular_end(&now->point, s->sign, y[course->width + FORCE]);
    s->last = *now;
    if (!now->known || !before.known || now->end != before.end || now->t > course->problem->t_end)
        return false;
    sim_motion_at(in, course->mode, now->t, now->x, &m);
    if (sim_mode_slip(course->mode) * m.slip <= 0)
        return false;
    if (now->end == SIM_SINGULAR_LIFT)
        return apart(course, now->t, now->x, time_of(s, y), y) <= 1;
    return apart(course, now->t, now->x, before.t, before.x) <= 1;
}

/* Slip goes through with the force that it tends to, as far as A has digits again */
static void pass(struct sim_course *course, const struct prospect *to)
{
    const struct sim_singular *p = &to->point;
    const double force = p->lift / (p->value[1] - p->value[0]);
    struct sim_motion m;
    sim_motion_at(&course->problem->inputs, course->mode, to->t, to->x, &m);
    const double time = fmin(leave_factor * SIM_STRETCH_SHARE * m.contact.q_nn / fabs(p->value[0]),
                             course->problem->t_end - to->t);
    for (size_t i = 0; i < course->width; i++)
        course->y[i] = to->x[i] + time * (p->u[i] - force * p->w[i]);
    course->t = to->t + time;
}

/* A line contact opens at one end before it lifts off flat, and before a jam if the forces that
 * grow act beyond its end */
static enum sim_guard guard_at(const struct sim_course *course, const struct prospect *to)
{
    const struct sim_inputs *in = &course->problem->inputs;
    struct sim_motion m;
    struct sim_terms k;
    if (!in->model->line_contact)
        return to->end == SIM_SINGULAR_JAM ? SIM_GUARD_JAM : SIM_GUARD_LIFT;
    sim_motion_at(in, course->mode, to->t, to->x, &m);
    if (to->end == SIM_SINGULAR_LIFT)
        return m.contact.line_free < 0 ? SIM_GUARD_TIP_LOW : SIM_GUARD_TIP_HIGH;
    sim_terms_at(in->model, in->p, in->n, to->x, to->x + in->n, &k);
    const double arm = m.contact.line_n -
                       sim_mode_slip(course->mode) * in->p[SIM_FRICTION] * m.contact.line_t;
    return arm < k.line_low    ? SIM_GUARD_TIP_LOW
           : arm > k.line_high ? SIM_GUARD_TIP_HIGH
                               : SIM_GUARD_JAM;
}

/* ---- steps */

/* take the course to stretched time tau of the last step */
static void move_to(struct sim_stretch *s, double tau)
{
    double y[SIM_MAX_STATES + EXTRA];
    sim_dop853_dense(s->ode, tau, y);
    if (s->slopes && !s->course->statistics->slopes_why &&
        !sim_stretch_slopes_follow(s->slopes, s->sign, tau, y[s->course->width + FORCE]))
        sim_course_end_slopes(s->course, no_slopes);
    memcpy(s->course->y, y, s->course->width * sizeof *y);
    s->course->t = time_of(s, y);
}

/* the state at t inside the last step */
static void dense(struct sim_stretch *s, double t, double *x)
{
    double low = sim_dop853_time_before(s->ode), high = sim_dop853_time(s->ode);
    double y[SIM_MAX_STATES + EXTRA];
    for (;;) { /* t grows with tau */
        const double middle = low + 0.5 * (high - low);
        sim_dop853_dense(s->ode, middle, y);
        if (middle <= low || middle >= high)
            break;
        *(time_of(s, y) < t ? &low : &high) = middle;
    }
    memcpy(x, y, s->course->width * sizeof *x);
}

/* give what is left of the samples before the course's time */
static enum error_code give_samples(struct sim_course *course, double from)
{
    course->dense = dense;
    enum error_code code = sim_samples_give(course, from, course->t);
    course->dense = NULL;
    return code;
}

static void meet(struct sim_stretch *s, const struct sim_search_found *found, struct sim_met *met)
{
    move_to(s, found->t);
    if (found->guard == TIME)
        s->course->t = s->course->problem->t_end;
    if (found->guard == TIME || found->guard == LEAVE)
        return;
    *met = (struct sim_met){
        .result = SIM_SEARCH_ZERO, .guard = guard_of[found->guard], .at_start = found->at_start};
}

/* take the drift off the surface out of the state at the end of a step */
static bool correct_drift(struct sim_stretch *s)
{
    const struct sim_course *course = s->course;
    const struct sim_inputs *in = &course->problem->inputs;
    double y[SIM_MAX_STATES + EXTRA];
    struct sim_motion m;
    struct sim_impact unused;
    memcpy(y, sim_dop853_state(s->ode), (course->width + EXTRA) * sizeof *y);
    sim_motion_at(in, course->mode, time_of(s, y), y, &m);
    if (fmax(fabs(m.gap), fabs(m.tip_n)) <= SIM_DRIFT_ALLOWED)
        return true;
    sim_reset_apply(in, SIM_RESET_CLOSE, course->problem->impact, time_of(s, y), y, &unused);
    return sim_dop853_replace(s->ode, y);
}

static enum error_code lost(const struct sim_course *course)
{
    return error_set(course->err, ERROR_NUMERIC,
                     "%s stays so close to A = 0 at t = %.12g s that it is too stiff to be "
                     "followed; change the friction a little; everything up to then is kept",
                     sim_mode_word(course->mode), course->t);
}

/* one step; *done: the motion leaves stretched time, *met says by what */
static enum error_code step(struct sim_stretch *s, struct sim_search_point *from,
                            struct sim_met *met, bool *done)
{
    struct sim_course *course = s->course;
    struct sim_search_found found;
    struct prospect to;
    struct sim_search_point end;
    const double t = course->t;
    if (!sim_dop853_step(s->ode, INFINITY))
        return lost(course);
    const double *y = sim_dop853_state(s->ode);
    end.t = sim_dop853_time(s->ode);
    guards_at(s, y, &end);
    s->search.time_tolerance = time_roundings * DBL_EPSILON * (end.t - from->t);
    if (sim_search_first(&s->search, from, &end, &found)) {
        *done = true;
        meet(s, &found, met);
        return give_samples(course, t);
    }
    const bool ends = decided(s, y, &to);
    if (ends && to.end == SIM_SINGULAR_JAM)
        sim_course_end_slopes(course, sim_course_no_slopes_in_jam);
    move_to(s, end.t);
    *from = end;
    enum error_code code = give_samples(course, t);
    if (!code && !ends && !correct_drift(s))
        code = lost(course);
    if (code || !ends)
        return code;
    *done = true;
    sim_course_end_slopes(course, no_slopes);
    if (to.end == SIM_SINGULAR_PASS) {
        pass(course, &to);
        return give_samples(course, t);
    }
    memcpy(course->y, to.x, course->width * sizeof *course->y);
    course->t = fmax(course->t, to.t);
    struct sim_impact unused; /* the way there was a straight one */
    sim_reset_apply(&course->problem->inputs, SIM_RESET_CLOSE, course->problem->impact, course->t,
                    course->y, &unused);
    *met = (struct sim_met){
        .result = SIM_SEARCH_ZERO, .guard = guard_at(course, &to), .at_start = true};
    return give_samples(course, t);
}

enum error_code sim_stretch_follow(struct sim_course *course, struct sim_met *met)
{
    const double rtol = course->problem->rtol;
    struct sim_search_point from;
    bool done = false;
    enum error_code code = ERROR_OK;
    *met = (struct sim_met){.result = SIM_SEARCH_NONE};
    if (!course->stretch)
        code = create(course, rtol, SIM_ABSOLUTE_SHARE * rtol);
    if (code)
        return code;
    if (!start(course->stretch, &from))
        return lost(course);
    for (int i = 0; !code && !done; i++) {
        if (course->sink->stop && course->sink->stop(course->sink->context))
            return sim_course_stopped(course);
        code = i < MOST_STEPS ? step(course->stretch, &from, met, &done) : lost(course);
    }
    return code;
}

long sim_stretch_evaluations(const struct sim_stretch *s)
{
    return s && s->ode ? sim_dop853_evaluations(s->ode) : 0;
}

long sim_stretch_steps(const struct sim_stretch *s)
{
    return s && s->ode ? sim_dop853_steps(s->ode) : 0;
}
