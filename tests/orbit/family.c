/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/family.h"

#include <string.h>

#include "orbit/attractor.h"
#include "sim/simulate.h"
#include "tests/orbit/rig.h"

static struct orbit_point attractor(struct orbit_system *system, double value)
{
    struct orbit_attractor found;
    struct orbit_point point;
    assert_ok(orbit_system_set(system, value, err));
    assert_ok(orbit_attractor_find(system, system->setup->problem.x, false, 10, &found, err));
    assert_int_equal(found.kind, ORBIT_PERIODIC);
    assert_ok(orbit_family_find(system, &found.place, &point, err));
    assert_null(point.measure.broken);
    return point;
}

/* docs/physics.md: periods and amplitudes of the papers' orbits, computed with an
 * independent program, and rounded there as here */
static void orbits_of_paper_3(void **state)
{
    (void)state;
    static const struct {
        const char *rig, *damping;
        double mu, period, peak;
        double period_places, peak_places;
        const char *sequence;
    } rows[] = {
        {"leine-2002-simple", "damping1=0 N.s/m", 0.5, 0.17019, 1.3061, 1e-5, 1e-4,
         "stick slip+ flight impact slip+"},
        {"leine-2002-simple", "damping1=0 N.s/m", 1, 0.28745, 3.6200, 1e-5, 1e-4,
         "stick flight impact"},
        {"leine-2002", "friction=0.5", 0.5, 0.194993, 1.1166, 1e-6, 1e-4,
         "stick slip+ flight impact"},
        {"leine-2002", "friction=0.5", 1, 0.207993, 1.8515, 1e-6, 1e-4, "stick flight impact"},
        {"leine-2002-simple", "damping1=10 N.s/m", 0.7, 0.06305, 1.0824, 1e-5, 1e-4,
         "impact-stop flight"},
        {"leine-2002-simple", "damping1=10 N.s/m", 0.9, 0.06305, 1.0824, 1e-5, 1e-4,
         "impact-stop flight"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct orbit_system *system = ORBIT_SYSTEM(rows[i].rig, "friction", rows[i].damping);
        struct orbit_point point = attractor(system, rows[i].mu);
        assert_close(point.place.period, rows[i].period, 0.51 * rows[i].period_places);
        assert_close(orbit_measure_peak(&point.measure, 2), rows[i].peak,
                     0.51 * rows[i].peak_places);
        assert_string_equal(point.sequence, rows[i].sequence);
        assert_int_equal(point.stability, ORBIT_STABLE);
        orbit_system_free(system);
    }
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

static struct list *follow(struct orbit_system *system, double from, double low, double high,
                           int direction, struct orbit_follow_report *report)
{
    struct list *list = calloc(1, sizeof *list);
    struct orbit_point start = attractor(system, from);
    const struct orbit_range range = {low, high, direction, 0.02, 3000};
    const struct orbit_sink sink = {list, take};
    assert_ok(orbit_family_follow(system, &start.place, &range, &sink, report, err));
    for (size_t i = 0; i < list->n; i++)
        if (list->points[i].measure.broken)
            fail_msg("at %.9g: %s", list->points[i].place.value, list->points[i].measure.broken);
    return list;
}

/* the i-th special point after the start, which fails when it is of another kind */
static const struct orbit_point *special(const struct list *list, size_t i, enum orbit_special kind)
{
    for (size_t k = 0; k < list->n; k++) {
        if (list->points[k].special <= ORBIT_SPECIAL_START || i-- > 0)
            continue;
        assert_string_equal(orbit_special_word(list->points[k].special), orbit_special_word(kind));
        return &list->points[k];
    }
    fail_msg("no %s", orbit_special_word(kind));
    return NULL;
}

/* figures 6.1 and 6.2: C, B, D and A, in the order in which they are met from
 * the right; C and A of (5.18) and (5.9), D where the harmonic orbit touches b = 0 */
static void branch_of_figure_6_1(void **state)
{
    (void)state;
    const struct leine o = leine(0);
    double omega;
    const double amplitude = leine_touching(&o, &omega);
    struct orbit_follow_report report;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0 m");
    struct list *list = follow(system, 1, 0.3, 1, -1, &report);
    const struct orbit_point *c = special(list, 0, ORBIT_SPECIAL_SEQUENCE);
    const struct orbit_point *b = special(list, 2, ORBIT_SPECIAL_FOLD);
    const struct orbit_point *d = special(list, 3, ORBIT_SPECIAL_GRAZING);
    const struct orbit_point *a = special(list, 4, ORBIT_SPECIAL_HOPF);
    assert_close(c->place.value, leine_paradox(&o), 1e-8);
    assert_non_null(strstr(c->note, "stick flight impact -> stick slip+ flight impact"));
    assert_true(b->place.value < leine_hopf(&o) && b->place.value > 0.4);
    assert_close(d->place.value, leine_hopf(&o), 1e-8);
    assert_close(d->place.period, 2 * acos(-1) / omega, 1e-8);
    assert_close(orbit_measure_peak(&d->measure, 2), amplitude * omega, 1e-5);
    assert_close(a->place.value, leine_hopf(&o), 1e-8);
    assert_string_equal(report.why, "the orbit shrinks to an equilibrium");
    /* stable from the right to B, unstable to D, marginal to A */
    for (const struct orbit_point *p = list->points; p < list->points + list->n; p++)
        if (!p->special)
            assert_int_equal(p->stability, p < b   ? ORBIT_STABLE
                                           : p < d ? ORBIT_UNSTABLE
                                                   : ORBIT_MARGINAL);
    free(list);
    orbit_system_free(system);
}

/* where impact leaves no slip: (5.21), (5.22) with alpha = 1 solved for mu, from
 * the velocities before the impact, which do not depend on mu on this branch */
static double stopping_friction(double slip, double normal)
{
    const double ratio = slip / normal, t = tan(acos(-1) / 8), m = 10;
    return (m * t - ratio * (1 + m * t * t)) / (1 + m - ratio * m * t);
}

static enum error_code keep_impact(void *context, const struct sim_event *event, struct error *err)
{
    (void)err;
    double *velocities = context;
    if (event->kind == SIM_EVENT_IMPACT) {
        velocities[0] = event->slip_before;
        velocities[1] = event->normal_before;
    }
    return ERROR_OK;
}

/* figure 6.4: horizontal and stable down to the fold near 0.55, then unstable,
 * back to the equilibrium at mu_c, point A */
static void branch_of_figure_6_4(void **state)
{
    (void)state;
    const struct leine o = leine(10);
    struct orbit_follow_report report;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction",
                                               "damping1=10 N.s/m");
    struct list *list = follow(system, 0.8, 0.3, 0.8, -1, &report);
    const struct orbit_point *b = special(list, 0, ORBIT_SPECIAL_FOLD);
    double velocities[2] = {0};
    struct sim_problem problem = system->setup->problem;
    problem.inputs.p = problem.p;
    memcpy(problem.x, list->points[0].place.x, sizeof problem.x);
    problem.t_end = list->points[0].place.period;
    problem.rate = 0;
    const struct sim_sink sink = {.context = velocities, .event = keep_impact};
    struct sim_statistics statistics;
    assert_ok(orbit_system_set(system, 0.8, err));
    assert_ok(sim_simulate(&problem, &sink, &statistics, err));
    assert_close(b->place.value, stopping_friction(velocities[0], velocities[1]), 1e-8);
    assert_close(b->place.value, 0.55, 0.005);
    const struct orbit_point *a = &list->points[list->n - 1];
    for (const struct orbit_point *p = list->points; p < b; p++) {
        assert_int_equal(p->stability, ORBIT_STABLE);
        assert_close(orbit_measure_peak(&p->measure, 2), 1.0823922, 1e-7);
    }
    for (const struct orbit_point *p = b + 1; p < a; p++)
        assert_int_equal(p->stability, ORBIT_UNSTABLE);
    /* straight on from its last orbits amplitude and period would vanish at point A */
    const struct orbit_point *last = a - 1, *before = a - 4;
    const double way = last->place.value - before->place.value;
    const double y0 = orbit_measure_peak(&before->measure, 2);
    const double y1 = orbit_measure_peak(&last->measure, 2);
    const double t0 = before->place.period, t1 = last->place.period;
    assert_close(last->place.value + y1 / (y0 - y1) * way, leine_paradox(&o), 1e-4);
    assert_close(last->place.value + t1 / (t0 - t1) * way, leine_paradox(&o), 1e-4);
    assert_int_equal(a->special, ORBIT_SPECIAL_PARADOX);
    assert_false(a->periodic);
    assert_close(a->place.value, leine_paradox(&o), 1e-8);
    assert_close(a->place.x[0], leine_equilibrium(&o, leine_paradox(&o)), 1e-8);
    assert_non_null(strstr(report.why, "to the equilibrium, at its paradox point"));
    free(list);
    orbit_system_free(system);
}

/* the smooth fold of the full oscillator: a multiplier passes +1 there */
static void a_multiplier_passes_one_at_a_fold(void **state)
{
    (void)state;
    struct orbit_follow_report report;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002", "friction", "friction=0.5");
    struct list *list = follow(system, 0.5, 0.3, 0.6, -1, &report);
    const struct orbit_point *fold = special(list, 2, ORBIT_SPECIAL_FOLD);
    assert_string_equal(fold->note, "");
    assert_close(creal(fold->values[0]), 1, 1e-6);
    assert_true(creal(fold[-1].values[0]) > 1 && creal(fold[2].values[0]) < 1);
    free(list);
    orbit_system_free(system);
}

/* of the return map: x(T + dT) on the plane across the orbit, differenced */
static void multipliers_are_those_of_the_return_map(void **state)
{
    (void)state;
    struct orbit_follow_report report;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002", "friction", "friction=0.5");
    struct list *list = follow(system, 0.5, 0.3, 0.6, -1, &report);
    size_t checked = 0;
    for (size_t k = 0; k < list->n; k++) {
        const struct orbit_point *p = &list->points[k];
        if (p->stability != ORBIT_UNSTABLE || p->special || k % 5)
            continue;
        assert_ok(orbit_system_set(system, p->place.value, err));
        double matrix[16], small[9], rate[4];
        struct orbit_flow flow;
        for (size_t j = 0; j < 4; j++) {
            const double h = 1e-7;
            double x[SIM_MAX_STATES], end[2][SIM_MAX_STATES];
            for (int side = 0; side < 2; side++) {
                memcpy(x, p->place.x, sizeof x);
                x[j] += side ? h : -h;
                assert_ok(
                    orbit_flow_run(system, p->place.closed, x, p->place.period, false, &flow, err));
                memcpy(end[side], flow.end, sizeof flow.end);
            }
            for (size_t i = 0; i < 4; i++)
                matrix[4 * i + j] = (end[1][i] - end[0][i]) / (2 * h);
        }
        assert_ok(orbit_flow_run(system, p->place.closed, p->place.x, p->place.period, false, &flow,
                                 err));
        memcpy(rate, flow.end_rate, sizeof rate);
        double complex values[3];
        assert_true(orbit_matrix_restrict(4, matrix, 1, rate, small));
        assert_true(orbit_matrix_eigenvalues(3, small, values));
        assert_true(creal(p->values[0]) > 1);
        assert_close(creal(p->values[0]), creal(values[0]), 1e-5);
        checked++;
    }
    assert_true(checked >= 3);
    free(list);
    orbit_system_free(system);
}

/* left and right along the same branch meet the same points */
static void both_directions_agree(void **state)
{
    (void)state;
    struct orbit_follow_report report;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "u1=0 m");
    struct list *down = follow(system, 0.7, 0.45, 0.7, -1, &report);
    assert_string_equal(report.why, "the end of the range");
    struct list *up = follow(system, 0.45, 0.45, 0.7, 1, &report);
    assert_close(special(down, 0, ORBIT_SPECIAL_SEQUENCE)->place.value,
                 special(up, 1, ORBIT_SPECIAL_SEQUENCE)->place.value, 2e-8);
    assert_close(special(down, 1, ORBIT_SPECIAL_SEQUENCE)->place.value,
                 special(up, 0, ORBIT_SPECIAL_SEQUENCE)->place.value, 2e-8);
    assert_close(down->points[down->n - 1].place.period, up->points[0].place.period, 1e-9);
    free(down);
    free(up);
    orbit_system_free(system);
}

