/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "api/private.h"

static const double usual_rtol = 1e-9;

static enum error_code check(const struct skitter_options *options, double rtol, struct error *err)
{
    if (!(options->duration > 0))
        return error_set(err, ERROR_USAGE, "the duration of a motion must be positive");
    if (!(rtol >= 1e-14 && rtol <= 1e-2))
        return error_set(err, ERROR_USAGE, "the tolerance must be between 1e-14 and 1e-2");
    return ERROR_OK;
}

int api_setup(const struct skitter_rig *rig, const struct skitter_options *options,
              struct sim_setup **setup, struct skitter_error *err)
{
    struct error inner;
    const double rtol = options->rtol != 0 ? options->rtol : usual_rtol;
    *setup = NULL;
    enum error_code code = check(options, rtol, &inner);
    if (!code)
        code = sim_setup_create(rig->rig, options->duration, rtol, options->directions,
                                options->n_directions, setup, &inner);
    if (!code && options->rate != 0)
        (*setup)->problem.rate = options->rate > 0 ? options->rate : 0;
    return api_answer(code, &inner, err);
}
