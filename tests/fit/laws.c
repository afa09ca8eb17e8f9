/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of contact told apart, and their parameters found, in records of the second generator. */
#include "config.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "fit/compare.h"
#include "tests/fit/laboratory.h"
#include "tests/test.h"

/* slides that slow down, and bounces */
static const double slides[LABORATORY_RUNS][2] = {{15, -0.3}, {12, -0.15}},
                    bounces[LABORATORY_RUNS][2] = {{32, -0.5}, {30.5, -0.2}};

struct comparison {
    struct laboratory lab;
    struct fit_compare of;
};

/* what is known is held: a laboratory's own values */
static struct comparison compare(const char *laws, const char *free_names,
                                 const struct generator_surface *surface,
                                 const double (*set_ups)[2])
{
    struct comparison c = {
        .lab = {.noise = 1e-3, .seed = 7, .surface = surface, .set_ups = set_ups}};
    struct error err;
    laboratory_record(&c.lab);
    const char *const starts[] = {"stribeck_speed=0.05 m/s", "restitution_speed=0.1 m/s"};
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(rig_set(c.lab.rig, starts[i], &err), ERROR_OK);
    const struct option_list runs = {c.lab.runs, LABORATORY_RUNS};
    const struct fit_request request = {.free = free_names};
    const struct fit_compare_wish wish = {.laws = laws,
                                          .request = &request,
                                          .runs = &runs,
                                          .mask = FIT_MASK,
                                          .misfit = FIT_MISFIT,
                                          .starts = 2};
    const struct fit_control control = {.loss = {FIT_LOSS, FIT_WIDTH}};
    if (fit_compare_make(c.lab.rig, &wish, &control, &c.of, &err))
        fail_msg("%s", err.message);
    for (size_t i = 0; i < c.of.n; i++)
        printf("# %s: %zu free, AICc %.1f, behind %.1f +- %.1f\n", c.of.laws[i].is.name,
               c.of.laws[i].n_free, c.of.laws[i].aicc, c.of.laws[i].behind,
               c.of.laws[i].uncertainty);
    return c;
}

static void forget(struct comparison *c)
{
    fit_compare_free(&c->of);
    laboratory_free(&c->lab);
}

static const struct fit_compare_law *law_of(const struct comparison *c, const char *name)
{
    size_t i = 0;
    while (i < c->of.n && strcmp(c->of.laws[i].is.name, name) != 0)
        i++;
    assert_true(i < c->of.n);
    assert_int_equal(c->of.laws[i].failure.code, ERROR_OK);
    return &c->of.laws[i];
}

/* within 3.5 of its standard uncertainties, and known to that share */
static void found(const struct fit_compare_law *law, const char *name, double truth, double share)
{
    for (size_t i = 0; i < law->problem.n; i++) {
        if (strcmp(law->problem.parameters[i].name, name) != 0)
            continue;
        const double u = law->found.verdict.covariance.uncertainty[i];
        printf("# %s: %s %.6g +- %.2g, truth %.6g\n", law->is.name, name, law->found.p[i], u,
               truth);
        assert_true(fabs(law->found.p[i] - truth) < 3.5 * u);
        assert_true(u < share * truth);
        return;
    }
    fail_msg("%s is not free", name);
}

static void stribeck_is_told(void **state)
{
    (void)state;
    const struct generator_surface truth = {.stribeck_speed = 0.08, .static_friction = 0.7};
    struct comparison c = compare("coulomb,stribeck", "friction", &truth, slides);
    assert_string_equal(c.of.laws[c.of.chosen].is.name, "stribeck");
    assert_true(c.of.told);
    const struct fit_compare_law *law = law_of(&c, "stribeck");
    found(law, "friction", 0.59, 0.05);
    found(law, "static_friction", 0.7, 0.05);
    found(law, "stribeck_speed", 0.08, 0.3);
    assert_true(law_of(&c, "coulomb")->behind > 2 * law_of(&c, "coulomb")->uncertainty);
    forget(&c);
}

/* of laws that hold each other the smaller one is taken where it is the truth */
static void coulomb_is_enough(void **state)
{
    (void)state;
    const struct generator_surface truth = {0};
    struct comparison c = compare("stribeck,coulomb", "friction", &truth, slides);
    assert_string_equal(c.of.laws[c.of.chosen].is.name, "coulomb");
    assert_true(c.of.told);
    found(law_of(&c, "coulomb"), "friction", 0.59, 0.02);
    forget(&c);
}

static void power_is_told(void **state)
{
    (void)state;
    const struct generator_surface truth = {.restitution_power = 0.25, .restitution_speed = 0.1};
    struct comparison c = compare("poisson,power", "stiffness,friction,restitution", &truth,
                                  bounces);
    assert_string_equal(c.of.laws[c.of.chosen].is.name, "power");
    found(law_of(&c, "power"), "restitution", 0.12, 0.02);
    found(law_of(&c, "power"), "restitution_power", 0.25, 0.1);
    forget(&c);
}

/* without an impact no law of impact is behind another */
static void impacts_cannot_be_told_without(void **state)
{
    (void)state;
    const struct generator_surface truth = {0};
    struct comparison c = compare("poisson,newton", "friction", &truth, slides);
    assert_false(c.of.told);
    assert_true(fabs(c.of.laws[1].behind) < 1e-3);
    forget(&c);
}

static int no_aborts(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stribeck_is_told), cmocka_unit_test(coulomb_is_enough),
        cmocka_unit_test(power_is_told), cmocka_unit_test(impacts_cannot_be_told_without)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
