/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/interrupt.h"

#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/* A signal handler can know of nothing but static objects. The names are copies, so
 * that none is freed under its eyes. */
enum { MOST_FILES = 16 };
enum { FREE, FILLING, USED };
static struct {
    atomic_int state;
    int base;
    char path[PATH_MAX];
} files[MOST_FILES];
static atomic_bool watching, seen;

void interrupt_remove_all(void)
{
    for (size_t i = 0; i < MOST_FILES; i++)
        if (files[i].state == USED)
            unlinkat(files[i].base, files[i].path, 0);
}

static void end(int number)
{
    if (watching && !seen) {
        seen = true;
        return;
    }
    interrupt_remove_all();
    signal(number, SIG_DFL);
    raise(number); /* comes when the handler returns */
}

void interrupt_begin(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    enum { N = sizeof signals / sizeof *signals };
    struct sigaction action = {.sa_handler = end, .sa_flags = SA_RESTART}, before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < N; i++)
        sigaddset(&action.sa_mask, signals[i]);
    for (size_t i = 0; i < N; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

void interrupt_end_by_pipe(void)
{
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

void interrupt_watch(void) { watching = true; }

bool interrupt_seen(void) { return seen; }

void interrupt_remove(int base, const char *path)
{
    for (size_t i = 0; i < MOST_FILES; i++) {
        int expected = FREE;
        if (strlen(path) < PATH_MAX &&
            atomic_compare_exchange_strong(&files[i].state, &expected, FILLING)) {
            files[i].base = base;
            memcpy(files[i].path, path, strlen(path) + 1);
            files[i].state = USED;
            return;
        }
    }
}

void interrupt_keep(int base, const char *path)
{
    for (size_t i = 0; i < MOST_FILES; i++)
        if (files[i].state == USED && files[i].base == base && strcmp(files[i].path, path) == 0)
            files[i].state = FREE;
}
