/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/phase.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "sim/bounds.h"
#include "sim/roots.h"
#include "sim/friction.h"
#include "sim/reset.h"
#include "sim/residual.h"
#include "sim/samples.h"
#include "sim/slopes.h"
#include "sim/evaluate.h"
#include "sim/stretch.h"

/* the longest step, times the rate of the contact's spring and damper (z, where the sum of z^k/k!
 * to the order of the series is below 1): without much damping 3.3 for any order that is a multiple
 * of four, and a little more than a third of the order with it */
static const double undamped_reach = 3.3, little_damping = 0.5, damped_reach = 0.35;

/* the longest step of stick on a belt with waves, in periods of the shortest */
static const double belt_reach = 0.5;

/* the longest step of stick that ages, in shares of its age and the law's time: ln(1 + x) converges
 * below 1, and so below a tenth of rtol in the orders that go with it */
static const double ageing_reach = 0.2;

/* det Q below this share of Q_tt Q_nn is a dead centre where nothing else goes on */
static const double dead_centre_share = 1e-6;

/* A below this share of Q_nn: F_n = -B/A makes much of the errors in A and B, which are held
 * the smaller, the smaller A is */
static const double small_a = 1e-2;
/* roundings of the state in A and B */
static const double force_roundings = 4;

/* a phase whose steps stay this small beside the time that is left never ends: after so
 * many of them in a row it is given up */
static const double hopeless_step = 1e-9;
enum { HOPELESS_STEPS = 1000 };

/* of one step, for its derivatives: an explicit method's step is some 100 of them at most, so that
 * more are those of numbers that no rig has, whose parts may be shorter than a rounding of t */
enum { MOST_PARTS = 10000 };

/* what is no time beside t, in roundings of it (of 1 ms at the least) */
static const double aside_roundings = 1e4 * DBL_EPSILON, aside_least_time = 1e-3;

/* ---- smooth motion */

static bool has_drifted(const struct sim_course *course)
{
    const struct sim_motion *m = &course->motion;
    double drift = course->mode == SIM_STICK ? fabs(m->slip) : 0;
    if (course->problem->inputs.law == RIG_LAW_RIGID && course->mode != SIM_FLIGHT)
        drift = fmax(drift, fmax(fabs(m->gap), fabs(m->tip_n)));
    return drift > SIM_DRIFT_ALLOWED;
}

/* take the drift out of a rigid contact */
static void correct_drift(struct sim_course *course)
{
    const double t = sim_taylor_time(course->taylor);
    double x[SIM_MAX_STATES];
    memcpy(x, course->y, course->width * sizeof *x);
    enum sim_reset reset = course->mode == SIM_STICK ? SIM_RESET_STICK : SIM_RESET_CLOSE;
    struct sim_impact unused;
    sim_reset_apply(&course->problem->inputs, reset, course->problem->impact, t, course->y,
                    &unused);
    if (course->problem->n_directions) {
        double none[SIM_MAX_DIRECTIONS] = {0};
        struct sim_slopes_event event = {.t = t,
                                         .before = course->mode,
                                         .after = course->mode,
                                         .reset = reset,
                                         .x_before = x,
                                         .x_after = course->y};
        sim_slopes_jump(course->problem, &event, course->y + course->width, none);
    }
    sim_taylor_replace(course->taylor, course->y);
    sim_motion_at(&course->problem->inputs, course->mode, t, course->y, &course->motion);
}

/* take the slopes along the last step as far as t_stop, and give its samples */
static enum error_code follow_step(struct sim_course *course, double t_stop)
{
    if (!course->variation)
        return sim_samples_give(course, sim_taylor_time_before(course->taylor), t_stop);
    enum error_code code = ERROR_OK;
    double t = sim_taylor_time_before(course->taylor);
    for (int part = 0; !code && t < t_stop; part++) {
        const double from = t;
        if (part == MOST_PARTS)
            return error_set(course->err, ERROR_NUMERIC,
                             "the derivatives change too fast to be followed at t = %g s; check "
                             "for parameters that are far too large or too small",
                             t);
        t = sim_variation_step(course->variation, course->mode, course->taylor, t, t_stop,
                               course->y + course->width);
        code = sim_samples_give(course, from, t);
    }
    return code;
}

/* A step ends where the speed of slip leaves what the series of its friction holds for: the piece
 * of a table whose cubic that is */
