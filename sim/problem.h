/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is simulated and what comes out of it: the problem, and the samples and events that
 * go to the caller's functions as they happen. */
#ifndef SIM_PROBLEM_H
#define SIM_PROBLEM_H

#include "lib/base/error.h"
#include "sim/impact.h"
#include "sim/motion.h"

enum { SIM_MAX_STATES = 2 * SIM_MAX_COORDINATES, SIM_MAX_DIRECTIONS = 32, SIM_MAX_SHOWN = 8 };

/* X(name, word in files) */
#define SIM_EVENT_LIST(X)                     \
    X(START, "start")                         \
    X(TAKEOFF, "takeoff")                     \
    X(TOUCHDOWN, "touchdown")                 \
    X(IMPACT, "impact")                       \
    X(TANGENTIAL_IMPACT, "tangential-impact") \
    X(STICK, "stick")                         \
    X(SLIP, "slip")                           \
    X(REVERSE, "reverse")                     \
    X(GRAZE, "graze")                         \
    X(SETTLE, "settle")                       \
    X(JAM, "jam")                             \
    X(TIP_OVER, "tip-over")                   \
    X(CORNER, "corner")                       \
    X(FLOOR, "floor")                         \
    X(END, "end")

enum sim_event_kind {
#define SIM_EVENT_ENUM(name, word) SIM_EVENT_##name,
    SIM_EVENT_LIST(SIM_EVENT_ENUM)
#undef SIM_EVENT_ENUM
};

const char *sim_event_word(enum sim_event_kind kind);
const char *sim_mode_word(enum sim_mode mode);

struct sim_event {
    double t;
    enum sim_event_kind kind;
    enum sim_mode from, to;
    double slip_before, normal_before, slip_after, normal_after;
    double impulse_t, impulse_n;
    double normal_work;         /* of the normal impulse */
    const double *x_before;     /* state before; that after where nothing is reset */
    const double *x;            /* state after */
    const double *time_slopes;  /* dt/d(direction), one each; NULL without directions */
    const double *state_slopes; /* d(x after)/d(direction) at fixed time, rows of x */
};

/* what friction takes in an impact: the work of both impulses, P.(v + v')/2 relative to the
 * surface since Q is constant and symmetric, less that of the normal one */
double sim_event_heat(const struct sim_event *event);

struct sim_sample {
    double t;
    enum sim_mode mode;
    const double *x;
    const double *slopes; /* dx/d(direction), one row of x for each; NULL without */
    const struct sim_motion *motion;
};

/* what a vibrometer sees: velocity of the tip along the surface and off it */
struct sim_tip {
    double t;
    double velocity[2], rate[2];
    double first[2];            /* the first coordinate and its velocity */
    const double *slopes[2];    /* d(velocity)/d(direction), one each; NULL without */
    const double *shown;        /* the problem's `shown` */
    const double *shown_slopes; /* of each a row of directions; NULL without */
};

/* places of a step through which many samples are interpolated, and coefficients of a piece */
enum { SIM_SAMPLE_NODES = 8 };

/* The same of a step, or the part of it before an event, as polynomials of x, which goes from -1
 * to 1 there: the two velocities, the first coordinate and its velocity, then the slopes of the
 * first velocity and those of the second. Pieces follow each other without a gap; where two do
 * not meet in a value, the event between them has moved it. */
enum { SIM_PIECE_SLOPES = 4 };
struct sim_piece {
    double from, to;
    size_t n_directions; /* 0: without slopes */
    double (*of)[SIM_SAMPLE_NODES];
    const double *time_slopes; /* dt/d(direction) of the last event, one each */
};

struct sim_sink {
    void *context;
    enum error_code (*sample)(void *context, const struct sim_sample *sample,
                              struct error *err); /* NULL: not wanted */
    /* the same times, a tenth of the work where a step has many of them */
    enum error_code (*tip)(void *context, const struct sim_tip *tip,
                           struct error *err); /* NULL: not wanted */
    bool velocities_alone; /* a tip needs neither rates nor the first coordinate */
    /* whatever the rate of samples is */
    enum error_code (*piece)(void *context, const struct sim_piece *piece,
                             struct error *err); /* NULL: not wanted */
    enum error_code (*event)(void *context, const struct sim_event *event,
                             struct error *err); /* NULL: not wanted */
    /* asked at every step; true ends it with ERROR_INTERRUPTED; NULL: never */
    bool (*stop)(void *context);
};

/* one direction in which derivatives are taken: a parameter or a start value,
 * with all that depends on it; the belt's clock; or a speed that is added to the belt's, a smooth
 * function of the motion's time */
struct sim_direction {
    double p[SIM_MAX_PARAMETERS];
    double x[SIM_MAX_STATES];
    double belt_shift;
    const struct sim_belt *belt_way; /* NULL: none */
};

/* all that defines a simulation; constant while it runs */
struct sim_problem {
    struct sim_inputs inputs; /* inputs.p points to p below */
    enum rig_impact impact;
    enum rig_indeterminate indeterminate;
    double p[SIM_MAX_PARAMETERS];
    double x[SIM_MAX_STATES]; /* the start */
    double t_start, t_end;
    double rtol;
    double rate;           /* samples per second, 0: none */
    const double *offsets; /* samples at these times after each 1/rate, in order and
                              within it (a skewed scan); NULL: one, at 0 */
    size_t n_offsets;
    double phase; /* the first sample comes this long after t_start */
    size_t n_directions;
    const struct sim_direction *directions;
    const double *since_slopes; /* d(inputs.since)/d(direction), one each; NULL: 0 */
    const size_t *shown;        /* what tips show beside their velocities (sim/shown.h) */
    size_t n_shown;             /* SIM_MAX_SHOWN at the most */
};

struct sim_statistics {
    long evaluations; /* right-hand sides and series */
    long steps, events;
    long stretched;        /* steps of those that were taken close to A = 0 (sim/stretch.h) */
    double worst_residual; /* of the contact solutions that phases began with */
    /* time from which the derivatives are not defined, and why (NULL: they
     * are): an event that a small change of a parameter would take away,
     * or swap with another */
    double slopes_end;
    const char *slopes_why;
    /* the impact closest to a singular Q: det Q as a share of Q_tt Q_nn (infinity: there was no
     * impact), when, and its normal impulse */
    double least_det, least_det_time, least_det_impulse;
    const char *floor; /* the point of a body that has ended the motion on the surface, or NULL */
};

#endif