static void a_guess_that_leads_nowhere_is_told(void **state)
{
    (void)state;
    struct error why = {0};
    struct orbit_point point;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.5");
    /* near the equilibrium, on the surface: Newton's method falls into it */
    struct orbit_place guess = {.value = 0.5, .period = 0.1, .closed = true};
    assert_int_equal(orbit_family_find(system, &guess, &point, &why), ERROR_NUMERIC);
    assert_non_null(strstr(why.message, "equilibrium"));
    /* a throw: no motion near it comes back */
    guess = (struct orbit_place){.value = 0.5, .period = 0.3, .x = {0, 1, 30, 5}};
    assert_int_equal(orbit_family_find(system, &guess, &point, &why), ERROR_NUMERIC);
    assert_non_null(strstr(why.message, "the guess goes '"));
    orbit_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orbits_of_paper_3),
        cmocka_unit_test(branch_of_figure_6_1),
        cmocka_unit_test(branch_of_figure_6_4),
        cmocka_unit_test(a_multiplier_passes_one_at_a_fold),
        cmocka_unit_test(multipliers_are_those_of_the_return_map),
        cmocka_unit_test(both_directions_agree),
        cmocka_unit_test(a_guess_that_leads_nowhere_is_told),
    };
    return cmocka_run_group_tests_name("orbit_family", tests, NULL, NULL);
}
