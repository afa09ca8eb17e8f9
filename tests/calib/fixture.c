/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/calib/fixture.h"

#include <math.h>
#include <string.h>

#include "tests/test.h"

void test_open(const char *path, struct measure_channels *input, struct calib_output *output)
{
    struct error err;
    if (measure_channels_read(path, NAN, NAN, input, &err))
        fail_msg("%s", err.message);
    memset(output, 0, sizeof *output);
    output->program = "test";
    output->source = input->run->dir;
    output->sha256 = input->run->sha256;
}

const struct result *test_find(const struct calib_output *output, const char *name)
{
    for (size_t i = 0; i < output->n; i++)
        if (strcmp(output->results[i].name, name) == 0)
            return &output->results[i];
    return NULL;
}

double test_result(const struct calib_output *output, const char *name)
{
    const struct result *result = test_find(output, name);
    if (!result) {
        fail_msg("there is no result %s", name);
        return NAN;
    }
    return result->value;
}

double test_uncertainty(const struct calib_output *output, const char *name)
{
    const struct result *result = test_find(output, name);
    return result ? result->uncertainty : NAN;
}
