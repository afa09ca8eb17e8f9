/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/change.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "sim/evaluate.h"
#include "sim/reset.h"
#include "sim/samples.h"
#include "sim/select.h"
#include "sim/singular.h"
#include "sim/slopes.h"

/* bounces that would all be over within this time are over (s) */
static const double settle_time = 1e-6;
/* Bounces lower than settle_height (m) cannot be told from contact */
static const double settle_height = 1e-13;
/* Bounces that keep more than slow_ratio of their speed are many, and rounding hides by how much
 * they shrink where they are low: below slow_height (m), and when no more than slow_time (s) is
 * left of them, that time is taken from the ratio, if that is steady: over the bounces that are
 * left it changes by no more than slow_change of what it lacks to 1. Those that keep more than
 * elastic_ratio do not accumulate, and end there */
static const double slow_ratio = 0.99, slow_height = 1e-10, slow_time = 1e-2, slow_change = 0.01;
static const double elastic_ratio = 1 - 1e-5;
/* a start this close to the surface is on it (m): what people round a start to */
static const double start_gap = 1e-9;

static void tip_at(const struct sim_course *course, double t, struct sim_motion *m)
{
    sim_motion_tip(&course->problem->inputs, t, course->y, m);
}

/* of it what an event tells */
struct tip {
    double slip, normal;
};

static struct tip speeds_of(const struct sim_motion *m)
{
    return (struct tip){.slip = m->slip, .normal = m->tip_n};
}

static enum error_code give_event(struct sim_course *course, enum sim_event_kind kind, double t,
                                  enum sim_mode from, const struct tip *before,
                                  const struct sim_impact *impact)
{
    course->statistics->events++;
    if (!course->sink->event)
        return ERROR_OK;
    struct sim_motion after;
    tip_at(course, t, &after);
    struct sim_event event = {.t = t,
                              .kind = kind,
                              .from = from,
                              .to = course->mode,
                              .slip_before = before->slip,
                              .normal_before = before->normal,
                              .slip_after = after.slip,
                              .normal_after = after.tip_n,
                              .x_before = course->x_before,
                              .x = course->y};
    if (impact) {
        event.impulse_t = impact->impulse_t;
        event.impulse_n = impact->impulse_n;
        event.normal_work = impact->work;
    }
    if (course->problem->n_directions) {
        event.time_slopes = course->time_slopes;
        event.state_slopes = course->y + course->width;
    }
    return course->sink->event(course->sink->context, &event, course->err);
}

/* what leads from one phase to the next */
struct change {
    enum sim_event_kind kind;
    enum sim_reset reset;
    enum sim_mode from;
    bool timed; /* by guard; else the time is that of the event before */
    enum sim_guard guard;
    double x_before[SIM_MAX_STATES];
    struct tip before;
    struct sim_impact impact;
};

static enum error_code nothing_follows(struct sim_course *course)
{
    return error_set(course->err, ERROR_NUMERIC,
                     "no mode of contact is consistent at t = %.12g s; check that the mass "
                     "matrix is positive definite there",
                     course->t);
}

/* apply the reset to the state; the mode after is chosen by the caller */
static enum error_code begin_change(struct sim_course *course, struct change *change)
{
    const struct sim_inputs *in = &course->problem->inputs;
    memcpy(change->x_before, course->y, course->width * sizeof *course->y);
    change->from = course->mode;
    if (course->mode != SIM_STICK)
        course->own.inputs.since = course->t;
    struct sim_motion m;
    tip_at(course, course->t, &m);
    change->before = speeds_of(&m);
    if (!sim_reset_apply(in, change->reset, course->problem->impact, course->t, course->y,
                         &change->impact))
        return nothing_follows(course);
    return ERROR_OK;
}

