/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/follow.h"

#include <string.h>

#include "tests/orbit/rig.h"

/* families of one unknown x and the parameter p, written down as curves */
struct plane {
    double (*equation)(double x, double p, double *by_x, double *by_p);
    const char *(*sequence)(double x, double p);
    int (*unstable)(double x, double p);
    double (*test)(double x, double p);
    double x, p; /* of the last evaluation */
    /* what was told */
    size_t n;
    struct {
        double x, p;
        enum orbit_special special;
        char note[ORBIT_NOTE_SIZE];
    } told[4000];
};

static enum error_code evaluate(void *context, const double *y, double *residual, double *jacobian,
                                struct error *err)
{
    (void)err;
    struct plane *plane = context;
    plane->x = y[0];
    plane->p = y[1];
    residual[0] = plane->equation(y[0], y[1], &jacobian[0], &jacobian[1]);
    return ERROR_OK;
}

static bool judge(void *context, struct orbit_verdict *verdict)
{
    const struct plane *plane = context;
    *verdict = (struct orbit_verdict){.unstable = 0};
    strcpy(verdict->sequence, plane->sequence ? plane->sequence(plane->x, plane->p) : "one");
    if (plane->unstable)
        verdict->unstable = plane->unstable(plane->x, plane->p);
    verdict->tests[0] = plane->test ? plane->test(plane->x, plane->p) : 1;
    return true;
}

static enum orbit_special crossing(void *context)
{
    (void)context;
    return ORBIT_SPECIAL_FLIP;
}

static enum error_code tell(void *context, const struct orbit_curve_point *point,
                            enum orbit_special special, const char *note, struct error *err)
{
    struct plane *plane = context;
    if (plane->n == sizeof plane->told / sizeof *plane->told)
        return error_set(err, ERROR_NUMERIC, "too many points");
    plane->told[plane->n].x = point->y[0];
    plane->told[plane->n].p = point->y[1];
    plane->told[plane->n].special = special;
    strcpy(plane->told[plane->n++].note, note);
    return ERROR_OK;
}

static struct orbit_follow_report follow(struct plane *plane, double x, double p, double low,
                                         double high, double direction)
{
    const struct orbit_curve curve = {1, plane, evaluate};
    const struct orbit_family family = {.curve = &curve,
                                        .context = plane,
                                        .n_tests = 1,
                                        .tests = {ORBIT_SPECIAL_PARADOX},
                                        .judge = judge,
                                        .crossing = crossing,
                                        .tell = tell};
    const struct orbit_follow_settings settings = {low, high, direction, 0.05, 3000};
    struct orbit_curve_point start = {.y = {x, p}};
    struct orbit_follow_report report;
    assert_ok(orbit_follow(&family, &settings, &start, &report, err));
    assert_int_equal(report.points, (long)plane->n);
    return report;
}

/* the i-th point of a kind; fails where there is none */
static size_t special(const struct plane *plane, enum orbit_special kind, size_t i)
{
    for (size_t k = 0; k < plane->n; k++)
        if (plane->told[k].special == kind && i-- == 0)
            return k;
    fail_msg("no such %s", orbit_special_word(kind));
    return 0;
}

static size_t count(const struct plane *plane, enum orbit_special kind)
{
    size_t n = 0;
    for (size_t k = 0; k < plane->n; k++)
        n += plane->told[k].special == kind;
    return n;
}

/* p = x^3 - x: folds at x = -+1/sqrt(3) */
static double cubic(double x, double p, double *by_x, double *by_p)
{
    *by_x = 3 * x * x - 1;
    *by_p = -1;
    return x * x * x - x - p;
}

static void goes_round_folds(void **state)
{
    (void)state;
    struct plane *plane = calloc(1, sizeof *plane);
    plane->equation = cubic;
    struct orbit_follow_report report = follow(plane, -2, -6, -6, 6, 1);
    const double fold = 2 / (3 * sqrt(3));
    assert_int_equal(count(plane, ORBIT_SPECIAL_FOLD), 2);
    assert_close(plane->told[special(plane, ORBIT_SPECIAL_FOLD, 0)].p, fold, 1e-9);
    assert_close(plane->told[special(plane, ORBIT_SPECIAL_FOLD, 0)].x, -1 / sqrt(3), 1e-8);
    assert_close(plane->told[special(plane, ORBIT_SPECIAL_FOLD, 1)].p, -fold, 1e-9);
    /* the last point is on the border, to the bit */
    assert_close(plane->told[plane->n - 1].p, 6, 0);
    assert_close(plane->told[plane->n - 1].x, 2, 1e-10);
    assert_int_equal(plane->told[plane->n - 1].special, ORBIT_SPECIAL_END);
    assert_string_equal(report.why, "the end of the range");
    for (size_t i = 0; i < plane->n; i++)
        assert_close(pow(plane->told[i].x, 3) - plane->told[i].x, plane->told[i].p, 1e-7);
    free(plane);
}

static int unstable_middle(double x, double p)
{
    (void)p;
    return fabs(x) < 1 / sqrt(3) || fabs(x - 1) < 0.1;
}

static double test_at_two_thirds(double x, double p)
{
    (void)p;
    return x - 2.0 / 3;
}

