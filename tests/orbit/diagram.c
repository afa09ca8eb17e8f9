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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(figure_6_1)};
    return cmocka_run_group_tests_name("orbit_diagram", tests, NULL, NULL);
}
