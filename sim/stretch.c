/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/stretch.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/dop853.h"
#include "sim/evaluate.h"
#include "sim/reset.h"
#include "sim/samples.h"
#include "sim/slow.h"
#include "sim/stretch_slopes.h"

/* how much larger |A| has become where time takes over again */
static const double leave_factor = 4;

/* Where A stays as small as it is, slip is stiff in any time: more than these are given up */
enum { MOST_STEPS = 200000 };

/* how exactly the stretched time of an event is found, in roundings of a step */
static const double time_roundings = 64;

/* how often a step is taken again to end at an event, and the share of it over which the rate of
 * a guard is a difference */
enum { ARRIVE_TRIES = 4 };
static const double difference_share = 1e-7;

/* roundings of Q_nn that an A of zero may show */
static const double a_roundings = 32;

/* roundings of the time by which a step goes beyond the end of a piece of the belt's curve */
static const double piece_roundings = 16;

/* rounding in a guard */
static const double guard_noise = 4e-15;

static const char no_slopes_by_speed[] =
    "slip close to A = 0 with friction that changes with its speed";
static const char no_slopes[] =
    "slip at A = 0: the derivatives grow beyond all bounds with the force";

/* the states beside those of the motion */
enum { CLOCK, LOG_A, FORCE, EXTRA = SIM_STRETCH_EXTRA };

/* the guards of sim_search; those of the outline are the last */
enum { LIFT, SLIP, TIME, LEAVE, CROSS, TIP_LOW, TIP_HIGH, OUTLINE };
enum { GUARDS = OUTLINE + SIM_MAX_OUTLINE };
_Static_assert((int)GUARDS <= (int)SIM_SEARCH_MAX, "the search has room for all of them");
static const enum sim_guard guard_of[OUTLINE] = {[LIFT] = SIM_GUARD_LIFT,
                                                 [CROSS] = SIM_GUARD_LIFT,
                                                 [SLIP] = SIM_GUARD_SLIP,
                                                 [TIP_LOW] = SIM_GUARD_TIP_LOW,
                                                 [TIP_HIGH] = SIM_GUARD_TIP_HIGH};

/* the singular point that the motion seemed to run into after a step */
struct prospect {
    bool known;
    enum sim_singular_end end;
    double log_a; /* log |A| after the step, how far the point was; |A| itself has no double then */
    double t, x[SIM_MAX_STATES];
    struct sim_singular point;
};

