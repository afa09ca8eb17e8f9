/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/impacts.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "tests/scratch.h"
#include "tests/sim/springs.h"
#include "tests/test.h"

/* an ellipse that falls on a table, by small steps in time (tests/sim/springs.c) */
static const double a = 0.035, b = 0.025, friction = 0.18, restitution = 0.55, compliance = 0.6;

static struct error err;
static struct calib_impacts impacts;
static struct calib_output output;

static double gyration(void) { return sqrt(a * a + b * b) / 2; }

/* velocities before and after with noise in both; hand -1: contact_y is given reversed */
static const char *make_table(const char *name, size_t rows, double noise, double hand)
{
    static char text[400 * 160];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    const double k2 = gyration() * gyration();
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "vx (m/s),vy (m/s),omega (rad/s),vx_after (m/s),vy_after (m/s),"
                                   "omega_after (rad/s),contact_x (mm),contact_y (mm),flags\n");
    for (size_t i = 0; i < rows; i++) {
        const double turn = gsl_ran_flat(rng, 0, 6.28);
        const double reach = hypot(a * sin(turn), b * cos(turn));
        const double x = (b * b - a * a) * sin(turn) * cos(turn) / reach, y = -reach;
        const double v[3] = {gsl_ran_flat(rng, -1, 1), gsl_ran_flat(rng, -3, -2),
                             gsl_ran_flat(rng, -5, 5)};
        struct springs s = {.q_tt = 1 + y * y / k2,
                            .q_tn = -x * y / k2,
                            .q_nn = 1 + x * x / k2,
                            .friction = friction,
                            .restitution = restitution,
                            .compliance = compliance,
                            .slip = v[0] - y * v[2],
                            .normal = v[1] + x * v[2]};
        springs_strike(&s, 1e-3);
        const double after[3] = {v[0] + s.impulse_t, v[1] + s.impulse_n,
                                 v[2] + (x * s.impulse_n - y * s.impulse_t) / k2};
        for (int c = 0; c < 3; c++)
            used += (size_t)snprintf(
                text + used, sizeof text - used, "%.9g,",
                v[c] + gsl_ran_gaussian(rng, c == 2 ? noise / gyration() : noise));
        for (int c = 0; c < 3; c++) /* every 20th is wild, and half of these are flagged */
            used += (size_t)snprintf(
                text + used, sizeof text - used, "%.9g,",
                after[c] + (i % 20 == 7) +
                    gsl_ran_gaussian(rng, c == 2 ? noise / gyration() : noise));
        used += (size_t)snprintf(text + used, sizeof text - used, "%.9g,%.9g,%s\n", 1000 * x,
                                 1000 * hand * y, i % 40 == 7 ? "000100" : "000000");
    }
    gsl_rng_free(rng);
    return scratch_write(name, text);
}

static enum error_code find(const char *path, const char *laws)
{
    const struct calib_impacts_settings settings = {
        .laws = laws, .gyration = gyration(), .choice = {.folds = 2}, .quiet = true};
    memset(&output, 0, sizeof output);
    return calib_impacts_find(path, &settings, &impacts, &output, &err);
}

static void assert_covered(enum calib_impact_parameter which, double truth)
{
    const struct calib_impact_fit *fit = &impacts.fits[impacts.chosen];
    print_message("# %s %.5f(%.5f), truth %.5f\n", calib_impact_parameter_name(which),
                  fit->values.p[which], fit->uncertainty[which], truth);
    assert_true(fabs(fit->values.p[which] - truth) < 3.5 * fit->uncertainty[which]);
    assert_true(fit->uncertainty[which] < 0.1 * truth);
}

static void test_law_and_values_are_found(void **state)
{
    (void)state;
    const char *table = make_table("impacts.csv", 160, 0.02, 1);
    if (find(table, "poisson,stronge,bilinear"))
        fail_msg("%s", err.message);
    assert_int_equal(impacts.fits[impacts.chosen].law.rule, CALIB_IMPACT_BILINEAR);
    assert_int_equal(impacts.chosen, 0);
    assert_true(impacts.leads[1].lead > 3 * impacts.leads[1].uncertainty);
    assert_covered(CALIB_IMPACT_FRICTION, friction);
    assert_covered(CALIB_IMPACT_RESTITUTION, restitution);
    assert_covered(CALIB_IMPACT_COMPLIANCE, compliance);
    assert_int_equal(impacts.table.n_flagged, 4);
    assert_true(impacts.table.used.x > 0 && impacts.table.used.y > 0);
    calib_impacts_free(&impacts);
}

/* a law cannot be less likely than one that it contains */
static void test_more_parameters_never_lose(void **state)
{
    (void)state;
    const char *const laws[] = {"bilinear", "bilinear+gyration", "bilinear+speed+gyration"};
    const char *table = make_table("nested.csv", 120, 0.05, 1);
    double before = -INFINITY;
    for (size_t i = 0; i < 3; i++) {
        if (find(table, laws[i]))
            fail_msg("%s", err.message);
        print_message("# %s: %.3f\n", laws[i], impacts.fits[0].likelihood);
        assert_true(impacts.fits[0].likelihood > before - 0.01); /* where the search ends */
        before = impacts.fits[0].likelihood;
        calib_impacts_free(&impacts);
    }
}

/* Poisson's and Stronge's laws hardly differ where little slips: that is said */
static void test_what_cannot_be_told_is_said(void **state)
{
    (void)state;
    if (find(make_table("noisy.csv", 60, 0.3, 1), "poisson,stronge"))
        fail_msg("%s", err.message);
    bool said = false;
    for (size_t i = 0; i < output.n_remarks; i++)
        said |= strstr(output.remarks[i], "cannot tell") != NULL;
    assert_true(said);
    calib_impacts_free(&impacts);
}

