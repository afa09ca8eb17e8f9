/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges, marks of axes, envelopes, and text that cannot become mark-up. */
#include "config.h"

#include "report/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/envelope.h"
#include "report/plot.h"
#include "report/svg.h"
#include "tests/test.h"

static void marks_of_axes(void **state)
{
    (void)state;
    double first;
    char text[32];
    assert_true(fabs(report_figure_ticks(-0.3, 1.7, 8, &first) - 0.2) < 1e-12);
    assert_true(fabs(first + 0.2) < 1e-12);
    assert_true(fabs(report_figure_ticks(0, 100, 5, &first) - 20) < 1e-12);
    assert_true(first == 0);
    report_figure_tick_text(0.30000000000000004, 0.1, text, sizeof text);
    assert_string_equal(text, "0.3");
    report_figure_tick_text(-1e-17, 0.1, text, sizeof text);
    assert_string_equal(text, "0.0");
    report_figure_tick_text(40, 20, text, sizeof text);
    assert_string_equal(text, "40");
}

/* one sample in a million is off: the column that it falls into shows it */
static void no_peak_is_lost(void **state)
{
    (void)state;
    enum { LENGTH = 1000000, COLUMNS = 700 };
    double *y = calloc(LENGTH, sizeof *y);
    assert_non_null(y);
    y[333333] = 5;
    y[333334] = NAN;
    const struct report_series s = {.y = y, .n = LENGTH, .first = -1, .step = 1e-4};
    size_t found = 0, samples = 0;
    for (size_t i = 0; i < COLUMNS; i++) {
        const struct report_extent e = report_envelope_column(&s, -1, 99, COLUMNS, i);
        samples += e.n;
        if (e.high == 5) {
            found++;
            assert_int_equal(i, 333333 * COLUMNS / LENGTH);
            assert_true(e.low == 0);
        }
    }
    assert_int_equal(found, 1);
    assert_int_equal(samples, LENGTH - 1); /* each once, but the one that is none */
    free(y);
}

static void ranges(void **state)
{
    (void)state;
    const double x[] = {2, 4}, y[] = {-1, 3}, wide[] = {100, 100};
    struct report_figure figure = {
        .series = {{.mark = REPORT_LINE, .x = x, .y = y, .n = 2},
                   {.mark = REPORT_BAND, .x = x, .y = y, .z = wide, .n = 2}},
        .n_series = 2,
        .timed = true,
        .from = 0,
        .to = 10};
    report_figure_ranges(&figure);
    assert_true(figure.low[0] == 0 && figure.high[0] == 10);
    assert_true(fabs(figure.low[1] + 1.24) < 1e-12 && fabs(figure.high[1] - 3.24) < 1e-12);
}

static char *printed(void (*print)(FILE *, const char *), const char *text)
{
    char *got;
    size_t size;
    FILE *out = open_memstream(&got, &size);
    assert_non_null(out);
    print(out, text);
    fclose(out);
    return got;
}

static void hostile_text(void **state)
{
    (void)state;
    char *got = printed(report_svg_text, "<script>alert(\"x\" & 'y')</script>\n");
    assert_string_equal(got,
                        "&lt;script&gt;alert(&quot;x&quot; &amp; &#39;y&#39;)&lt;/script&gt; ");
    free(got);
    got = printed(report_plot_text, "it's `touch x`\nsystem('y')");
    assert_string_equal(got, "'it''s `touch x` system(''y'')'");
    free(got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_of_axes),
        cmocka_unit_test(no_peak_is_lost),
        cmocka_unit_test(ranges),
        cmocka_unit_test(hostile_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
