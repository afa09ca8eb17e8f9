/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs recorded from known values. */
#ifndef TESTS_LIB_MEASURE_FIXTURE_H
#define TESTS_LIB_MEASURE_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "tests/scratch.h"

enum { TEST_CHANNELS = 4, TEST_GAP = 100 };

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
    size_t gap;      /* frame with a gap of TEST_GAP frames before it; 0: none */
    int64_t trigger; /* frame where it fired; 0: there was none */
    json_t *rig;
    const char *note;
};

int test_begin(void **state); /* GSL's error handler off */

/* record it with 24 bits; returns the path */
const char *test_record(const char *name, const struct test_run *run);

/* one channel in a run */
struct test_run test_one(const char *role, const char *unit, double full, double rate,
                         const double *values, size_t n);

#endif
