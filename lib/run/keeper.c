/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/keeper.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct run_keeper {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool stop;
    int fds[RUN_KEEPER_FILES];
    int failure;
};

static void sync_all(struct run_keeper *keeper)
{
    for (size_t i = 0; i < RUN_KEEPER_FILES; i++)
        /* EINVAL and EROFS: what is no file on a disk has nothing to sync */
        if (fdatasync(keeper->fds[i]) != 0 && errno != EINVAL && errno != EROFS && errno != EINTR &&
            !keeper->failure)
            keeper->failure = errno;
}

/* from one sync to the beginning of the next: what a sync takes itself comes on top */
static const long pause_ns = 900000000;

static void *keep(void *context)
{
    struct run_keeper *keeper = context;
    pthread_mutex_lock(&keeper->mutex);
    while (!keeper->stop) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += pause_ns;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        int waited = 0;
        while (!keeper->stop && waited != ETIMEDOUT)
            waited = pthread_cond_timedwait(&keeper->wake, &keeper->mutex, &until);
        if (keeper->stop)
            break;
        pthread_mutex_unlock(&keeper->mutex);
        sync_all(keeper);
        pthread_mutex_lock(&keeper->mutex);
    }
    pthread_mutex_unlock(&keeper->mutex);
    return NULL;
}

/* signals are for the other threads */
static int start_thread(struct run_keeper *keeper)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failure = pthread_create(&keeper->thread, NULL, keep, keeper);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure;
}

enum error_code run_keeper_start(const int fds[RUN_KEEPER_FILES], struct run_keeper **keeper,
                                 struct error *err)
{
    struct run_keeper *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    memcpy(new->fds, fds, sizeof new->fds);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&new->mutex, NULL);
    pthread_cond_init(&new->wake, &clock);
    pthread_condattr_destroy(&clock);
    const int failure = start_thread(new);
    if (failure) {
        free(new);
        return failure == ENOMEM ? error_memory(err)
                                 : error_set(err, ERROR_IO,
                                             "no thread can be started to keep the run on disk: "
                                             "%s; end other programs",
                                             strerror(failure));
    }
    *keeper = new;
    return ERROR_OK;
}

int run_keeper_stop(struct run_keeper *keeper)
{
    if (!keeper)
        return 0;
    pthread_mutex_lock(&keeper->mutex);
    keeper->stop = true;
    pthread_cond_signal(&keeper->wake);
    pthread_mutex_unlock(&keeper->mutex);
    pthread_join(keeper->thread, NULL);
    const int failure = keeper->failure;
    pthread_cond_destroy(&keeper->wake);
    pthread_mutex_destroy(&keeper->mutex);
    free(keeper);
    return failure;
}
