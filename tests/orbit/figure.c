/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which piece of a branch of a diagram is drawn in which style, and what the special points
 * are called. */
#include "config.h"

#include "orbit/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/orbit/rig.h"
#include "tests/orbit/sample.h"

/* the data that are drawn under a title, a blank line where they part; "" when there are none */
static char *data_of(const struct figure *figure, const char *title)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (size_t k = 0; k < figure->panels->n_series; k++) {
        const struct figure_series *s = &figure->panels->series[k];
        for (size_t i = 0; strcmp(s->name, title) == 0 && i < s->n; i++)
            if (isfinite(s->y[i]))
                fprintf(out, "%g %g\n", s->x[i], s->y[i]);
            else
                fputc('\n', out);
    }
    fclose(out);
    return text;
}

static struct figure draw(struct orbit_diagram *diagram, const char *parameter)
{
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", parameter, "friction=0.5");
    struct figure figure = {0};
    orbit_figure_make("a title", system, diagram, 2, &figure);
    orbit_system_free(system);
    assert_false(figure.arena.failed);
    return figure;
}

static void assert_data(const struct figure *figure, const char *title, const char *expected)
{
    char *data = data_of(figure, title);
    assert_string_equal(data, expected);
    free(data);
}

static void assert_note(const struct figure *figure, size_t i, const char *letter, const char *text)
{
    assert_true(i < figure->panels->n_notes);
    assert_string_equal(figure->panels->notes[i].letter, letter);
    assert_string_equal(figure->panels->notes[i].text, text);
}

/* stable down to a fold, unstable up to the equilibrium where the orbits vanish */
static void pieces_meet_in_special_points(void **state)
{
    (void)state;
    struct orbit_point points[] = {
        orbit_sample(0.75, 1, ORBIT_STABLE), orbit_sample(0.5, 1, ORBIT_STABLE),
        orbit_sample(0.625, 0.5, ORBIT_UNSTABLE), orbit_sample(0.6875, 0, ORBIT_MARGINAL)};
    points[1].special = ORBIT_SPECIAL_FOLD;
    points[3].special = ORBIT_SPECIAL_PARADOX;
    points[3].periodic = false;
    struct orbit_diagram diagram = {
        .n = 1, .branches = {{.kind = "orbit", .number = 1, .points = points, .n = 4}}};
    struct figure figure = draw(&diagram, "friction");
    assert_data(&figure, "stable orbit", "0.75 1\n0.5 1\n\n");
    assert_data(&figure, "unstable orbit", "0.5 1\n0.625 0.5\n0.6875 0\n\n");
    assert_data(&figure, "marginal orbit", "");
    assert_note(&figure, 0, "A", "fold, 0.5");
    assert_note(&figure, 1, "B", "paradox, 0.6875");
    assert_string_equal(figure.title, "a title");
    assert_string_equal(figure.panels->axes[0].label, "friction coefficient μ");
    assert_string_equal(figure.panels->axes[1].label, "max |u\u0307₁| (m/s)");
    figure_free(&figure);
}

/* without a special point between them, a piece goes on to the next one's first point */
static void pieces_leave_no_hole(void **state)
{
    (void)state;
    struct orbit_point points[] = {
        orbit_sample(1, 1, ORBIT_STABLE), orbit_sample(2, 2, ORBIT_STABLE),
        orbit_sample(3, 3, ORBIT_STABLE), orbit_sample(4, 4, ORBIT_STABLE)};
    points[2].measure.broken = "the surface pulls";
    struct orbit_diagram diagram = {
        .n = 1, .branches = {{.kind = "orbit", .number = 1, .points = points, .n = 4}}};
    struct figure figure = draw(&diagram, "belt_speed");
    assert_data(&figure, "stable orbit", "1 1\n2 2\n3 3\n\n4 4\n\n");
    assert_data(&figure, "infeasible", "3 3\n4 4\n\n");
    assert_string_equal(figure.panels->axes[0].label, "belt speed (m/s)");
    figure_free(&figure);
}

static void sweeps_are_marks_and_rest_is_green(void **state)
{
    (void)state;
    struct orbit_point up[] = {orbit_sample(1, 1, ORBIT_STABLE), orbit_sample(2, 2, ORBIT_STABLE)};
    struct orbit_point rest[] = {orbit_sample(1, 0, ORBIT_STABLE),
                                 orbit_sample(2, 0, ORBIT_UNSTABLE)};
    struct orbit_diagram diagram = {
        .n = 3,
        .branches = {{.kind = "up", .number = 1, .points = up, .n = 2},
                     {.kind = "down", .number = 2, .points = up, .n = 1},
                     {.kind = "equilibrium", .number = 3, .points = rest, .n = 2}}};
    rest[0].periodic = rest[1].periodic = false;
    struct figure figure = draw(&diagram, "friction");
    assert_data(&figure, "sweep up", "1 1\n2 2\n\n");
    assert_data(&figure, "sweep down", "1 1\n\n");
    assert_data(&figure, "stable equilibrium", "1 0\n2 0\n\n");
    assert_data(&figure, "unstable equilibrium", "2 0\n\n");
    assert_data(&figure, "stable orbit", "");
    figure_free(&figure);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_meet_in_special_points),
        cmocka_unit_test(pieces_leave_no_hole),
        cmocka_unit_test(sweeps_are_marks_and_rest_is_green),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
