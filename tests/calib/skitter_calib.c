/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-calib as a person runs it: exit codes, files, messages. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/rig/result.h"
#include "tests/calib/fixture.h"
#include "tests/test.h"

enum { N = 15000 };
static const double rate = 1000;
static double values[N];
static char said[65536];

/* run it with these arguments; returns the exit code, and what it said is in `said` */
static int calib(const char *format, ...)
{
    char arguments[2048], command[4096];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    const char *build = getenv("TOP_BUILDDIR");
    snprintf(command, sizeof command, "%s/skitter-calib %s 2>&1", build ? build : ".", arguments);
    FILE *pipe = popen(command, "r"); /* NOLINT(cert-env33-c): names are the test's own */
    assert_non_null(pipe);
    const size_t got = fread(said, 1, sizeof said - 1, pipe);
    said[got] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void says(int wanted, int code, const char *fragment)
{
    if (code != wanted || !strstr(said, fragment))
        fail_msg("exit code %d, and it said: %s", code, said);
}

static bool there(const char *path) { return access(path, F_OK) == 0; }

static char swing_path[600], noise_path[600], result_path[600], figure_path[600];

static int record_runs(void **state)
{
    test_begin(state);
    const double omega = 2 * M_PI * 4.6, alpha = 0.004 * omega;
    for (size_t i = 0; i < N; i++)
        values[i] = 0.05 * exp(-alpha * (double)i / rate) * cos(omega * (double)i / rate);
    struct test_run run = test_one("angle", "rad", 0.1, rate, values, N);
    snprintf(swing_path, sizeof swing_path, "%s", test_record("it's a `swing`", &run));
    unsigned long random = 1;
    for (size_t i = 0; i < N; i++) {
        random = (random * 1103515245 + 12345) % 2147483648UL;
        values[i] = 0.05 * ((double)random / 2147483648.0 - 0.5);
    }
    snprintf(noise_path, sizeof noise_path, "%s", test_record("noise", &run));
    snprintf(result_path, sizeof result_path, "%s", scratch_path("result.json"));
    snprintf(figure_path, sizeof figure_path, "%s", scratch_path("figure.svg"));
    return 0;
}

#define ZHAO "--mass '0.12 kg' --length '21 cm' --gravity '9.8 m/s2'"

static void test_result_file_and_figure(void **state)
{
    (void)state;
    says(0,
         calib("pendulum \"%s/it's a \\`swing\\`\" " ZHAO
               " --mass-uncertainty '0.5 g' -o '%s' --figure '%s'",
               scratch_path(""), result_path, figure_path),
         "coverage factor");
    assert_non_null(strstr(said, "damping viscous"));
    assert_true(there(figure_path));
    struct result_file file;
    struct error err;
    assert_int_equal(result_read(result_path, &file, &err), ERROR_OK);
    bool found = false;
    for (size_t i = 0; i < file.n_results; i++)
        if (strcmp(file.results[i].name, "stiffness") == 0) {
            found = true;
            assert_true(fabs(file.results[i].value - 1.350) < 0.0005);
            /* k / m times 0.5 g */
            assert_true(fabs(file.results[i].uncertainty - 1.350 / 0.12 * 0.0005) < 2e-4);
            assert_string_equal(file.results[i].unit, "N.m/rad");
            assert_int_equal(strlen(file.results[i].sha256), 64);
        }
    assert_true(found);
    result_free(&file);
}

static void test_existing_output_is_kept(void **state)
{
    (void)state;
    FILE *file = fopen(result_path, "w");
    fputs("mine", file);
    fclose(file);
    says(
        2,
        calib("pendulum \"%s/it's a \\`swing\\`\" " ZHAO " -o '%s'", scratch_path(""), result_path),
        "exists");
    char text[16] = {0};
    file = fopen(result_path, "r");
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "mine");
    remove(result_path);
}

static void test_json(void **state)
{
    (void)state;
    assert_int_equal(calib("pendulum -q --json \"%s/it's a \\`swing\\`\" " ZHAO, scratch_path("")),
                     0);
    json_error_t error;
    json_t *json = json_loads(said, JSON_REJECT_DUPLICATES, &error);
    assert_non_null(json);
    assert_string_equal(json_string_value(json_object_get(json, "kind")), "result");
    json_decref(json);
}

/* neither a number nor a file when it fails */
static void test_failure_writes_nothing(void **state)
{
    (void)state;
    remove(result_path);
    remove(figure_path);
    says(
        1,
        calib("pendulum '%s' " ZHAO " -o '%s' --figure '%s'", noise_path, result_path, figure_path),
        "no oscillation");
    assert_null(strstr(said, "frequency"));
    assert_false(there(result_path));
    assert_false(there(figure_path));
    says(2, calib("rail '%s' -o '%s'", noise_path, result_path), "no channel has the role rail");
    says(2, calib("bounce '%s' --channel angle -o '%s'", noise_path, result_path), "is in rad");
    assert_false(there(result_path));
}

static void test_wrong_usage(void **state)
{
    (void)state;
    says(2, calib("pendulum"), "RUN");
    says(2, calib("pendulum /nonexistent/run"), "/nonexistent/run");
    says(2, calib("pendulum '%s' --mass '3 m'", noise_path), "--mass");
    says(2, calib("pendulum '%s' --mass '-1 kg'", noise_path), "positive");
    says(2, calib("pendulum '%s' --from '20 s'", noise_path), "15 s long");
    says(2, calib("pendulum '%s' --figure x.gif", noise_path), ".svg");
    says(2, calib("pendlum"), "did you mean pendulum?");
    says(2, calib("rail '%s' --bandwidth '-3 Hz'", noise_path), "--bandwidth");
}

static void test_changed_signal_is_refused(void **state)
{
    (void)state;
    char path[700];
    snprintf(path, sizeof path, "%s/signal.wav", noise_path);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fseek(file, 5000, SEEK_SET);
    fputs("changed", file);
    fclose(file);
    says(2, calib("channels '%s'", noise_path), "SHA-256");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_result_file_and_figure),
        cmocka_unit_test(test_existing_output_is_kept),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_failure_writes_nothing),
        cmocka_unit_test(test_wrong_usage),
        cmocka_unit_test(test_changed_signal_is_refused),
    };
    return cmocka_run_group_tests(tests, record_runs, NULL);
}