/* one wild impact does not press the others together, and is counted; flagged ones are apart */
static void test_picture_of_outliers(void **state)
{
    (void)state;
    struct figure figure = {0};
    if (find(make_table("wild.csv", 160, 0.02, 1), "stronge"))
        fail_msg("%s", err.message);
    impacts.table.rows[3].after[0] += 100 * fabs(impacts.table.rows[3].before[1]);
    calib_impacts_draw(&impacts, &figure);
    const struct figure_panel *plane = &figure.panels[0];
    assert_true(plane->axes[1].fixed && plane->axes[1].high - plane->axes[1].low < 5);
    assert_string_equal(plane->series[0].name, "measured (1 outside)");
    assert_int_equal(plane->series[0].n, 156);
    assert_string_equal(plane->series[1].name, "flagged");
    assert_int_equal(plane->series[1].n, 4);
    /* the restitution does not see it */
    assert_string_equal(figure.panels[1].series[0].name, "measured");
    figure_free(&figure);
    calib_impacts_free(&impacts);
}

static void test_wrong_sign_is_said(void **state)
{
    (void)state;
    if (find(make_table("mirrored.csv", 100, 0.02, -1), "stronge"))
        fail_msg("%s", err.message);
    assert_true(impacts.table.used.y < 0 && impacts.table.used.x > 0);
    assert_true(impacts.table.usual.unexplained > 4 * impacts.table.used.unexplained);
    assert_non_null(strstr(output.remarks[0], "contact_y reversed"));
    calib_impacts_free(&impacts);
}

/* drops straight on the centre know nothing of friction, and restitution all the same; velocities
 * that nothing connects know neither */
static void test_what_no_impact_shows(void **state)
{
    (void)state;
    static char text[2][60 * 160];
    size_t used[2];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (int k = 0; k < 2; k++)
        used[k] = (size_t)snprintf(text[k], sizeof text[k],
                                   "vx (m/s),vy (m/s),omega (rad/s),vx_after (m/s),vy_after (m/s),"
                                   "omega_after (rad/s),contact_x (mm),contact_y (mm)\n");
    for (int i = 0; i < 60; i++) {
        const double v = gsl_ran_flat(rng, -3, -2), off = gsl_ran_gaussian(rng, 0.02);
        used[0] += (size_t)snprintf(text[0] + used[0], sizeof text[0] - used[0],
                                    "0,%.9g,0,0,%.9g,0,0,-25\n", v, -restitution * v + off);
        used[1] += (size_t)snprintf(text[1] + used[1], sizeof text[1] - used[1],
                                    "0,%.9g,0,0,%.9g,0,0,-25\n", v, v);
    }
    gsl_rng_free(rng);
    if (find(scratch_write("central.csv", text[0]), "stronge"))
        fail_msg("%s", err.message);
    assert_covered(CALIB_IMPACT_RESTITUTION, restitution);
    assert_true(isnan(impacts.fits[0].uncertainty[CALIB_IMPACT_FRICTION]));
    bool said = false;
    for (size_t i = 0; i < output.n_remarks; i++)
        said |= strstr(output.remarks[i], "friction is not determined") != NULL;
    assert_true(said);
    calib_impacts_free(&impacts);
    assert_int_equal(find(scratch_write("none.csv", text[1]), "stronge"), ERROR_NUMERIC);
    assert_non_null(strstr(err.message, "determine no parameter"));
}

static void test_bad_tables(void **state)
{
    (void)state;
    assert_int_equal(find(make_table("few.csv", 8, 0.02, 1), "stronge"), ERROR_NUMERIC);
    assert_non_null(strstr(err.message, "too few"));
    assert_int_equal(find(scratch_write("short.csv", "vx (m/s),vy (m/s)\n1,2\n"), "stronge"),
                     ERROR_INPUT);
    assert_non_null(strstr(err.message, "no column \"omega\""));
    assert_int_equal(find(make_table("unit.csv", 30, 0.02, 1), "stronge+speeed"), ERROR_USAGE);
    assert_non_null(strstr(err.message, "is no law of impact"));
}

/* 1000 impacts of a real ellipse; their contact_x and rotation have opposite handedness, and a
 * law of constant e leaves 10 % */
static void test_real_impacts(void **state)
{
    (void)state;
    const char *path = "../shared/data/impacts-ellipse/ellipse-even.csv";
    char beside[4096];
    snprintf(beside, sizeof beside, "%s/%s", getenv("TOP_SRCDIR") ? getenv("TOP_SRCDIR") : ".",
             path);
    if (find(beside, "stronge+gyration")) {
        print_message("# %s: skipped\n", err.message);
        skip();
    }
    const struct calib_impact_fit *fit = &impacts.fits[0];
    print_message("# left out: median %.2f %%, rms %.2f %%\n", 100 * fit->median, 100 * fit->rms);
    assert_true(impacts.table.used.x * impacts.table.used.y < 0);
    assert_true(fit->median < 0.09 && fit->rms < 0.12);
    calib_impacts_free(&impacts);
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
        cmocka_unit_test(test_law_and_values_are_found),
        cmocka_unit_test(test_more_parameters_never_lose),
        cmocka_unit_test(test_what_cannot_be_told_is_said),
        cmocka_unit_test(test_picture_of_outliers),
        cmocka_unit_test(test_wrong_sign_is_said),
        cmocka_unit_test(test_what_no_impact_shows),
        cmocka_unit_test(test_bad_tables),
        cmocka_unit_test(test_real_impacts),
    };
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
