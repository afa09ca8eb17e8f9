/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Offsets that `calib channels` found reach a recorded run through the rig's include: those of a
 * rail that moves already while the tip rests can come from nowhere else. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_errno.h>

#include "lib/measure/detect.h"
#include "sim/registry.h"
#include "tests/generator/record.h"
#include "tests/scratch.h"
#include "tests/test.h"

static struct error err;

#define good(call)                                  \
    do {                                            \
        if ((call) != ERROR_OK)                     \
            fail_msg("%s: %s", #call, err.message); \
    } while (0)

static const char rig_text[] = "model: two-link\n"
                               "include:\n  - channels.json\n"
                               "parameters:\n"
                               "  mass: 0.12 kg\n  length: 0.21 m\n  height: 0.3775 m\n"
                               "  friction: 0.6\n  gravity: 9.8 m/s2\n"
                               "start:\n  theta1: 32 deg\n"
                               "channels:\n"
                               "  - role: rail\n    input: 0\n    sensitivity: 1 m/s/V\n"
                               "  - role: tip_t\n    input: 1\n    sensitivity: 1 m/s/V\n"
                               "    offset: 3 mV\n";

static const char results[] =
    "{\"skitter\": \"0.1.0\", \"kind\": \"result\", \"program\": \"skitter-calib\", \"results\": ["
    "{\"name\": \"rail_offset\", \"value\": 0.02, \"uncertainty\": 1e-5, \"unit\": \"V\","
    " \"method\": \"rest\"},"
    "{\"name\": \"tip_t_offset\", \"value\": 0.5, \"uncertainty\": 1e-5, \"unit\": \"V\","
    " \"method\": \"rest\"}]}";

static void offsets_reach_a_run(void **state)
{
    (void)state;
    struct generator_two_link truth = generator_two_link_of_paper();
    struct generator_instrument instrument = generator_instrument_clean(10e3);
    struct measure_record m;
    struct rig *rig;
    instrument.rail_moves = true;
    for (int c = 0; c < GENERATOR_CHANNELS; c++) {
        instrument.channels[c].noise = 1e-4;
        instrument.channels[c].offset = c == GENERATOR_RAIL ? 0.02 : 0.003;
    }
    scratch_write("channels.json", results);
    good(rig_read(scratch_write("rig.yaml", rig_text), sim_registry, &rig, &err));
    assert_true(rig->channels[0].values.values[RIG_CHANNEL_OFFSET].value == 0.02);
    assert_int_equal(rig->channels[0].values.values[RIG_CHANNEL_OFFSET].source, RIG_INCLUDE);
    /* what the rig file says itself wins */
    assert_true(fabs(rig->channels[1].values.values[RIG_CHANNEL_OFFSET].value - 0.003) < 1e-15);
    struct generator_recording recording = generator_record(scratch_path("run"), &truth,
                                                            &instrument, NULL, 1);
    good(measure_record_read(recording.path, &m, &err));
    measure_record_instruments(&m, rig);
    /* 0.1 s of rest: 1e-4 / sqrt(1000) is the mean's noise; 5 of these */
    double mean[2] = {0, 0};
    for (size_t i = 0; i < 1000; i++) {
        mean[0] += m.v[MEASURE_RAIL][i] / 1000;
        mean[1] += m.v[MEASURE_TIP_T][i] / 1000;
    }
    assert_true(fabs(mean[0] - -0.5) < 1.6e-5);
    assert_true(fabs(mean[1]) < 1.6e-5);
    struct measure_detected detected;
    good(measure_detect(&m, &detected, &err));
    assert_int_equal(detected.rest[MEASURE_RAIL].n, 0); /* it moves */
    assert_true(fabs(m.v[MEASURE_RAIL][500] - -0.5) < 1e-3);
    measure_events_free(&detected.events);
    measure_record_free(&m);
    generator_recording_free(&recording);
    rig_free(rig);
}

static int no_aborts(void **state)
{
    (void)state;
    gsl_set_error_handler_off();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(offsets_reach_a_run)};
    return cmocka_run_group_tests(tests, no_aborts, NULL);
}