static void stay_in_piece(struct sim_course *course)
{
    struct sim_taylor *taylor = course->taylor;
    const struct sim_inputs *in = &course->problem->inputs;
    const int slip = sim_mode_slip(course->mode);
    double range[2], speed[SIM_ROOTS_DEGREE + 1], belt[SIM_ROOTS_DEGREE + 1];
    sim_taylor_speeds(taylor, &range[0], &range[1]);
    if (!isfinite(range[0]) && !isfinite(range[1]))
        return;
    const double h = sim_taylor_length(taylor);
    const int n = sim_taylor_bound(taylor, SIM_BOUND_SPEED, speed);
    double first = 1, scale = slip;
    memset(belt, 0, sizeof belt);
    belt[0] = in->p[SIM_BELT_SPEED];
    if (in->belt)
        sim_belt_series(in->belt, sim_taylor_time_before(taylor) + in->belt_shift, n, belt);
    for (int k = 0; k <= n; k++, scale *= h)
        speed[k] -= scale * belt[k];
    for (int side = 0; side < 2; side++) {
        double inside[SIM_ROOTS_DEGREE + 1];
        for (int k = 0; k <= n; k++)
            inside[k] = side ? -speed[k] : speed[k];
        inside[0] += side ? range[1] : -range[0];
        const double zero = isfinite(range[side]) ? sim_roots_first(inside, n) : NAN;
        first = zero < first ? zero : first;
    }
    if (first < 1)
        sim_taylor_shorten(taylor, first * h);
}

/* whether stick is where the belt's acceleration jumps */
static bool rides_over_jump(const struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    if (!in->belt || course->mode != SIM_STICK)
        return false;
    int order;
    const double t = course->t + in->belt_shift, aside = aside_roundings * fabs(t);
    const double jump = sim_belt_next_jump(in->belt, t - aside, &order);
    return order == 1 && sim_belt_is_at(t, jump);
}

/* ---- how long a step may be */

/* whether the belt's speed is in the forces: those of stick, or of slip whose friction follows it
 */
static bool feels_belt(const struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    return in->belt && (course->mode == SIM_STICK ||
                        (sim_mode_slip(course->mode) && sim_motion_friction_changes(in)));
}

/* The longest step that is good. A compliant contact at rest shows no error, so that the error
 * control allows steps for which the method is not stable. Stick must follow the waves of a belt.
 */
static double longest_step(const struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    if (feels_belt(course) && in->law == RIG_LAW_RIGID)
        return belt_reach * sim_belt_period(in->belt);
    if (in->law != RIG_LAW_COMPLIANT || course->mode == SIM_FLIGHT)
        return INFINITY;
    const double q = course->motion.contact.q_nn;
    const double damping = in->p[SIM_CONTACT_DAMPING] * q;
    const double frequency = sqrt(in->p[SIM_CONTACT_STIFFNESS] * q);
    const double damped = damped_reach * sim_taylor_order(course->taylor);
    const bool little = damping < little_damping * frequency;
    const double reach = little ? fmin(undamped_reach, damped) : damped;
    return reach / (damping + frequency);
}

/* a step so long leads across a jump or a kink */
static double aside_of(double t) { return aside_roundings * fmax(fabs(t), aside_least_time); }

/* A table that drives the mechanism has a kink at each knot: the step ends just before, and one
 * that is too short to matter leads across, so that no other has a knot inside */
static double knot_limit(const struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    const double knot = course->t + sim_schedules_left(sim_schedules_of(in->model), course->y);
    const double aside = aside_of(knot);
    return knot - aside > course->t ? knot - aside : knot + aside;
}

/* what stick may go on for until what holds it is no power series any more */
static double ageing_limit(const struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    return course->t + ageing_reach * (course->t - in->since + in->p[SIM_AGEING_TIME]);
}

/* what may end the steps of a phase */
struct limits {
    double longest;
    bool tables, ages, belt;
    bool pieces; /* the friction of slip has some */
};

static void set_limits(const struct sim_course *course, struct limits *limits)
{
    const struct sim_inputs *in = &course->problem->inputs;
    limits->longest = longest_step(course);
    limits->tables = sim_schedules_of(in->model) != NULL;
    limits->ages = course->mode == SIM_STICK && in->surface &&
                   in->surface->rest == RIG_STATIC_AGEING;
    limits->belt = feels_belt(course);
    limits->pieces = sim_mode_slip(course->mode) && sim_motion_friction_changes(in);
}

static double smaller(double a, double b) { return a < b ? a : b; }

/* The end of the next step at the latest: of one piece of a belt that is in the forces. (Slip knows
 * its speed at the most.) */
static double step_limit(const struct sim_course *course, const struct limits *limits)
{
    const struct sim_inputs *in = &course->problem->inputs;
    double limit = smaller(course->t + limits->longest, course->problem->t_end);
    if (limits->tables)
        limit = smaller(limit, knot_limit(course));
    if (limits->ages)
        limit = smaller(limit, ageing_limit(course));
    if (limits->belt)
        limit = smaller(limit,
                        sim_belt_piece_end(in->belt, course->t + in->belt_shift) - in->belt_shift);
    return limit;
}

