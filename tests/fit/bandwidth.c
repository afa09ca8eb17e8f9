/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of instruments with a bandwidth of 1 and 2 kHz, recorded by the second generator with little
 * noise: explained, and the truth found, where the rig tells the bandwidth. */
#include "config.h"

#include <math.h>

#include <gsl/gsl_errno.h>

#include "tests/fit/laboratory.h"
#include "tests/test.h"

static void say_bandwidth(struct rig *rig, double bandwidth)
{
    for (size_t c = 0; c < rig->n_channels; c++)
        rig->channels[c].values.values[RIG_CHANNEL_BANDWIDTH] = (struct rig_value){
            .value = bandwidth, .uncertainty = 0.01 * bandwidth, .source = RIG_FILE};
}

static double worst_of(const struct laboratory *lab)
{
    double worst = 0;
    for (int i = 0; i < LABORATORY_ASKED; i++) {
        const double off = (lab->p[i] - lab->truth[i]) / lab->verdict.covariance.uncertainty[i];
        printf("# %s %.6g +- %.2g, off by %.2f u\n", lab->problem.parameters[i].name, lab->p[i],
               lab->verdict.covariance.uncertainty[i], off);
        worst = fmax(worst, fabs(off));
    }
    printf("# %s\n", lab->verdict.why);
    return worst;
}

static void found_when_told(void **state)
{
    (void)state;
    static const double bandwidths[] = {1000, 2000};
    for (size_t i = 0; i < 2; i++) {
        struct laboratory lab = {.bandwidth = bandwidths[i], .noise = 1e-4, .seed = 3 + i};
        laboratory_record(&lab);
        say_bandwidth(lab.rig, bandwidths[i]);
        laboratory_fit(&lab);
        assert_true(worst_of(&lab) < 3.5);
        assert_true(lab.verdict.explained);
        laboratory_unfit(&lab);
        laboratory_free(&lab);
    }
}

static int no_aborts(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(found_when_told)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
