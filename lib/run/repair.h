/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recover what can be recovered of a damaged run. Nothing is destroyed: each
 * file that is replaced stays beside as NAME.damaged. */
#ifndef LIB_RUN_REPAIR_H
#define LIB_RUN_REPAIR_H

#include "lib/run/run.h"

struct run_repair_report {
    bool changed;    /* false: there was nothing to repair */
    int64_t frames;  /* of the repaired run */
    char text[2048]; /* what was found and done, a line each */
};

enum error_code run_repair(const char *dir, struct run_repair_report *report, struct error *err);

#endif