static void move_slopes(struct sim_course *course, const struct change *change)
{
    if (!course->problem->n_directions || course->statistics->slopes_why)
        return;
    struct sim_slopes_event event = {.t = course->t,
                                     .before = change->from,
                                     .after = course->mode,
                                     .timed = change->timed,
                                     .guard = change->guard,
                                     .reset = change->reset,
                                     .x_before = change->x_before,
                                     .x_after = course->y};
    if (!sim_slopes_jump(course->problem, &event, course->y + course->width, course->time_slopes))
        sim_course_end_slopes(course, "an event whose time has no derivative (a graze)");
    if (change->from != SIM_STICK)
        memcpy(course->since_slopes, course->time_slopes, sizeof course->since_slopes);
}

/* keep the impact whose Q is closest to singular: q_hold is det Q / Q_tt */
static void note_determinant(struct sim_course *course, const struct sim_impact *impact)
{
    struct sim_statistics *statistics = course->statistics;
    const double share = impact->q_hold /
                         (impact->q_hold + impact->hold * impact->hold * impact->q_tt);
    if (!(share < statistics->least_det))
        return;
    statistics->least_det = share;
    statistics->least_det_time = course->t;
    statistics->least_det_impulse = impact->impulse_n;
}

/* the mode after is set: move the slopes and tell the event. A slider that leaves
 * its line contact is not followed further */
static enum error_code end_change(struct sim_course *course, struct change *change)
{
    move_slopes(course, change);
    course->over |= course->mode == SIM_FLIGHT && course->problem->inputs.model->line_contact;
    const bool strikes = sim_reset_strikes(change->reset);
    course->x_before = change->x_before;
    if (strikes)
        note_determinant(course, &change->impact);
    enum error_code code = give_event(course, change->kind, course->t, change->from,
                                      &change->before, strikes ? &change->impact : NULL);
    course->x_before = course->y;
    return code;
}

static enum error_code strike(struct sim_course *course, struct change change);

/* No mode of contact is consistent. A slider that can neither stay flat nor lift off flat tips
 * over; links in line are locked; anything else is an error. `first`: the change that led here
 * has an event of its own, which is told before */
static enum error_code no_mode_follows(struct sim_course *course, struct change *change, bool first)
{
    const struct sim_inputs *in = &course->problem->inputs;
    struct sim_motion m;
    sim_motion_at(in, SIM_STICK, course->t, course->y, &m);
    if (!in->model->line_contact && !sim_select_aligned(&m.contact))
        return nothing_follows(course);
    course->mode = change->from;
    course->over = true;
    if (first) {
        struct change next = {.kind = SIM_EVENT_START};
        enum error_code code = end_change(course, change);
        if (!code)
            code = begin_change(course, &next);
        if (code)
            return code;
        *change = next;
    }
    change->kind = in->model->line_contact ? SIM_EVENT_TIP_OVER : SIM_EVENT_JAM;
    return end_change(course, change);
}

/* The mode after a change that closes the contact. Where the change has stopped the slip, what
 * is left of it is rounding of the speed before, and not to be taken for slip */
static enum sim_next select_closed(struct sim_course *course, const struct change *change)
{
    const struct sim_inputs *in = &course->problem->inputs;
    const bool strikes = sim_reset_strikes(change->reset);
    const bool stops = change->reset == SIM_RESET_STICK || (strikes && change->impact.slip == 0);
    if (stops && in->p[SIM_STATIC_FRICTION] > 0)
        return sim_select_stopped(in, course->t, course->y, &course->mode);
    return sim_select_mode(in, course->t, course->y, &course->mode);
}

/* choose the mode of a closed contact from the state; an inconsistent one
 * strikes once the change has been told */
static enum error_code end_closed(struct sim_course *course, struct change *change)
{
    enum sim_next next = select_closed(course, change);
    if (next == SIM_NEXT_NOTHING)
        return no_mode_follows(course, change, true);
    enum error_code code = end_change(course, change);
    if (code || next == SIM_NEXT_MODE)
        return code;
    if (++course->stalled > SIM_MAX_STALLED)
        return nothing_follows(course);
    return strike(course, (struct change){.kind = SIM_EVENT_TANGENTIAL_IMPACT,
                                          .reset = SIM_RESET_TANGENTIAL});
}

/* derivative of T = 2 v / (-b (1 - r)), the time that the bounces take, with r = v / v_before;
 * v, b and v_before are taken at the event, which moves */
