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
#include "sim/watch.h"

/* How far the dense output of a rigid contact may leave the surface, in units of the tolerance
 * beside 1 m: it is of lower order than the step itself, so that some tens are normal. Where the
 * stages inside the step are no further off, nothing needs a look. */
static const double dense_gap_allowed = 30;
/* a tolerance below this (of 1 m) asks for more than a dense output has */
static const double least_gap_unit = 1e-9;
/* places of a step where the dense output is looked at, and how often the step is halved */
enum { DENSE_PLACES = 8, DENSE_HALVINGS = 8 };

/* A flight under a constant gap'' lands after 2 v / |gap''|: a first step this much longer has
 * the landing inside, and no second one behind it */
static const double bounce_reach = 2.2;

/* the longest step, times the rate of the contact's spring and damper: DOP853 is stable up to
 * 6.1 of it (where Hairer's DOP853 calls a problem stiff) */
static const double spring_reach = 5;
/* The same of series (z, where the sum of z^k/k! to their order is below 1): without much
 * damping 3.3 for any order that is a multiple of four, and a little more than a third of the order
 * with it */
static const double undamped_reach = 3.3, little_damping = 0.5, damped_reach = 0.35;

/* the longest step of stick on a belt with waves, in periods of the shortest */
static const double belt_reach = 0.5;

/* the longest step of stick that ages, in shares of its age and the law's time: ln(1 + x) converges
 * below 1, and so below a tenth of rtol in the orders that go with it */
static const double ageing_reach = 0.2;

/* det Q below this share of Q_tt Q_nn is a dead centre where nothing else goes on */
static const double dead_centre_share = 1e-6;
/* and this much of it is near one */
static const double near_dead_centre = 1e-2;

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

/* An event this close after the start of its step (in roundings of t, of 1 ms at the least) is
 * taken from the dense output, since a step so short has no meaning of its own */
static const double arrive_shortest = 1e4 * DBL_EPSILON, arrive_least_time = 1e-3;
/* an event is met when what is left to it is below this share of the step: a first-order
 * correction over so short a time is as good as the step */
static const double arrive_close = 1e-3;
enum { ARRIVE_TRIES = 4 };

/* steps shorter than this share of t came to nothing at a jam */
static const double spent_step = 1e-12;

/* ---- smooth motion */

/* where the motion at a stage of a step is kept; NULL: nobody asks for it */
static struct sim_motion *motion_of(struct sim_course *course, int stage)
{
    if (stage == SIM_DOP853_END)
        return &course->motion;
    for (size_t i = 0; i < SIM_DOP853_INNER; i++)
        if (stage == sim_dop853_inner[i].stage)
            return &course->inner[i];
    return NULL;
}

/* inlined, so that two coordinates, the commonest, are unrolled */
static inline __attribute__((always_inline)) bool
rates(struct sim_course *course, size_t n, int stage, double t, const double *y, double *dy)
{
    const struct sim_inputs *in = &course->problem->inputs;
    struct sim_motion *motion = motion_of(course, stage);
    if (motion) {
        sim_motion_at(in, course->mode, t, y, motion);
        for (size_t i = 0; i < n; i++)
            dy[n + i] = motion->acceleration[i];
    } else {
        sim_motion_acceleration(in, course->mode, t, y, dy + n);
    }
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        dy[i] = y[n + i];
        sum += fabs(dy[n + i]);
    }
    return isfinite(sum);
}

bool sim_phase_rhs(void *context, int stage, double t, const double *y, double *dy)
{
    struct sim_course *course = context;
    return course->n == 2 ? rates(course, 2, stage, t, y, dy)
                          : rates(course, course->n, stage, t, y, dy);
}

static bool has_drifted(const struct sim_course *course)
{
    const struct sim_motion *m = &course->motion;
    double drift = course->mode == SIM_STICK ? fabs(m->slip) : 0;
    if (course->problem->inputs.law == RIG_LAW_RIGID && course->mode != SIM_FLIGHT)
        drift = fmax(drift, fmax(fabs(m->gap), fabs(m->tip_n)));
    return drift > SIM_DRIFT_ALLOWED;
}

