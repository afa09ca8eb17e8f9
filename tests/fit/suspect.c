/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was taken as exact and is wrong is named, with the value that it truly has. Records are of
 * the second generator. */
#include "config.h"

#include "fit/suspect.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "tests/fit/laboratory.h"
#include "tests/test.h"

/* a bounce and a slide: start angle (deg), rail (m/s) */
static const double set_ups[LABORATORY_RUNS][2] = {{30.5, -0.2}, {21, -0.2}};
static struct error err;

/* the fit of the laboratory's runs with one value wrong */
static struct fit_suspect suspect_of(const char *wrong)
{
    struct laboratory lab = {.noise = 1e-3, .seed = 3, .set_ups = set_ups};
    struct fit_suspect suspect;
    laboratory_record(&lab);
    if (rig_set(lab.rig, wrong, &err))
        fail_msg("%s", err.message);
    laboratory_fit(&lab);
    assert_true(lab.verdict.usable && !lab.verdict.explained);
    const struct option_list runs = {lab.runs, LABORATORY_RUNS};
    const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};
    const struct fit_suspect_case of = {&lab.problem, &lab.plan.stages[lab.plan.n - 1], lab.p};
    if (fit_suspect_find(lab.rig, &runs, &lab.request, &of, &control, &suspect, &err))
        fail_msg("%s", err.message);
    print_message("# %s: %s%s = %.6g %s explains %.3f\n", wrong, suspect.name, suspect.others,
                  suspect.value, suspect.unit, suspect.share);
    laboratory_unfit(&lab);
    laboratory_free(&lab);
    return suspect;
}

static void gravity(void **state)
{
    (void)state;
    const struct fit_suspect found = suspect_of("gravity=9.7 m/s2");
    assert_string_equal(found.name, "gravity");
    assert_true(fabs(found.value - 9.8) < 2e-3 && found.share > 0.95);
}

int main(void)
{

    const struct CMUnitTest tests[] = {cmocka_unit_test(gravity)};
    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
