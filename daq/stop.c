/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/stop.h"

#include <pthread.h>
#include <stddef.h>
#include <time.h>

static const struct {
    int number;
    const char *name;
} stops[] = {
    {SIGINT, "stopped by SIGINT"}, {SIGTERM, "stopped by SIGTERM"}, {SIGHUP, "stopped by SIGHUP"}};

void daq_stop_block(sigset_t *signals)
{
    sigemptyset(signals);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
        sigaddset(signals, stops[i].number);
    pthread_sigmask(SIG_BLOCK, signals, NULL);
}

const char *daq_stop_wait(const sigset_t *signals, int64_t ns)
{
    const struct timespec time = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
    const int number = sigtimedwait(signals, NULL, &time);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
        if (stops[i].number == number)
            return stops[i].name;
    return NULL;
}
