/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the chain against its geometry, for every number of links, and against
 * two-link */
#include "sim/evaluate.h"
#include "sim/extras.h"
#include "sim/start.h"
#include "tests/sim/models/check.h"

#include <stdio.h>
#include <string.h>

/* value of mass, mass2, mass3 ...: link or joint i, from 0 */
static double at(const double *p, const char *name, size_t i)
{
    char text[32];
    snprintf(text, sizeof text, i ? "%s%zu" : "%s", name, i + 1);
    return check_get("chain", p, text);
}

/* of the joint over link i: stiffness, stiffness3, stiffness4 ... */
static double joint(const double *p, const char *name, size_t i)
{
    return at(p, name, i == 1 ? 0 : i);
}

static void place(const double *p, size_t n, const double complex *q, struct check_place *out)
{
    double complex x = 0, y = check_get("chain", p, "height");
    double g = check_get("chain", p, "gravity"), top = creal(y);
    out->n_bodies = n;
    for (size_t i = 0; i < n; i++) {
        double m = at(p, "mass", i), l = at(p, "length", i);
        double complex dx = l * csin(q[i]), dy = -l * ccos(q[i]);
        out->bodies[i] = (struct check_body){m, m * l * l / 12, x + dx / 2, y + dy / 2, q[i]};
        out->potential += m * g * (y + dy / 2 - top);
        x += dx;
        y += dy;
        if (i > 0) {
            double complex twist = q[i - 1] - q[i] - joint(p, "rest_angle", i);
            out->potential += joint(p, "stiffness", i) * twist * twist / 2;
        }
    }
    out->tip_t = x;
    out->tip_n = y;
}

static void damper(const double *p, size_t n, const double *v, double *force)
{
    memset(force, 0, n * sizeof *force);
    for (size_t i = 0; i < n; i++) {
        double torque = at(p, "damping", i) * (v[i] - (i ? v[i - 1] : 0));
        force[i] -= torque;
        if (i > 0)
            force[i - 1] += torque;
    }
}

static const struct check_facts chains[] = {
    {"chain", 2, place, damper}, {"chain", 3, place, damper}, {"chain", 4, place, damper},
    {"chain", 5, place, damper}, {"chain", 6, place, damper},
};

/* a chain of two and a two-link with the same values under the same names */
static void draw_twins(struct check_random *random, double *chain, double *two, double *x)
{
    const struct mechanism *table = &sim_registry_find("two-link")->table;
    check_draw(random, "two-link", 2, two, x);
    check_draw(random, "chain", 2, chain, x);
    for (size_t i = 0; i < table->n_parameters; i++)
        check_set("chain", chain, table->parameters[i].name, two[i]);
}

/* to the last bits of what each row adds up */
static void test_two_links_are_the_two_link(void **state)
{
    (void)state;
    struct check_random random = {1};
    const struct sim_model *a = sim_registry_find("chain");
    const struct sim_model *b = sim_registry_find("two-link");
    for (int k = 0; k < 1000; k++) {
        double p[SIM_MAX_PARAMETERS], r[SIM_MAX_PARAMETERS], x[4];
        struct sim_terms s = {0}, t = {0};
        double u[sizeof s / sizeof(double)], w[sizeof s / sizeof(double)];
        draw_twins(&random, p, r, x);
        sim_terms_at(a, p, 2, x, x + 2, &s);
        sim_terms_at(b, r, 2, x, x + 2, &t);
        memcpy(u, &s, sizeof s);
        memcpy(w, &t, sizeof t);
        for (size_t i = 0; i < sizeof u / sizeof *u; i++)
            check_near("terms", u[i], w[i], 1e-13);
        check_near("energy", sim_energy_at(a, p, 2, x, x + 2), sim_energy_at(b, r, 2, x, x + 2),
                   1e-13);
        check_near("dissipation", sim_dissipation_at(a, p, 2, x, x + 2),
                   sim_dissipation_at(b, r, 2, x, x + 2), 1e-13);
    }
}