static void settle_slopes(const struct sim_course *course, const struct change *bounce,
                          const double *slopes_before, double normal, double lift, double rest,
                          double *shift)
{
    const double ratio = -normal / bounce->before.normal;
    for (size_t d = 0; d < course->problem->n_directions; d++) {
        const struct sim_slopes_lift after = sim_slopes_normal(course->problem, course->t,
                                                               course->y, course->y + course->width,
                                                               course->time_slopes, d);
        const struct sim_slopes_lift before = sim_slopes_normal(
            course->problem, course->t, bounce->x_before, slopes_before, course->time_slopes, d);
        double dratio = ratio * (after.normal / normal - before.normal / bounce->before.normal);
        shift[d] = rest * (after.normal / normal - after.lift / lift);
        if (ratio < elastic_ratio)
            shift[d] += rest * dratio / (1 - ratio);
    }
}

/* How bounces that last for `rest` end: in stick if the tip is at rest or their friction stops it
 * within that time; else in slip, if slip has a force, or else just closed */
static enum sim_reset settling(const struct sim_course *course, double rest)
{
    const struct sim_inputs *in = &course->problem->inputs;
    struct sim_motion m;
    if (sim_select_at_rest(in, course->t, course->y))
        return SIM_RESET_STICK;
    tip_at(course, course->t, &m);
    sim_motion_at(in, m.slip > 0 ? SIM_SLIP_PLUS : SIM_SLIP_MINUS, course->t, course->y, &m);
    /* A falls or grows meanwhile, and F_n = -B/A with it: like one that acts for `acts` */
    const double change = sim_singular_rate(in, m.slip > 0 ? SIM_SLIP_PLUS : SIM_SLIP_MINUS,
                                            course->t, course->y) *
                          rest / m.a;
    if (!(m.guard[SIM_GUARD_JAM] > 0 && change > -1))
        return SIM_RESET_CLOSE;
    const double acts = change == 0 ? rest : rest * log1p(change) / change;
    /* the slip after the impulse that SIM_RESET_SETTLE takes out, and at the end of the bounces */
    const double per_impulse = m.contact.q_tn + m.force_t / m.force_n * m.contact.q_tt;
    const double first = m.slip - per_impulse * m.tip_n / m.a, last = first + m.slip_rate * acts;
    const bool stops = m.slip * first <= 0 || m.slip * last <= 0;
    return stops && in->p[SIM_STATIC_FRICTION] > 0 ? SIM_RESET_STICK : SIM_RESET_SETTLE;
}

/* links that are in line, or come into line within the bounces that are left: told as a
 * jam, beyond which nothing is known */
static enum error_code lock(struct sim_course *course)
{
    struct change change = {.kind = SIM_EVENT_JAM};
    course->over = true;
    sim_course_end_slopes(course, sim_course_no_slopes_in_jam);
    enum error_code code = begin_change(course, &change);
    return code ? code : end_change(course, &change);
}

/* Follow the mode for that time, or as long as it lasts: what ends it is met again where the next
 * phase begins */
static enum error_code follow_for(struct sim_course *course, double time)
{
    const double t_end = course->own.t_end;
    struct sim_met met;
    course->own.t_end = fmin(course->t + time, course->given->t_end);
    enum error_code code = sim_phase_follow(course, &met);
    course->own.t_end = t_end;
    return code;
}

/* The bounces that are left last for `rest`. Over so short a time their mean effect is, to first
 * order, that of the contact which follows them: that contact is followed instead */
