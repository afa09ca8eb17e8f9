/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/pace.h"

#include <time.h>

static const int64_t nap_ns = 20000000;

int64_t daq_pace_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void daq_pace_sleep(int64_t ns)
{
    const struct timespec time = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
    nanosleep(&time, NULL);
}

void daq_pace_start(struct daq_pace *pace, double period, bool fast)
{
    *pace = (struct daq_pace){.start_ns = daq_pace_now(), .period = period, .fast = fast};
}

static int64_t frames_due(const struct daq_pace *pace)
{
    return (int64_t)(1e-9 * (double)(daq_pace_now() - pace->start_ns) / pace->period) - pace->given;
}

size_t daq_pace_due(const struct daq_pace *pace, bool wait, size_t room)
{
    if (pace->fast)
        return room;
    int64_t due = frames_due(pace);
    if (due <= 0 && wait) {
        const int64_t period_ns = (int64_t)(1e9 * pace->period);
        daq_pace_sleep(period_ns > nap_ns ? period_ns : nap_ns);
        due = frames_due(pace);
    }
    if (due <= 0)
        return 0;
    return (size_t)due < room ? (size_t)due : room;
}
