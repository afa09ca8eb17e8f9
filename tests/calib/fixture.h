/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs made of closed forms, for the tests of the calibration. */
#ifndef TESTS_CALIB_FIXTURE_H
#define TESTS_CALIB_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

#include <gsl/gsl_rng.h>
#include <jansson.h>

#include "calib/input.h"
#include "calib/output.h"

enum { TEST_CHANNELS = 4 };

struct test_channel {
    const char *role, *unit;
    double full;          /* the physical value at 10 V; more is clipped */
    const double *values; /* physical */
    int64_t skew_ns;
};

struct test_run {
    double rate;
    size_t n;
    struct test_channel channels[TEST_CHANNELS];
    size_t n_channels;
    size_t gap; /* frame with a gap before it; 0: none */
    json_t *rig;
};

/* a directory of the test's own; removed at the end */
const char *test_path(const char *name);
int test_clean(void **state);
int test_begin(void **state); /* GSL's error handler off */

/* record it with 24 bits; returns the path */
const char *test_record(const char *name, const struct test_run *run);

/* the run opened, and an output for it */
void test_open(const char *path, struct measure_channels *input, struct calib_output *output);

/* value of a result; fails the test when there is none */
double test_result(const struct calib_output *output, const char *name);
double test_uncertainty(const struct calib_output *output, const char *name);
const struct result *test_find(const struct calib_output *output, const char *name);

/* one channel in a run */
struct test_run test_one(const char *role, const char *unit, double full, double rate,
                         const double *values, size_t n);

#endif
