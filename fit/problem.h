/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is fitted to what: runs, and parameters that all runs share or that each
 * run has of its own. */
#ifndef FIT_PROBLEM_H
#define FIT_PROBLEM_H

#include "lib/measure/detect.h"
#include "lib/measure/record.h"
#include "lib/predict/predict.h"

enum fit_parameter_kind {
    FIT_MODEL,       /* a parameter or start value of the mechanism */
    FIT_TIME_OFFSET, /* time in the record at which the motion starts */
    FIT_OFFSET_T,    /* what tip_t shows when the tip rests */
    FIT_OFFSET_N
};

#define FIT_SHARED ((size_t)-1)

struct fit_parameter {
    char *name; /* "stiffness"; of one run: "theta1[2]", counted from 1 */
    const char *unit;
    enum fit_parameter_kind kind;
    size_t index; /* of sim_values_index, for FIT_MODEL */
    size_t run;   /* FIT_SHARED, or whose it is */
    double start, low, high;
    double prior, prior_uncertainty; /* Gaussian; NaN: none */
};

struct fit_run {
    struct measure_record measured;
    struct measure_detected detected;
    struct predict_base base;
    struct sim_belt *belt; /* recorded speed of the rail; NULL: the belt's speed is a number */
};

struct fit_problem {
    struct fit_run *runs;
    size_t n_runs;
    struct fit_parameter *parameters;
    size_t n;
};

/* the start of the motion is known to this, and no sample nearer to it is used */
#define FIT_ALIGN 3e-3

void fit_problem_free(struct fit_problem *problem); /* what it points to */

/* bounds for a value when none are given: a third to three times of what cannot
 * be negative, 0 to 1 of a fraction, and for others as far again as they are
 * large; 0.1 around zero */
void fit_problem_bounds(enum quantity_range range, double value, double *low, double *high);

#endif