/* take the drift out of a rigid contact */
static bool correct_drift(struct sim_course *course)
{
    const double t = sim_stepper_time(&course->stepper);
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
    if (!course->stepper.series)
        return sim_dop853_replace(course->stepper.ode, course->y);
    sim_taylor_replace(course->stepper.taylor, course->y);
    sim_motion_at(&course->problem->inputs, course->mode, t, course->y, &course->motion);
    return true;
}

/* take the slopes along the last step as far as t_stop, and give its samples */
static enum error_code follow_step(struct sim_course *course, double t_stop)
{
    if (!course->variation)
        return sim_samples_give(course, sim_stepper_time_before(&course->stepper), t_stop);
    enum error_code code = ERROR_OK;
    double t = sim_stepper_time_before(&course->stepper);
    for (int part = 0; !code && t < t_stop; part++) {
        const double from = t;
        if (part == MOST_PARTS)
            return error_set(course->err, ERROR_NUMERIC,
                             "the derivatives change too fast to be followed at t = %g s; check "
                             "for parameters that are far too large or too small",
                             t);
        t = sim_variation_step(course->variation, course->mode, &course->stepper, t, t_stop,
                               course->y + course->width);
        code = sim_samples_give(course, from, t);
    }
    return code;
}

/* Whether the dense output leaves the surface of a rigid contact: it may where a step is much
 * longer than those before, as after a flight whose length no error limits. The stages inside
 * the step leave it as far or further, and say at no cost whether to look. */
static bool dense_leaves_surface(const struct sim_course *course)
{
    const double unit = fmax(least_gap_unit, course->problem->rtol);
    const double begin = sim_dop853_time_before(course->stepper.ode);
    const double length = sim_dop853_time(course->stepper.ode) - begin;
    double gap = 0;
    for (size_t i = 0; i < SIM_DOP853_INNER; i++)
        gap = fmax(gap, fabs(course->inner[i].gap));
    if (course->mode == SIM_FLIGHT || course->problem->inputs.law != RIG_LAW_RIGID ||
        gap < dense_gap_allowed * unit)
        return false;
    for (int i = 1; i < DENSE_PLACES; i++) {
        double x[SIM_MAX_STATES];
        struct sim_motion m;
        const double t = begin + length * i / DENSE_PLACES;
        sim_dop853_dense(course->stepper.ode, t, x);
        sim_motion_at(&course->problem->inputs, SIM_FLIGHT, t, x, &m);
        if (fabs(m.gap) > dense_gap_allowed * unit)
            return true;
    }
    return false;
}

/* A step ends where the speed of slip leaves what the series of its friction holds for: the piece
 * of a table whose cubic that is */
static void stay_in_piece(struct sim_course *course)
{
    struct sim_taylor *taylor = course->stepper.taylor;
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
    const double t = course->t + in->belt_shift, aside = arrive_shortest * fabs(t);
    const double jump = sim_belt_next_jump(in->belt, t - aside, &order);
    return order == 1 && sim_belt_is_at(t, jump);
}

/* one step, with a dense output that can be used */
static bool take_step(struct sim_course *course, double t_limit)
{
    if (course->stepper.series) {
        const bool taken = sim_taylor_step(course->stepper.taylor, t_limit);
        if (taken)
            stay_in_piece(course);
        return taken;
    }
    if (!sim_dop853_step(course->stepper.ode, t_limit))
        return false;
    const double begin = sim_dop853_time_before(course->stepper.ode);
    for (int i = 0; i < DENSE_HALVINGS && dense_leaves_surface(course); i++) {
        const double length = sim_dop853_time(course->stepper.ode) - begin;
        if (!sim_dop853_shorten(course->stepper.ode, begin + 0.5 * length))
            break;
    }
    return true;
}

/* ---- a phase */

