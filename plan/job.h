/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person asks of skitter-plan, and what is made of it. */
#ifndef PLAN_JOB_H
#define PLAN_JOB_H

#include "lib/cli/options.h"
#include "plan/choose.h"

struct plan_settings {
    struct option_list set, vary, made;
    const char *goal, *fit, *output, *figure, *check, *discriminate, *channels;
    int criterion; /* enum plan_criterion */
    long runs, ensemble, threads;
    double duration, rate, noise, mask, budget, repeat_cost;
    bool sequential, compare, json, quiet, force, compiled;
};

/* a rig, what is varied, what is unknown, and how runs are recorded */
struct plan_job {
    const struct plan_settings *settings;
    struct rig *rig;
    size_t n_axes;
    struct map_axis axes[MAP_MAX_AXES];
    struct predict_recording recording;
    double rest;
    struct plan_unknowns unknowns;
    struct plan_candidates candidates;
};

enum error_code plan_job_open(const struct plan_settings *settings, const char *rig,
                              struct plan_job *job, struct error *err);
void plan_job_close(struct plan_job *job);

/* the grid over what is varied, with progress on a terminal */
enum error_code plan_job_candidates(struct plan_job *job, struct error *err);

/* the jobs: propose runs; compare what was promised with a fit; tell laws apart */
enum error_code plan_propose(const struct plan_settings *settings, const char *rig,
                             struct error *err);
enum error_code plan_check(const struct plan_settings *settings, const char *fit,
                           struct error *err);
enum error_code plan_discriminate(const struct plan_settings *settings, const char *rig,
                                  struct error *err);

#endif
