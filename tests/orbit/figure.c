/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a diagram tells gnuplot: which piece of a branch is drawn in which style, and
 * what the special points are called. A script that keeps its input stands in for it. */
#include "config.h"

#include "orbit/figure.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/file.h"
#include "tests/orbit/rig.h"
#include "tests/orbit/sample.h"

static char directory[] = "/tmp/orbit_figure-XXXXXX";
static char figure[64], kept[64], program[64];

static int begin(void **state)
{
    (void)state;
    if (!mkdtemp(directory))
        return -1;
    snprintf(figure, sizeof figure, "%s/f.svg", directory);
    snprintf(kept, sizeof kept, "%s/script", directory);
    snprintf(program, sizeof program, "%s/gnuplot", directory);
    FILE *out = fopen(program, "w");
    fprintf(out, "#!/bin/sh\ncat >%s\necho '<svg></svg>'\n", kept);
    fclose(out);
    chmod(program, 0700);
    return setenv("GNUPLOT", program, 1);
}

static int end(void **state)
{
    (void)state;
    unlink(figure);
    unlink(kept);
    unlink(program);
    return rmdir(directory);
}

/* the data that are drawn under a title; "" when there are none */
static char *data_of(const char *script, const char *title)
{
    char name[32], words[64];
    snprintf(words, sizeof words, "title '%s'", title);
    const char *plot = strstr(script, "\nplot "), *at = plot ? strstr(plot, words) : NULL;
    if (!at)
        return strdup("");
    while (*at != '$')
        at--;
    snprintf(name, sizeof name, "\n%.*s << EOD\n", (int)strcspn(at, " "), at);
    const char *from = strstr(script, name) + strlen(name);
    return strndup(from, (size_t)(strstr(from, "EOD") - from));
}

static char *draw(struct orbit_diagram *diagram, const char *parameter)
{
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", parameter, "friction=0.5");
    char *script;
    size_t size;
    assert_ok(orbit_figure_draw(figure, true, "a title", system, diagram, 2, err));
    orbit_system_free(system);
    assert_ok(file_read_whole(kept, 1 << 20, &script, &size, err));
    return script;
}

static void assert_data(const char *script, const char *title, const char *expected)
{
    char *data = data_of(script, title);
    assert_string_equal(data, expected);
    free(data);
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
    char *script = draw(&diagram, "friction");
    assert_data(script, "stable orbit", "0.75 1\n0.5 1\n\n\n");
    assert_data(script, "unstable orbit", "0.5 1\n0.625 0.5\n0.6875 0\n\n");
    assert_data(script, "marginal orbit", "");
    assert_non_null(strstr(script, "'A  fold, 0.5'"));
    assert_non_null(strstr(script, "'B  paradox, 0.6875'"));
    assert_non_null(strstr(script, "set title 'a title'"));
    assert_non_null(strstr(script, "set xlabel 'friction'"));
    assert_non_null(strstr(script, "set ylabel 'max |u1_dot| / m/s'"));
    free(script);
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
    char *script = draw(&diagram, "belt_speed");
    assert_data(script, "stable orbit", "1 1\n2 2\n3 3\n\n4 4\n\n");
    assert_data(script, "infeasible", "3 3\n4 4\n\n\n");
    assert_non_null(strstr(script, "set xlabel 'belt_speed / m/s'"));
    free(script);
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
    char *script = draw(&diagram, "friction");
    assert_data(script, "sweep up", "1 1\n2 2\n\n\n\n");
    assert_data(script, "sweep down", "\n1 1\n\n\n");
    assert_data(script, "stable equilibrium", "\n\n1 0\n2 0\n\n\n");
    assert_data(script, "unstable equilibrium", "\n\n2 0\n\n");
    assert_data(script, "stable orbit", "");
    free(script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_meet_in_special_points),
        cmocka_unit_test(pieces_leave_no_hole),
        cmocka_unit_test(sweeps_are_marks_and_rest_is_green),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