static enum error_code settle(struct sim_course *course, const struct change *bounce,
                              const double *slopes_before, double normal, double lift, double rest)
{
    struct change change = {.kind = SIM_EVENT_SETTLE, .reset = settling(course, rest)};
    double shift[SIM_MAX_DIRECTIONS] = {0};
    settle_slopes(course, bounce, slopes_before, normal, lift, rest, shift);
    enum error_code code = begin_change(course, &change);
    if (code)
        return code;
    enum sim_next next = select_closed(course, &change);
    if (next != SIM_NEXT_MODE)
        return end_closed(course, &change);
    sim_motion_at(&course->problem->inputs, course->mode, course->t, course->y, &course->motion);
    if (sim_phase_at_dead_centre(course))
        return lock(course);
    /* slip next to A = 0 has no mean force: the bounces are over at once */
    if (sim_mode_slip(course->mode) && change.reset == SIM_RESET_CLOSE)
        return end_change(course, &change);
    move_slopes(course, &change);
    code = follow_for(course, rest);
    if (code)
        return sim_phase_at_dead_centre(course) ? lock(course) : code;
    for (size_t d = 0; d < course->problem->n_directions; d++)
        course->time_slopes[d] += shift[d];
    return give_event(course, SIM_EVENT_SETTLE, course->t, SIM_FLIGHT, &change.before, NULL);
}

/* how long the bounces after this one last, or -1 when they are worth following;
 * ratio: normal speed after over before, and `last` that of the bounce before this one.
 * v, r v, r^2 v ... last 2 v / -b (1 - r). */
static double time_to_settle(const struct sim_motion *m, double ratio, double last)
{
    if (!(m->b < 0))
        return -1;
    if (ratio >
        1 / slow_ratio) /* reverse chatter (Nordmark, Dankowicz, Champneys 2011): it grows */
        return -1;
    const double bounce = 2 * m->tip_n / -m->b, height = bounce * m->tip_n / 4;
    if (!(ratio > 0 && ratio < elastic_ratio))
        return height < slow_height ? bounce : -1;
    const double rest = bounce / (1 - ratio);
    const bool steady = fabs(ratio - last) < slow_change * (1 - ratio) * (1 - ratio);
    const bool slow = ratio > slow_ratio && height < slow_height && rest < slow_time && steady;
    return rest < settle_time || height < settle_height || slow ? rest : -1;
}

static enum error_code after_bounce(struct sim_course *course, struct change *change)
{
    double slopes_before[SIM_COURSE_TOTAL];
    memcpy(slopes_before, course->y + course->width,
           (course->total - course->width) * sizeof(double));
    course->mode = SIM_FLIGHT;
    enum error_code code = end_change(course, change);
    if (code || course->over)
        return code;
    struct sim_motion m;
    sim_motion_at(&course->problem->inputs, SIM_FLIGHT, course->t, course->y, &m);
    const double ratio = -m.tip_n / change->before.normal;
    const double rest = time_to_settle(&m, ratio, course->bounce_ratio);
    course->bounce_ratio = ratio;
    if (rest < 0)
        return ERROR_OK;
    return settle(course, change, slopes_before, m.tip_n, m.b, rest);
}

static enum error_code strike(struct sim_course *course, struct change change)
{
    enum error_code code = begin_change(course, &change);
    if (code)
        return code;
    if (change.impact.normal > 0)
        return after_bounce(course, &change);
    return end_closed(course, &change);
}

/* ---- what each guard leads to */

/* nothing holds a slider flat in flight: it comes down on an edge, and a line
 * contact does not tell what follows */
static enum error_code land_on_edge(struct sim_course *course, struct change change)
{
    change.kind = SIM_EVENT_TOUCHDOWN;
    enum error_code code = begin_change(course, &change);
    return code ? code : end_change(course, &change);
}

/* roundings of the state that a hop must take it on by */
static const double hop_roundings = 16;

/* the time in which the state, or one of its coordinates, moves on by those */
static double shortest_hop(const struct sim_course *course, const struct sim_singular *flow)
{
    double shortest = INFINITY;
    for (size_t i = 0; i < course->width; i++)
        if (flow->u[i] != 0)
            shortest = fmin(shortest, fabs(course->y[i] / flow->u[i]));
    return isfinite(shortest) ? hop_roundings * DBL_EPSILON * shortest : 0;
}

/* Fly on for that time. The normal velocity after it, and where closing the contact moves that to,
 * are of the second order in the time, and so is this (the midpoint rule) */
