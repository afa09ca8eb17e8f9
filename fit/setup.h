/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a rig, runs and what a person asks for to a problem. */
#ifndef FIT_SETUP_H
#define FIT_SETUP_H

#include "lib/cli/options.h"
#include "lib/rig/rig.h"
#include "fit/problem.h"

/* the rail's speed: one number for each run, or as it was recorded; auto: recorded
 * where it is uneven beyond its noise */
enum fit_rail_source { FIT_RAIL_AUTO, FIT_RAIL_CONSTANT, FIT_RAIL_RECORDED };

struct fit_request {
    const char *free;            /* names, comma-separated: one value for all runs */
    const char *own;             /* names: a value for each run */
    const char *from_run;        /* names that come from each run's own rig */
    struct option_list priors;   /* "NAME=VALUE+-U", or "NAME+-U" around the start */
    struct option_list bounds;   /* "NAME=LOW..HIGH" */
    struct option_list start_at; /* see lib/measure/start.h */
    double until;                /* s of each motion that are used; 0: all */
    enum fit_rail_source rail;
};

/* A run's values come from the rig that was recorded with it and from `rig` by the rule of
 * lib/predict/rig.h: own and from_run name what is recorded, free what is given. Each run has,
 * beside what is asked for, its time offset, the offsets of its channels as far as rest before the
 * motion tells of them, and its belt speed as far as a rail channel does and does not
 * drive the belt itself, all fitted. Free values that the rig includes from a result file with an
 * uncertainty have that as prior, unless another is given. */
enum error_code fit_setup(const struct rig *rig, const struct option_list *runs,
                          const struct fit_request *request, struct fit_problem *problem,
                          struct error *err);

/* The same of records that are here already, one for each run, as read and with what the rig tells
 * of its instruments; they are the problem's from then on, or freed on failure. */
enum error_code fit_setup_records(const struct rig *rig, struct measure_record *records, size_t n,
                                  const struct fit_request *request, struct fit_problem *problem,
                                  struct error *err);

#endif
