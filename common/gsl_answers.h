/* GSL's answers are looked at, so it need not abort; only its lack of memory is noted
 * besides. For the main files of programs that use GSL. */
#ifndef COMMON_GSL_ANSWERS_H
#define COMMON_GSL_ANSWERS_H

#include <gsl/gsl_errno.h>

#include "common/memory.h"

static inline void gsl_answers_note(const char *reason, const char *file, int line, int number)
{
    (void)reason;
    (void)file;
    (void)line;
    if (number == GSL_ENOMEM)
        memory_note();
}

static inline void gsl_answers_begin(void)
{
    gsl_set_error_handler(gsl_answers_note);
}

#endif
