/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/equilibrium.h"

#include <string.h>

#include "sim/model.h"
#include "tests/orbit/rig.h"

static void sliding_as_in_the_paper(void **state)
{
    (void)state;
    const struct leine o = leine(0);
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0 m");
    for (double mu = 0.1; mu < 1.2; mu += 0.2) {
        struct orbit_point point;
        assert_ok(orbit_system_set(system, mu, err));
        assert_ok(orbit_equilibrium_find(system, ORBIT_BALANCE_SLIDING, system->setup->problem.x,
                                         &point, err));
        const double u1 = leine_equilibrium(&o, mu), s = sin(o.gamma);
        assert_close(point.place.x[0], u1, 1e-12);
        assert_close(point.place.x[1], -s * u1, 1e-12);
        assert_close(point.force_n, -o.k2 * u1 * s + (o.m1 + o.m2) * o.g, 1e-10);
        assert_string_equal(point.sequence, "slip+");
        /* M l^2 + C l + K = 0 */
        const double m = leine_mass(&o, mu), c = leine_damping(&o, mu), k = leine_stiffness(&o, mu);
        assert_int_equal(point.n_values, 2);
        for (size_t i = 0; i < 2; i++)
            assert_close(cabs((m * point.values[i] + c) * point.values[i] + k) / k, 0, 1e-12);
        assert_int_equal(point.stability, m > 0 && c > 0 ? ORBIT_STABLE : ORBIT_UNSTABLE);
        assert_int_equal(point.note[0] != '\0', m < 0); /* indeterminate beyond mu_c */
    }
    orbit_system_free(system);
}

struct list {
    size_t n;
    struct orbit_point points[4000];
};

static enum error_code take(void *context, const struct orbit_point *point, struct error *err)
{
    (void)err;
    struct list *list = context;
    assert_true(list->n < 4000);
    list->points[list->n++] = *point;
    return ERROR_OK;
}

static const struct orbit_point *special(const struct list *list, enum orbit_special kind)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->points[i].special == kind)
            return &list->points[i];
    return NULL;
}

static void follow(struct orbit_system *system, double low, double high, struct list *list)
{
    const struct orbit_range range = {low, high, 1, 0.02, 2000};
    const struct orbit_sink sink = {list, take};
    struct orbit_place start = {.value = low};
    struct orbit_follow_report report;
    memcpy(start.x, system->setup->problem.x, sizeof start.x);
    list->n = 0;
    assert_ok(orbit_equilibrium_follow(system, ORBIT_BALANCE_SLIDING, &start, &range, &sink,
                                       &report, err));
    assert_string_equal(report.why, "the end of the range");
}

/* mu_d and mu_c of (5.9) and (5.18) */
static void hopf_and_paradox(void **state)
{
    (void)state;
    struct list *list = calloc(1, sizeof *list);
    const struct leine o = leine(0);
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0 m");
    follow(system, 0.1, 1.2, list);
    assert_non_null(special(list, ORBIT_SPECIAL_HOPF));
    assert_close(special(list, ORBIT_SPECIAL_HOPF)->place.value, leine_hopf(&o), 1e-8);
    assert_non_null(special(list, ORBIT_SPECIAL_PARADOX));
    assert_close(special(list, ORBIT_SPECIAL_PARADOX)->place.value, leine_paradox(&o), 1e-8);
    assert_null(special(list, ORBIT_SPECIAL_FOLD));
    orbit_system_free(system);
    free(list);
}

/* with c1 = 10 mu_d lies beyond mu_c: the paradox alone ends stability */
static void paradox_before_hopf(void **state)
{
    (void)state;
    struct list *list = calloc(1, sizeof *list);
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction",
                                               "damping1=10 N.s/m");
    follow(system, 0.1, 1.2, list);
    const double critical = leine_paradox(
        &(struct leine){.m1 = 0.1, .m2 = 1, .gamma = acos(-1) / 8});
    assert_null(special(list, ORBIT_SPECIAL_HOPF));
    assert_close(special(list, ORBIT_SPECIAL_PARADOX)->place.value, critical, 1e-8);
    for (size_t i = 0; i < list->n; i++)
        if (list->points[i].special == ORBIT_SPECIAL_NONE)
            assert_int_equal(list->points[i].stability, list->points[i].place.value < critical
                                                            ? ORBIT_STABLE
                                                            : ORBIT_UNSTABLE);
    orbit_system_free(system);
    free(list);
}

