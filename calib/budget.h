/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Uncertainty budgets as of the GUM (JCGM 100:2008): a value, the quantities it
 * is computed from, and what each adds to its uncertainty. */
#ifndef CALIB_BUDGET_H
#define CALIB_BUDGET_H

#include <stddef.h>
#include <stdio.h>

enum { CALIB_BUDGET_TERMS = 6 };

struct calib_term {
    const char *name, *unit;
    double value;
    double uncertainty; /* standard; NaN: not known, left out and said so */
    double sensitivity; /* derivative of the result by it */
    double degrees;     /* of freedom; INFINITY when it was simply given */
};

struct calib_budget {
    const char *name, *unit, *formula;
    double value;
    struct calib_term terms[CALIB_BUDGET_TERMS];
    size_t n;
};

/* combined standard uncertainty */
double calib_budget_uncertainty(const struct calib_budget *budget);

/* effective degrees of freedom, by Welch and Satterthwaite */
double calib_budget_degrees(const struct calib_budget *budget);

/* factor of the 95 % interval with so many degrees of freedom */
double calib_coverage_factor(double degrees);

void calib_budget_print(const struct calib_budget *budget, FILE *out);

#endif
