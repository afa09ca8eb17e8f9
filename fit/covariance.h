/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Uncertainties from the residuals and the Jacobian at the minimum: scaled by
 * what the residuals of each channel really are, and for their colour. */
#ifndef FIT_COVARIANCE_H
#define FIT_COVARIANCE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

/* residuals of one kind, in order of time within each stretch */
struct fit_stretch {
    size_t row, n;
    int group; /* those of a group share their variance and colour */
};

enum fit_scaling {
    FIT_SCALE_NONE,    /* priors: their uncertainty is taken as it is */
    FIT_SCALE_UP,      /* few, as events: never below what was assumed */
    FIT_SCALE_COLOURED /* variance and colour as they are */
};

struct fit_jacobian {
    const double *r, *j; /* rows, and rows of n */
    size_t rows, n;
    const struct fit_stretch *stretches;
    size_t n_stretches;
    const enum fit_scaling *scaling; /* of each group */
    size_t n_groups;
};

struct fit_covariance {
    size_t n;
    double *matrix;  /* n rows of n */
    double *inverse; /* the same of residuals as assumed: (J^T J)^-1, in determined directions */
    double *uncertainty; /* standard; INFINITY when not determined */
    bool *determined;
    double condition; /* of the Jacobian with columns of length one */
    double *variance; /* of each group, 1 when as assumed */
    double *colour;   /* of each group: how many samples are worth one */
};

enum error_code fit_covariance_make(const struct fit_jacobian *jacobian,
                                    struct fit_covariance *covariance, struct error *err);
void fit_covariance_free(struct fit_covariance *covariance);

/* variance of the residuals of one stretch, and how many of them are worth one */
double fit_covariance_variance(const double *r, size_t n);
double fit_covariance_colour(const double *r, size_t n);

double fit_covariance_correlation(const struct fit_covariance *covariance, size_t i, size_t j);

#endif
