/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a fit found, for people (a table) and for programs (fit.json). */
#ifndef FIT_OUTPUT_H
#define FIT_OUTPUT_H

#include <stdio.h>

#include "lib/rig/rig.h"
#include "fit/looks.h"
#include "fit/multistart.h"
#include "fit/profile.h"
#include "fit/suggest.h"
#include "fit/verdict.h"

struct fit_report {
    const struct fit_problem *problem;
    const struct fit_plan *plan;
    const struct fit_starts *starts;
    const struct fit_verdict *verdict;
    const double *p;
    const struct fit_profile *profiles;
    size_t n_profiles;
    struct fit_looks looks;
    bool interrupted;
};

/* A result file that rig files can include (its results are empty unless the fit
 * converged), with everything about the fit under "fit". The same bytes from the
 * same fit: there is no time of day in it. */
json_t *fit_output_json(const struct fit_report *report);

/* the same in short, as text */
void fit_output_print(const struct fit_report *report, FILE *out);

/* put the shared values into the rig */
enum error_code fit_output_rig(const struct fit_report *report, struct rig *rig, struct error *err);

/* variance of the residuals, with their colour, over both channels */
double fit_output_variance(const struct fit_verdict *verdict);

/* what could be fitted, and why the rest is held: on standard output, as lib/cli/table.h has it */
enum error_code fit_output_suggestions(const struct fit_suggestions *suggestions, bool json,
                                       struct error *err);

#endif