/* full oscillator: mu_d = tan(phi_eq) by (4.16) with c_phi = 0, and A = 0 by (4.23) */
static void hopf_and_paradox_of_the_full_oscillator(void **state)
{
    (void)state;
    struct list *list = calloc(1, sizeof *list);
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002", "friction", "friction=0.5");
    follow(system, 0.1, 1.2, list);
    const struct orbit_point *hopf = special(list, ORBIT_SPECIAL_HOPF);
    const struct orbit_point *paradox = special(list, ORBIT_SPECIAL_PARADOX);
    assert_non_null(hopf);
    assert_non_null(paradox);
    assert_close(hopf->place.value, tan(hopf->place.x[0]), 1e-8);
    assert_close(paradox->place.value, tan(paradox->place.x[0]) + 0.1 / tan(paradox->place.x[0]),
                 1e-8);
    orbit_system_free(system);
    free(list);
}

/* the rig's: where the branch turns, an eigenvalue is zero, and one more is
 * unstable beyond */
static void an_eigenvalue_vanishes_at_a_fold(void **state)
{
    (void)state;
    struct list *list = calloc(1, sizeof *list);
    struct orbit_system *system = ORBIT_SYSTEM("zhao-2008", "friction", "theta1=32 deg");
    follow(system, 0.2, 1, list);
    const struct orbit_point *fold = special(list, ORBIT_SPECIAL_FOLD);
    assert_non_null(fold);
    assert_close(creal(fold->values[fold->n_values - 1]), 0, 2e-3);
    assert_int_equal(fold[-1].stability, ORBIT_STABLE);
    assert_int_equal(fold[1].stability, ORBIT_UNSTABLE);
    assert_true(list->n < 400); /* steps are long where the branch is straight */
    orbit_system_free(system);
    free(list);
}

/* on a still belt everything between the ends of (5.11) with v_dr = 0 rests */
static void the_ends_of_sticking(void **state)
{
    (void)state;
    const struct leine o = leine(0);
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "belt_speed=0 m/s",
                                               "static_friction=0.5");
    enum orbit_balance kinds[3];
    assert_int_equal(orbit_equilibrium_kinds(system, kinds), 3);
    for (int sign = -1; sign <= 1; sign += 2) {
        struct orbit_point point;
        const double mu = 0.5 * sign, s = sin(o.gamma), c = cos(o.gamma);
        assert_ok(orbit_system_set(system, 0.4, err)); /* the static one counts */
        assert_ok(
            orbit_equilibrium_find(system, kinds[sign > 0], system->setup->problem.x, &point, err));
        assert_close(point.place.x[0],
                     ((s + mu * c) * (o.m1 + o.m2) * o.g - o.m1 * o.g * s) /
                         (o.k1 + o.k2 * s * (s + mu * c)),
                     1e-12);
        assert_int_equal(point.n_values, 0);
    }
    orbit_system_free(system);
}

/* the springs cut and the belt's pull gone, the tip would hang below the surface */
static void free_below_the_surface_is_infeasible(void **state)
{
    (void)state;
    struct orbit_point point;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0 m");
    assert_ok(
        orbit_equilibrium_find(system, ORBIT_BALANCE_FREE, system->setup->problem.x, &point, err));
    assert_close(point.place.x[1], -1.1 * 10 / 100, 1e-12);
    assert_string_equal(point.measure.broken, "the tip penetrates the surface");
    orbit_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sliding_as_in_the_paper),
        cmocka_unit_test(hopf_and_paradox),
        cmocka_unit_test(paradox_before_hopf),
        cmocka_unit_test(hopf_and_paradox_of_the_full_oscillator),
        cmocka_unit_test(an_eigenvalue_vanishes_at_a_fold),
        cmocka_unit_test(the_ends_of_sticking),
        cmocka_unit_test(free_below_the_surface_is_infeasible),
    };
    return cmocka_run_group_tests_name("orbit_equilibrium", tests, NULL, NULL);
}
