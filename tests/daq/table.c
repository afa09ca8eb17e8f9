/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV and sound files as counts: exact decimals, units, jitter, and wrong files */
#include "config.h"

#include "daq/table.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sndfile.h>

#include "tests/daq/fixture.h"
#include "tests/test.h"

static struct daq_source source;
static int64_t lost; /* frames, of all reads */

static struct daq_table *open_table(const char *path, const struct rig *rig, double rate)
{
    struct daq_table *table;
    source = (struct daq_source){.info.channels = source.channels};
    fixture_ok(daq_table_open(path, rig, &(struct daq_mapping){.rate = rate}, &source, &table,
                              &fixture_err));
    return table;
}

static size_t read_all(struct daq_table *table, int32_t *samples, size_t room)
{
    size_t frames = 0;
    struct daq_read got = {0};
    while (!got.end && frames < room) {
        fixture_ok(daq_table_read(table, samples, room - frames, &got, &fixture_err));
        lost += got.loss.frames;
        samples += got.frames * source.info.n_channels;
        frames += got.frames;
    }
    return frames;
}

static double value(size_t channel, int32_t sample)
{
    return run_convert(&source.channels[channel], (double)(sample + source.info.count_offset));
}

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.15g instead of %.15g", a, b);
}

static void test_decimals_are_kept(void **state)
{
    (void)state;
    int32_t samples[30];
    struct daq_table *table = open_table(
        scratch_write("a.csv", "# from somewhere\nt,tip_t,foo (V)\n0,1.25,1e-3\n0.001,-0.5,2e-3\n"
                               "0.002,7,-3e-3\n"),
        NULL, 0);
    assert_int_equal(source.info.n_channels, 2);
    assert_int_equal(run_time_ns(&source.info, 1), 1000000);
    assert_string_equal(source.channels[0].role, "tip_t");
    assert_string_equal(source.channels[0].unit, "m/s");
    assert_string_equal(source.channels[1].role, "foo");
    assert_string_equal(source.channels[1].unit, "V");
    assert_string_equal(source.remark, "");
    for (int again = 0; again < 2; again++) {
        assert_int_equal(read_all(table, samples, 10), 3);
        assert_int_equal(samples[0], 125); /* hundredths */
        assert_int_equal(samples[2], -50);
        assert_int_equal(samples[4], 700);
        /* exponents: the largest is full scale, a count short of the rail: it is not clipped */
        assert_int_equal(samples[5], -INT32_MAX + 1);
        near(value(0, samples[0]), 1.25, 1e-15);
        near(value(1, samples[1]), 1e-3, 1e-12);
        assert_int_equal(read_all(table, samples, 10), 0);
        fixture_ok(daq_table_rewind(table, &fixture_err));
    }
    daq_table_close(table);
    /* less than a double has steps for is 0, and not a division by 0 */
    table = open_table(scratch_write("tiny.csv", "t,a\n0,1e-320\n1,-3e-320\n"), NULL, 0);
    assert_int_equal(read_all(table, samples, 10), 2);
    near(value(0, samples[0]), 1e-320, DBL_MIN);
    near(value(0, samples[1]), -3e-320, DBL_MIN);
    daq_table_close(table);
}

static void test_units_separators_and_time(void **state)
{
    (void)state;
    int32_t samples[30];
    struct daq_table *table = open_table(scratch_write("b.csv",
                                                       "\"Time [ms]\";rail [mm/s];angle [deg]\r\n"
                                                       "10;-500;90\r\n10.5;-250;45\r\n11;0;0\r\n"),
                                         NULL, 0);
    assert_int_equal(run_time_ns(&source.info, 1), 500000);
    assert_int_equal(read_all(table, samples, 10), 3);
    near(value(0, samples[0]), -0.5, 1e-15);
    assert_string_equal(source.channels[1].unit, "rad");
    near(value(1, samples[1]), acos(0), 1e-15);
    daq_table_close(table);
    table = open_table(scratch_write("c.csv", "1\t2\n3\t4\n"), NULL, 100);
    assert_int_equal(source.info.n_channels, 2);
    assert_int_equal(run_time_ns(&source.info, 1), 10000000);
    assert_string_equal(source.channels[1].role, "column2");
    assert_int_equal(read_all(table, samples, 10), 2);
    assert_int_equal(samples[3], 4);
    daq_table_close(table);
}

