/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GSL's answers are looked at, so it need not abort; but within GSL a lack of memory is
 * not, and would be a crash: the program ends there. For the main files of programs that
 * use GSL. */
#ifndef LIB_BASE_GSL_ANSWERS_H
#define LIB_BASE_GSL_ANSWERS_H

#include <stdio.h>
#include <unistd.h>

#include <gsl/gsl_errno.h>

#include "lib/base/error.h"
#include "lib/base/interrupt.h"

static inline void gsl_answers_note(const char *reason, const char *file, int line, int number)
{
    (void)reason;
    (void)file;
    (void)line;
    if (number != GSL_ENOMEM)
        return;
    struct error err;
    const enum error_code code = error_memory(&err);
    fprintf(stderr, "%s\n", err.message);
    interrupt_remove_all();
    _exit(error_exit_code(code));
}

static inline void gsl_answers_begin(void) { gsl_set_error_handler(gsl_answers_note); }

#endif
