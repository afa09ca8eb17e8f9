/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the commands of skitter-calib put what they found: a list of results
 * that is printed, written as JSON and as a result file; remarks; a figure. */
#ifndef CALIB_OUTPUT_H
#define CALIB_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/base/error.h"
#include "lib/figure/file.h"
#include "lib/rig/result.h"
#include "lib/run/run.h"

enum { CALIB_RESULTS = 64, CALIB_NAME_SIZE = 64, CALIB_METHOD_SIZE = 256, CALIB_REMARKS = 8 };

struct calib_output {
    const char *program;         /* "skitter-calib pendulum" */
    const char *source, *sha256; /* what was read: a run, or a table */
    struct result results[CALIB_RESULTS];
    double degrees[CALIB_RESULTS]; /* of freedom of each uncertainty */
    size_t n;
    char names[CALIB_RESULTS][CALIB_NAME_SIZE];
    char method[CALIB_METHOD_SIZE]; /* of the results that follow */
    char methods[CALIB_RESULTS][CALIB_METHOD_SIZE];
    char remarks[CALIB_REMARKS][CALIB_METHOD_SIZE];
    size_t n_remarks;
};

/* what the user asked for */
struct calib_wishes {
    const char *output, *figure;
    bool json, quiet, force;
};

/* one more result; uncertainty NaN when not known */
void calib_output_add(struct calib_output *output, const char *name, double value,
                      double uncertainty, double degrees, const char *unit);

/* how the next results were obtained */
void calib_output_method(struct calib_output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* something the user should know */
void calib_output_remark(struct calib_output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* before the work: an output that exists, or has a wrong name, is refused */
enum error_code calib_output_check(const struct calib_wishes *wishes, struct error *err);

/* print and write; the figure first, since it is the most likely to fail */
enum error_code calib_output_write(const struct calib_output *output,
                                   const struct calib_wishes *wishes, struct figure *figure,
                                   struct error *err);

/* what the lines and points of all figures look like */
extern const struct figure_style calib_measured, calib_fitted, calib_residual;

/* samples over time, as a line */
struct figure_series calib_output_samples(const char *name, const struct figure_style *style,
                                          double first, double step, const double *y, size_t n);

#endif