/* a straight line is a straight line again after resampling, whatever the jitter */
static void test_jitter_is_resampled(void **state)
{
    (void)state;
    static int32_t samples[3000];
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    fputs("time,x\n", file);
    for (int i = 0; i <= 1000; i++) {
        const double t = 5 + 1e-3 * (i + (i == 0 || i == 1000 ? 0 : 0.3 * sin(7.0 * i)));
        fprintf(file, "%.9f,%.9f\n", t, 2 * t - 10);
    }
    fclose(file);
    struct daq_table *table = open_table(scratch_write("d.csv", text), NULL, 0);
    assert_non_null(strstr(source.remark, "resampled every 0.001 s"));
    assert_int_equal(run_time_ns(&source.info, 1), 1000000);
    assert_int_equal(read_all(table, samples, 3000), 1001);
    for (int i = 0; i <= 1000; i++)
        near(value(0, samples[i]), 2e-3 * i, 1e-8);
    daq_table_close(table);
    free(text);
}

/* columns in volts mean what the rig file says */
static void test_volts_of_a_rig(void **state)
{
    (void)state;
    int32_t samples[10];
    struct rig *rig = fixture_rig(
        "model: pendulum\nparameters: {mass: 1 kg, length: 1 m, stiffness: 1 N.m/rad}\n"
        "start: {theta: 0 rad}\n"
        "channels: [{role: tip_t, input: 0, sensitivity: 125 mm/s/V, sign: -1, offset: 1 V}]\n");
    struct daq_table *table = open_table(scratch_write("e.csv", "tip_t (V)\n3\n1\n"), rig, 1000);
    assert_int_equal(read_all(table, samples, 10), 2);
    near(value(0, samples[0]), -0.25, 1e-15);
    near(value(0, samples[1]), 0, 1e-15);
    daq_table_close(table);
    rig_free(rig);
}

static const char *make_sound(const char *name, int format, const double *values, int n)
{
    const char *path = scratch_path(name);
    SF_INFO info = {.channels = 1, .samplerate = 8000, .format = format};
    SNDFILE *file = sf_open(path, SFM_WRITE, &info);
    assert_non_null(file);
    assert_int_equal(sf_write_double(file, values, n), n);
    sf_close(file);
    return path;
}