static void names_tests_and_changes_of_stability(void **state)
{
    (void)state;
    struct plane *plane = calloc(1, sizeof *plane);
    plane->equation = cubic;
    plane->unstable = unstable_middle;
    plane->test = test_at_two_thirds;
    follow(plane, -2, -6, -6, 6, 1);
    assert_int_equal(count(plane, ORBIT_SPECIAL_FOLD), 2);
    assert_int_equal(count(plane, ORBIT_SPECIAL_PARADOX), 1);
    assert_close(plane->told[special(plane, ORBIT_SPECIAL_PARADOX, 0)].x, 2.0 / 3, 1e-9);
    /* those at the folds are the folds; left are 0.9 and 1.1 */
    assert_int_equal(count(plane, ORBIT_SPECIAL_FLIP), 2);
    assert_close(plane->told[special(plane, ORBIT_SPECIAL_FLIP, 0)].x, 0.9, 1e-9);
    assert_close(plane->told[special(plane, ORBIT_SPECIAL_FLIP, 1)].x, 1.1, 1e-9);
    free(plane);
}

/* p = x for x > 0.5, p = 0.5 + 4 (x - 0.5) below */
static double kink(double x, double p, double *by_x, double *by_p)
{
    *by_x = x > 0.5 ? 1 : 4;
    *by_p = -1;
    return 0.5 + *by_x * (x - 0.5) - p;
}

static const char *sides(double x, double p)
{
    (void)p;
    return x > 0.5 ? "right" : "left";
}

static void turns_at_a_kink(void **state)
{
    (void)state;
    struct plane *plane = calloc(1, sizeof *plane);
    plane->equation = kink;
    plane->sequence = sides;
    follow(plane, 2, 2, -1, 2, -1);
    const size_t at = special(plane, ORBIT_SPECIAL_SEQUENCE, 0);
    assert_close(plane->told[at].p, 0.5, 1e-8);
    assert_string_equal(plane->told[at].note, "right -> left");
    assert_int_equal(count(plane, ORBIT_SPECIAL_SEQUENCE), 1);
    assert_int_equal(count(plane, ORBIT_SPECIAL_FOLD), 0);
    assert_close(plane->told[plane->n - 1].x, 0.125, 1e-9);
    free(plane);
}

/* p = 0.25 + |x - 0.5|, which no plane across the old direction meets beyond */
static double corner(double x, double p, double *by_x, double *by_p)
{
    *by_x = x > 0.5 ? 1 : -1;
    *by_p = -1;
    return 0.25 + fabs(x - 0.5) - p;
}

static void turns_back_at_a_corner(void **state)
{
    (void)state;
    struct plane *plane = calloc(1, sizeof *plane);
    plane->equation = corner;
    plane->sequence = sides;
    follow(plane, 1.25, 1, 0, 1, -1);
    const size_t at = special(plane, ORBIT_SPECIAL_FOLD, 0);
    assert_close(plane->told[at].p, 0.25, 1e-8);
    assert_string_equal(plane->told[at].note, "right -> left");
    assert_close(plane->told[plane->n - 1].p, 1, 0);
    assert_close(plane->told[plane->n - 1].x, -0.25, 1e-9);
    free(plane);
}

/* p = x - 0.25 to the right of 0.5, 0.25 + 3 (0.5 - x) to the left: more back than on */
static double spike(double x, double p, double *by_x, double *by_p)
{
    *by_x = x > 0.5 ? 1 : -3;
    *by_p = -1;
    return 0.25 + *by_x * (x - 0.5) - p;
}

static void turns_back_at_a_spike(void **state)
{
    (void)state;
    struct plane *plane = calloc(1, sizeof *plane);
    plane->equation = spike;
    plane->sequence = sides;
    follow(plane, 1.25, 1, 0, 1, -1);
    assert_close(plane->told[special(plane, ORBIT_SPECIAL_FOLD, 0)].p, 0.25, 1e-8);
    assert_close(plane->told[plane->n - 1].p, 1, 0);
    assert_close(plane->told[plane->n - 1].x, 0.25, 1e-9);
    free(plane);
}

/* a curve that ends: nothing comes back beyond p = 0 */
static double half(double x, double p, double *by_x, double *by_p)
{
    *by_x = 1;
    *by_p = p > 0 ? -1 : NAN;
    return p > 0 ? x - p : NAN;
}

static void a_branch_that_ends_is_kept_and_says_why(void **state)
{
    (void)state;
    struct plane *plane = calloc(1, sizeof *plane);
    plane->equation = half;
    struct orbit_follow_report report = follow(plane, 1, 1, -1, 1, -1);
    assert_non_null(strstr(report.why, "cannot be followed further"));
    assert_int_equal(plane->told[plane->n - 1].special, ORBIT_SPECIAL_END);
    assert_close(plane->told[plane->n - 1].p, 0, 1e-6);
    free(plane);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_round_folds),
        cmocka_unit_test(names_tests_and_changes_of_stability),
        cmocka_unit_test(turns_at_a_kink),
        cmocka_unit_test(turns_back_at_a_corner),
        cmocka_unit_test(turns_back_at_a_spike),
        cmocka_unit_test(a_branch_that_ends_is_kept_and_says_why),
    };
    return cmocka_run_group_tests_name("orbit_follow", tests, NULL, NULL);
}