static void fly(struct sim_course *course, const struct sim_singular *flow, double time)
{
    double middle[SIM_MAX_STATES], *x = course->y, *v = course->y + course->n;
    struct sim_motion m;
    for (size_t i = 0; i < course->width; i++)
        middle[i] = course->y[i] + 0.5 * time * flow->u[i];
    sim_motion_at(&course->problem->inputs, SIM_FLIGHT, course->t + 0.5 * time, middle, &m);
    for (size_t i = 0; i < course->n; i++) {
        x[i] += time * middle[course->n + i];
        v[i] += time * m.acceleration[i];
    }
    course->t += time;
}

/* A flight that never got away from the surface, though gap'' = B > 0: where B falls at the rate
 * `lift`, the gap is B t^2 / 2 + lift t^3 / 6, too low for its digits. It ends after -3 B / lift,
 * and B is then -2 B */
static enum error_code end_low_hop(struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    struct sim_motion m;
    struct sim_singular flow;
    sim_motion_at(in, SIM_FLIGHT, course->t, course->y, &m);
    sim_singular_at(in, m.slip > 0 ? SIM_SLIP_PLUS : SIM_SLIP_MINUS, course->t, course->y, &flow);
    if (!(flow.b > 0 && flow.lift < 0))
        return ERROR_OK;
    const double from = course->t;
    const double time = fmin(fmax(-3 * flow.b / flow.lift, shortest_hop(course, &flow)),
                             course->given->t_end - course->t);
    fly(course, &flow, time);
    sim_course_end_slopes(course, "a hop that is too low for its digits");
    return sim_samples_give(course, from, course->t); /* on the step that flight had begun with */
}

static enum error_code on_gap(struct sim_course *course, struct change change)
{
    struct sim_motion m;
    enum error_code code = ERROR_OK;
    if (!change.timed && course->problem->inputs.law == RIG_LAW_RIGID)
        code = end_low_hop(course);
    if (code)
        return code;
    tip_at(course, course->t, &m);
    if (course->problem->inputs.model->line_contact)
        return land_on_edge(course, change);
    if (course->problem->inputs.law == RIG_LAW_RIGID && m.tip_n < -SIM_SOFT_TOUCH) {
        change.kind = SIM_EVENT_IMPACT;
        change.reset = SIM_RESET_IMPACT;
        return strike(course, change);
    }
    change.kind = SIM_EVENT_TOUCHDOWN;
    change.reset = SIM_RESET_NONE;
    if (course->problem->inputs.law == RIG_LAW_RIGID) /* so slow a touch also ends so slow a slip */
        change.reset = fabs(m.slip) < SIM_SOFT_TOUCH ? SIM_RESET_STICK : SIM_RESET_CLOSE;
    code = begin_change(course, &change);
    return code ? code : end_closed(course, &change);
}

/* lift-off */
static enum error_code take_off(struct sim_course *course, struct change change)
{
    change.kind = SIM_EVENT_TAKEOFF;
    change.reset = SIM_RESET_CLOSE;
    enum error_code code = begin_change(course, &change);
    if (code)
        return code;
    course->mode = SIM_FLIGHT;
    return end_change(course, &change);
}

static enum error_code on_slip(struct sim_course *course, struct change change)
{
    const struct sim_inputs *in = &course->problem->inputs;
    const enum sim_mode before = course->mode;
    enum sim_mode after;
    enum sim_next next = sim_select_stopped(in, course->t, course->y, &after);
    const double lasted = change.timed ? course->t - sim_taylor_time_before(course->taylor) : 0;
    const double shortest = SIM_NO_TIME * (course->problem->t_end - course->problem->t_start);
    if (lasted <= shortest && next == SIM_NEXT_MODE && after == before)
        after = SIM_STICK; /* a slip that never gets away from zero is none */
    /* only stick sets the slip to zero: at a dead centre the tip's speed vanishes while the links
     * still turn, and taking the slip out would stop them */
    const bool sticks = next == SIM_NEXT_MODE && after == SIM_STICK;
    change.reset = sticks                     ? SIM_RESET_STICK
                   : in->law == RIG_LAW_RIGID ? SIM_RESET_CLOSE
                                              : SIM_RESET_NONE;
    enum error_code code = begin_change(course, &change);
    if (code)
        return code;
    if (next != SIM_NEXT_MODE)
        return no_mode_follows(course, &change, false);
    course->mode = after;
    change.kind = course->mode == SIM_STICK    ? SIM_EVENT_STICK
                  : course->mode == SIM_FLIGHT ? SIM_EVENT_TAKEOFF
                  : course->mode == before     ? SIM_EVENT_SLIP
                                               : SIM_EVENT_REVERSE;
    return end_change(course, &change);
}

