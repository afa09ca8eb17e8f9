/* SPDX-License-Identifier: GPL-3.0-or-later */
/* what a card is asked for, and what is made of its answer */
#include "daq/comedi_command.h"

#include <string.h>

#include "tests/test.h"

static const comedi_cmd multiplexed = {.start_src = TRIG_NOW | TRIG_EXT,
                                       .scan_begin_src = TRIG_TIMER | TRIG_EXT,
                                       .convert_src = TRIG_TIMER | TRIG_EXT,
                                       .scan_end_src = TRIG_COUNT,
                                       .stop_src = TRIG_COUNT | TRIG_NONE};

static void test_scan_timer(void **state)
{
    (void)state;
    comedi_cmd cmd = {.chanlist_len = 3};
    assert_int_equal(daq_comedi_ask(&multiplexed, 100000, &cmd, NULL), ERROR_OK);
    assert_int_equal(cmd.start_src, TRIG_NOW);
    assert_int_equal(cmd.scan_begin_src, TRIG_TIMER);
    assert_int_equal(cmd.scan_begin_arg, 100000);
    assert_int_equal(cmd.convert_src, TRIG_TIMER);
    assert_int_equal(cmd.convert_arg, 5000);
    assert_int_equal(cmd.scan_end_arg, 3);
    assert_int_equal(cmd.stop_src, TRIG_NONE);
    cmd.convert_arg = 7000; /* what a slower card makes of it */
    assert_int_equal(daq_comedi_period(&cmd), 100000);
    assert_int_equal(daq_comedi_skew(&cmd, 2), 14000);
    /* at high rates the channels must fit into the scan */
    assert_int_equal(daq_comedi_ask(&multiplexed, 9000, &cmd, NULL), ERROR_OK);
    assert_int_equal(cmd.convert_arg, 3000);
}

/* a card without a scan timer: the period is that of all conversions */
static void test_scan_follows_conversions(void **state)
{
    (void)state;
    comedi_cmd card = multiplexed, cmd = {.chanlist_len = 3};
    card.scan_begin_src = TRIG_FOLLOW;
    assert_int_equal(daq_comedi_ask(&card, 100000, &cmd, NULL), ERROR_OK);
    assert_int_equal(cmd.scan_begin_src, TRIG_FOLLOW);
    assert_int_equal(cmd.convert_arg, 33333);
    assert_int_equal(daq_comedi_period(&cmd), 99999);
    assert_int_equal(daq_comedi_skew(&cmd, 1), 33333);
}

/* a card with a converter for each channel */
static void test_simultaneous(void **state)
{
    (void)state;
    comedi_cmd card = multiplexed, cmd = {.chanlist_len = 3};
    card.convert_src = TRIG_NOW;
    card.stop_src = TRIG_COUNT;
    assert_int_equal(daq_comedi_ask(&card, 100000, &cmd, NULL), ERROR_OK);
    assert_int_equal(cmd.convert_src, TRIG_NOW);
    assert_int_equal(cmd.convert_arg, 0);
    assert_int_equal(daq_comedi_skew(&cmd, 2), 0);
    assert_int_equal(cmd.stop_src, TRIG_COUNT);
    assert_true(cmd.stop_arg > 1000000000u);
}

static void test_what_cannot_be(void **state)
{
    (void)state;
    comedi_cmd card = multiplexed, cmd = {.chanlist_len = 2};
    struct error err;
    card.scan_begin_src = TRIG_EXT;
    assert_int_equal(daq_comedi_ask(&card, 100000, &cmd, &err), ERROR_UNSUPPORTED);
    assert_int_equal(daq_comedi_ask(&multiplexed, INT64_C(5000000000), &cmd, &err),
                     ERROR_UNSUPPORTED);
    assert_int_equal(daq_comedi_ask(&multiplexed, 100000, &cmd, &err), ERROR_OK);
    assert_int_equal(daq_comedi_check_period(&cmd, 100000, &err), ERROR_OK);
    cmd.scan_begin_arg = 100999;
    assert_int_equal(daq_comedi_check_period(&cmd, 100000, &err), ERROR_OK);
    cmd.scan_begin_arg = 101001;
    assert_int_equal(daq_comedi_check_period(&cmd, 100000, &err), ERROR_UNSUPPORTED);
    cmd.scan_begin_arg = 1000000;
    assert_int_equal(daq_comedi_check_period(&cmd, 100000, &err), ERROR_UNSUPPORTED);
    assert_non_null(strstr(err.message, "2 channels at 10000 Hz"));
    assert_non_null(strstr(err.message, "is 1000 Hz"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scan_timer),
        cmocka_unit_test(test_scan_follows_conversions),
        cmocka_unit_test(test_simultaneous),
        cmocka_unit_test(test_what_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