/* no first step may jump over a small bounce */
static double longest_first_step(const struct sim_course *course, const struct sim_motion *m)
{
    const double longest = course->problem->t_end - course->t;
    if (course->mode == SIM_FLIGHT && m->tip_n > SIM_SOFT_TOUCH && m->b < 0)
        return fmin(longest, bounce_reach * m->tip_n / -m->b);
    return longest;
}

/* whether the belt's speed is in the forces: those of stick, or of slip whose friction follows it
 */
static bool feels_belt(const struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    return in->belt && (course->mode == SIM_STICK ||
                        (sim_mode_slip(course->mode) && sim_motion_friction_changes(in)));
}

/* The longest step for which the dense output is good. A compliant contact at rest shows no
 * error, so that the error control allows steps for which the method is not stable, and
 * rounding grows between the ends of a step. Stick must follow the waves of a belt. */
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
    const double damped = damped_reach * sim_taylor_order(course->stepper.taylor);
    const bool little = damping < little_damping * frequency;
    const double reach = !course->stepper.series ? spring_reach
                         : little                ? fmin(undamped_reach, damped)
                                                 : damped;
    return reach / (damping + frequency);
}

/* A body that turns freely lets a step be as long as its turns: one that turns by no more than
 * this (rad) has no dip of its outline that the search would not see */
static const double turn_reach = 0.5;

static double turn_limit(const struct sim_course *course)
{
    double spin = 0;
    for (size_t i = 0; i < course->n; i++)
        if (course->turns[i])
            spin = fmax(spin, fabs(course->y[course->n + i]));
    return course->mode == SIM_FLIGHT ? course->t + turn_reach / spin : INFINITY;
}

/* what is no time beside t: a step so long leads across a jump or a kink */
static double aside_of(double t) { return arrive_shortest * fmax(fabs(t), arrive_least_time); }

/* A table that drives the mechanism has a kink at each knot: the step ends just before, and one
 * that is too short to matter leads across, so that no other has a knot inside */
static double knot_limit(const struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    const double knot = course->t + sim_schedules_left(sim_schedules_of(in->model), course->y);
    const double aside = aside_of(knot);
    return knot - aside > course->t ? knot - aside : knot + aside;
}

/* what slip whose friction changes with its speed may go on for without missing any of that */
static double friction_limit(const struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    const struct sim_motion *m = &course->motion;
    if (!sim_mode_slip(course->mode) || !sim_motion_friction_changes(in))
        return INFINITY;
    if (course->stepper.series) /* which knows more (stay_in_piece) */
        return INFINITY;
    return course->t + sim_friction_reach(in->surface, in->p, m->slip) / fabs(m->slip_rate);
}

/* what stick may go on for until what holds it is no power series any more */
static double ageing_limit(const struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    if (course->mode != SIM_STICK || !in->surface || in->surface->rest != RIG_STATIC_AGEING)
        return INFINITY;
    return course->t + ageing_reach * (course->t - in->since + in->p[SIM_AGEING_TIME]);
}

/* The end of the next step at the latest. Stick has the belt's acceleration: a step ends where
 * that has a kink. Where it jumps, the step ends just before, and one that is too short to matter
 * leads across. Slip knows the speed at the most */
static double step_limit(const struct sim_course *course, double longest)
{
    const struct sim_inputs *in = &course->problem->inputs;
    const double limit = fmin(
        fmin(fmin(course->t + longest, knot_limit(course)), turn_limit(course)),
        fmin(fmin(friction_limit(course), ageing_limit(course)), course->problem->t_end));
    if (!feels_belt(course))
        return limit;
    if (course->stepper.series) /* of one piece alone */
        return fmin(limit,
                    sim_belt_piece_end(in->belt, course->t + in->belt_shift) - in->belt_shift);
    int order;
    const double jump = sim_belt_next_jump(in->belt, course->t + in->belt_shift, &order) -
                        in->belt_shift;
    const double aside = order == 1 && course->mode == SIM_STICK ? aside_of(jump) : 0;
    return fmin(limit, jump - aside > course->t ? jump - aside : jump + aside);
}

