/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/chart.h"

#include <string.h>

#include "orbit/chart_figure.h"
#include "tests/orbit/rig.h"

enum { VALUES = 3 };
static const double dampings[VALUES] = {0, 0.6, 1.2};

static size_t count(const struct orbit_chart *chart, enum orbit_special special)
{
    size_t n = 0;
    for (size_t i = 0; i < chart->n; i++)
        n += chart->points[i].special == special;
    return n;
}

/* two Hopf points, in the figure's unit, and their line up to the meeting, which is named */
static void look_at_figure(const struct orbit_chart *chart)
{
    const struct orbit_chart_axis axes[2] = {{"friction", "1", 1, 0.3, 0.9},
                                             {"damping1", "N.s/mm", 1e3, 0, 1.2}};
    struct figure figure;
    orbit_chart_figure_make("chart", chart, axes, &figure);
    assert_false(figure.arena.failed);
    assert_int_equal(figure.n_panels, 1);
    const struct figure_panel *panel = &figure.panels[0];
    size_t hopfs = 0;
    for (size_t i = 0; i < panel->n_series; i++) {
        const struct figure_series *series = &panel->series[i];
        if (strcmp(series->name, "Hopf") != 0)
            continue;
        hopfs++;
        assert_int_equal(series->n, 4); /* with the meeting */
        assert_close(series->y[1], dampings[1] / 1e3, 1e-15);
        assert_true(isnan(series->x[3]));
    }
    assert_int_equal(hopfs, 1);
    assert_int_equal(panel->n_notes, chart->n_meetings);
    assert_string_equal(panel->notes[0].text, "Hopf meets paradox");
    figure_free(&figure);
}

/* Leine 2002 (5.9) and (5.18): the Hopf point moves with c1, the paradox does not; they meet at
 * c1 = c2 (m1 / m2) cos(gamma)^2, beyond which the paradox comes first and there is no Hopf point
 */
static void curves_of_the_simple_oscillator(void **state)
{
    (void)state;
    struct rig *rig = orbit_rig("leine-2002-simple", NULL);
    const struct orbit_chart_request request = {.rig = rig,
                                                .sweep = {.parameter = "friction",
                                                          .low = 0.3,
                                                          .high = 0.9,
                                                          .points = 3,
                                                          .settle = 5,
                                                          .rtol = 1e-9},
                                                .range = {0.3, 0.9, 1, 0.02, 2000},
                                                .second = "damping1",
                                                .low = dampings[0],
                                                .high = dampings[VALUES - 1],
                                                .values = VALUES,
                                                .state = 2,
                                                .halvings = 12};
    struct orbit_chart chart;
    assert_ok(orbit_chart_make(&request, &chart, err));
    assert_int_equal(chart.failed, 0);
    assert_int_equal(count(&chart, ORBIT_SPECIAL_HOPF), 2);
    assert_int_equal(count(&chart, ORBIT_SPECIAL_PARADOX), VALUES);
    for (size_t i = 0; i < chart.n; i++) {
        const struct orbit_chart_point *point = &chart.points[i];
        const struct leine o = leine(point->second);
        if (point->special == ORBIT_SPECIAL_HOPF)
            assert_close(point->first, leine_hopf(&o), 1e-8);
        if (point->special == ORBIT_SPECIAL_PARADOX)
            assert_close(point->first, leine_paradox(&o), 1e-8);
        assert_int_equal(point->special, orbit_chart_of_curve(&chart, point->curve)->special);
    }
    const struct leine o = leine(0);
    size_t met = 0;
    for (size_t i = 0; i < chart.n_meetings; i++) {
        const struct orbit_chart_meeting *meeting = &chart.meetings[i];
        if (orbit_chart_of_curve(&chart, meeting->curves[0])->special != ORBIT_SPECIAL_HOPF)
            continue;
        met++;
        assert_int_equal(orbit_chart_of_curve(&chart, meeting->curves[1])->special,
                         ORBIT_SPECIAL_PARADOX);
        assert_close(meeting->second, o.c2 * o.m1 / o.m2 * pow(cos(o.gamma), 2), 0.6 / 4096);
        assert_close(meeting->first, leine_paradox(&o), 1e-3);
    }
    assert_int_equal(met, 1);
    look_at_figure(&chart);
    orbit_chart_free(&chart);
    rig_free(rig);
}

/* a second parameter that no value of its range allows */
static void a_chart_without_diagrams_says_why(void **state)
{
    (void)state;
    struct rig *rig = orbit_rig("leine-2002-simple", NULL);
    const struct orbit_chart_request request = {.rig = rig,
                                                .sweep = {.parameter = "friction",
                                                          .low = 0.3,
                                                          .high = 0.9,
                                                          .points = 2,
                                                          .settle = 1,
                                                          .rtol = 1e-9},
                                                .range = {0.3, 0.9, 1, 0.02, 10},
                                                .second = "mass1",
                                                .low = -2,
                                                .high = -1,
                                                .values = 2};
    struct orbit_chart chart;
    struct error err = {0};
    assert_true(orbit_chart_make(&request, &chart, &err));
    assert_non_null(strstr(err.message, "mass1"));
    orbit_chart_free(&chart);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_of_the_simple_oscillator),
        cmocka_unit_test(a_chart_without_diagrams_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
