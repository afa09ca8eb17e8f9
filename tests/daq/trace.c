/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lowest and highest of each dot column, and the picture made of them */
#include "config.h"

#include "daq/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daq/screen.h"
#include "tests/test.h"

static const struct run_channel channels[] = {
    {.role = "rail",
     .unit = "m/s",
     .sensitivity = 1,
     .coefficients = {0, 0.5},
     .n_coefficients = 2,
     .count_max = 255},
    {.role = "tip_t",
     .unit = "m/s",
     .sensitivity = 1,
     .coefficients = {0, 1},
     .n_coefficients = 2,
     .count_max = 255},
};
static const struct run_info info = {
    .channels = channels, .n_channels = 2, .count_offset = 128, .period = {1, 1000}};

static void test_spans(void **state)
{
    (void)state;
    struct daq_trace *trace;
    const int32_t samples[] = {-128, 1, -126, 5, -124, 3, 0, 0, 2, 2, 1, 1, 7, 7};
    assert_int_equal(daq_trace_create(&info, &trace, NULL), ERROR_OK);
    daq_trace_scale(trace, 3);
    daq_trace_add(trace, samples, 2);
    assert_int_equal(daq_trace_length(trace), 0);
    daq_trace_add(trace, samples + 4, 5);
    assert_int_equal(daq_trace_length(trace), 2); /* the seventh frame waits for its dot */
    const struct daq_span old = daq_trace_span(trace, 0, 1), tip = daq_trace_span(trace, 1, 1);
    assert_true(old.low == 0 && old.high == 2);
    assert_true(tip.low == 129 && tip.high == 133);
    const struct daq_span new = daq_trace_span(trace, 0, 0);
    assert_true(new.low == 64 && new.high == 65);
    daq_trace_scale(trace, 1);
    assert_int_equal(daq_trace_length(trace), 0);
    for (int i = 0; i < 2 * TRACE_DOTS; i++)
        daq_trace_add(trace, samples, 1);
    assert_int_equal(daq_trace_length(trace), TRACE_DOTS);
    daq_trace_free(trace);
}

static char *draw(const struct daq_view *view, const struct daq_health *health)
{
    struct daq_trace *trace;
    char *text;
    size_t size;
    assert_int_equal(daq_trace_create(&info, &trace, NULL), ERROR_OK);
    const int32_t samples[] = {-128, 1, -128, 1};
    daq_trace_scale(trace, 1);
    daq_trace_add(trace, samples, 2);
    FILE *out = open_memstream(&text, &size);
    daq_screen_draw(view, &info, trace, health, out);
    fclose(out);
    daq_trace_free(trace);
    return text;
}

static void test_screen_tells(void **state)
{
    (void)state;
    struct daq_view view = {
        .width = 40, .height = 12, .window = 1, .state = "armed: rail", .keys = "q quit"};
    struct daq_health health[2] = {{.frames = 5, .low = 1, .high = 1},
                                   {.frames = 5, .clipped = 2, .low = 0, .high = 9}};
    char *text = draw(&view, health);
    assert_non_null(strstr(text, "rail"));
    assert_non_null(strstr(text, "flat"));
    assert_non_null(strstr(text, "clipped"));
    assert_non_null(strstr(text, "0 lost | armed: rail"));
    assert_non_null(strstr(text, "q quit"));
    size_t lines = 1;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 12);
    free(text);
    view.lost = 17;
    view.paused = true;
    health[0] = health[1] = (struct daq_health){.frames = 5, .low = 0, .high = 9};
    text = draw(&view, health);
    assert_non_null(strstr(text, "\033[31m17 lost\033[0m"));
    assert_non_null(strstr(text, "paused"));
    assert_null(strstr(text, "flat"));
    assert_null(strstr(text, "clipped"));
    free(text);
}

static void test_dots_fill_the_width(void **state)
{
    (void)state;
    const struct daq_view view = {.width = 50, .window = 2};
    assert_int_equal(daq_screen_per_dot(&view, &info), 20); /* 2000 frames in 100 dots */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_screen_tells),
        cmocka_unit_test(test_dots_fill_the_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
