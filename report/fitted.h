/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit (fit.json of skitter-fit): values, covariance, the runs it was made from. */
#ifndef REPORT_FITTED_H
#define REPORT_FITTED_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "lib/base/arena.h"
#include "lib/base/error.h"
#include "lib/predict/motion.h"
#include "lib/rig/rig.h"

#define REPORT_SHARED ((size_t)-1)
#define REPORT_NOT_FITTED ((size_t)-1)

struct report_parameter {
    const char *name;  /* without the run: "theta1" of "theta1[2]" */
    const char *label; /* as it stands in the file */
    const char *unit;
    double value, uncertainty; /* standard; NaN: the runs do not determine it */
    const char *bound;         /* "low" or "high": it is held by that bound; NULL: by none */
    size_t run;                /* REPORT_SHARED, or which of the fit's runs */
};

/* how the sum of squares rises over its least value, as one parameter is held */
struct report_profile {
    size_t parameter;
    double *values, *rises;
    size_t n;
    double low, high; /* of the 95 % interval; NaN: open */
};

struct report_fitted {
    char *path;
    char sha256[65];
    const char *program, *version, *why; /* why: it has not converged */
    bool converged;
    bool judged, explained; /* the fit's verdict is known; the data are explained */
    double chi_square;
    struct report_parameter *parameters;
    size_t n;
    double *correlation, *covariance; /* n rows of n; NULL: not known */
    const char **runs;                /* SHA-256 of the signals it was made from */
    const char **run_names;           /* and what the directories were called */
    size_t n_runs;
    struct report_profile *profiles;
    size_t n_profiles;
    json_t *json; /* holds the strings */
    char **names;
};

enum error_code report_fitted_read(const char *path, struct report_fitted **fitted,
                                   struct error *err);
void report_fitted_free(struct report_fitted *fitted); /* NULL is allowed */

/* what to call it: "theta1 of RUN" where the file has theta1[1] */
const char *report_fitted_label(const struct report_fitted *fitted,
                                const struct report_parameter *parameter, struct arena *arena);

/* is it of an instrument or a clock, not of the mechanism? */
bool report_fitted_instrument(const struct report_parameter *parameter);

/* which of the fit's runs has that signal, REPORT_NOT_FITTED: none */
size_t report_fitted_run(const struct report_fitted *fitted, const char *sha256);

/* put the fitted values into a rig: those that all runs share, and those of one
 * run. ERROR_INPUT when the rig has no such value: it is a fit of another rig. */
enum error_code report_fitted_apply(const struct report_fitted *fitted, size_t run, struct rig *rig,
                                    struct error *err);

/* the values of the same runs with their covariance; none when it is not known */
void report_fitted_uncertain(const struct report_fitted *fitted, size_t run, const struct rig *rig,
                             struct predict_uncertain *out);

#endif
