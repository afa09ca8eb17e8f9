/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the library share; nothing of it is seen from outside. */
#ifndef API_PRIVATE_H
#define API_PRIVATE_H

#include "api/skitter.h"
#include "lib/base/error.h"
#include "sim/setup.h"

struct skitter_rig {
    struct rig *rig;
};

/* the inner code and its message for the caller; err may be NULL */
int api_answer(enum error_code code, const struct error *inner, struct skitter_error *err);

/* GSL aborts where it is not told to answer instead */
void api_begin(void);

/* the checked problem of a rig; options.rate and directions included */
int api_setup(const struct skitter_rig *rig, const struct skitter_options *options,
              struct sim_setup **setup, struct skitter_error *err);

#endif
