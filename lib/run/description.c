/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/description.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const state_texts[] = {
#define STATE_ROW(name, text) text,
    RUN_STATE_LIST(STATE_ROW)
#undef STATE_ROW
};

const char *run_state_text(enum run_state state) { return state_texts[state]; }

void run_time_text(struct timespec time, char text[RUN_TIME_SIZE])
{
    struct tm parts;
    char day[24] = "";
    if (gmtime_r(&time.tv_sec, &parts))
        strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text, RUN_TIME_SIZE, "%s.%09ldZ", day, time.tv_nsec);
}

int64_t run_find_channel(const struct run_info *info, const char *role)
{
    for (size_t i = 0; i < info->n_channels; i++)
        if (strcmp(info->channels[i].role, role) == 0)
            return (int64_t)i;
    return RUN_UNKNOWN;
}

double run_convert(const struct run_channel *channel, double count)
{
    double x = count - channel->origin, value = 0;
    for (size_t i = channel->n_coefficients; i-- > 0;)
        value = value * x + channel->coefficients[i];
    return channel->sensitivity * value;
}

double run_period(const struct run_info *info)
{
    return (double)info->period.numerator / (double)info->period.denominator;
}

struct run_period run_period_of_ns(int64_t ns)
{
    struct run_period period = {ns, 1000000000};
    for (int64_t factor = 2; factor <= 5; factor += 3)
        while (ns > 0 && period.numerator % factor == 0 && period.denominator % factor == 0) {
            period.numerator /= factor;
            period.denominator /= factor;
        }
    return period;
}

int64_t run_time_ns(const struct run_info *info, int64_t frames)
{
    return llroundl(1e9L * (long double)frames * (long double)info->period.numerator /
                    (long double)info->period.denominator);
}