static void test_sound(void **state)
{
    (void)state;
    int32_t samples[10];
    const double half[] = {0.5, -0.5, 0, -1}, loud[] = {4, -1, 0.25};
    struct daq_table *table = open_table(
        make_sound("a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, half, 4), NULL, 0);
    assert_int_equal(run_time_ns(&source.info, 1), 125000);
    assert_int_equal(source.info.bits, 16);
    assert_int_equal(read_all(table, samples, 10), 4);
    near(samples[0], 16384, 1);
    assert_int_equal(samples[2], 0);
    near(value(0, samples[3]), -1, 1e-4);
    daq_table_close(table);
    struct rig *rig = fixture_rig(
        "model: pendulum\nparameters: {mass: 1 kg, length: 1 m, stiffness: 1 N.m/rad}\n"
        "start: {theta: 0 rad}\n"
        "channels: [{role: velocity, input: 0, sensitivity: 100 mm/s/V, range: 5 V}]\n");
    table = open_table(make_sound("b.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, loud, 3), rig, 1000);
    assert_int_equal(run_time_ns(&source.info, 1), 1000000);
    assert_string_equal(source.channels[0].role, "velocity");
    assert_int_equal(read_all(table, samples, 10), 3);
    near(value(0, samples[0]), 4 * 5 * 0.1, 1e-8); /* times 5 V, 0.1 m/s/V */
    near(value(0, samples[2]), 0.25 * 5 * 0.1, 1e-8);
    daq_table_close(table);
    rig_free(rig);
}

static bool takes_sound(const char *path)
{
    struct daq_table *table;
    if (daq_table_open(path, NULL, &(struct daq_mapping){0}, &source, &table, &fixture_err))
        return false;
    daq_table_close(table);
    return true;
}

/* what is no number was lost, wherever it stands, and what is infinite was out of range */
static void test_lost_samples(void **state)
{
    (void)state;
    const double values[] = {1, NAN, 0.5, NAN, NAN, 0.25};
    int32_t samples[10];
    struct daq_table *table = open_table(
        make_sound("nan.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, values, 6), NULL, 0);
    lost = 0;
    assert_int_equal(read_all(table, samples, 10), 3);
    assert_int_equal(lost, 3);
    near(value(0, samples[1]), 0.5, 1e-8);
    near(value(0, samples[2]), 0.25, 1e-8);
    daq_table_close(table);
    table = open_table(scratch_write("nan.csv", "t,a,b\n0,1,2\n1,,3\n2,3,NaN\n3,4,5\n"
                                                "4,inf,5\n5,-inf,6\n6,--,--\n"),
                       NULL, 0);
    lost = 0;
    assert_int_equal(read_all(table, samples, 5), 4);
    assert_int_equal(lost, 3);
    assert_int_equal(samples[2], 4);
    assert_int_equal(samples[4], INT32_MAX);
    assert_int_equal(samples[6], INT32_MIN);
    assert_int_equal(source.channels[0].count_max, INT32_MAX);
    daq_table_close(table);
}

static void test_wrong_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "is empty"},
        {"t,b\n", "has 0 rows"},
        {"t,a\n0,1\n", "has 1 rows"},
        {"a,b\n1,2\n3,4\n", "--rate"},
        {"t,a\n0,1\n1,x\n", "bad.csv:3: column a holds no number"},
        {"t,a\n0,1\n1,nan\n", "has 1 rows"},
        {"t,a\n0,1\n1\n", "bad.csv:3"},
        {"t,a\n0,1\n1,2,3\n", "bad.csv:3"},
        {"t,a\n0,1\n1,2\n1,3\n", "bad.csv:4: the time does not increase"},
        {"t,tip_t (kg)\n0,1\n1,2\n", "column tip_t"},
        {"t (kg),tip_t\n0,1\n1,2\n", "column t"},
        {"t\n0\n1\n", "no column but the time"},
        {"t,a\n0,1\n1e9,2\n", "rate"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct daq_table *table;
        const char *path = scratch_write("bad.csv", cases[i].text);
        enum error_code code = daq_table_open(path, NULL, &(struct daq_mapping){0}, &source, &table,
                                              &fixture_err);
        if (code == ERROR_OK)
            fail_msg("'%s' was taken", cases[i].text);
        assert_int_equal(error_exit_code(code), 2);
        if (!strstr(fixture_err.message, cases[i].says))
            fail_msg("'%s': %s", cases[i].text, fixture_err.message);
    }
    assert_false(
        takes_sound(scratch_write("noise.wav", "\xff\xfb\x90\x40 an MP3 begins like this")));
    assert_non_null(strstr(fixture_err.message, "does not begin as a WAV"));
    struct daq_table *table;
    assert_int_equal(daq_table_open(scratch_path("none.csv"), NULL, &(struct daq_mapping){0},
                                    &source, &table, &fixture_err),
                     ERROR_INPUT);
    assert_int_equal(daq_table_open(scratch_path("none.wav"), NULL, &(struct daq_mapping){0},
                                    &source, &table, &fixture_err),
                     ERROR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decimals_are_kept),
        cmocka_unit_test(test_units_separators_and_time),
        cmocka_unit_test(test_jitter_is_resampled),
        cmocka_unit_test(test_volts_of_a_rig),
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_lost_samples),
        cmocka_unit_test(test_wrong_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
