/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daq/channel.h"

#include <math.h>

double daq_channel_value(const struct rig_channel *channel, enum rig_channel_key key)
{
    return channel->values.values[key].value;
}

void daq_channel_convert(const struct rig_channel *channel, struct run_channel *out)
{
    out->role = rig_role_name(channel->role);
    out->unit = channel->unit;
    out->coefficients[0] -= daq_channel_value(channel, RIG_CHANNEL_OFFSET);
    out->sensitivity = daq_channel_value(channel, RIG_CHANNEL_SIGN) * channel->sensitivity /
                       cos(daq_channel_value(channel, RIG_CHANNEL_BEAM_ANGLE));
}

void daq_channel_linear(const struct rig_channel *channel, int64_t bits, struct run_channel *out)
{
    const double range = daq_channel_value(channel, RIG_CHANNEL_RANGE);
    *out = (struct run_channel){.count_max = (INT64_C(1) << bits) - 1, .n_coefficients = 2};
    out->coefficients[0] = -range;
    out->coefficients[1] = 2 * range / (double)out->count_max;
    daq_channel_convert(channel, out);
}

/* the simplest fraction that is the number to 13 digits, by its continued fraction; a rate in
 * hertz is a whole number nearly always, and then its own */
static struct run_period simplest(double rate)
{
    static const double close = 1e-13;
    int64_t p0 = 1, q0 = 0, p1 = (int64_t)floor(rate), q1 = 1;
    double rest = rate - floor(rate);
    while (fabs((double)p1 / (double)q1 - rate) > close * rate && rest > 0) {
        const double next = floor(1 / rest);
        if (next * (double)q1 > 1e9 || next * (double)p1 > 1e15)
            break;
        rest = 1 / rest - next;
        const int64_t p = (int64_t)next * p1 + p0, q = (int64_t)next * q1 + q0;
        p0 = p1, q0 = q1, p1 = p, q1 = q;
    }
    return (struct run_period){q1, p1};
}

enum error_code daq_channel_period(double rate, struct run_period *period, struct error *err)
{
    if (!(rate >= 1e-3 && rate <= 1e9))
        return error_set(err, ERROR_INPUT,
                         "a rate of %.9g Hz cannot be recorded; give one from 1 mHz to 1 GHz",
                         rate);
    *period = simplest(rate);
    return ERROR_OK;
}
