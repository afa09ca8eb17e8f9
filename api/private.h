/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the library share; nothing of it is seen from outside. */
#ifndef API_PRIVATE_H
#define API_PRIVATE_H

#include "api/skitter.h"
#include "lib/base/error.h"
#include "lib/rig/result.h"
#include "sim/setup.h"

struct skitter_rig {
    struct rig *rig;
};

struct skitter_results {
    struct result_file file;
    char *text;
};

/* the results of what a result file holds, whose reference is taken, also without memory */
enum error_code api_results(json_t *json, skitter_results **results, struct error *err);

/* the inner code and its message for the caller; err may be NULL */
int api_answer(enum error_code code, const struct error *inner, struct skitter_error *err);

/* GSL aborts where it is not told to answer instead */
void api_begin(void);

/* what the options want to be told; ERROR_INTERRUPTED when that ends the motion */
enum error_code api_tell_sample(const struct skitter_options *options, size_t width,
                                const struct sim_sample *sample, struct error *err);
enum error_code api_tell_event(const struct skitter_options *options, const struct sim_setup *setup,
                               const struct sim_event *event, struct error *err);
void api_event(const struct sim_setup *setup, const struct sim_event *event,
               struct skitter_event *told);

/* the checked problem of a rig; options.rate and directions included */
int api_setup(const struct skitter_rig *rig, const struct skitter_options *options,
              struct sim_setup **setup, struct skitter_error *err);

#endif