static enum error_code on_cone(struct sim_course *course, struct change change)
{
    const int force_sign = change.guard == SIM_GUARD_CONE_PLUS ? 1 : -1;
    change.reset = SIM_RESET_STICK;
    enum error_code code = begin_change(course, &change);
    if (code)
        return code;
    if (sim_select_after_stick(&course->problem->inputs, course->t, course->y, force_sign,
                               &course->mode) != SIM_NEXT_MODE)
        return no_mode_follows(course, &change, false);
    change.kind = course->mode == SIM_FLIGHT ? SIM_EVENT_TAKEOFF : SIM_EVENT_SLIP;
    return end_change(course, &change);
}

/* F_n has grown beyond all bounds: told as a jam, followed by the tangential
 * impact that stops the slip. Stick at a dead centre has no slip to stop and ends there */
static enum error_code on_jam(struct sim_course *course, struct change change)
{
    change.kind = SIM_EVENT_JAM;
    course->over = course->mode == SIM_STICK;
    sim_course_end_slopes(course, sim_course_no_slopes_in_jam);
    enum error_code code = begin_change(course, &change);
    if (!code)
        code = end_change(course, &change);
    if (code || course->over)
        return code;
    return strike(course,
                  (struct change){.kind = SIM_EVENT_TANGENTIAL_IMPACT, .reset = SIM_RESET_JAM});
}

/* a face that tips over the edge on which the mechanism's own model slides. At the edge both
 * models have the same forces, so that the slopes do not jump */
static enum error_code tip_onto_edge(struct sim_course *course, struct change change)
{
    enum error_code code = begin_change(course, &change);
    if (code)
        return code;
    move_slopes(course, &change);
    change.timed = false;
    course->own.inputs.model = course->given->inputs.model;
    return end_closed(course, &change);
}

static enum error_code on_tip(struct sim_course *course, struct change change)
{
    change.kind = SIM_EVENT_TIP_OVER;
    const bool flat = course->own.inputs.model == course->given->inputs.model->flat;
    if (flat && change.guard == SIM_GUARD_TIP_LOW)
        return tip_onto_edge(course, change);
    course->over = true;
    enum error_code code = begin_change(course, &change);
    return code ? code : end_change(course, &change);
}

/* the corner that a point of the outline is, while another one touches; NULL: it is none */
static const struct sim_model *corner_of(const struct sim_model *model, enum sim_guard guard)
{
    const size_t i = (size_t)guard - SIM_GUARD_FLOOR;
    if (i + 1 >= model->n_corners)
        return NULL;
    return model->corners[i < model->corner ? i : i + 1];
}

/* Another corner of the body that touches comes down. In flight it lands as any contact does. Where
 * the body turned over the corner that touched, the contact goes over to the other one, which
 * strikes; the first one is let go (Housner 1963), and where it does not leave it strikes in its
 * turn. */
static enum error_code on_corner(struct sim_course *course, struct change change,
                                 const struct sim_model *corner)
{
    if (course->mode == SIM_FLIGHT) {
        course->own.inputs.model = corner;
        change.guard = SIM_GUARD_GAP;
        return on_gap(course, change);
    }
    change.kind = SIM_EVENT_CORNER;
    course->hop_time = course->t - course->hop;
    course->hop = course->t;
    enum error_code code = begin_change(course, &change);
    if (code)
        return code;
    course->mode = SIM_FLIGHT;
    code = end_change(course, &change);
    course->own.inputs.model = corner;
    return code ? code
                : strike(course,
                         (struct change){.kind = SIM_EVENT_IMPACT, .reset = SIM_RESET_IMPACT});
}

