/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation under way: what sim/phase.c, sim/change.c and sim/simulate.c share. Private
 * to them and to what serves them (sim/bounds.c, sim/samples.c).
 *
 * A motion is a row of phases joined by changes: begin, follow, change, follow, ..., end
 * (sim_simulate). These are the rules that both sides keep.
 *
 * 1. A phase is a stretch of time in one mode of contact: flight, slip+, slip- or stick. In it
 *    the state is a smooth solution of x' = f(mode, t, x), and the guards of the mode
 *    (sim_motion_guards) are positive. A phase may last no time at all (rule 5).
 *
 * 2. When a phase starts, (mode, t, y) fit together: the state meets what the mode holds fixed,
 *    to rounding. A rigid contact has gap = 0 and no normal velocity, stick has no slip, slip+
 *    has a slip that is positive or is zero and about to grow; flight has a gap that is open
 *    or about to open. The change before has seen to it. (Without friction slip+ and slip- are
 *    the same motion, and the sign says nothing.) Along the phase the projection of
 *    correct_drift keeps the drift below SIM_DRIFT_ALLOWED. A compliant contact holds no gap.
 *
 * 3. When a phase ends with an event, t is the time of the event, y the state at t before
 *    anything has happened to it, and mode still the mode of the phase; struct sim_met says
 *    which guard is zero there. All samples earlier than t have been given and none at t: a
 *    sample at the time of an event shows the state after it. When a phase ends without an
 *    event, t is t_end.
 *
 * 4. Only a change writes `mode`, and only a change makes the state jump. It does so in one
 *    order: the reset moves the state (begin_change), the mode that follows is chosen from the
 *    state after the reset (sim/select.h), the slopes are taken across (move_slopes), then the
 *    event is told (give_event), once and with everything in place. One change may lead to the
 *    next at the same time: a jam to a tangential impact, a last bounce to a settling, a start
 *    to an impact.
 *
 * 5. A guard that is zero where a phase starts is the rule and no event: a take-off begins with
 *    gap = 0. Such a guard (below SIM_FRESH_VALUE) is `fresh` until it has been seen positive.
 *    If it turns out to go below zero instead, the phase ends where it started (sim_met.at_start)
 *    and the change tries another mode. The state is never moved off the surface to get
 *    away from a zero.
 *
 * 6. `stalled` counts the changes in a row between which time has not gone on by more than
 *    SIM_NO_TIME of the whole. A few are natural, since changes at one time chain (rule 4) and
 *    phases may be empty (rule 5). A tangential impact that follows from an inconsistent state
 *    counts too. More than SIM_MAX_STALLED means that the modes lead to each
 *    other in a circle: the motion ends with an error rather than never.
 *
 * 7. `over` is set by a change beyond which the model has nothing to say (a slider that tips
 *    over, links that lock, a body that meets the surface beside its contact). No phase follows,
 *    only the end, at the time of that event. A mechanism that lies on a face is followed by its
 *    `flat` model (sim/model.h) until it tips over the edge on which the other one slides.
 *
 * 8. Slopes: y holds, after the state, one row for each direction: the derivative of the state
 *    at a fixed time. Inside a phase they obey the variational equation (sim/variation.h). A
 *    change moves them across the event (saltation): along the old motion to the time of the
 *    event, which itself moves by time_slopes, through the derivative of the reset, and back
 *    along the new motion (sim_slopes_jump). A change that no guard has timed (at_start, or one
 *    in a chain) happens when the one before does and keeps its time_slopes. Projections for
 *    drift are differentiated the same way, with no change of time.
 *
 *    Friction that ages also needs to know when stick began: own.inputs.since, set by every change
 *    that does not come from stick, and its slopes.
 *
 * 9. Where a small change of a parameter would remove an event or swap it with another (a graze,
 *    a jam, two guards at once), derivatives do not exist from there on: slopes and time_slopes
 *    become NaN, sim_statistics says when and why, and the motion itself goes on. */