static bool take_step(struct sim_course *course, const struct limits *limits)
{
    const bool taken = sim_taylor_step(course->taylor, step_limit(course, limits));
    if (taken && limits->pieces)
        stay_in_piece(course);
    return taken;
}

/* ---- a phase */

/* Forces that have values there (and squares of them), but change too fast for the terms of a
 * series to have any */
static bool is_too_stiff(const struct sim_course *course)
{
    double acceleration[SIM_MAX_COORDINATES], sum = 0;
    sim_motion_acceleration(&course->problem->inputs, course->mode, course->t, course->y,
                            acceleration);
    for (size_t i = 0; i < course->n; i++)
        sum += acceleration[i] * acceleration[i];
    return !sim_taylor_finite(course->taylor) && isfinite(sum);
}

static const char stiff_advice[] =
    "lower the stiffness or damping, raise the masses, or use the rigid contact; everything up to "
    "then is kept";

static enum error_code phase_failed(struct sim_course *course)
{
    if (is_too_stiff(course))
        return error_set(course->err, ERROR_NUMERIC,
                         "the %s phase is too stiff at t = %.12g s: no step is short enough; %s",
                         sim_mode_word(course->mode), course->t, stiff_advice);
    return error_set(course->err, ERROR_NUMERIC,
                     "the %s phase cannot be continued at t = %.12g s: the forces have no "
                     "finite value beyond; everything up to then is kept",
                     sim_mode_word(course->mode), sim_taylor_time(course->taylor));
}

/* counts hopeless steps */
static enum error_code check_progress(struct sim_course *course, double length, int *hopeless)
{
    const double left = course->problem->t_end - course->t;
    *hopeless = length < hopeless_step * left ? *hopeless + 1 : 0;
    if (*hopeless < HOPELESS_STEPS)
        return ERROR_OK;
    return error_set(course->err, ERROR_NUMERIC,
                     "the %s phase is too stiff at t = %.12g s: it would take some %.0e steps of "
                     "%.1e s to go on; %s",
                     sim_mode_word(course->mode), course->t, left / length, length, stiff_advice);
}

bool sim_phase_at_dead_centre(const struct sim_course *course)
{
    const struct sim_contact *c = &course->motion.contact;
    return course->mode != SIM_FLIGHT && course->problem->inputs.law == RIG_LAW_RIGID &&
           c->q_tt * c->q_nn - c->q_tn * c->q_tn < dead_centre_share * c->q_tt * c->q_nn;
}

/* A phase that cannot go on has not failed where it is about to jam: stick at a dead centre */
static enum error_code stuck(const struct sim_course *course, struct sim_met *met,
                             enum error_code code)
{
    if (course->mode != SIM_STICK || !sim_phase_at_dead_centre(course))
        return code;
    *met = (struct sim_met){.result = SIM_SEARCH_ZERO, .guard = SIM_GUARD_JAM, .at_start = true};
    return ERROR_OK;
}

/* the forces that a phase begins with are put to the contact laws (sim/residual.h) */
static void check_solution(struct sim_course *course)
{
    double residual = sim_residual(&course->problem->inputs, course->mode, course->t, course->y,
                                   &course->motion);
    course->statistics->worst_residual = fmax(course->statistics->worst_residual, residual);
}

/* series are as exact anywhere in the step as at its end */
static void arrive(struct sim_course *course, double after, const struct sim_met *met)
{
    sim_taylor_shorten(course->taylor, after);
    course->t = sim_taylor_time(course->taylor);
    memcpy(course->y, sim_taylor_state(course->taylor), course->width * sizeof *course->y);
    if (met->guard == SIM_GUARD_SLIP && !met->at_start)
        sim_course_end_slip(course, after);
}

static enum error_code start_phase(struct sim_course *course)
{
    check_solution(course);
    if (course->variation)
        sim_variation_restart(course->variation);
    return sim_taylor_start(course->taylor, &course->problem->inputs, course->mode, course->t,
                            course->y, course->err);
}

/* whether the last step begins with a jump of the belt's acceleration, where the event is then */
static bool meets_jump(const struct sim_course *course)
{
    return sim_taylor_length(course->taylor) == 0 && rides_over_jump(course);
}

/* ---- events of a phase */

/* Slip that comes close to A = 0 within a long step of series goes there by shorter ones, until A
 * is no more than this many times what stretched time begins at */
static const double jam_reach = 10, jam_approach = 0.5;

static enum sim_search_result see_step(struct sim_bounds *bounds, const struct sim_course *course,
                                       struct sim_search_found *found)
{
    const enum sim_search_result result = sim_bounds_step(bounds, found);
    if (!result || bounds->guards[found->guard] != SIM_GUARD_JAM ||
        course->motion.guard[SIM_GUARD_JAM] < jam_reach * sim_motion_stretch_share())
        return result;
    sim_taylor_shorten(course->taylor, jam_approach * found->t);
    return SIM_SEARCH_NONE;
}

