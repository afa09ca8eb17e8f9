/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/sweep.h"

#include <string.h>

#include "tests/orbit/rig.h"

enum { POINTS = 11 };

static void sweep_all(const struct orbit_sweep *sweep, enum orbit_sweep_start start,
                      struct orbit_point *rows)
{
    assert_ok(orbit_sweep_chain(sweep, &(struct orbit_chain){start, 0, sweep->points}, rows, NULL,
                                NULL, err));
}

static void values_reach_both_ends(void **state)
{
    (void)state;
    const struct orbit_sweep sweep = {.low = 0.1, .high = 0.7, .points = 4};
    assert_close(orbit_sweep_value(&sweep, 0), 0.1, 0);
    assert_close(orbit_sweep_value(&sweep, 1), 0.3, 1e-16);
    assert_close(orbit_sweep_value(&sweep, 3), 0.7, 0);
}

/* figure 6.4: between the fold near 0.5525 and mu_c = 0.6556 both are stable */
static void up_and_down_differ_where_two_coexist(void **state)
{
    (void)state;
    struct rig *rig = orbit_rig("leine-2002-simple",
                                (const char *const[]){"damping1=10 N.s/m", NULL});
    const struct orbit_sweep sweep = {.rig = rig,
                                      .parameter = "friction",
                                      .low = 0.52,
                                      .high = 0.72,
                                      .points = POINTS,
                                      .settle = 5,
                                      .rtol = 1e-10};
    struct orbit_point up[POINTS], down[POINTS], each[POINTS];
    sweep_all(&sweep, ORBIT_SWEEP_UP, up);
    sweep_all(&sweep, ORBIT_SWEEP_DOWN, down);
    const struct leine o = leine(10);
    for (size_t i = 0; i < POINTS; i++) {
        const double mu = 0.52 + 0.02 * (double)i;
        assert_close(up[i].place.value, mu, 1e-15);
        assert_int_equal(up[i].periodic, mu > 0.6556);
        assert_int_equal(down[i].periodic, mu > 0.5525);
        if (up[i].periodic)
            assert_close(orbit_measure_peak(&up[i].measure, 2), 1.0824, 5e-5); /* docs/physics.md */
        else
            assert_close(up[i].measure.high[0], leine_equilibrium(&o, mu), 1e-7);
        if (down[i].periodic)
            assert_string_equal(down[i].sequence, "impact-stop flight");
    }
    /* a chain of one is the same whoever computes it */
    for (size_t i = POINTS; i-- > 0;)
        assert_ok(orbit_sweep_chain(&sweep, &(struct orbit_chain){ORBIT_SWEEP_EACH, i, 1}, each,
                                    NULL, NULL, err));
    struct orbit_point again[POINTS];
    sweep_all(&sweep, ORBIT_SWEEP_EACH, again);
    for (size_t i = 0; i < POINTS; i++)
        assert_memory_equal(each[i].place.x, again[i].place.x, sizeof each[i].place.x);
    rig_free(rig);
}

/* a parameter that moves the surface under the tip: the state is put on it again */
static void the_state_follows_the_surface(void **state)
{
    (void)state;
    struct rig *rig = orbit_rig("leine-2002-simple", (const char *const[]){"friction=0.3", NULL});
    const struct orbit_sweep sweep = {.rig = rig,
                                      .parameter = "angle",
                                      .low = 0.38,
                                      .high = 0.40,
                                      .points = 5,
                                      .settle = 20,
                                      .rtol = 1e-10};
    struct orbit_point rows[2][5];
    sweep_all(&sweep, ORBIT_SWEEP_UP, rows[0]);
    sweep_all(&sweep, ORBIT_SWEEP_DOWN, rows[1]);
    for (size_t i = 0; i < 10; i++) {
        const struct orbit_point *row = &rows[i / 5][i % 5];
        assert_string_equal(row->note, "");
        assert_string_equal(row->sequence, "slip+");
        struct leine o = leine(0);
        o.gamma = row->place.value;
        assert_close(row->measure.low[0], leine_equilibrium(&o, 0.3), 1e-7);
    }
    rig_free(rig);
}

static void what_fails_is_a_row_with_a_note(void **state)
{
    (void)state;
    struct rig *rig = orbit_rig("leine-2002-simple",
                                (const char *const[]){"static_friction=0.5", NULL});
    const struct orbit_sweep sweep = {.rig = rig,
                                      .parameter = "friction",
                                      .low = 0.4,
                                      .high = 0.6,
                                      .points = 3,
                                      .settle = 1,
                                      .rtol = 1e-9};
    struct orbit_point up[3];
    sweep_all(&sweep, ORBIT_SWEEP_UP, up);
    assert_string_equal(up[0].note, "");
    assert_non_null(strstr(up[2].note, "static_friction"));
    assert_null(strchr(up[2].note, ','));
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_reach_both_ends),
        cmocka_unit_test(up_and_down_differ_where_two_coexist),
        cmocka_unit_test(the_state_follows_the_surface),
        cmocka_unit_test(what_fails_is_a_row_with_a_note),
    };
    return cmocka_run_group_tests_name("orbit_sweep", tests, NULL, NULL);
}