#ifndef SIM_COURSE_H
#define SIM_COURSE_H

#include "sim/problem.h"
#include "sim/search.h"
#include "sim/taylor.h"
#include "sim/variation.h"

/* touching down slower than this is no impact (m/s) */
#define SIM_SOFT_TOUCH 1e-10
/* gap (m) and velocities (m/s) that a contact phase may drift by before they are set right:
 * some hundred roundings of a mechanism of 1 m and 1 m/s */
#define SIM_DRIFT_ALLOWED 1e-13
/* a guard this close to zero where a phase begins counts as zero there */
#define SIM_FRESH_VALUE 1e-12

/* the absolute tolerance in shares of the relative one, for states of the order of 1 (rad, m) */
#define SIM_ABSOLUTE_SHARE 1e-3

/* share of the whole time that is no progress */
#define SIM_NO_TIME 1e-17

/* states of slip in stretched time beside those of the motion (sim/stretch.c) */
enum { SIM_STRETCH_EXTRA = 3 };

/* changes in a row without any progress of time (rule 6) */
enum { SIM_MAX_STALLED = 64 };

enum { SIM_COURSE_TOTAL = SIM_MAX_STATES * (1 + SIM_MAX_DIRECTIONS) };

struct sim_course {
    const struct sim_problem *given;   /* the caller's */
    const struct sim_problem *problem; /* `own`: the same, with the model that holds at the time */
    struct sim_problem own;
    struct sim_site site; /* of own.inputs */
    const struct sim_sink *sink;
    struct sim_statistics *statistics;
    struct error *err;
    struct sim_taylor *taylor;
    struct sim_variation *variation; /* NULL without directions */
    struct sim_stretch *stretch;     /* NULL: no slip has come close to A = 0 yet */
    /* samples are those of a step in stretched time, whose state at t this is, with its normal
     * force; NULL: of time */
    double (*dense)(struct sim_stretch *stretch, double t, double *x);
    double last_force;      /* F_n where time ended in such a step; NaN: the state tells it */
    double bounce_ratio;    /* normal speed after the last bounce over that before it */
    double hop, hop_time;   /* when a corner took over last, and how long after the one before */
    size_t n, width, total; /* coordinates, states, states and slopes */
    enum sim_mode mode;
    double t;
    double y[SIM_COURSE_TOTAL]; /* state, then the slopes, a row for each direction */
    const double *x_before;     /* while a change is told, the state before it; else y */
    double time_slopes[SIM_MAX_DIRECTIONS];  /* dt/d(direction) of the last event */
    double since_slopes[SIM_MAX_DIRECTIONS]; /* the same of own.inputs.since */
    struct sim_motion motion;                /* at the end of the last step */
    long next_sample;
    double sample_nodes[SIM_SAMPLE_NODES]; /* sim_lagrange_chebyshev */
    double sample_basis[SIM_SAMPLE_NODES][SIM_SAMPLE_NODES];
    int stalled;
    bool over;
};

/* how a phase has ended */
struct sim_met {
    enum sim_search_result result; /* NONE: at the end of the time */
    enum sim_guard guard;
    bool at_start; /* t is no zero of the guard: the guard did not rise from its zero at the
                      start, or the phase got stuck just before a jam */
    bool together; /* another guard vanishes at the same time */
};

extern const char sim_course_no_slopes_in_jam[];

/* from here on the motion has no derivatives: the slopes become NaN, and the statistics say why */
void sim_course_end_slopes(struct sim_course *course, const char *why);

/* Set right the end of slip that a step of this length has led to. A normal velocity that
 * the step has left is taken out by itself, which costs its square in energy; the slip that this
 * brings is a matter of time. To stick takes out both at once, with impulses that go as 1/det Q:
 * without bounds towards a dead centre. */
void sim_course_end_slip(struct sim_course *course, double step);

/* ERROR_INTERRUPTED with the time reached */
enum error_code sim_course_stopped(struct sim_course *course);

#endif
