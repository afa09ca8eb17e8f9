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

enum error_code daq_channel_period(double rate, int64_t *period_ns, struct error *err)
{
    if (!(rate >= 1e-3 && rate <= 1e9))
        return error_set(err, ERROR_INPUT,
                         "a rate of %.9g Hz cannot be recorded; give one from 1 mHz to 1 GHz",
                         rate);
    *period_ns = llround(1e9 / rate);
    return ERROR_OK;
}
