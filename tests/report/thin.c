/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thinned curves: spikes and the order in time stay, short curves stay as they are. */
#include "config.h"

#include "report/thin.h"

#include <math.h>
#include <string.h>

#include "tests/test.h"

enum { LENGTH = 10007, POINTS = 300 }; /* no multiple: the last bin is a part of one */

static double signal[LENGTH];

static struct figure_series line(const double *y)
{
    return (struct figure_series){
        .name = "y", .mark = FIGURE_LINE, .first = -0.25, .step = 1e-3, .y = y, .n = LENGTH};
}

static void make_waves(void)
{
    for (int i = 0; i < LENGTH; i++)
        signal[i] = sin(i * 0.01) + 0.01 * (i % 7);
}

static size_t find(const struct figure_series *s, double value)
{
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < s->n; i++)
        if (s->y[i] == value) {
            assert_true(found == SIZE_MAX);
            found = i;
        }
    assert_true(found != SIZE_MAX);
    return found;
}

/* a spike of one sample is there once, with its height, where it was */
static void spikes_stay(void **state)
{
    (void)state;
    static const size_t places[] = {0, 3210, 6777, LENGTH - 1};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
        for (int sign = -1; sign < 2; sign += 2) {
            struct report_document document = {0};
            make_waves();
            signal[places[k]] = 5.25 * sign;
            const struct figure_series full = line(signal);
            const struct figure_series thin = report_thin_series(&full, POINTS, &document);
            assert_true(thin.n <= POINTS && thin.n > POINTS / 2);
            const size_t at = find(&thin, 5.25 * sign);
            const double off = figure_series_x(&thin, at) - figure_series_x(&full, places[k]);
            assert_true(fabs(off) < 2.0 * LENGTH / POINTS * full.step);
            report_document_free(&document);
        }
}

/* what rises goes on rising, what falls goes on falling */
static void order_stays(void **state)
{
    (void)state;
    for (int sign = -1; sign < 2; sign += 2) {
        struct report_document document = {0};
        for (int i = 0; i < LENGTH; i++)
            signal[i] = sign * i;
        const struct figure_series full = line(signal);
        const struct figure_series thin = report_thin_series(&full, POINTS, &document);
        for (size_t i = 1; i < thin.n; i++)
            assert_true(sign * (thin.y[i] - thin.y[i - 1]) > 0);
        assert_true(thin.step > 0);
        report_document_free(&document);
    }
}

/* a curve that is no function of x: its points are samples, in the order of time */
static void curves_keep_their_samples(void **state)
{
    (void)state;
    static double time[LENGTH];
    struct report_document document = {0};
    make_waves();
    for (int i = 0; i < LENGTH; i++)
        time[i] = i;
    struct figure_series full = line(signal);
    full.x = time;
    const struct figure_series thin = report_thin_series(&full, POINTS, &document);
    assert_true(thin.n <= POINTS);
    for (size_t i = 0; i < thin.n; i++) {
        assert_true(thin.y[i] == signal[(size_t)thin.x[i]]);
        assert_true(i == 0 || thin.x[i] >= thin.x[i - 1]);
    }
    report_document_free(&document);
}

static void short_curves_stay(void **state)
{
    (void)state;
    struct report_document document = {0};
    make_waves();
    const struct figure_series full = line(signal);
    static const size_t enough[] = {LENGTH, LENGTH + 1, SIZE_MAX};
    for (size_t k = 0; k < sizeof enough / sizeof *enough; k++) {
        const struct figure_series same = report_thin_series(&full, enough[k], &document);
        assert_memory_equal(&same, &full, sizeof full);
    }
    assert_int_equal(document.arena.n, 0);
    assert_true(report_thin_series(&full, LENGTH - 1, &document).n < LENGTH);
    report_document_free(&document);
}

