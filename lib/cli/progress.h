/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress: one line with percentage, rate and time left on stderr, only when
 * that is a terminal and the user did not ask for quiet. Calls from one thread. */
#ifndef LIB_CLI_PROGRESS_H
#define LIB_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress {
    const char *label; /* "simulating" */
    const char *unit;  /* of the rate: "runs", "samples" */
    double total;      /* 0: not known; no percentage then */
    double start;      /* time, s */
    double shown;      /* time of the last update, s */
    bool on;
};

/* begin; on a pipe or with quiet all further calls do nothing */
void progress_start(struct progress *progress, const char *label, const char *unit, double total,
                    bool quiet);

/* `done` of `total` so far; cheap, draws at most 10 times a second */
void progress_update(struct progress *progress, double done);

/* clear the line */
void progress_end(struct progress *progress);

/* the line alone: "simulating  42 %  1.3k runs/s  0:12 left", cut to size - 1 characters */
void progress_format(char *line, size_t size, const struct progress *progress, double done,
                     double elapsed);

#endif
