/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation under way: what phases (sim/phase.c), events (sim/change.c) and
 * the whole (sim/simulate.c) share. Private to these three. */
#ifndef SIM_COURSE_H
#define SIM_COURSE_H

#include "sim/dop853.h"
#include "sim/search.h"
#include "sim/problem.h"
#include "sim/variation.h"

/* touching down slower than this is no impact (m/s) */
#define SIM_SOFT_TOUCH 1e-10
/* a guard this close to zero where a phase begins counts as zero there */
#define SIM_FRESH_VALUE 1e-12

/* det Q below this share of Q_tt Q_nn is a dead centre where nothing else goes on */
#define SIM_DEAD_CENTRE 1e-6

/* A below this share of Q_nn is a jam where steps no longer get anywhere */
#define SIM_HIDDEN_JAM 1e-6

/* share of the whole time that is no progress */
#define SIM_NO_TIME 1e-17

/* events in a row without any progress of time */
enum { SIM_MAX_STALLED = 64 };

/* places of a step through which many samples are interpolated */
enum { SIM_SAMPLE_NODES = 8 };

enum { SIM_COURSE_TOTAL = SIM_MAX_STATES * (1 + SIM_MAX_DIRECTIONS) };

struct sim_course {
    const struct sim_problem *problem;
    const struct sim_sink *sink;
    struct sim_statistics *statistics;
    struct error *err;
    struct sim_dop853 *ode;
    struct sim_variation *variation; /* NULL without directions */
    size_t n, width, total;          /* coordinates, states, states and slopes */
    enum sim_mode mode;
    double t;
    double y[SIM_COURSE_TOTAL]; /* state, then the slopes, a row for each direction */
    const double *x_before;     /* of the change that is being told; else y */
    double time_slopes[SIM_MAX_DIRECTIONS];
    struct sim_motion motion; /* where the motion stands: the end of the last step */
    struct sim_motion inner[SIM_DOP853_INNER]; /* at stages inside that step */
    long next_sample;
    double sample_nodes[SIM_SAMPLE_NODES]; /* sim_lagrange_chebyshev */
    double sample_basis[SIM_SAMPLE_NODES][SIM_SAMPLE_NODES];
    double step;                   /* that the error allowed last; 0: not known yet */
    double step_of[SIM_STICK + 1]; /* the same for each mode */
    int stalled;
    bool over; /* an event that ends the motion */
};

/* where a phase has come to */
struct sim_met {
    enum sim_search_result result; /* NONE: the end of the time */
    enum sim_guard guard;
    bool at_start;
    bool together; /* another guard vanishes at the same time */
};

/* ---- phases */

sim_dop853_rhs sim_phase_rhs; /* context: the course */

/* follow one mode until a guard is met or the time is over */
enum error_code sim_phase_follow(struct sim_course *course, struct sim_met *met);

/* follow the mode to t_to without looking for events */
enum error_code sim_phase_advance(struct sim_course *course, double t_to);

/* Whether the contact that was followed last has come to a dead centre. Where a belt drives
 * stick into one, the links that come into line turn ever faster, with forces beyond all
 * bounds */
bool sim_phase_at_dead_centre(const struct sim_course *course);

/* ---- events */

/* what a guard that is met leads to */
enum error_code sim_change_handle(struct sim_course *course, const struct sim_met *met);

/* the start: which mode it is in, and whether it strikes at once */
enum error_code sim_change_begin(struct sim_course *course);

/* the end, with its event */
enum error_code sim_change_end(struct sim_course *course);

#endif