/* corners that strike in turn, at one time: a body that lies down on a side */
enum { MOST_IN_TURN = 16 };

/* Whether corners take over from each other ever faster, so that all that is left of it would be
 * over within settle_time: the times shrink by a ratio, as those of bounces do */
static bool rocks_out(const struct sim_course *course)
{
    const double time = course->t - course->hop, ratio = time / course->hop_time;
    return time < settle_time && ratio < 1 && time * ratio < settle_time * (1 - ratio);
}

/* whether the corner comes down with a speed, on a surface that lets it strike */
static bool strikes(const struct sim_course *course, const struct sim_model *corner)
{
    struct sim_inputs in = course->problem->inputs;
    struct sim_motion m;
    in.model = corner;
    sim_motion_tip(&in, course->t, course->y, &m);
    return course->mode == SIM_FLIGHT || (in.law == RIG_LAW_RIGID && m.tip_n < -SIM_SOFT_TOUCH &&
                                          course->stalled < MOST_IN_TURN && !rocks_out(course));
}

/* what the model does not know follows: a contact at another place, or at a whole side */
static enum error_code on_floor(struct sim_course *course, struct change change)
{
    const struct sim_model *model = course->problem->inputs.model;
    const struct sim_model *corner = corner_of(model, change.guard);
    if (corner && strikes(course, corner))
        return on_corner(course, change, corner);
    change.kind = SIM_EVENT_FLOOR;
    course->over = true;
    course->statistics->floor = model->outline_names[change.guard - SIM_GUARD_FLOOR];
    enum error_code code = begin_change(course, &change);
    return code ? code : end_change(course, &change);
}

static enum error_code on_graze(struct sim_course *course)
{
    struct change change = {.kind = SIM_EVENT_GRAZE};
    sim_course_end_slopes(course, "a graze: a small change of a parameter makes it an impact");
    enum error_code code = begin_change(course, &change);
    return code ? code : end_change(course, &change);
}

enum error_code sim_change_handle(struct sim_course *course, const struct sim_met *met)
{
    static enum error_code (*const handlers[SIM_GUARD_FLOOR])(struct sim_course *,
                                                              struct change) = {
        [SIM_GUARD_JAM] = on_jam,        [SIM_GUARD_LIFT] = take_off,
        [SIM_GUARD_CONE_PLUS] = on_cone, [SIM_GUARD_CONE_MINUS] = on_cone,
        [SIM_GUARD_SLIP] = on_slip,      [SIM_GUARD_TIP_LOW] = on_tip,
        [SIM_GUARD_TIP_HIGH] = on_tip,   [SIM_GUARD_GAP] = on_gap,
    };
    if (course->mode != SIM_STICK)
        course->own.inputs.since = course->t;
    if (met->result == SIM_SEARCH_GRAZE)
        return on_graze(course);
    if (met->together)
        sim_course_end_slopes(course, "two events at one time: a small change of a parameter "
                                      "would change their order");
    const struct change change = {.timed = !met->at_start, .guard = met->guard};
    return met->guard < SIM_GUARD_FLOOR ? handlers[met->guard](course, change)
                                        : on_floor(course, change);
}

/* ---- start and end */

static enum error_code check_outline(const struct sim_course *course, const struct sim_motion *m)
{
    const struct sim_model *model = course->problem->inputs.model;
    for (size_t i = 0; i < model->n_outline; i++)
        if (m->guard[SIM_GUARD_FLOOR + i] < -start_gap)
            return error_set(course->err, ERROR_INPUT,
                             "the start has %s %.6g m below the surface; raise the mechanism or "
                             "turn it",
                             model->outline_names[i], -m->guard[SIM_GUARD_FLOOR + i]);
    return ERROR_OK;
}

/* A start at rest on a face is followed by the flat model, if the face stays on the surface: the
 * centre of pressure is inside it (Leine 2002, appendix A: mu < r/l for the box) */
