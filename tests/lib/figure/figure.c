/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure from its description to its files: marks of axes, names in print, ranges, thinning,
 * places of texts, and what is written. */
#include "config.h"

#include "lib/figure/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/csv.h"
#include "lib/base/file.h"
#include "lib/figure/draw.h"
#include "lib/figure/file.h"
#include "lib/figure/outline.h"
#include "lib/figure/pen.h"
#include "lib/figure/symbol.h"
#include "tests/scratch.h"
#include "tests/test.h"

static struct error err;
static char *directory;
static const struct figure_style plain = {.colour = "#000000"};

static const char *in_directory(const char *name)
{
    static char path[4][700];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", directory, name);
    return path[turn];
}

static char *read_back(const char *path, size_t *size)
{
    char *bytes;
    if (file_read_whole(path, 1 << 26, &bytes, size, &err))
        fail_msg("%s", err.message);
    return bytes;
}

/* ---- axes */

static void assert_ticks(double low, double high, int wanted, const char *expected)
{
    const struct figure_axis axis = {.low = low, .high = high};
    const struct figure_ticks ticks = figure_ticks_make(&axis, wanted, false);
    char all[1000] = "";
    for (size_t i = 0; i < ticks.n; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s ", ticks.text[i]);
    assert_string_equal(all, expected);
}

static void marks_of_axes(void **state)
{
    (void)state;
    assert_ticks(-0.3, 0.5, 8, "−0.3 −0.2 −0.1 0.0 0.1 0.2 0.3 0.4 0.5 ");
    assert_ticks(0, 100, 5, "0 20 40 60 80 100 ");
    assert_ticks(3, 3.0001, 2, "3.00000 3.00005 3.00010 ");
    assert_ticks(0, NAN, 5, "");
}

/* whatever the range: within it, evenly 1, 2 or 5 times a power of ten */
static void marks_are_round(void **state)
{
    (void)state;
    for (int k = 0; k < 2000; k++) {
        const double low = sin(7.0 * k) * pow(10, k % 19 - 9);
        const double width = pow(10, k % 13 - 6) * (1 + k % 7);
        const struct figure_axis axis = {.low = low, .high = low + width};
        if (width < 1e-9 * fabs(low))
            continue; /* below what doubles tell apart */
        const struct figure_ticks t = figure_ticks_make(&axis, 2 + k % 9, true);
        assert_true(t.n > 0);
        for (size_t i = 0; i < t.n; i++)
            assert_true(t.at[i] >= low - 1e-6 * width && t.at[i] <= axis.high + 1e-6 * width);
        if (t.n < 2)
            continue;
        const double step = (t.at[t.n - 1] - t.at[0]) / (double)(t.n - 1);
        const double share = step / pow(10, floor(log10(step) + 1e-6));
        assert_true(fabs(share - 1) < 1e-4 || fabs(share - 2) < 1e-4 || fabs(share - 5) < 1e-4);
    }
}

static void small_numbers_have_an_exponent(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct figure_axis axis = {.low = -2e-6, .high = 2e-6}, large = {.low = 0, .high = 4e7};
    const struct figure_ticks ticks = figure_ticks_make(&axis, 4, true);
    assert_int_equal(ticks.exponent, -6);
    assert_string_equal(ticks.text[0], "−2");
    assert_true(fabs(ticks.at[0] + 2e-6) < 1e-15);
    assert_int_equal(figure_ticks_make(&large, 4, true).exponent, 6);
    assert_string_equal(figure_ticks_label(&arena, "residual (m/s)", -6), "residual (10⁻⁶ m/s)");
    assert_string_equal(figure_ticks_label(&arena, "swing", 12), "swing (10¹²)");
    assert_string_equal(figure_ticks_label(&arena, "swing", 0), "swing");
    arena_free(&arena);
}

static void decades(void **state)
{
    (void)state;
    const struct figure_axis axis = {.low = 0.05, .high = 3000, .logarithmic = true};
    const struct figure_ticks t = figure_ticks_make(&axis, 6, true);
    assert_int_equal(t.n, 5);
    assert_string_equal(t.text[0], "0.1");
    assert_string_equal(t.text[4], "1000");
    /* where zeros would have to be counted, and no more than every other decade has room */
    const struct figure_axis long_one = {.low = 3e-7, .high = 0.5, .logarithmic = true};
    const struct figure_ticks p = figure_ticks_make(&long_one, 3, true);
    assert_true(p.n >= 2 && p.n <= 3);
    assert_string_equal(p.text[p.n - 1], "10⁻¹");
    assert_true(fabs(p.at[p.n - 1] - 0.1) < 1e-15);
}

static void names_as_in_print(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_string_equal(figure_label(&arena, "theta1", "rad"), "θ₁ (rad)");
    assert_string_equal(figure_label(&arena, "u1_dot", "m/s"), "u\u0307₁ (m/s)");
    assert_string_equal(figure_label(&arena, "phi_dot", "rad/s"), "φ\u0307 (rad/s)");
    assert_string_equal(figure_label(&arena, "theta12", "deg"), "θ₁₂ (°)");
    assert_string_equal(figure_label(&arena, "friction", "1"), "friction coefficient μ");
    assert_string_equal(figure_label(&arena, "belt_speed", "mm/s"), "belt speed (mm/s)");
    assert_string_equal(figure_unit(&arena, "kg.m2"), "kg m²");
    assert_string_equal(figure_unit(&arena, "m.s-2"), "m s⁻²");
    arena_free(&arena);
}

static void ranges(void **state)
{
    (void)state;
    const double x[] = {2, 4}, y[] = {-1, 3}, wide[] = {100, 100};
    struct arena arena = {0};
    struct figure_panel panel = {.axes = {{.fixed = true, .low = 0, .high = 10}}};
    figure_series_add(&arena, &panel,
                      (struct figure_series){.style = &plain, .x = x, .y = y, .n = 2});
    figure_series_add(&arena, &panel,
                      (struct figure_series){
                          .style = &plain, .mark = FIGURE_BAND, .x = x, .y = y, .z = wide, .n = 2});
    figure_panel_ranges(&panel);
    assert_true(panel.axes[0].low == 0 && panel.axes[0].high == 10);
    assert_true(fabs(panel.axes[1].low + 1.24) < 1e-12 && fabs(panel.axes[1].high - 3.24) < 1e-12);
    arena_free(&arena);
}

/* a plane of two classes: the areas of each cover its cells, and no other */
static void cells_are_covered_once(void **state)
{
    (void)state;
    enum { NX = 17, NY = 11 };
    unsigned char classes[NX * NY];
    struct arena arena = {0};
    const struct figure_grid grid = {NX, NY, {0, 0}, {NX - 1, NY - 1}, classes};
    for (size_t k = 0; k < NX * NY; k++)
        classes[k] = k % NX > 3 && (k * 7919 % 13 < 6 || k / NX > 7);
    for (unsigned char which = 0; which < 2; which++) {
        const struct figure_series s = figure_cells(&arena, &grid, which);
        assert_true(s.n > 0);
        for (size_t k = 0; k < NX * NY; k++) {
            int covered = 0;
            const size_t column = k % NX, row = k / NX;
            for (size_t i = 0; i < s.n; i++)
                covered += s.x[i] < (double)column && s.z[i] > (double)column &&
                           s.y[i] < (double)row && s.w[i] > (double)row;
            assert_int_equal(covered, classes[k] == which);
        }
    }
    arena_free(&arena);
}

/* ---- drawing: canvases that keep what they are told */

struct told {
    struct figure_canvas canvas;
    size_t points;
    double top, at; /* the highest place, and its x */
};

static void keep_point(struct figure_canvas *canvas, double x, double y)
{
    struct told *told = (struct told *)canvas;
    told->points++;
    if (y < told->top) {
        told->top = y;
        told->at = x;
    }
}
static void ignore(struct figure_canvas *canvas) { (void)canvas; }
static void no_paint(struct figure_canvas *canvas, const struct figure_ink *ink)
{
    (void)canvas, (void)ink;
}
static void no_point(struct figure_canvas *canvas, double x, double y)
{
    (void)canvas, (void)x, (void)y;
}
static void no_circle(struct figure_canvas *canvas, double x, double y, double r)
{
    (void)canvas, (void)x, (void)y, (void)r;
}
static void no_clip(struct figure_canvas *canvas, double x, double y, double w, double h)
{
    (void)canvas, (void)x, (void)y, (void)w, (void)h;
}

/* one sample in a million is off: it is drawn, at its place, and the rest by few points */
static void no_peak_is_lost(void **state)
{
    (void)state;
    enum { LENGTH = 1000000, COLUMNS = 700 };
    double *y = calloc(LENGTH, sizeof *y);
    assert_non_null(y);
    for (size_t i = 0; i < LENGTH; i++)
        y[i] = 0.1 * sin((double)i);
    y[333333] = 5;
    y[333334] = NAN;
    struct figure_panel panel = {.axes = {{.low = -1, .high = 99}, {.low = -5, .high = 5}}};
    const struct figure_frame frame = {&panel, 0, 0, COLUMNS, 100};
    const struct figure_series s = {
        .style = &plain, .y = y, .n = LENGTH, .first = -1, .step = 1e-4};
    struct told told = {
        {.move = keep_point, .line = keep_point, .close = ignore, .paint = no_paint, .columns = 1},
        .top = INFINITY};
    figure_marks_draw(&frame, &s, &told.canvas);
    assert_true(told.points <= 4 * COLUMNS + 4);
    assert_true(told.top == 0);
    assert_true(fabs(told.at - 333333.0 * COLUMNS / LENGTH) <= 1);
    free(y);
}

/* boxes of texts, by pango */
struct boxes {
    struct figure_canvas canvas;
    const struct figure_font *font;
    struct box {
        double left, top, right, bottom;
        const char *text;
    } list[200];
    size_t n;
};

static void keep_box(struct figure_canvas *canvas, const struct figure_text *text)
{
    struct boxes *b = (struct boxes *)canvas;
    const double width = figure_font_width(b->font, text->text, text->bold), up = 9, down = 3;
    const double shift = 0.5 * (int)text->anchor * width;
    assert_true(b->n < 200);
    b->list[b->n++] = text->upright
                          ? (struct box){text->x - up, text->y - 0.5 * width, text->x + down,
                                         text->y + 0.5 * width, text->text}
                          : (struct box){text->x - shift, text->y - up, text->x - shift + width,
                                         text->y + down, text->text};
}

static struct figure two_panels(double scale, bool beside, bool linked)
{
    static const double y[] = {0.2, -3, 5, 1};
    static double large[4], x[4];
    struct figure figure = {.title = "a title", .width = 640, .beside = beside, .linked = linked};
    for (size_t i = 0; i < 4; i++) {
        large[i] = scale * y[i];
        x[i] = scale * (double)i;
    }
    for (size_t k = 0; k < 2; k++) {
        struct figure_panel *panel = figure_panel_add(&figure, 200, "time (s)", "speed (m/s)");
        figure_series_add(&figure.arena, panel,
                          (struct figure_series){.name = "a long name of a curve",
                                                 .style = &plain,
                                                 .x = x,
                                                 .y = k ? large : y,
                                                 .n = 4});
        figure_series_add(&figure.arena, panel,
                          (struct figure_series){.name = "another one, which is longer still than "
                                                         "the first, so that rows are needed",
                                                 .style = &plain,
                                                 .x = x,
                                                 .y = y,
                                                 .n = 4});
    }
    return figure;
}

static void assert_apart(const struct boxes *b, const struct figure_layout *layout)
{
    for (size_t i = 0; i < b->n; i++) {
        const struct box *a = &b->list[i];
        if (!(a->left >= 0 && a->right <= layout->width && a->top >= 0 &&
              a->bottom <= layout->height))
            fail_msg("'%s' leaves the figure", a->text);
        for (const struct box *o = b->list; o < a; o++)
            if (a->left < o->right && o->left < a->right && a->top < o->bottom &&
                o->top < a->bottom)
                fail_msg("'%s' meets '%s'", a->text, o->text);
    }
}

static void texts_do_not_meet(void **state)
{
    (void)state;
    struct figure_font *font;
    if (figure_font_open(&font, &err))
        fail_msg("%s", err.message);
    for (int k = 0; k < 48; k++) {
        struct figure figure = two_panels(pow(10, k / 2 % 12 - 6) * (1 + k % 5), k % 2, k % 3 == 0);
        struct figure_layout layout;
        struct boxes b = {.canvas = {.move = no_point,
                                     .line = no_point,
                                     .close = ignore,
                                     .circle = no_circle,
                                     .paint = no_paint,
                                     .text = keep_box,
                                     .clip = no_clip,
                                     .unclip = ignore,
                                     .columns = 1},
                          .font = font};
        figure_ranges(&figure);
        assert_int_equal(figure_layout_make(&figure, font, &layout, &err), ERROR_OK);
        figure_draw(&figure, &layout, &b.canvas);
        assert_true(layout.panels[0].frame.x == layout.panels[1].frame.x);
        assert_true(layout.panels[0].frame.width == layout.panels[1].frame.width);
        assert_apart(&b, &layout);
        figure_layout_free(&layout);
        figure_free(&figure);
    }
    figure_font_close(font);
}

/* however low the panel of a small figure: one number would tell no scale */
static void low_panels_have_a_scale(void **state)
{
    (void)state;
    static const double x[] = {0, 1};
    struct figure_font *font;
    if (figure_font_open(&font, &err))
        fail_msg("%s", err.message);
    for (int k = 10; k < 100; k++) {
        const double y[] = {-1e-4 * k, 1e-4 * k};
        struct figure figure = {.width = 400};
        struct figure_panel *panel = figure_panel_add(&figure, 110, "time (s)", "residual (m/s)");
        struct figure_layout layout;
        figure_series_add(&figure.arena, panel, (struct figure_series){.x = x, .y = y, .n = 2});
        panel->axes[1] = (struct figure_axis){.fixed = true, .low = y[0], .high = y[1]};
        figure_ranges(&figure);
        assert_int_equal(figure_layout_make(&figure, font, &layout, &err), ERROR_OK);
        if (layout.panels[0].ticks[1].n < 2)
            fail_msg("%zu number from %g to %g", layout.panels[0].ticks[1].n, y[0], y[1]);
        figure_layout_free(&layout);
        figure_free(&figure);
    }
    figure_font_close(font);
}

/* ---- files */

static enum error_code draw(const char *path, bool force, const char *title)
{
    struct figure figure = two_panels(1, false, true);
    figure.title = title;
    enum error_code code = figure_file_write(&figure, path, force, &err);
    figure_free(&figure);
    return code;
}

static void three_kinds_the_same_bytes_twice(void **state)
{
    (void)state;
    const struct {
        const char *name, *magic;
    } kinds[] = {{"a.svg", "<svg"}, {"a.pdf", "%PDF"}, {"a.png", "\x89PNG"}};
    for (size_t i = 0; i < 3; i++) {
        const char *path = in_directory(kinds[i].name);
        size_t size, again;
        if (draw(path, false, "'x"))
            fail_msg("%s", err.message);
        char *bytes = read_back(path, &size);
        assert_memory_equal(bytes, kinds[i].magic, strlen(kinds[i].magic));
        assert_int_equal(draw(path, false, "'x"), ERROR_EXISTS);
        sleep(i == 1); /* a date would show */
        assert_int_equal(draw(path, true, "'x"), ERROR_OK);
        char *second = read_back(path, &again);
        assert_int_equal(size, again);
        assert_memory_equal(bytes, second, size);
        free(bytes);
        free(second);
        remove(path);
    }
}

static void hostile_text(void **state)
{
    (void)state;
    size_t size;
    const char *path = in_directory("h.svg");
    assert_int_equal(draw(path, false, "<script>alert(\"x\" & 'y')</script>\n"), ERROR_OK);
    char *bytes = read_back(path, &size);
    assert_non_null(
        strstr(bytes, "&lt;script&gt;alert(&quot;x&quot; &amp; &#39;y&#39;)&lt;/script&gt; "));
    assert_null(strstr(bytes, "<script"));
    free(bytes);
    remove(path);
    path = in_directory("h.pdf");
    if (draw(path, false, "\xff <b>&"))
        fail_msg("%s", err.message);
    remove(path);
}

static void failures_leave_nothing(void **state)
{
    (void)state;
    assert_int_equal(draw(in_directory("f.gif"), false, ""), ERROR_USAGE);
    assert_int_equal(draw(in_directory("no/f.svg"), false, ""), ERROR_INPUT);
    assert_int_equal(figure_file_check(in_directory("no/f.svg"), false, &err), ERROR_INPUT);
    assert_int_equal(figure_file_check(in_directory("f.svg"), false, &err), ERROR_OK);
    assert_int_equal(figure_file_check(NULL, false, &err), ERROR_OK);
    assert_int_equal(rmdir(directory), 0); /* nothing is left in it */
    assert_int_equal(mkdir(directory, 0777), 0);
}

/* every number reads back as the same double */
static void csv_is_the_data(void **state)
{
    (void)state;
    enum { N = 500 };
    double a[N], b[N], row[3];
    struct arena arena = {0};
    struct figure_panel panel = {.axes = {{.name = "t"}}};
    struct figure_series s = {
        .name = "a, x", .style = &plain, .first = 0.1, .step = 1e-4, .y = a, .n = N};
    for (int i = 0; i < N; i++) {
        a[i] = sin(i) * pow(10, i % 40 - 20);
        b[i] = 1.0 / (i + 3);
    }
    figure_series_add(&arena, &panel, s);
    s.name = "b";
    s.y = b;
    figure_series_add(&arena, &panel, s);
    const char *path = in_directory("d.csv");
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    figure_file_csv(out, &panel);
    fclose(out);
    struct csv *csv;
    bool more = true;
    assert_int_equal(csv_open(path, &csv, &err), ERROR_OK);
    assert_int_equal(csv_columns(csv), 3);
    for (int i = 0; i < N; i++) {
        assert_int_equal(csv_read(csv, row, NULL, &more, &err), ERROR_OK);
        assert_true(more && row[0] == 0.1 + i * 1e-4 && row[1] == a[i] && row[2] == b[i]);
    }
    assert_int_equal(csv_next(csv, &more, &err), ERROR_OK);
    assert_false(more);
    csv_close(csv);
    remove(path);
    arena_free(&arena);
}

/* ---- strokes and outlines */

enum { PATH_MOST = 2000 };
struct path {
    struct figure_canvas canvas;
    double at[PATH_MOST][2];
    size_t n;
};

static void keep_vertex(struct figure_canvas *canvas, double x, double y)
{
    struct path *path = (struct path *)canvas;
    path->at[path->n][0] = x;
    path->at[path->n++][1] = y;
}

static double apart(const double p[2], const double a[2], const double b[2])
{
    const double d[2] = {b[0] - a[0], b[1] - a[1]}, square = d[0] * d[0] + d[1] * d[1];
    const double along = square > 0 ? ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / square : 0;
    const double share = fmin(fmax(along, 0), 1);
    return hypot(p[0] - a[0] - share * d[0], p[1] - a[1] - share * d[1]);
}

/* draws the points; all of them lie near the strokes, whose ends are the first and the last */
static size_t assert_drawn(double (*points)[2], size_t n, double columns)
{
    struct path path = {.canvas = {.move = keep_vertex, .line = keep_vertex, .columns = columns}};
    struct figure_pen pen = {.canvas = &path.canvas};
    for (size_t i = 0; i < n; i++)
        figure_pen_go(&pen, points[i][0], points[i][1]);
    figure_pen_lift(&pen);
    assert_memory_equal(path.at[0], points[0], sizeof *points);
    assert_memory_equal(path.at[path.n - 1], points[n - 1], sizeof *points);
    for (size_t i = 0; i < n; i++) {
        double least = INFINITY;
        for (size_t k = 0; k + 1 < path.n; k++)
            least = fmin(least, apart(points[i], path.at[k], path.at[k + 1]));
        assert_true(least <= 0.1 / columns + 1e-9);
    }
    return path.n;
}

static void strokes_pass_all_points(void **state)
{
    (void)state;
    static double points[PATH_MOST][2];
    for (int i = 0; i < PATH_MOST; i++) {
        points[i][0] = 0.3 * i;
        points[i][1] = 7 - 0.1 * i;
    }
    assert_int_equal(assert_drawn(points, PATH_MOST, 1), 2);
    for (int i = 0; i < PATH_MOST; i++) { /* a circle: arcs whose chords are off it by as much */
        points[i][0] = 100 * cos(2 * M_PI * i / (PATH_MOST - 1));
        points[i][1] = 100 * sin(2 * M_PI * i / (PATH_MOST - 1));
    }
    const size_t vertices = assert_drawn(points, PATH_MOST, 1);
    const double shortest = 2 * sqrt(2 * 100 * 0.1); /* 2 sqrt(2 r s): the sagitta s is 0.1 */
    assert_true(vertices > 20 && (double)vertices < 2 * M_PI * 100 / shortest + 3);
    assert_true((double)assert_drawn(points, PATH_MOST, 4) > 1.5 * (double)vertices);
    double back[][2] = {{0, 0}, {10, 0}, {5, 0}, {20, 0}, {20, 30}, {20, -30}, {20, 0.01}};
    assert_int_equal(assert_drawn(back, 7, 1), 7);
    unsigned chance = 1;
    for (int trial = 0; trial < 20; trial++) { /* noise of every size beside that of the pen */
        for (int i = 0; i < 300; i++) {
            chance = chance * 1664525u + 1013904223u;
            points[i][0] = 0.5 * i;
            points[i][1] = pow(2, trial - 10) * (chance / 4294967296.0 - 0.5) + 20 * sin(0.1 * i);
        }
        assert_drawn(points, 300, 1);
    }
}

static double area_below(const struct figure_series *s, double base)
{
    double sum = 0;
    for (size_t i = 1; i < s->n; i++)
        sum += (s->x[i] - s->x[i - 1]) * (0.5 * (s->y[i] + s->y[i - 1]) - base);
    return sum;
}

/* both have the area height / unit, at the place of their values */
static void outlines_of_distributions(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct figure_outline outline = {.origin = 3, .unit = 0.5, .base = 2, .height = 0.25};
    const struct figure_series normal = figure_outline_normal(&arena, &outline, 4, 0.1);
    assert_true(fabs(area_below(&normal, 2) - 0.25 / 0.5) < 1e-4);
    assert_true(fabs(normal.x[normal.n / 2] - 2) < 1e-12);
    assert_true(fabs(normal.y[normal.n / 2] - 2 - 0.25 / (0.1 * sqrt(2 * M_PI))) < 1e-12);
    static const double density[] = {0.1, 0.7, 0.2};
    const struct figure_series bins = figure_outline_bins(&arena, &outline, 3, 6, density, 3);
    assert_true(fabs(area_below(&bins, 2) - 0.25 / 0.5) < 1e-12);
    assert_true(bins.y[0] == 2 && bins.y[bins.n - 1] == 2);
    assert_true(bins.x[0] == 0 && fabs(bins.x[bins.n - 1] - 6) < 1e-12);
    assert_true(fabs(bins.y[4] - 2 - 0.25 * 0.7) < 1e-12 && fabs(bins.x[4] - 4) < 1e-12);
    arena_free(&arena);
}

static int begin(void **state)
{
    (void)state;
    directory = scratch_directory();
    return 0;
}

static int end(void **state)
{
    (void)state;
    rmdir(directory);
    free(directory);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_of_axes),
        cmocka_unit_test(marks_are_round),
        cmocka_unit_test(small_numbers_have_an_exponent),
        cmocka_unit_test(decades),
        cmocka_unit_test(names_as_in_print),
        cmocka_unit_test(ranges),
        cmocka_unit_test(cells_are_covered_once),
        cmocka_unit_test(no_peak_is_lost),
        cmocka_unit_test(strokes_pass_all_points),
        cmocka_unit_test(outlines_of_distributions),
        cmocka_unit_test(texts_do_not_meet),
        cmocka_unit_test(low_panels_have_a_scale),
        cmocka_unit_test(three_kinds_the_same_bytes_twice),
        cmocka_unit_test(hostile_text),
        cmocka_unit_test(failures_leave_nothing),
        cmocka_unit_test(csv_is_the_data),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
