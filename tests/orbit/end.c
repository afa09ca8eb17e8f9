/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equilibrium that shrinking orbits lead to, from two orbits that are told by hand. */
#include "config.h"

#include "orbit/end.h"

#include "tests/orbit/rig.h"

static const struct orbit_range range = {.low = 0.3, .high = 1, .step = 0.02};

/* two orbits on a straight line that has no period at `limit` */
static bool find(struct orbit_system *system, double limit, double slope, struct orbit_point *end)
{
    const struct leine o = leine(10);
    struct orbit_place places[2] = {0};
    for (int i = 0; i < 2; i++) {
        struct orbit_place *place = &places[i];
        place->value = limit - 0.01 * (2 - i);
        place->period = slope * (limit - place->value);
        place->x[0] = leine_equilibrium(&o, place->value) + 1e-4;
        place->x[1] = -place->x[0] * tan(o.gamma);
        place->x[2] = 0.1;
    }
    return orbit_end_find(system, &places[0], &places[1], &range, end);
}

static void it_is_where_the_period_would_be_zero(void **state)
{
    (void)state;
    const struct leine o = leine(10);
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction",
                                               "damping1=10 N.s/m");
    struct orbit_point end;
    assert_true(find(system, leine_paradox(&o) + 2e-4, 0.2, &end));
    assert_int_equal(end.special, ORBIT_SPECIAL_PARADOX);
    assert_close(end.place.value, leine_paradox(&o), 1e-8);
    assert_false(find(system, leine_paradox(&o) - 0.003, 0.2, &end)); /* that is elsewhere */
    assert_false(find(system, 0.5, 0.2, &end));                       /* nothing happens there */
    orbit_system_free(system);
}

static void periods_that_do_not_change_lead_nowhere(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction",
                                               "damping1=10 N.s/m");
    const struct orbit_place places[2] = {{.value = 0.6, .period = 1},
                                          {.value = 0.61, .period = 1}};
    struct orbit_point end;
    assert_false(orbit_end_find(system, &places[0], &places[1], &range, &end));
    orbit_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_where_the_period_would_be_zero),
        cmocka_unit_test(periods_that_do_not_change_lead_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