static void choose_face(struct sim_course *course, const struct sim_motion *m)
{
    const struct sim_model *flat = course->given->inputs.model->flat;
    struct sim_terms k;
    if (!flat || fabs(m->gap) > start_gap || fabs(m->guard[SIM_GUARD_FLOOR]) > start_gap)
        return;
    sim_terms_at(flat, course->problem->p, course->n, course->y, course->y + course->n, &k);
    double turn = 0;
    for (size_t i = 0; i < course->n; i++)
        turn += k.w_l[i] * course->y[course->n + i];
    if (turn != 0 || fabs(m->tip_n) > SIM_SOFT_TOUCH)
        return;
    const struct sim_inputs *in = &course->problem->inputs;
    struct sim_motion lying;
    enum sim_mode mode;
    course->own.inputs.model = flat;
    bool stays = sim_select_mode(in, course->t, course->y, &mode) == SIM_NEXT_MODE &&
                 mode != SIM_FLIGHT;
    if (stays) {
        sim_motion_at(in, mode, course->t, course->y, &lying);
        stays = lying.guard[SIM_GUARD_TIP_LOW] > 0 && lying.guard[SIM_GUARD_TIP_HIGH] > 0;
    }
    if (!stays)
        course->own.inputs.model = course->given->inputs.model;
}

enum error_code sim_change_begin(struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    struct sim_motion m;
    course->own.inputs.model = sim_own_lowest(in->model, in->p, in->n, course->y);
    course->mode = SIM_FLIGHT;
    course->own.inputs.since = course->t;
    sim_motion_at(in, SIM_FLIGHT, course->t, course->y, &m);
    if (!isfinite(m.b) || !isfinite(m.gap))
        return error_set(course->err, ERROR_INPUT,
                         "the start has no finite acceleration; check the masses, the "
                         "lengths and the start");
    const bool closed = fabs(m.gap) <= start_gap;
    if (m.gap < 0 && !closed && in->law == RIG_LAW_RIGID)
        return error_set(course->err, ERROR_INPUT,
                         "the start penetrates the surface by %.6g m; raise the mechanism "
                         "or leave out the coordinate that the contact determines",
                         -m.gap);
    enum error_code below = check_outline(course, &m);
    if (below)
        return below;
    choose_face(course, &m);
    const bool will_strike = m.tip_n < -SIM_SOFT_TOUCH && m.gap > SIM_FRESH_VALUE;
    struct change change = {.kind = SIM_EVENT_START};
    const struct tip tip = speeds_of(&m);
    const bool about_to_touch = m.gap <= SIM_FRESH_VALUE && m.tip_n < 0;
    if (in->law == RIG_LAW_COMPLIANT ? m.gap > 0 && !about_to_touch
                                     : !closed || m.tip_n > SIM_SOFT_TOUCH || will_strike)
        return give_event(course, SIM_EVENT_START, course->t, SIM_FLIGHT, &tip, NULL);
    if (in->law == RIG_LAW_RIGID && m.tip_n < -SIM_SOFT_TOUCH) {
        enum error_code code = give_event(course, SIM_EVENT_START, course->t, SIM_FLIGHT, &tip,
                                          NULL);
        return code ? code
                    : strike(course,
                             (struct change){.kind = SIM_EVENT_IMPACT, .reset = SIM_RESET_IMPACT});
    }
    change.reset = in->law == RIG_LAW_RIGID ? SIM_RESET_CLOSE : SIM_RESET_NONE;
    enum error_code code = begin_change(course, &change);
    if (code)
        return code;
    /* the event of the start has the mode that is found as both `from` and `to` */
    enum sim_mode found;
    if (sim_select_mode(in, course->t, course->y, &found) != SIM_NEXT_NOTHING)
        change.from = found;
    return end_closed(course, &change);
}

enum error_code sim_change_end(struct sim_course *course)
{
    struct sim_motion m;
    tip_at(course, course->t, &m);
    const struct tip tip = speeds_of(&m);
    return give_event(course, SIM_EVENT_END, course->t, course->mode, &tip, NULL);
}
