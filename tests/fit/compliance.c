/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stiffness and damping of a contact that gives way, fitted to records of the second generator. */
#include "config.h"

#include <math.h>

#include <gsl/gsl_errno.h>

#include "tests/fit/laboratory.h"
#include "tests/test.h"

static void found_within_uncertainties(void **state)
{
    (void)state;
    struct laboratory lab = {.noise = 1e-3, .seed = 5, .soft = true};
    laboratory_record(&lab);
    laboratory_fit(&lab);
    for (int i = 0; i < LABORATORY_ASKED; i++) {
        const double u = lab.verdict.covariance.uncertainty[i];
        printf("# %s %.6g +- %.2g, truth %.6g\n", lab.problem.parameters[i].name, lab.p[i], u,
               lab.truth[i]);
        assert_true(fabs(lab.p[i] - lab.truth[i]) < 3.5 * u);
        assert_true(u < 0.02 * lab.truth[i]); /* the records tell them */
    }
    printf("# %s\n", lab.verdict.why);
    assert_true(lab.verdict.found && lab.verdict.determined && lab.verdict.explained);
    laboratory_unfit(&lab);
    laboratory_free(&lab);
}

static int no_aborts(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(found_within_uncertainties)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
