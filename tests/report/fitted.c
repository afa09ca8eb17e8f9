/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit as a report reads it: its numbers, and what is no fit. */
#include "config.h"

#include "report/fitted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"

enum { TEXT_SIZE = 1 << 20 };

static struct error err;

/* a file of that text; the name is gone again when it returns */
static struct report_fitted *read_text(const char *text)
{
    char path[] = "fitted-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    struct report_fitted *fitted;
    if (report_fitted_read(path, &fitted, &err))
        assert_null(fitted);
    unlink(path);
    return fitted;
}

#define PARAMETER "{\"name\": \"friction\", \"value\": 0.5, \"unit\": \"1\", \"uncertainty\": 0.1}"
#define PROFILE \
    "{\"name\": \"friction\", \"interval95\": [0.3, null], \"points\": [[0.4, 1], [0.5, 0]]}"

static void test_numbers(void **state)
{
    (void)state;
    struct report_fitted *fitted = read_text("{\"fit\": {\"parameters\": [" PARAMETER
                                             ", {\"name\": \"theta1[2]\", \"value\": 1, "
                                             "\"unit\": \"rad\"}], \"profiles\": [" PROFILE "]}}");
    assert_non_null(fitted);
    assert_int_equal(fitted->n, 2);
    assert_string_equal(fitted->parameters[1].name, "theta1");
    assert_int_equal(fitted->parameters[1].run, 1); /* counted from 0 */
    assert_int_equal(fitted->n_profiles, 1);
    assert_true(fitted->profiles[0].low == 0.3 &&
                fitted->profiles[0].high != fitted->profiles[0].high);
    assert_true(fitted->profiles[0].values[1] == 0.5 && fitted->profiles[0].rises[0] == 1);
    report_fitted_free(fitted);
}

static void refused(const char *text, const char *says)
{
    if (read_text(text))
        fail_msg("taken, but %s", says);
    if (!strstr(err.message, says))
        fail_msg("%s", err.message);
}

static char *repeated(const char *before, const char *item, size_t n, const char *after)
{
    char *text = malloc(TEXT_SIZE);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, TEXT_SIZE, "%s", before);
    for (size_t i = 0; i < n; i++)
        used += (size_t)snprintf(text + used, TEXT_SIZE - used, "%s%s", i ? "," : "", item);
    assert_true(used + strlen(after) < TEXT_SIZE);
    snprintf(text + used, TEXT_SIZE - used, "%s", after);
    return text;
}

static void test_what_is_no_fit(void **state)
{
    (void)state;
    refused("{", "no JSON");
    refused("{}", "no part called fit");
    refused("{\"fit\": {\"parameters\": []}}", "no parameters");
    refused("{\"fit\": {\"parameters\": [{\"name\": \"a[0]\", \"value\": 1, \"unit\": \"1\"}]}}",
            "number of its run");
    refused("{\"fit\": {\"parameters\": [" PARAMETER "], \"correlation\": [[1, 2]]}}",
            "correlations");
    refused("{\"fit\": {\"parameters\": [" PARAMETER "], \"profiles\": [" PROFILE ", " PROFILE
            "]}}",
            "more profiles than parameters");
    char *text = repeated("{\"fit\": {\"parameters\": [", PARAMETER, 10001, "]}}");
    refused(text, "more parameters than any fit");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_what_is_no_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