static enum error_code phase_failed(struct sim_course *course)
{
    return error_set(course->err, ERROR_NUMERIC,
                     "the %s phase cannot be continued at t = %.12g s: the forces have no "
                     "finite value beyond; everything up to then is kept",
                     sim_mode_word(course->mode), sim_stepper_time(&course->stepper));
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
                     "%.1e s to go on; lower the stiffness or damping, raise the masses, or use "
                     "the rigid contact; everything up to then is kept",
                     sim_mode_word(course->mode), course->t, left / length, length);
}

/* whether det Q is below that share of Q_tt Q_nn, on the way to a dead centre */
static bool links_align(const struct sim_course *course, double share)
{
    const struct sim_contact *c = &course->motion.contact;
    return course->mode != SIM_FLIGHT && course->problem->inputs.law == RIG_LAW_RIGID &&
           c->q_tt * c->q_nn - c->q_tn * c->q_tn < share * c->q_tt * c->q_nn;
}

bool sim_phase_at_dead_centre(const struct sim_course *course)
{
    return links_align(course, dead_centre_share);
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
static void check_solution(struct sim_course *course, const struct sim_motion *motion)
{
    double residual = sim_residual(&course->problem->inputs, course->mode, course->t, course->y,
                                   motion);
    course->statistics->worst_residual = fmax(course->statistics->worst_residual, residual);
}

/* Move to the event. The dense output has found it, but is less exact than a step (by much
 * where a step is as long as a stiff contact allows): the step is taken again to end at the
 * event, and what the guard then still lacks of zero corrects its time to first order */
static void arrive(struct sim_course *course, const struct sim_met *met)
{
    sim_dop853_dense(course->stepper.ode, course->t, course->y);
    const double begin = sim_dop853_time_before(course->stepper.ode), length = course->t - begin;
    if (met->at_start || met->result == SIM_SEARCH_GRAZE ||
        length < arrive_shortest * fmax(fabs(course->t), arrive_least_time))
        return;
    double t = course->t;
    for (int i = 0; i < ARRIVE_TRIES && t > begin && t < begin + 2 * length; i++) {
        if (!sim_dop853_shorten(course->stepper.ode, t))
            return;
        const double *x = sim_dop853_state(course->stepper.ode),
                     *rate = sim_dop853_rate(course->stepper.ode);
        const double late = course->motion.guard[met->guard] /
                            sim_slopes_guard_rate(course->problem, course->mode, met->guard, t, x);
        const bool close = fabs(late) < arrive_close * length;
        if (close || i == 0) { /* even the first is better than the dense output */
            const double shift = close ? fmax(-late, begin - t) : 0;
            for (size_t k = 0; k < course->width; k++)
                course->y[k] = x[k] + rate[k] * shift;
            course->t = t + shift;
        }
        if (close)
            break;
        t -= late;
    }
    if (met->guard == SIM_GUARD_SLIP)
        sim_course_end_slip(course, length);
}

/* the same by series, which are as exact anywhere in the step as at its end */
static void arrive_by_series(struct sim_course *course, double after, const struct sim_met *met)
{
    struct sim_taylor *taylor = course->stepper.taylor;
    sim_taylor_shorten(taylor, after);
    course->t = sim_taylor_time(taylor);
    memcpy(course->y, sim_taylor_state(taylor), course->width * sizeof *course->y);
    if (met->guard == SIM_GUARD_SLIP && !met->at_start)
        sim_course_end_slip(course, after);
}

/* the first step of a phase: as in the last phase of its mode, but no longer than the step just
 * before, since the dense output of a step that is suddenly long is poor */
static double first_step(const struct sim_course *course)
{
    const double known = course->step_of[course->mode];
    const double step = known > 0 ? fmin(known, course->step) : course->step;
    /* steps that came to nothing say nothing about what follows the jam: 0 asks anew */
    return step > spent_step * fabs(course->t) ? step : 0;
}

static bool start_phase(struct sim_course *course, const struct sim_motion *motion)
{
    const struct sim_inputs *in = &course->problem->inputs;
    struct sim_stepper *stepper = &course->stepper;
    check_solution(course, motion);
    if (course->variation)
        sim_variation_restart(course->variation);
    stepper->series = sim_taylor_start(stepper->taylor, in, course->mode, course->t, course->y);
    if (stepper->series) {
        course->motion = *motion;
        return true;
    }
    return sim_dop853_start(course->stepper.ode, course->t, course->y, first_step(course),
                            longest_first_step(course, motion));
}

/* whether the last step has led stick across a jump of the belt's acceleration: of series one that
 * begins with it, where the event is then */
static bool crossed_jump(const struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    if (!in->belt || course->mode != SIM_STICK)
        return false;
    if (course->stepper.series)
        return sim_taylor_length(course->stepper.taylor) == 0 && rides_over_jump(course);
    int order;
    const double before = sim_dop853_time_before(course->stepper.ode) + in->belt_shift;
    const double jump = sim_belt_next_jump(in->belt, before, &order);
    return order == 1 && jump <= sim_dop853_time(course->stepper.ode) + in->belt_shift;
}

/* ---- events of a phase, whichever way it is followed */

struct sight {
    struct sim_watch watch;
    struct sim_bounds bounds; /* by series */
    const enum sim_guard *guards;
    size_t n;
};

static void begin_sight(struct sight *sight, const struct sim_course *course)
{
    if (course->stepper.series) {
        sim_bounds_begin(&sight->bounds, course);
        sight->guards = sight->bounds.guards;
        sight->n = sight->bounds.n;
        return;
    }
    sim_watch_begin(&sight->watch, course);
    sight->guards = sight->watch.guards;
    sight->n = sight->watch.n;
}

/* Slip that comes close to A = 0 within a long step of series goes there by shorter ones, until A
 * is no more than this many times what stretched time begins at */
static const double jam_reach = 10, jam_approach = 0.5;

static enum sim_search_result see_step(struct sight *sight, const struct sim_course *course,
                                       struct sim_search_found *found)
{
    if (!course->stepper.series)
        return sim_watch_step(&sight->watch, found);
    const enum sim_search_result result = sim_bounds_step(&sight->bounds, found);
    if (!result || sight->guards[found->guard] != SIM_GUARD_JAM ||
        course->motion.guard[SIM_GUARD_JAM] < jam_reach * sim_motion_stretch_share())
        return result;
    sim_taylor_shorten(course->stepper.taylor, jam_approach * found->t);
    return SIM_SEARCH_NONE;
}

static void meet(struct sim_course *course, const struct sight *sight,
                 const struct sim_search_found *found, struct sim_met *met)
{
    met->guard = sight->guards[found->guard];
    met->at_start = found->at_start;
    if (course->stepper.series)
        arrive_by_series(course, found->t, met);
    if (crossed_jump(course)) { /* the guard jumps: the belt's clock times the event, no zero */
        met->at_start = true;
        for (size_t d = 0; d < course->problem->n_directions; d++)
            course->time_slopes[d] = -course->problem->directions[d].belt_shift;
    }
    for (size_t i = 0; i < sight->n; i++)
        met->together |= i != found->guard && found->together[i];
    if (course->stepper.series)
        return;
    course->t = found->t;
    arrive(course, met);
}

/* the step just taken leads to no event: go on from its end */
static enum error_code go_on(struct sim_course *course, struct sight *sight, int *hopeless)
{
    memcpy(course->y, sim_stepper_state(&course->stepper), course->width * sizeof *course->y);
    if (course->stepper.series && course->mode != SIM_FLIGHT) /* nothing of which asks for it */
        sim_motion_at(&course->problem->inputs, course->mode, course->t, course->y,
                      &course->motion);
    /* at a jump the derivatives by the belt's clock jump with the force, as those of the belt do */
    const bool over = course->stepper.series && rides_over_jump(course);
    if ((over || has_drifted(course)) && !correct_drift(course))
        return phase_failed(course);
    if (!course->stepper.series)
        sim_watch_next(&sight->watch);
    return check_progress(course, course->t - sim_stepper_time_before(&course->stepper), hopeless);
}

/* whether slip is so close to A = 0 that time is no clock for it (sim/stretch.h) */
static bool needs_stretching(const struct sim_course *course, const struct sim_motion *motion)
{
    return sim_mode_slip(course->mode) && course->problem->inputs.law == RIG_LAW_RIGID &&
           !(motion->guard[SIM_GUARD_JAM] > 0);
}

/* A step that comes close to A = 0 is dropped: from where it began slip goes on in stretched
 * time, which is as good a clock there */
static void leave_time(struct sim_course *course, struct sim_met *met)
{
    course->t = sim_stepper_time_before(&course->stepper);
    sim_stepper_dense(&course->stepper, course->t, course->y);
    met->guard = SIM_GUARD_JAM;
}

/* Hold the error of slip the smaller, the smaller A is, but not below what the rounding of the
 * state is made to by the quotient */
static void hold_force(struct sim_course *course)
{
    const double share = course->motion.a / course->motion.contact.q_nn;
    double size = 1;
    for (size_t i = 0; i < course->width; i++)
        size = fmax(size, fabs(course->y[i]));
    if (share < small_a)
        sim_stepper_tighten(&course->stepper,
                            fmax(share / small_a, force_roundings * DBL_EPSILON * size /
                                                      (share * course->problem->rtol)));
}

/* Where the coefficients of a series have no finite values, as those of a motion that is too stiff
 * for any, the phase goes on without; it may say why it cannot. False: no right-hand side there */
static bool leave_series(struct sim_course *course, struct sight *sight)
{
    course->stepper.series = false;
    sim_motion_at(&course->problem->inputs, course->mode, course->t, course->y, &course->motion);
    if (!sim_dop853_start(course->stepper.ode, course->t, course->y, 0,
                          longest_first_step(course, &course->motion)))
        return false;
    begin_sight(sight, course);
    return true;
}

static enum error_code follow_in_time(struct sim_course *course, struct sim_met *met)
{
    struct sight sight;
    struct sim_motion motion;
    int hopeless = 0;
    *met = (struct sim_met){.result = SIM_SEARCH_NONE};
    course->last_force = NAN;
    sim_motion_at(&course->problem->inputs, course->mode, course->t, course->y, &motion);
    if (needs_stretching(course, &motion)) {
        *met = (struct sim_met){
            .result = SIM_SEARCH_ZERO, .guard = SIM_GUARD_JAM, .at_start = true};
        return ERROR_OK;
    }
    if (!start_phase(course, &motion))
        return phase_failed(course);
    begin_sight(&sight, course);
    const double longest = longest_step(course), end = course->problem->t_end;
    const bool slips = sim_mode_slip(course->mode) && course->problem->inputs.law == RIG_LAW_RIGID;
    while (course->t < end) {
        if (course->sink->stop && course->sink->stop(course->sink->context))
            return sim_course_stopped(course);
        if (slips)
            hold_force(course);
        /* at a dead centre the velocities of stick have a pole, which a step of series may pass */
        if (course->mode == SIM_STICK && course->stepper.series &&
            links_align(course, near_dead_centre) && !leave_series(course, &sight))
            return stuck(course, met, phase_failed(course));
        if (!take_step(course, step_limit(course, longest))) {
            if (!course->stepper.series || !leave_series(course, &sight))
                return stuck(course, met, phase_failed(course));
            continue;
        }
        if (!course->stepper.series)
            course->step = course->step_of[course->mode] = sim_dop853_next(course->stepper.ode);
        struct sim_search_found found;
        met->result = see_step(&sight, course, &found);
        if (met->result && sight.guards[found.guard] == SIM_GUARD_JAM) {
            leave_time(course, met);
            return ERROR_OK;
        }
        course->t = sim_stepper_time(&course->stepper);
        if (met->result)
            meet(course, &sight, &found, met);
        enum error_code code = follow_step(course, course->t);
        if (code || met->result)
            return code;
        code = go_on(course, &sight, &hopeless);
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