struct sim_stretch {
    struct sim_course *course;
    struct sim_dop853 *ode;
    struct sim_stretch_slopes *slopes; /* NULL without directions */
    int sign;                          /* of A; in slow motion that at its start */
    bool slow;                         /* time is the clock, and the state tells the force */
    /* Friction changes with the speed of slip, and A with it: A' = U grad A A + W grad A B, so that
     * it crosses zero in stretched time as any other function, and the state tells both */
    bool crosses;
    double t0, a0; /* time and |A| where it began */
    double leave;  /* |A| in shares of Q_nn at which time takes over again */
    double unit;   /* of the force */
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

static void slow_at(const struct sim_stretch *s, const double *y, struct sim_slow *out)
{
    sim_slow_at(&s->course->problem->inputs, s->course->mode, time_of(s, y), y, out);
}

/* F_n; infinity where it has no double any more, as before a stick close to a saddle */
static double force_of(const struct sim_stretch *s, const double *y)
{
    struct sim_slow slow;
    struct sim_motion m;
    if (s->crosses) {
        sim_motion_at(&s->course->problem->inputs, s->course->mode, time_of(s, y), y, &m);
        return m.force_n;
    }
    if (!s->slow)
        return s->unit * sinh(y[s->course->width + FORCE]);
    slow_at(s, y, &slow);
    return slow.force;
}

/* |A| F_n, which is finite all the same */
static double a_times_force(const struct sim_stretch *s, const double *y)
{
    const double log_a = y[s->course->width + LOG_A], arc = y[s->course->width + FORCE];
    return 0.5 * s->a0 * s->unit * (exp(log_a + arc) - exp(log_a - arc));
}

static void slow_rates(const struct sim_stretch *s, const double *y, double *dy)
{
    const size_t width = s->course->width;
    struct sim_slow slow;
    slow_at(s, y, &slow);
    memcpy(dy, slow.rates, width * sizeof *dy);
    dy[width + CLOCK] = 1;
    dy[width + LOG_A] = dy[width + FORCE] = 0;
}

static void stretched_rates(const struct sim_stretch *s, const double *y, double *dy)
{
    const struct sim_course *course = s->course;
    const size_t width = course->width;
    const double a = size_of_a(s, y), push = a_times_force(s, y), arc = y[width + FORCE];
    struct sim_singular flow;
    sim_singular_at(&course->problem->inputs, course->mode, time_of(s, y), y, &flow);
    for (size_t i = 0; i < width; i++)
        dy[i] = a * flow.u[i] - push * flow.w[i];
    dy[width + CLOCK] = a;
    dy[width + LOG_A] = s->sign * flow.value[0];
    dy[width + FORCE] = s->sign * ((flow.value[1] - flow.value[0]) * tanh(arc) -
                                   flow.lift / (s->unit * cosh(arc)));
}

static void crossing_rates(const struct sim_stretch *s, const double *y, double *dy)
{
    const struct sim_course *course = s->course;
    const size_t width = course->width;
    struct sim_singular flow;
    sim_singular_at(&course->problem->inputs, course->mode, time_of(s, y), y, &flow);
    for (size_t i = 0; i < width; i++)
        dy[i] = s->sign * (flow.a * flow.u[i] + flow.b * flow.w[i]);
    dy[width + CLOCK] = s->sign * flow.a;
    dy[width + LOG_A] = dy[width + FORCE] = 0;
}

static bool rates(void *context, int stage, double tau, const double *y, double *dy)
{
    (void)stage;
    (void)tau;
    const struct sim_stretch *s = context;
    (s->crosses ? crossing_rates : s->slow ? slow_rates : stretched_rates)(s, y, dy);
    double sum = 0;
    for (size_t i = 0; i < s->course->width + EXTRA; i++)
        sum += fabs(dy[i]);
    return isfinite(sum);
}

/* The ends of a line contact. F_n is given as a share of a force that is never zero nor infinite,
 * `per_unit` is one over that force */
static void line_guards(const struct sim_course *course, const double *y,
                        const struct sim_motion *m, double force, double per_unit,
                        struct sim_search_point *point)
{
    const struct sim_inputs *in = &course->problem->inputs;
    const struct sim_contact *c = &m->contact;
    const double mu = sim_mode_slip(course->mode) * sim_motion_friction(in, course->mode, m->slip);
    const double moment = c->line_free * per_unit + force * (c->line_n - mu * c->line_t);
    struct sim_terms k;
    sim_terms_at(in->model, in->p, in->n, y, y + in->n, &k);
    point->value[TIP_LOW] = moment - k.line_low * force;
    point->value[TIP_HIGH] = k.line_high * force - moment;
}

static void guards_at(const struct sim_stretch *s, const double *y, struct sim_search_point *point)
{
    const struct sim_course *course = s->course;
    const struct sim_inputs *in = &course->problem->inputs;
    const double t = time_of(s, y), arc = y[course->width + FORCE];
    struct sim_motion m;
    sim_motion_at(in, course->mode, t, y, &m);
    const double a = m.a / m.contact.q_nn;
    /* without friction both directions of slip are one motion */
    point->value[SLIP] = in->p[SIM_STATIC_FRICTION] > 0 ? sim_mode_slip(course->mode) * m.slip : 1;
    point->value[TIME] = course->problem->t_end - t;
    point->value[CROSS] = point->value[TIP_LOW] = point->value[TIP_HIGH] = 1;
    for (size_t i = 0; i < in->model->n_outline; i++)
        point->value[OUTLINE + i] = m.guard[SIM_GUARD_FLOOR + i];
    if (s->crosses) {
        point->value[LIFT] = -m.b;
        point->value[LEAVE] = s->leave - fabs(a);
        point->value[CROSS] = s->sign * a;
    } else if (s->slow) {
        point->value[LIFT] = force_of(s, y);
        point->value[LEAVE] = s->leave - fabs(a);
        if (s->sign > 0 && course->problem->indeterminate == RIG_INDETERMINATE_LIFT)
            point->value[CROSS] = a;
    } else {
        point->value[LIFT] = arc;
        point->value[LEAVE] = s->sign < 0 ? 1 : s->leave - size_of_a(s, y) / m.contact.q_nn;
    }
    if (in->model->line_contact && s->crosses)
        line_guards(course, y, &m, -m.b, m.a, point);
    else if (in->model->line_contact && s->slow)
        line_guards(course, y, &m, point->value[LIFT], 1, point);
    else if (in->model->line_contact)
        line_guards(course, y, &m, tanh(arc), 1 / (s->unit * cosh(arc)), point);
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

/* The force is kept as asinh(F_n / unit): where it is large that is its logarithm, which grows
 * evenly, and it may pass zero all the same. The unit is any force of the size of those on the
 * way: that at the start, or the one that the motion tends to, if that is less. Returns F_n in
 * units. */
static double set_unit(struct sim_stretch *s, double force)
{
    const struct sim_course *course = s->course;
    struct sim_singular flow;
    sim_singular_at(&course->problem->inputs, course->mode, course->t, course->y, &flow);
    const double tends_to = fabs(flow.lift / (flow.value[1] - flow.value[0]));
    s->unit = force;
    if (tends_to > 0 && !(s->unit > 0 && s->unit < tends_to))
        s->unit = tends_to;
    if (!(s->unit > 0 && isfinite(s->unit)))
        s->unit = 1;
    return force / s->unit;
}

/* the clock starts at the state y */
static bool begin(struct sim_stretch *s, const double *y, struct sim_search_point *from)
{
    s->last.known = false;
    s->search = (struct sim_search){.n = OUTLINE + s->course->problem->inputs.model->n_outline,
                                    .evaluate = evaluate_dense,
                                    .context = s,
                                    .noise = guard_noise};
    from->t = 0;
    guards_at(s, y, from);
    for (size_t g = 0; g < s->search.n; g++) {
        s->search.fresh[g] = from->value[g] <= SIM_FRESH_VALUE;
        s->search.graze[g] = -1;
    }
    return sim_dop853_start(s->ode, 0, y, 0, INFINITY);
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
    memcpy(y, course->y, course->width * sizeof *y);
    y[course->width + CLOCK] = y[course->width + LOG_A] = y[course->width + FORCE] = 0;
    s->crosses = sim_motion_friction_changes(&course->problem->inputs);
    if (s->crosses)
        sim_course_end_slopes(s->course, no_slopes_by_speed);
    else
        y[course->width + FORCE] = asinh(set_unit(s, fabs(m.b) / s->a0));
    s->slow = false;
    return begin(s, y, from);
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
 * long as two steps in a row do not say the same. The error falls with the square of the distance,
 * so that their difference is the error of the first of them but for that share. A take-off happens
 * before the point, and is there only to the tolerance. What passes is followed in slow motion. */
static bool decided(struct sim_stretch *s, const double *y, struct prospect *now)
{
    const struct sim_course *course = s->course;
    const struct sim_inputs *in = &course->problem->inputs;
    const struct prospect before = s->last;
    struct sim_motion m;
    now->t = time_of(s, y);
    now->log_a = y[course->width + LOG_A];
    memcpy(now->x, y, course->width * sizeof *y);
    now->known = sim_singular_ahead(in, course->mode, s->sign, &now->t, now->x, &now->point);
    now->end = sim_singular_end(&now->point, s->sign, force_of(s, y));
    s->last = *now;
    if (!now->known || !before.known || now->end != before.end || now->end == SIM_SINGULAR_PASS ||
        now->t > course->problem->t_end)
        return false;
    sim_motion_at(in, course->mode, now->t, now->x, &m);
    if (sim_mode_slip(course->mode) * m.slip <= 0)
        return false;
    if (now->end == SIM_SINGULAR_LIFT)
        return apart(course, now->t, now->x, time_of(s, y), y) <= 1;
    const double nearer = exp(now->log_a - before.log_a);
    return apart(course, now->t, now->x, before.t, before.x) <= 1 - nearer * nearer;
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
    const double mu = sim_mode_slip(course->mode) * sim_motion_friction(in, course->mode, m.slip);
    const double arm = m.contact.line_n - mu * m.contact.line_t;
    return arm < k.line_low    ? SIM_GUARD_TIP_LOW
           : arm > k.line_high ? SIM_GUARD_TIP_HIGH
                               : SIM_GUARD_JAM;
}

/* ---- slow motion */

/* whether this much of a force, for that time, makes no difference to the motion */
static bool negligible(const struct sim_course *course, const struct sim_singular *flow,
                       double force, double time)
{
    double push = 0, speed = 0;
    for (size_t i = 0; i < course->width; i++)
        push = fmax(push, fabs(flow->w[i]));
    for (size_t i = course->n; i < course->width; i++)
        speed = fmax(speed, fabs(course->y[i]));
    const double left = course->problem->t_end - course->t;
    return fabs(force) * push * fmin(time, left) <=
           course->problem->rtol * (SIM_ABSOLUTE_SHARE + speed);
}

/* whether the terms that slow motion leaves out are; they fall or grow with A */
static bool is_slow(const struct sim_stretch *s, const double *y, const struct sim_slow *slow)
{
    const struct sim_course *course = s->course;
    const struct sim_singular *flow = &slow->flow;
    const double error = sim_slow_error(&course->problem->inputs, course->mode, course->t, y, slow);
    return negligible(course, flow, error, fabs(flow->a / flow->value[0]));
}

/* Whether the force has come to rest. What is left of its transient falls like B */
static bool slows_down(const struct sim_stretch *s, const double *y)
{
    struct sim_slow slow;
    slow_at(s, y, &slow);
    const struct sim_singular *flow = &slow.flow;
    return s->sign * (flow->value[1] - flow->value[0]) < 0 && s->sign * flow->value[1] < 0 &&
           slow.force >= 0 &&
           negligible(s->course, flow, force_of(s, y) - slow.force,
                      size_of_a(s, y) / fabs(flow->value[1])) &&
           is_slow(s, y, &slow);
}

/* Take out of the velocities what B differs from -A F_n by; along W nothing but B changes.
 * Returns whether slow motion is still good for the force */
static bool correct_force(const struct sim_stretch *s, double *y)
{
    struct sim_slow slow;
    slow_at(s, y, &slow);
    const double missing = -slow.flow.a * slow.force - slow.flow.b;
    for (size_t i = 0; i < s->course->width; i++)
        y[i] += slow.flow.w[i] * missing / slow.flow.value[1];
    return is_slow(s, y, &slow);
}

static bool go_slow(struct sim_stretch *s, struct sim_search_point *from)
{
    double y[SIM_MAX_STATES + EXTRA];
    memcpy(y, sim_dop853_state(s->ode), (s->course->width + EXTRA) * sizeof *y);
    s->slow = true;
    correct_force(s, y);
    sim_course_end_slopes(s->course, no_slopes);
    return begin(s, y, from);
}

/* ---- steps */

/* take the drift off the surface out of a state; false: there is none */
static bool close_contact(const struct sim_stretch *s, double *y)
{
    const struct sim_course *course = s->course;
    const struct sim_inputs *in = &course->problem->inputs;
    struct sim_motion m;
    struct sim_impact unused;
    sim_motion_at(in, course->mode, time_of(s, y), y, &m);
    if (fmax(fabs(m.gap), fabs(m.tip_n)) <= SIM_DRIFT_ALLOWED)
        return false;
    sim_reset_apply(in, SIM_RESET_CLOSE, course->problem->impact, time_of(s, y), y, &unused);
    return true;
}

/* take the course to stretched time tau of the last step */
static void move_to(struct sim_stretch *s, double tau)
{
    double y[SIM_MAX_STATES + EXTRA];
    sim_dop853_dense(s->ode, tau, y);
    if (s->slopes && !s->course->statistics->slopes_why &&
        !sim_stretch_slopes_follow(s->slopes, s->sign, tau, force_of(s, y)))
        sim_course_end_slopes(s->course, no_slopes);
    memcpy(s->course->y, y, s->course->width * sizeof *y);
    s->course->t = time_of(s, y);
}

/* the state at t inside the last step, and its normal force */
static double dense(struct sim_stretch *s, double t, double *x)
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
    close_contact(s, y);
    memcpy(x, y, s->course->width * sizeof *x);
    return force_of(s, y);
}

/* give what is left of the samples before the course's time */
static enum error_code give_samples(struct sim_course *course, double from)
{
    course->dense = dense;
    enum error_code code = sim_samples_give(course, from, course->t);
    course->dense = NULL;
    return code;
}

/* d(guard)/d(tau) at the end of the last step */
static double guard_rate(const struct sim_stretch *s, size_t guard, double value, double length)
{
    const double *y = sim_dop853_state(s->ode), *rate = sim_dop853_rate(s->ode);
    const double ahead = difference_share * length;
    double moved[SIM_MAX_STATES + EXTRA];
    struct sim_search_point point;
    for (size_t i = 0; i < s->course->width + EXTRA; i++)
        moved[i] = y[i] + ahead * rate[i];
    guards_at(s, moved, &point);
    return (point.value[guard] - value) / ahead;
}

/* The dense output has found the event, but is less exact than a step: the step is taken again to
 * end there, and once more where it then misses the event. Returns the stretched time */
static double arrive(struct sim_stretch *s, const struct sim_search_found *found)
{
    const double begin = sim_dop853_time_before(s->ode), length = found->t - begin;
    double tau = found->t, best = tau, least = INFINITY;
    for (int i = 0; i < ARRIVE_TRIES && !found->at_start && length > 0; i++) {
        struct sim_search_point end;
        if (!sim_dop853_shorten(s->ode, tau))
            return found->t;
        guards_at(s, sim_dop853_state(s->ode), &end);
        const double value = end.value[found->guard];
        if (!(fabs(value) < least))
            break;
        best = tau;
        least = fabs(value);
        tau -= value / guard_rate(s, found->guard, value, length);
        if (!(fabs(tau - best) > s->search.time_tolerance && fabs(tau - best) < 0.5 * length))
            break;
    }
    if (least < INFINITY && sim_dop853_time(s->ode) != best)
        sim_dop853_shorten(s->ode, best);
    return best;
}

static void meet(struct sim_stretch *s, const struct sim_search_found *found, struct sim_met *met)
{
    const double t = s->course->t;
    move_to(s, arrive(s, found));
    if (found->guard == TIME) {
        s->course->t = s->course->problem->t_end;
        s->course->last_force = force_of(s, sim_dop853_state(s->ode));
    }
    if (found->guard == TIME || found->guard == LEAVE)
        return;
    const enum sim_guard guard = found->guard == CROSS && s->crosses ? SIM_GUARD_JAM
                                 : found->guard < OUTLINE
                                     ? guard_of[found->guard]
                                     : (enum sim_guard)(SIM_GUARD_FLOOR + found->guard - OUTLINE);
    if (guard == SIM_GUARD_SLIP && !found->at_start)
        sim_course_end_slip(s->course, s->course->t - t);
    *met = (struct sim_met){.result = SIM_SEARCH_ZERO, .guard = guard, .at_start = found->at_start};
}

/* Where A has digits, A and F_n must not part from those of the state, which nothing else brings
 * together again: M3 is followed here also there, and slip is unstable in it; and slip with A > 0
 * may stay for long where time could take over. False: A is too small for that */
static bool renew(const struct sim_stretch *s, double *y)
{
    const struct sim_course *course = s->course;
    struct sim_motion m;
    sim_motion_at(&course->problem->inputs, course->mode, time_of(s, y), y, &m);
    const double least = s->sign > 0 ? SIM_STRETCH_SHARE : s->leave;
    if (s->slow || !(s->sign * m.a / m.contact.q_nn >= least && m.force_n > 0))
        return false;
    y[course->width + LOG_A] = log(s->sign * m.a / s->a0);
    y[course->width + FORCE] = asinh(m.force_n / s->unit);
    return true;
}

/* set right the state at the end of a step that leads to no event */
static bool correct_drift(struct sim_stretch *s, bool *done)
{
    double y[SIM_MAX_STATES + EXTRA];
    memcpy(y, sim_dop853_state(s->ode), (s->course->width + EXTRA) * sizeof *y);
    const bool drifts = close_contact(s, y);
    if (s->slow)
        *done = !correct_force(s, y);
    const bool renewed = renew(s, y);
    memcpy(s->course->y, y, s->course->width * sizeof *y);
    return (!drifts && !s->slow && !renewed) || sim_dop853_replace(s->ode, y);
}

static enum error_code lost(const struct sim_course *course)
{
    return error_set(course->err, ERROR_NUMERIC,
                     "%s stays so close to A = 0 at t = %.12g s that it is too stiff to be "
                     "followed; change the friction a little; everything up to then is kept",
                     sim_mode_word(course->mode), course->t);
}

/* the motion has run into a singular point */
static enum error_code end_at(struct sim_stretch *s, const struct prospect *to, double t,
                              struct sim_met *met)
{
    struct sim_course *course = s->course;
    struct sim_impact unused; /* the way there was a straight one */
    sim_course_end_slopes(course, no_slopes);
    memcpy(course->y, to->x, course->width * sizeof *course->y);
    course->t = fmax(course->t, to->t);
    sim_reset_apply(&course->problem->inputs, SIM_RESET_CLOSE, course->problem->impact, course->t,
                    course->y, &unused);
    *met = (struct sim_met){
        .result = SIM_SEARCH_ZERO, .guard = guard_at(course, to), .at_start = true};
    return give_samples(course, t);
}

/* a step ends with the piece of the belt's curve that it is on: between its ends slip has no dip
 * that the search would not see */
static double step_limit(const struct sim_stretch *s)
{
    const struct sim_inputs *in = &s->course->problem->inputs;
    const double *y = sim_dop853_state(s->ode), tau = sim_dop853_time(s->ode);
    if (!in->belt)
        return INFINITY;
    const double time = sim_belt_piece_end(in->belt, time_of(s, y) + in->belt_shift) -
                        in->belt_shift - time_of(s, y);
    const double least = piece_roundings * DBL_EPSILON * (1 + fabs(time_of(s, y)));
    const double a = s->crosses ? leave_factor * s->a0 : size_of_a(s, y);
    return tau + fmax(time, least) / (s->slow ? 1 : a);
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
    if (!sim_dop853_step(s->ode, step_limit(s)))
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
    const bool ends = !s->slow && !s->crosses && decided(s, y, &to);
    if (ends && to.end == SIM_SINGULAR_JAM)
        sim_course_end_slopes(course, sim_course_no_slopes_in_jam);
    move_to(s, end.t);
    *from = end;
    enum error_code code = give_samples(course, t);
    if (code)
        return code;
    if (ends) {
        *done = true;
        return end_at(s, &to, t, met);
    }
    const bool slows = !s->slow && !s->crosses && slows_down(s, y);
    const bool goes_on = slows ? go_slow(s, from) : correct_drift(s, done);
    return goes_on ? ERROR_OK : lost(course);
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
