/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that brings what was written to files to the disk itself, every second, so that a
 * power cut costs no more than that. Whoever writes does not wait for it. */
#ifndef LIB_RUN_KEEPER_H
#define LIB_RUN_KEEPER_H

#include <stddef.h>

#include "lib/base/error.h"

enum { RUN_KEEPER_FILES = 2 };

struct run_keeper;

/* the files stay the caller's, and open as long as it runs */
enum error_code run_keeper_start(const int fds[RUN_KEEPER_FILES], struct run_keeper **keeper,
                                 struct error *err);

/* returns errno of the first sync that failed, 0 when all went well; NULL is allowed */
int run_keeper_stop(struct run_keeper *keeper);

#endif
