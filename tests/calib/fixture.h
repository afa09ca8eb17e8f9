/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recorded run on its way through a calibration. */
#ifndef TESTS_CALIB_FIXTURE_H
#define TESTS_CALIB_FIXTURE_H

#include <gsl/gsl_rng.h>

#include "calib/input.h"
#include "calib/output.h"
#include "tests/lib/measure/fixture.h"

/* the run opened, and an output for it */
void test_open(const char *path, struct measure_channels *input, struct calib_output *output);

/* value of a result; fails the test when there is none */
double test_result(const struct calib_output *output, const char *name);
double test_uncertainty(const struct calib_output *output, const char *name);
const struct result *test_find(const struct calib_output *output, const char *name);

#endif
