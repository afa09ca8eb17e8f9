/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/diagram.h"

#include <string.h>

#include "tests/orbit/rig.h"

static size_t count(const struct orbit_diagram *diagram, const char *kind)
{
    size_t n = 0;
    for (size_t b = 0; b < diagram->n; b++)
        n += strcmp(diagram->branches[b].kind, kind) == 0;
    return n;
}

static bool has(const struct orbit_diagram *diagram, enum orbit_special special, double value)
{
    for (size_t b = 0; b < diagram->n; b++)
        for (size_t i = 0; i < diagram->branches[b].n; i++)
            if (diagram->branches[b].points[i].special == special &&
                fabs(diagram->branches[b].points[i].place.value - value) < 1e-8)
                return true;
    return false;
}

/* figure 6.1: one branch, followed both ways from the first attractor above mu_d,
 * and every attractor of both sweeps on it */
static void figure_6_1(void **state)
{
    (void)state;
    struct rig *rig = orbit_rig("leine-2002-simple", NULL);
    const struct leine o = leine(0);
    const struct orbit_sweep sweep = {.rig = rig,
                                      .parameter = "friction",
                                      .low = 0.3,
                                      .high = 1.1,
                                      .points = 9,
                                      .settle = 10,
                                      .rtol = 1e-10};
    const struct orbit_range range = {0.3, 1.1, 1, 0.02, 2000};
    struct orbit_diagram diagram;
    assert_ok(orbit_diagram_make(&sweep, &range, 2, &diagram, err));
    assert_int_equal(count(&diagram, "up"), 1);
    assert_int_equal(count(&diagram, "down"), 1);
    assert_int_equal(count(&diagram, "equilibrium"), 1);
    assert_int_equal(count(&diagram, "orbit"), 2);
    assert_true(has(&diagram, ORBIT_SPECIAL_HOPF, leine_hopf(&o)));
    assert_true(has(&diagram, ORBIT_SPECIAL_PARADOX, leine_paradox(&o)));
    assert_true(has(&diagram, ORBIT_SPECIAL_SEQUENCE, leine_paradox(&o)));
    assert_true(has(&diagram, ORBIT_SPECIAL_GRAZING, leine_hopf(&o)));
    /* 0.5 to 1.1 in both directions */
    assert_int_equal(diagram.attractors, 14);
    assert_int_equal(diagram.met, 14);
    assert_true(diagram.apart < 1e-3);
    orbit_diagram_free(&diagram);
    rig_free(rig);
}

/* Slip of this oscillator is linear, so that orbits without an event are there at the Hopf value of
 * friction alone. Beside the place where that is the paradox value a branch leapt onto the
 * equilibrium, which returns after any time, and told of flips there; and Newton's method asked
 * for periods of hours. */
static void no_branch_leaps_onto_the_equilibrium(void **state)
{
    (void)state;
    struct rig *rig = orbit_rig("leine-2002-simple", NULL);
    const double dampings[] = {0.8535003662109375, 2.0239367648973734};
    for (size_t k = 0; k < 2; k++) {
        const struct leine o = leine(dampings[k]);
        const struct orbit_sweep sweep = {.rig = rig,
                                          .parameter = "friction",
                                          .low = 0.6,
                                          .high = 0.7,
                                          .points = 3,
                                          .settle = 20,
                                          .rtol = 1e-11};
        const struct orbit_range range = {0.2, 1.2, 1, 0.02, 300};
        struct orbit_diagram diagram;
        assert_ok(rig_set_value(rig, "damping1", dampings[k], err));
        assert_ok(orbit_diagram_make(&sweep, &range, 2, &diagram, err));
        assert_true(count(&diagram, "orbit") > 0);
        for (size_t b = 0; b < diagram.n; b++)
            for (size_t i = 0; i < diagram.branches[b].n; i++) {
                const struct orbit_point *point = &diagram.branches[b].points[i];
                if (point->periodic && strcmp(point->sequence, "slip+") == 0)
                    assert_close(point->place.value, leine_hopf(&o), 1e-6);
            }
        orbit_diagram_free(&diagram);
    }
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(figure_6_1),
                                       cmocka_unit_test(no_branch_leaps_onto_the_equilibrium)};
    return cmocka_run_group_tests_name("orbit_diagram", tests, NULL, NULL);
}
