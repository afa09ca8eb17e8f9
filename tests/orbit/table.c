/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches as CSV: every column where the header says, every digit kept. */
#include "config.h"

#include "orbit/table.h"

#include <string.h>

#include "tests/orbit/rig.h"
#include "tests/orbit/sample.h"

/* the text of a column in a table of one row; "" also when it is empty */
static const char *cell(char *table, const char *name)
{
    static char text[512];
    char *row = strchr(table, '\n') + 1;
    size_t length = strcspn(table, "\n"), width = strlen(name);
    for (const char *at = table; at < table + length;) {
        const size_t name_width = strcspn(at, ",\n"), cell_width = strcspn(row, ",\n");
        if (name_width == width && strncmp(at, name, width) == 0) {
            snprintf(text, sizeof text, "%.*s", (int)cell_width, row);
            return text;
        }
        at += name_width + 1;
        row += cell_width + 1;
    }
    fail_msg("no column %s in %s", name, table);
    return "";
}

static size_t commas(const char *line)
{
    size_t n = 0;
    for (; *line && *line != '\n'; line++)
        n += *line == ',';
    return n;
}

static void print(const struct orbit_system *system, const struct orbit_point *point, char **text)
{
    size_t size;
    FILE *out = open_memstream(text, &size);
    orbit_table_header(system, out);
    orbit_table_row(system, "orbit", 3, point, out);
    fclose(out);
}

static void columns(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.5");
    struct orbit_point point = orbit_sample(0.1, 2, ORBIT_UNSTABLE);
    point.special = ORBIT_SPECIAL_GRAZING;
    point.measure.broken = "the surface pulls";
    snprintf(point.note, sizeof point.note, "slip+ -> slip+ flight");
    char *table;
    print(system, &point, &table);
    assert_int_equal(commas(table), commas(strchr(table, '\n') + 1));
    static const struct {
        const char *name, *text;
    } expected[] = {{"kind", "orbit"},
                    {"branch", "3"},
                    {"stability", "unstable"},
                    {"sequence", "impact flight"},
                    {"special", "grazing"},
                    {"infeasible", "the surface pulls"},
                    {"note", "slip+ -> slip+ flight"},
                    {"value4_re", ""},
                    {"value4_im", ""}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_string_equal(cell(table, expected[i].name), expected[i].text);
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"friction", 0.1},   {"period", 0.1 + 0.1},   {"u1", 1.0 / 3},
                   {"u2_dot", 1.0 / 6}, {"u2_min", -2.0 / 7},    {"u1_dot_max", 1},
                   {"value1_re", 0.25}, {"value1_im", -1.0 / 3}, {"value3_re", 0}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strtod(cell(table, numbers[i].name), NULL) != numbers[i].value)
            fail_msg("%s is %s", numbers[i].name, cell(table, numbers[i].name));
    free(table);
    orbit_system_free(system);
}

static void assert_line(const struct orbit_system *system, const struct orbit_point *point,
                        const char *expected)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    orbit_table_special(system, point, out);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static void lines_for_people(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("leine-2002-simple", "friction", "friction=0.5");
    struct orbit_point point = orbit_sample(0.5, 2, ORBIT_STABLE);
    point.special = ORBIT_SPECIAL_FOLD;
    assert_line(system, &point, "fold       friction = 0.5, period 0.6 s, stable\n");
    orbit_system_free(system);
    /* an equilibrium has no period; a parameter with a unit has that */
    system = ORBIT_SYSTEM("leine-2002-simple", "belt_speed", "friction=0.5");
    point = orbit_sample(-0.5, 0, ORBIT_MARGINAL);
    point.periodic = false;
    point.special = ORBIT_SPECIAL_HOPF;
    snprintf(point.note, sizeof point.note, "here");
    assert_line(system, &point, "hopf       belt_speed = -0.5 m/s, marginal, here\n");
    orbit_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns),
                                       cmocka_unit_test(lines_for_people)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
