/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From rig, runs and wishes to a problem. */
#include "config.h"

#include "fit/setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fit/fixture.h"
#include "tests/test.h"

static struct error err;
static struct fixture_campaign campaign;
static struct fit_problem problem;
static const double degree = 3.14159265358979323846 / 180;

static enum error_code make(const char *free_names, const char *own, const char *prior,
                            const char *bounds)
{
    const struct option_list runs = {campaign.runs, 2};
    const struct fit_request request = {.free = free_names,
                                        .own = own,
                                        .priors = {&prior, prior ? 1 : 0},
                                        .bounds = {&bounds, bounds ? 1 : 0}};
    return fit_setup(campaign.rig, &runs, &request, &problem, &err);
}

static const struct fit_parameter *find(const char *name)
{
    for (size_t i = 0; i < problem.n; i++)
        if (strcmp(problem.parameters[i].name, name) == 0)
            return &problem.parameters[i];
    fail_msg("no parameter %s", name);
    return NULL;
}

static void ok(enum error_code code);

/* What nobody asked for but the rig knows with an uncertainty is in the fit with that as its
 * prior: one for all runs where they have one value, else one for each; sensitivity, beam angle
 * and clock too. */
static void known_values_are_priors(void **state)
{
    (void)state;
    struct rig *rig = campaign.rig;
    ok(rig_set_uncertain(rig, "mass", 0.12, 1e-4, &err));
    ok(rig_set_uncertain(rig, "stiffness", 1.35, 0.02, &err));
    rig->start.values[0].uncertainty = 0.1 * degree;
    rig->sampling.values[0].uncertainty = 1e-4 * rig->sampling.values[0].value;
    for (size_t c = 0; c < rig->n_channels; c++)
        if (rig->channels[c].role == RIG_ROLE_TIP_N) {
            rig->channels[c].sensitivity_uncertainty = 0.003 * rig->channels[c].sensitivity;
            rig->channels[c].values.values[RIG_CHANNEL_BEAM_ANGLE].uncertainty = 0.01;
        }
    ok(make("stiffness", NULL, NULL, NULL));
    assert_true(find("mass")->run == FIT_SHARED && !find("mass")->asked);
    assert_true(find("mass")->prior == 0.12 && find("mass")->prior_uncertainty == 1e-4);
    assert_true(find("stiffness")->asked && find("stiffness")->prior_uncertainty == 0.02);
    assert_int_equal(find("theta1[2]")->run, 1);
    assert_true(fabs(find("theta1[2]")->prior_uncertainty - 0.1 * degree) < 1e-12);
    assert_true(fabs(find("clock_error")->prior_uncertainty - 1e-4) < 1e-12);
    assert_true(fabs(find("tip_n_gain")->prior_uncertainty - 0.003) < 1e-12);
    assert_true(find("tip_n_beam_angle")->prior_uncertainty == 0.01);
    fit_problem_free(&problem);
}

static void ok(enum error_code code)
{
    if (code)
        fail_msg("%s", err.message);
}

static void shared_and_own(void **state)
{
    (void)state;
    ok(make("stiffness,restitution", "theta1", "theta1+-0.1 deg", NULL));
    /* two shared, and the lags of the channels; each run: theta1, belt speed, time offset, two
     * channel offsets and drifts */
    assert_true(problem.n == 4 + 2 * 7);
    size_t asked = 0;
    for (size_t i = 0; i < problem.n; i++)
        asked += problem.parameters[i].asked;
    assert_int_equal(asked, 2 + 2);
    assert_false(find("tip_t_lag")->asked);
    assert_true(find("stiffness")->run == FIT_SHARED);
    assert_true(isnan(find("stiffness")->prior_uncertainty));
    assert_int_equal(find("theta1[2]")->run, 1);
    assert_true(fabs(find("theta1[2]")->prior_uncertainty - 0.1 * degree) < 1e-12);
    assert_true(find("theta1[2]")->prior == find("theta1[2]")->start);
    /* about what was recorded: 30.5 deg and -0.2 m/s but for the fixture's spread */
    assert_true(fabs(find("theta1[2]")->start / degree - 30.5) < 1);
    assert_true(fabs(find("belt_speed[2]")->start + 0.2) < 0.03);
    assert_true(find("belt_speed[2]")->prior_uncertainty < 1e-4);
    assert_true(fabs(find("time_offset[1]")->start - 0.0505) < 1e-3);
    assert_true(fabs(find("tip_t_offset[1]")->start) < 3e-4);
    fit_problem_free(&problem);
}

static void priors_and_bounds(void **state)
{
    (void)state;
    ok(make("stiffness", NULL, "stiffness=1.3 N.m/rad+-20 mN.m/rad",
            "stiffness=0.5 N.m/rad..2 N.m/rad"));
    assert_true(fabs(find("stiffness")->prior - 1.3) < 1e-12);
    assert_true(fabs(find("stiffness")->prior_uncertainty - 0.02) < 1e-12);
    assert_true(find("stiffness")->low == 0.5 && find("stiffness")->high == 2);
    fit_problem_free(&problem);
}

static void wrong_wishes(void **state)
{
    (void)state;
    static const struct {
        const char *free, *own, *prior, *bounds, *message;
    } wrong[] = {
        {"stifness", NULL, NULL, NULL, "did you mean stiffness"},
        {"stiffness", "stiffness", NULL, NULL, "either one for all"},
        {NULL, NULL, NULL, NULL, "nothing to fit"},
        {"stiffness", NULL, "stiffness=1.3 N.m/rad", NULL, "VALUE+-UNCERTAINTY"},
        {"stiffness", NULL, "stiffness=1.3 kg+-1 kg", NULL, "--prior"},
        {"stiffness", NULL, "stiffness=1.3 N.m/rad+-0 N.m/rad", NULL, "positive"},
        {"stiffness", NULL, "friction=0.5+-0.1", NULL, "not fitted"},
        {"stiffness", NULL, NULL, "stiffness=1 N.m/rad", "LOW..HIGH"},
        {"stiffness", NULL, NULL, "stiffness=2 N.m/rad..1 N.m/rad", "below the upper"},
        {"stiffness", NULL, NULL, "stiffness=8 N.m/rad..9 N.m/rad", "outside of its bounds"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const enum error_code code = make(wrong[i].free, wrong[i].own, wrong[i].prior,
                                          wrong[i].bounds);
        if (!code || error_exit_code(code) != 2 || !strstr(err.message, wrong[i].message))
            fail_msg("case %zu: code %d, %s", i, (int)code, err.message);
    }
}

/* static friction follows friction unless it was given, be it the same */
static void what_was_not_given_follows(void **state)
{
    (void)state;
    ok(make("friction", NULL, NULL, NULL));
    assert_false(problem.runs[0].base.values.given_p[SIM_STATIC_FRICTION]);
    fit_problem_free(&problem);
    ok(rig_set_value(campaign.rig, "static_friction", rig_value(campaign.rig, "friction")->value,
                     &err));
    ok(make("friction", NULL, NULL, NULL));
    assert_true(problem.runs[0].base.values.given_p[SIM_STATIC_FRICTION]);
    fit_problem_free(&problem);
}

static int setup(void **state)
{
    (void)state;
    campaign = fixture_campaign(3, NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    fixture_campaign_free(&campaign);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_and_own), cmocka_unit_test(priors_and_bounds),
        cmocka_unit_test(wrong_wishes), cmocka_unit_test(what_was_not_given_follows),
        cmocka_unit_test(known_values_are_priors)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
