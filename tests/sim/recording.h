/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulation told, kept for the tests: every event and every sample. */
#ifndef TESTS_SIM_RECORDING_H
#define TESTS_SIM_RECORDING_H

#include "lib/rig/rig.h"
#include "sim/setup.h"

struct recorded_event {
    double t;
    enum sim_event_kind kind;
    enum sim_mode from, to;
    double slip_before, normal_before, slip_after, normal_after;
    double impulse_t, impulse_n;
    double x[SIM_MAX_STATES];
    double time_slopes[SIM_MAX_DIRECTIONS];
    double state_slopes[SIM_MAX_DIRECTIONS * SIM_MAX_STATES];
};

struct recorded_sample {
    double t;
    enum sim_mode mode;
    double x[SIM_MAX_STATES];
    struct sim_motion motion;
};

struct recording {
    enum error_code code;
    struct error err;
    struct sim_statistics statistics;
    struct recorded_event *events;
    size_t n_events, event_room;
    struct recorded_sample *samples;
    size_t n_samples, sample_room;
    size_t width, n_directions;
};

/* a rig of data/ with settings such as "friction=1 theta=-27.8deg"; fails the
 * test when there is none */
struct rig *recording_rig(const char *name, const char *settings);

/* the problem of a rig, for `duration` at `rtol`; no samples. Fails the test on error */
struct sim_setup *recording_setup(const struct rig *rig, double duration, double rtol);

/* both of the above */
struct sim_setup *recording_setup_of(const char *name, const char *settings, double duration,
                                     double rtol);

/* simulate; the code is kept, not checked */
struct recording *recording_try(const struct sim_problem *problem);

/* simulate; anything but success fails the test */
struct recording *recording_run(const struct sim_problem *problem);

/* all at once */
struct recording *recording_of(const char *name, const char *settings, double duration,
                               double rtol);

void recording_free(struct recording *recording);

/* a copy of a problem that starts from another state at another time */
void recording_restart(const struct sim_problem *problem, double t, const double *x,
                       struct sim_problem *copy);

/* the i-th event of a kind, from 0; fails the test when there are not that many */
const struct recorded_event *recording_event(const struct recording *recording,
                                             enum sim_event_kind kind, size_t i);
size_t recording_count(const struct recording *recording, enum sim_event_kind kind);

/* the kinds in one line, for comparing and for messages: "start stick slip end";
 * to be freed */
char *recording_kinds(const struct recording *recording);

/* x' in a mode */
void recording_rate(const struct sim_problem *problem, enum sim_mode mode, double t,
                    const double *x, double *rate);

/* |a - b| <= tolerance, told in full when not */
#define assert_near(a, b, tolerance) recording_assert_near(a, b, tolerance, #a, __FILE__, __LINE__)
void recording_assert_near(double a, double b, double tolerance, const char *what, const char *file,
                           int line);

#endif
