/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lowest and highest of each dot column, and the picture made of them */
#include "config.h"

#include "daq/trace.h"

#include <math.h>
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

/* the picture of these frames, one in each dot column, without the ends of the terminal's lines */
static char *draw(const struct daq_view *view, const struct daq_health *health,
                  const int32_t *samples, size_t frames)
{
    struct daq_trace *trace;
    struct daq_recent *recent;
    char *text;
    size_t size;
    assert_int_equal(daq_trace_create(&info, &trace, NULL), ERROR_OK);
    assert_int_equal(daq_recent_create(&info, &recent, NULL), ERROR_OK);
    daq_trace_scale(trace, daq_screen_per_dot(view, &info));
    daq_trace_add(trace, samples, frames);
    daq_recent_add(recent, samples, frames);
    FILE *out = open_memstream(&text, &size);
    const struct daq_seen seen = {
        .info = &info, .trace = trace, .recent = recent, .health = health};
    assert_int_equal(daq_screen_draw(view, &seen, out, NULL), ERROR_OK);
    fclose(out);
    daq_recent_free(recent);
    daq_trace_free(trace);
    return text;
}

static size_t count_lines(const char *text)
{
    size_t lines = 1;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static const char *const keys[] = {"q quit", "t trigger", NULL};
static const int32_t two_frames[] = {-128, 1, -128, 1};

static void test_screen_tells(void **state)
{
    (void)state;
    struct daq_view view = {
        .width = 40, .height = 14, .window = 0.08, .state = "armed: rail", .keys = keys};
    struct daq_health health[2] = {{.frames = 5, .low = 1, .high = 1},
                                   {.frames = 5, .clipped = 2, .low = 0, .high = 9}};
    char *text = draw(&view, health, two_frames, 2);
    assert_non_null(strstr(text, "rail"));
    assert_non_null(strstr(text, "flat"));
    assert_non_null(strstr(text, "clipped"));
    assert_non_null(strstr(text, "own scale, 0 lost"));
    assert_non_null(strstr(text, "\narmed: rail"));
    assert_non_null(strstr(text, "\nq quit"));
    assert_int_equal(count_lines(text), 14);
    free(text);
    view.lost = 17;
    view.paused = true;
    view.zoom = 4;
    health[0] = health[1] = (struct daq_health){.frames = 5, .low = 0, .high = 9};
    text = draw(&view, health, two_frames, 2);
    assert_non_null(strstr(text, "\033[31m17 lost\033[0m"));
    assert_non_null(strstr(text, "zoom 4, paused"));
    assert_null(strstr(text, "flat"));
    assert_null(strstr(text, "clipped"));
    free(text);
}

/* what could not be done is said in whole words, in red, and takes its lines from the traces */
static void test_trouble_is_told_in_full(void **state)
{
    (void)state;
    const struct daq_view view = {.width = 40,
                                  .height = 16,
                                  .window = 0.08,
                                  .state = "nothing is recorded: the directory is not there and "
                                           "cannot be made",
                                  .trouble = true,
                                  .keys = keys};
    const struct daq_health health[2] = {{.frames = 1}, {.frames = 1}};
    char *text = draw(&view, health, two_frames, 2);
    assert_non_null(strstr(text, "\033[31mnothing is recorded: the directory is"));
    assert_non_null(strstr(text, "\033[31mnot there and cannot be made\033[0m"));
    assert_true(count_lines(text) <= 16);
    free(text);
}

/* rows of characters of the panel after `role` that have a dot */
static size_t rows_with_dots(const char *text, const char *role)
{
    size_t rows = 0;
    text = strchr(strstr(text, role), '\n') + 1;
    while ((unsigned char)*text == 0xe2) { /* braille: U+2800 is empty */
        const char *end = strchr(text, '\033');
        bool dots = false;
        for (; text < end; text += 3)
            dots |= (unsigned char)text[1] != 0xa0 || (unsigned char)text[2] != 0x80;
        rows += dots;
        text = strchr(end, '\n') + 1;
    }
    return rows;
}

enum { LONG = 2000 };

/* frames of noise around 100 on both channels; channel 1 jumps by `jump` in the middle */
static void make_noise(int32_t samples[2 * LONG], int32_t jump)
{
    unsigned draw = 1;
    for (int i = 0; i < 2 * LONG; i++) {
        draw = draw * 1103515245u + 12345u;
        samples[i] = -28 + (int32_t)(draw >> 16) % 5 + (i % 2 && i > LONG ? jump : 0);
    }
}

static void test_noise_does_not_fill_the_panel(void **state)
{
    (void)state;
    static int32_t samples[2 * LONG];
    const struct daq_view view = {
        .width = 50, .height = 28, .window = 2, .state = "", .keys = keys};
    const struct daq_health health[2] = {{.frames = 1}, {.frames = 1}};
    make_noise(samples, 50);
    char *text = draw(&view, health, samples, LONG);
    const size_t rows = (28 - 4) / 2 - 1;
    assert_true(2 * rows_with_dots(text, "rail") <= rows);  /* steady: noise alone */
    assert_true(rows_with_dots(text, "tip_t") >= rows - 1); /* a jump has the whole of it */
    free(text);
}

static void test_level_of_the_trigger(void **state)
{
    (void)state;
    static int32_t samples[2 * LONG];
    const struct daq_trigger trigger = {.channel = 0, .level = 90, .sign = 1};
    struct daq_view view = {.width = 50, .height = 28, .window = 2, .state = "", .keys = keys};
    const struct daq_health health[2] = {{.frames = 1}, {.frames = 1}};
    make_noise(samples, 0);
    char *text = draw(&view, health, samples, LONG);
    assert_null(strstr(text, "trigger at"));
    const size_t before = rows_with_dots(text, "rail");
    free(text);
    view.trigger = &trigger;
    text = draw(&view, health, samples, LONG);
    assert_non_null(strstr(text, "trigger at 90 m/s"));
    /* the scale reaches up to it, and the noise, at 50 of 90, is a thin line below */
    assert_true(before > 2);
    assert_true(rows_with_dots(text, "rail") == 2 || rows_with_dots(text, "rail") == 3);
    free(text);
}

/* a line of 62.5 Hz on channel 1, an eighth of half the rate: 20 m/s of amplitude */
static void test_spectrum(void **state)
{
    (void)state;
    static int32_t samples[2 * LONG];
    const struct daq_view view = {
        .width = 60, .height = 28, .window = 2, .spectrum = true, .state = "", .keys = keys};
    const struct daq_health health[2] = {{.frames = 1}, {.frames = 1}};
    make_noise(samples, 0);
    for (int i = 0; i < LONG; i++)
        samples[2 * i + 1] = -28 + (int32_t)lround(20 * sin(2 * M_PI * 62.5e-3 * i));
    char *text = draw(&view, health, samples, LONG);
    const char *at = strstr(text, "tip_t");
    double lowest, amplitude, frequency;
    assert_int_equal(sscanf(at, "tip_t from %lf Hz; strongest %lf m/s at %lf Hz", &lowest,
                            &amplitude, &frequency),
                     3);
    assert_true(fabs(lowest - 0.5) < 0.13);     /* one cycle in 2 s, to half a bin */
    assert_true(fabs(frequency - 62.5) < 0.25); /* of a resolution of 0.5 Hz */
    assert_true(amplitude < 20.2 && amplitude > 0.96 * 20);
    assert_non_null(strstr(text, "up to 500 Hz"));
    free(text);
    text = draw(&view, health, samples, 20);
    assert_non_null(strstr(text, "too few samples yet"));
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
        cmocka_unit_test(test_trouble_is_told_in_full),
        cmocka_unit_test(test_noise_does_not_fill_the_panel),
        cmocka_unit_test(test_level_of_the_trigger),
        cmocka_unit_test(test_spectrum),
        cmocka_unit_test(test_dots_fill_the_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
