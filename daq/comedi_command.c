/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/comedi_command.h"

#include <limits.h>

/* as fast as most multiplexers settle; a slower card raises it */
static const unsigned short_convert_ns = 5000;

static unsigned prefer(unsigned mask, unsigned first, unsigned second)
{
    return mask & first ? first : mask & second;
}

enum error_code daq_comedi_ask(const comedi_cmd *mask, int64_t period_ns, comedi_cmd *cmd,
                               struct error *err)
{
    const unsigned n = cmd->chanlist_len;
    if (period_ns > UINT_MAX)
        return error_set(err, ERROR_UNSUPPORTED,
                         "a Comedi card samples at 0.24 Hz or faster, not every %lld ns",
                         (long long)period_ns);
    cmd->start_src = mask->start_src & TRIG_NOW;
    cmd->scan_begin_src = prefer(mask->scan_begin_src, TRIG_TIMER, TRIG_FOLLOW);
    cmd->scan_begin_arg = cmd->scan_begin_src == TRIG_TIMER ? (unsigned)period_ns : 0;
    /* where the scans have no timer of their own the conversions are all there is */
    cmd->convert_src = cmd->scan_begin_src == TRIG_TIMER
                           ? prefer(mask->convert_src, TRIG_TIMER, TRIG_NOW)
                           : mask->convert_src & TRIG_TIMER;
    cmd->convert_arg = 0;
    if (cmd->convert_src == TRIG_TIMER) {
        const unsigned longest = (unsigned)period_ns / n;
        cmd->convert_arg = cmd->scan_begin_src == TRIG_TIMER && longest > short_convert_ns
                               ? short_convert_ns
                               : longest;
    }
    cmd->scan_end_src = mask->scan_end_src & TRIG_COUNT;
    cmd->scan_end_arg = n;
    cmd->stop_src = prefer(mask->stop_src, TRIG_NONE, TRIG_COUNT);
    cmd->stop_arg = cmd->stop_src == TRIG_COUNT ? UINT_MAX : 0;
    if (!cmd->start_src || !cmd->scan_begin_src || !cmd->convert_src || !cmd->scan_end_src ||
        !cmd->stop_src)
        return error_set(err, ERROR_UNSUPPORTED,
                         "the card has no timed acquisition that runs by itself");
    return ERROR_OK;
}

int64_t daq_comedi_period(const comedi_cmd *cmd)
{
    return cmd->scan_begin_src == TRIG_TIMER
               ? (int64_t)cmd->scan_begin_arg
               : (int64_t)cmd->convert_arg * (int64_t)cmd->chanlist_len;
}

int64_t daq_comedi_skew(const comedi_cmd *cmd, unsigned channel)
{
    return cmd->convert_src == TRIG_TIMER ? (int64_t)cmd->convert_arg * (int64_t)channel : 0;
}

enum error_code daq_comedi_check_period(const comedi_cmd *cmd, int64_t asked_ns, struct error *err)
{
    const int64_t period = daq_comedi_period(cmd);
    const int64_t off = period > asked_ns ? period - asked_ns : asked_ns - period;
    if (off * 100 <= asked_ns)
        return ERROR_OK;
    return error_set(err, ERROR_UNSUPPORTED,
                     "the card cannot sample %u channels at %.9g Hz; the nearest it can do is "
                     "%.9g Hz: give that as the rig's rate, or fewer channels",
                     cmd->chanlist_len, 1e9 / (double)asked_ns, 1e9 / (double)period);
}