static void test_starts_are_the_two_link_s(void **state)
{
    (void)state;
    struct check_random random = {2};
    const bool parameters[SIM_MAX_PARAMETERS] = {false};
    const bool states[4] = {true, false, true, false};
    const struct sim_given given = {parameters, states};
    int found = 0;
    for (int k = 0; k < 1000; k++) {
        double p[SIM_MAX_PARAMETERS], r[SIM_MAX_PARAMETERS], x[4], y[4];
        draw_twins(&random, p, r, x);
        memcpy(y, x, sizeof y);
        const char *failure = sim_start_at(sim_registry_find("two-link"), r, 2, y, &given);
        assert_int_equal(!sim_start_at(sim_registry_find("chain"), p, 2, x, &given), !failure);
        if (failure)
            continue;
        found++;
        for (size_t i = 0; i < 4; i++)
            check_near("state", x[i], y[i], 1e-13);
        check_near("rest angle", check_get("chain", p, "rest_angle"),
                   check_get("two-link", r, "rest_angle"), 1e-13);
    }
    assert_true(found > 100);
}

static void test_rows_of_the_table_agree_with_the_two_link(void **state)
{
    (void)state;
    const struct mechanism *two = &sim_registry_find("two-link")->table;
    const struct mechanism *chain = &sim_registry_find("chain")->table;
    for (size_t i = 0; i < two->n_parameters; i++) {
        const struct quantity *a = &two->parameters[i], *b = NULL;
        for (size_t j = 0; j < chain->n_parameters; j++)
            if (strcmp(a->name, chain->parameters[j].name) == 0)
                b = &chain->parameters[j];
        assert_non_null(b);
        assert_string_equal(a->unit, b->unit);
        assert_int_equal(a->range, b->range);
        assert_int_equal(a->fallback, b->fallback);
        if (a->same_as)
            assert_string_equal(a->same_as, b->same_as);
    }
}

static void test_middle_links_start_at_rest(void **state)
{
    (void)state;
    struct check_random random = {4};
    const bool parameters[SIM_MAX_PARAMETERS] = {false};
    const bool states[6] = {true, true, true, true, false, false};
    const struct sim_given given = {parameters, states};
    double p[SIM_MAX_PARAMETERS], x[6];
    check_draw(&random, "chain", 3, p, x);
    x[4] = x[5] = NAN;
    assert_null(sim_start_at(sim_registry_find("chain"), p, 3, x, &given));
    assert_true(x[4] == 0);
    check_near("tip speed",
               at(p, "length", 0) * sin(x[0]) * x[3] + at(p, "length", 2) * sin(x[2]) * x[5], 0,
               1e-14);
}

static void test_bad_starts_are_refused(void **state)
{
    (void)state;
    struct check_random random = {3};
    const struct sim_model *chain = sim_registry_find("chain");
    double p[SIM_MAX_PARAMETERS], x[12];
    bool parameters[SIM_MAX_PARAMETERS] = {false};
    bool states[12];
    const struct sim_given given = {parameters, states};
    memset(states, true, sizeof states);
    check_draw(&random, "chain", 3, p, x);
    assert_null(sim_start_at(chain, p, 3, x, &given));
    states[1] = false; /* a middle angle */
    assert_non_null(sim_start_at(chain, p, 3, x, &given));
    states[1] = true;
    states[2] = false; /* the last one, too high to reach down from */
    check_set("chain", p, "height", 100);
    assert_non_null(sim_start_at(chain, p, 3, x, &given));
    states[2] = true;
    check_set("chain", p, "links", 2.5);
    assert_non_null(sim_start_at(chain, p, 2, x, &given));
    check_set("chain", p, "links", 1);
    assert_non_null(sim_start_at(chain, p, 1, x, &given));
    check_set("chain", p, "links", 7);
    assert_non_null(sim_start_at(chain, p, 7, x, &given));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHECK_ALL(&chains[0]),
        CHECK_ALL(&chains[1]),
        CHECK_ALL(&chains[2]),
        CHECK_ALL(&chains[3]),
        CHECK_ALL(&chains[4]),
        cmocka_unit_test(test_two_links_are_the_two_link),
        cmocka_unit_test(test_starts_are_the_two_link_s),
        cmocka_unit_test(test_rows_of_the_table_agree_with_the_two_link),
        cmocka_unit_test(test_middle_links_start_at_rest),
        cmocka_unit_test(test_bad_starts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