static void meet(struct sim_course *course, const struct sim_bounds *bounds,
                 const struct sim_search_found *found, struct sim_met *met)
{
    met->guard = bounds->guards[found->guard];
    met->at_start = found->at_start;
    arrive(course, found->t, met);
    if (meets_jump(course)) { /* the guard jumps: the belt's clock times the event, no zero */
        met->at_start = true;
        for (size_t d = 0; d < course->problem->n_directions; d++)
            course->time_slopes[d] = -course->problem->directions[d].belt_shift;
    }
    for (size_t i = 0; i < bounds->n; i++)
        met->together |= i != found->guard && found->together[i];
}

/* the step just taken leads to no event: go on from its end */
static enum error_code go_on(struct sim_course *course, int *hopeless)
{
    memcpy(course->y, sim_taylor_state(course->taylor), course->width * sizeof *course->y);
    if (course->mode != SIM_FLIGHT) /* nothing of which asks for it */
        sim_motion_at(&course->problem->inputs, course->mode, course->t, course->y,
                      &course->motion);
    /* at a jump the derivatives by the belt's clock jump with the force, as those of the belt do */
    if (rides_over_jump(course) || has_drifted(course))
        correct_drift(course);
    return check_progress(course, course->t - sim_taylor_time_before(course->taylor), hopeless);
}

/* whether slip is so close to A = 0 that time is no clock for it (sim/stretch.h) */
static bool needs_stretching(const struct sim_course *course)
{
    return sim_mode_slip(course->mode) && course->problem->inputs.law == RIG_LAW_RIGID &&
           !(course->motion.guard[SIM_GUARD_JAM] > 0);
}

/* A step that comes close to A = 0 is dropped: from where it began slip goes on in stretched
 * time, which is as good a clock there */
static void leave_time(struct sim_course *course, struct sim_met *met)
{
    course->t = sim_taylor_time_before(course->taylor);
    sim_taylor_dense(course->taylor, course->t, course->y);
    met->guard = SIM_GUARD_JAM;
}

/* Hold the error of slip the smaller, the smaller A is, but not below what the rounding of the
 * state is made to by the quotient */
static void hold_force(struct sim_course *course)
{
    const double share = course->motion.a / course->motion.contact.q_nn;
    double size = 1;
    if (!(share < small_a))
        return;
    for (size_t i = 0; i < course->width; i++)
        size = fmax(size, fabs(course->y[i]));
    sim_taylor_tighten(course->taylor, fmax(share / small_a, force_roundings * DBL_EPSILON * size /
                                                                 (share * course->problem->rtol)));
}

static enum error_code follow_in_time(struct sim_course *course, struct sim_met *met)
{
    struct sim_bounds bounds;
    struct limits limits;
    int hopeless = 0;
    *met = (struct sim_met){.result = SIM_SEARCH_NONE};
    course->last_force = NAN;
    sim_motion_at(&course->problem->inputs, course->mode, course->t, course->y, &course->motion);
    if (needs_stretching(course)) {
        *met = (struct sim_met){
            .result = SIM_SEARCH_ZERO, .guard = SIM_GUARD_JAM, .at_start = true};
        return ERROR_OK;
    }
    enum error_code code = start_phase(course);
    if (code)
        return code;
    sim_bounds_begin(&bounds, course);
    set_limits(course, &limits);
    const double end = course->problem->t_end;
    const bool slips = sim_mode_slip(course->mode) && course->problem->inputs.law == RIG_LAW_RIGID;
    while (course->t < end) {
        if (course->sink->stop && course->sink->stop(course->sink->context))
            return sim_course_stopped(course);
        if (slips)
            hold_force(course);
        if (!take_step(course, &limits))
            return stuck(course, met, phase_failed(course));
        struct sim_search_found found;
        met->result = see_step(&bounds, course, &found);
        if (met->result && bounds.guards[found.guard] == SIM_GUARD_JAM) {
            leave_time(course, met);
            return ERROR_OK;
        }
        course->t = sim_taylor_time(course->taylor);
        if (met->result)
            meet(course, &bounds, &found, met);
        code = follow_step(course, course->t);
        if (code || met->result)
            return code;
        code = go_on(course, &hopeless);
        if (code)
            return stuck(course, met, code);
    }
    return ERROR_OK;
}

enum error_code sim_phase_follow(struct sim_course *course, struct sim_met *met)
{
    for (;;) {
        enum error_code code = follow_in_time(course, met);
        if (code || !met->result || met->guard != SIM_GUARD_JAM || course->mode == SIM_STICK)
            return code;
        code = sim_stretch_follow(course, met);
        if (code || met->result || course->t >= course->problem->t_end)
            return code;
    }
}
