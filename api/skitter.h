/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libskitter: rigs, motions, impacts, runs and results of Skitter for other programs, skitter(3).
 *
 * Functions that can fail return a code, SKITTER_OK or what went wrong, and put a message into
 * the error that they are given, which may be NULL: the message that Skitter's own programs
 * print. What they make is NULL then, unless said otherwise. Nothing prints, nothing exits, no
 * bad input ends the program. Objects that are only read may be shared by threads.
 *
 * All numbers are in SI units and radians. Columns, events and modes have the names that
 * skitter-sim(1) writes. */
#ifndef SKITTER_H
#define SKITTER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SKITTER_API __attribute__((visibility("default")))

/* ---- errors */

enum skitter_code {
    SKITTER_OK,
    SKITTER_USAGE,
    SKITTER_INPUT,
    SKITTER_EXISTS,
    SKITTER_UNSUPPORTED,
    SKITTER_IO,
    SKITTER_MEMORY,
    SKITTER_DEVICE,
    SKITTER_NUMERIC,
    SKITTER_INTERRUPTED,
    SKITTER_GAPS
};

struct skitter_error {
    int code; /* of enum skitter_code */
    char message[1024];
};

/* of the library that is running, "0.2.0" */
SKITTER_API const char *skitter_library_version(void);

/* ---- rigs: skitter-rig(5) */

typedef struct skitter_rig skitter_rig;

/* one parameter or start value */
struct skitter_quantity {
    const char *name, *unit; /* live as long as the rig */
    double value;            /* NaN: found by the simulator, or not used */
    double uncertainty;      /* standard; NaN: not known */
    int is_state;            /* of the start */
    int is_given;            /* by a person, in a file or by setting it */
};

SKITTER_API int skitter_rig_read(const char *path, skitter_rig **rig, struct skitter_error *err);
SKITTER_API int skitter_rig_copy(const skitter_rig *rig, skitter_rig **copy,
                                 struct skitter_error *err);
SKITTER_API void skitter_rig_free(skitter_rig *rig); /* NULL is allowed, here and below */

/* "friction=0.5", "theta1=30 deg", as --set takes it */
SKITTER_API int skitter_rig_set(skitter_rig *rig, const char *assignment,
                                struct skitter_error *err);
/* a number in the quantity's own unit */
SKITTER_API int skitter_rig_set_value(skitter_rig *rig, const char *name, double value,
                                      struct skitter_error *err);

SKITTER_API const char *skitter_rig_model(const skitter_rig *rig);
SKITTER_API double skitter_rig_rate(const skitter_rig *rig); /* samples per second */

/* the i-th, parameters first; SKITTER_USAGE after the last */
SKITTER_API int skitter_rig_quantity(const skitter_rig *rig, size_t i,
                                     struct skitter_quantity *quantity);

/* ---- motions: skitter-sim(1) */

enum skitter_mode { SKITTER_FLIGHT, SKITTER_SLIP_PLUS, SKITTER_SLIP_MINUS, SKITTER_STICK };

SKITTER_API const char *skitter_mode_word(int mode); /* "flight", NULL for no mode */

struct skitter_event {
    double t;
    const char *word; /* "impact" */
    int from, to;     /* of enum skitter_mode */
    double slip_before, normal_before, slip_after, normal_after;
    double impulse_t, impulse_n;
    double energy_before, energy_after, normal_work, friction_heat;
};

struct skitter_sample {
    double t;
    int mode;        /* of enum skitter_mode */
    const double *x; /* coordinates, then velocities; until the call returns, as slopes */
    size_t n;
    const double *slopes; /* dx/d(direction), n numbers for each; NULL without directions */
    double tip_t, tip_n, slip, gap, force_t, force_n;
};

/* zero means: what skitter-sim does without the option */
struct skitter_options {
    double duration; /* s; must be given */
    double rtol;
    double rate;                   /* samples per second; below zero: none */
    const char *const *directions; /* names to differentiate by */
    size_t n_directions;
    /* What is told while it is computed, NULL: nothing. x is the state after the event, n numbers.
     * An answer that is not zero ends the motion with SKITTER_INTERRUPTED. */
    int (*sample)(void *context, const struct skitter_sample *sample);
    int (*event)(void *context, const struct skitter_event *event, const double *x, size_t n);
    int (*stop)(void *context); /* asked at every step; not zero ends it */
    void *context;              /* of these */
};

typedef struct skitter_motion skitter_motion;

/* From the rig's start. On failure *motion has what was computed until then, or is NULL. Without
 * motion, NULL, it is only told to the functions of the options. */
SKITTER_API int skitter_simulate(const skitter_rig *rig, const struct skitter_options *options,
                                 skitter_motion **motion, struct skitter_error *err);

/* values of some quantities, a row of n_names numbers for each rig */
struct skitter_table {
    const char *const *names;
    size_t n_names;
    const double *values;
    size_t n_rows;
};

/* The same for many rigs that differ in these values, into n_rows motions. All processors work; the
 * answers do not depend on how many there are. A row that fails has its error in errors, which
 * may be NULL, and the others are computed: only what concerns all of them is returned. stop is
 * asked by all threads; samples and events are not told. */
SKITTER_API int skitter_simulate_all(const skitter_rig *rig, const struct skitter_options *options,
                                     const struct skitter_table *table, skitter_motion **motions,
                                     struct skitter_error *errors, struct skitter_error *err);

SKITTER_API void skitter_motion_free(skitter_motion *motion);