/* record and prediction: what happens at the same time falls into the same bin */
static void overlays_share_bins(void **state)
{
    (void)state;
    static double other[LENGTH];
    for (size_t place = 100; place < 200; place++) {
        struct report_document document = {0};
        make_waves();
        for (int i = 0; i < LENGTH; i++)
            other[i] = -0.5 * signal[i];
        signal[place] = 9;
        other[place] = 7;
        const struct figure_series a = line(signal), b = line(other);
        const struct figure_series c = report_thin_series(&a, POINTS, &document);
        const struct figure_series d = report_thin_series(&b, POINTS, &document);
        assert_int_equal(find(&c, 9) / 2, find(&d, 7) / 2);
        assert_true(c.first == d.first && c.step == d.step && c.n == d.n);
        report_document_free(&document);
    }
}

/* a prediction that ends early stays ended, and a lost sample takes no bin with it */
static void gaps_stay(void **state)
{
    (void)state;
    struct report_document document = {0};
    make_waves();
    signal[0] = signal[500] = NAN; /* as the first of a bin and within one */
    for (int i = LENGTH / 2; i < LENGTH; i++)
        signal[i] = NAN;
    const struct figure_series full = line(signal);
    const struct figure_series thin = report_thin_series(&full, POINTS, &document);
    const double end = figure_series_x(&full, LENGTH / 2);
    const double bin = 2 * thin.step;
    for (size_t i = 0; i < thin.n; i++) {
        const double t = figure_series_x(&thin, i);
        assert_true(t > end - bin || isfinite(thin.y[i]));
        assert_true(t < end + bin || isnan(thin.y[i]));
    }
    report_document_free(&document);
}

/* no part of a band is lost */
static void bands_cover(void **state)
{
    (void)state;
    static double half[LENGTH];
    struct report_document document = {0};
    make_waves();
    for (int i = 0; i < LENGTH; i++)
        half[i] = 0.1 + 0.05 * cos(i * 0.3);
    struct figure_series full = line(signal);
    full.mark = FIGURE_BAND;
    full.z = half;
    const struct figure_series thin = report_thin_series(&full, POINTS, &document);
    assert_true(thin.n <= POINTS);
    for (size_t i = 0; i < LENGTH; i++) {
        const double place = (figure_series_x(&full, i) - thin.first) / thin.step;
        const size_t k = (size_t)lrint(place);
        assert_true(k < thin.n);
        assert_true(thin.y[k] - thin.z[k] <= signal[i] - half[i] + 1e-12);
        assert_true(thin.y[k] + thin.z[k] >= signal[i] + half[i] - 1e-12);
    }
    report_document_free(&document);
}

/* all lines of a document; axes and what is no curve stay */
static void documents(void **state)
{
    (void)state;
    struct report_document document = {0};
    struct report_thinned count = {0};
    make_waves();
    struct report_figure figure = {.id = "f"};
    struct figure_series given[3] = {line(signal), line(signal), line(signal)};
    given[1].n = 10;
    given[2].mark = FIGURE_POINTS;
    given[2].x = signal;
    for (size_t k = 0; k < 3; k++)
        figure_series_add(&document.arena, &figure.panel, given[k]);
    report_document_text(&document, REPORT_TEXT, "text");
    report_document_figure(&document, &figure);
    const struct figure_panel before = document.blocks[1].figure.panel;
    report_thin_document(&document, POINTS, &count);
    const struct figure_panel *after = &document.blocks[1].figure.panel;
    assert_true(document.blocks[1].figure.thinned && !document.arena.failed);
    assert_true(after->series[0].n <= POINTS);
    assert_memory_equal(&after->series[1], &given[1], 2 * sizeof given[1]);
    for (size_t k = 0; k < 2; k++)
        assert_true(after->axes[k].low == before.axes[k].low &&
                    after->axes[k].high == before.axes[k].high);
    assert_int_equal(count.all, LENGTH + 10);
    assert_int_equal(count.shown, after->series[0].n + 10);
    report_document_free(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spikes_stay),
        cmocka_unit_test(order_stays),
        cmocka_unit_test(curves_keep_their_samples),
        cmocka_unit_test(short_curves_stay),
        cmocka_unit_test(overlays_share_bins),
        cmocka_unit_test(gaps_stay),
        cmocka_unit_test(bands_cover),
        cmocka_unit_test(documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