SKITTER_API size_t skitter_motion_samples(const skitter_motion *motion);
/* "t", a state, "tip_n", "d(theta1)/d(friction)"; name of the i-th, NULL after the last */
SKITTER_API const char *skitter_motion_column_name(const skitter_motion *motion, size_t i);
/* one number for each sample; NULL when there is no such column, or no sample */
SKITTER_API const double *skitter_motion_column(const skitter_motion *motion, const char *name);
SKITTER_API const uint8_t *skitter_motion_modes(const skitter_motion *motion);

SKITTER_API size_t skitter_motion_events(const skitter_motion *motion);
SKITTER_API const struct skitter_event *skitter_motion_event(const skitter_motion *motion,
                                                             size_t i);
/* state after it, coordinates and then velocities */
SKITTER_API const double *skitter_motion_event_state(const skitter_motion *motion, size_t i,
                                                     size_t *n);
/* dt/d(direction), one each; NULL without directions */
SKITTER_API const double *skitter_motion_event_slopes(const skitter_motion *motion, size_t i);

/* ---- a motion step by step */

typedef struct skitter_walk skitter_walk;

struct skitter_place {
    double t;
    int mode;        /* kept from step to step: the state alone does not determine it */
    int over;        /* by an event beyond which the model has nothing to say */
    const double *x; /* coordinates, then velocities; until the next call, as slopes */
    size_t n;
    const double *slopes; /* dx/d(direction), n numbers for each; NULL without directions */
};

/* options.duration is how far it may go; events are told as they come, but for
 * the end; there are no samples */
SKITTER_API int skitter_walk_open(const skitter_rig *rig, const struct skitter_options *options,
                                  skitter_walk **walk, struct skitter_error *err);
SKITTER_API int skitter_walk_to(skitter_walk *walk, double t, struct skitter_place *place,
                                struct skitter_error *err);
SKITTER_API void skitter_walk_close(skitter_walk *walk);

/* ---- the contact at one state */

struct skitter_contact {
    double a, b;             /* of slip in the mode's direction: F_n = -b / a */
    double q_tt, q_tn, q_nn; /* Delassus matrix */
    double slip, gap, tip_t, tip_n;
    double force_t, force_n;
};

/* x: coordinates, then velocities, n in all; mode of enum skitter_mode */
SKITTER_API int skitter_contact_at(const skitter_rig *rig, double t, const double *x, size_t n,
                                   int mode, struct skitter_contact *contact,
                                   struct skitter_error *err);

/* one impact of a point, in closed form */
struct skitter_impact {
    double q_tt, q_tn, q_nn;                       /* Delassus matrix */
    double friction, static_friction, restitution; /* */
    double slip, normal;                           /* before; after once solved */
    double impulse_t, impulse_n, normal_work;      /* out */
};

/* law: "newton", "poisson" or "stronge" */
SKITTER_API int skitter_impact_solve(const char *law, struct skitter_impact *impact,
                                     struct skitter_error *err);

/* ---- recorded runs: skitter-run(5) */

typedef struct skitter_run skitter_run;

struct skitter_channel {
    const char *role, *unit; /* live as long as the run */
};

SKITTER_API int skitter_run_open(const char *directory, skitter_run **run,
                                 struct skitter_error *err);
SKITTER_API void skitter_run_close(skitter_run *run);
SKITTER_API int64_t skitter_run_frames(const skitter_run *run);
SKITTER_API double skitter_run_period(const skitter_run *run); /* s */
SKITTER_API int skitter_run_channel(const skitter_run *run, size_t i,
                                    struct skitter_channel *channel);
/* frames first to first + count of the i-th channel, in its unit, as recorded: no offset is
 * taken off */
SKITTER_API int skitter_run_read(skitter_run *run, size_t i, int64_t first, int64_t count,
                                 double *values, struct skitter_error *err);
/* so many frames are missing before the frame; lost is -1 when it is not known how many */
SKITTER_API int skitter_run_gap(const skitter_run *run, size_t i, int64_t *frame, int64_t *lost);

/* ---- result files of calibrations and fits */

typedef struct skitter_results skitter_results;

struct skitter_result {
    const char *name, *unit, *method; /* live as long as the results */
    double value, uncertainty;
};

SKITTER_API int skitter_results_read(const char *path, skitter_results **results,
                                     struct skitter_error *err);
SKITTER_API void skitter_results_free(skitter_results *results);
SKITTER_API int skitter_results_get(const skitter_results *results, size_t i,
                                    struct skitter_result *result);
/* all of the file, as JSON; lives as long as the results */
SKITTER_API const char *skitter_results_text(const skitter_results *results);

/* ---- fits: skitter-fit(1) */

/* as the options of the same names take it; zero means: what skitter-fit does without the option */
struct skitter_fit_request {
    const char *const *runs; /* directories */
    size_t n_runs;
    const char *free, *own, *from_run; /* names, comma-separated */
    const char *const *priors;         /* "stiffness=1.35+-0.02" */
    size_t n_priors;
    const char *const *bounds; /* "friction=0.3..0.9" */
    size_t n_bounds;
    double until; /* s */
    size_t starts;
    int (*stop)(void *context); /* asked by all threads; not zero ends it with the best so far */
    void *context;
};

/* The results are what skitter-fit writes. When no value is usable this is SKITTER_NUMERIC, and the
 * text of the results still says all that was found. */
SKITTER_API int skitter_fit(const skitter_rig *rig, const struct skitter_fit_request *request,
                            skitter_results **results, struct skitter_error *err);

#ifdef __cplusplus
}
#endif

#endif
