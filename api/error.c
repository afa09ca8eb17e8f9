/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#include <gsl/gsl_errno.h>

#include "api/private.h"
#include "lib/base/version.h"

static_assert((int)SKITTER_GAPS == (int)ERROR_GAPS, "the codes are those of lib/base/error.h");
static_assert(sizeof((struct skitter_error *)0)->message == ERROR_MESSAGE_SIZE,
              "messages fit the library's error");

int api_answer(enum error_code code, const struct error *inner, struct skitter_error *err)
{
    if (err) {
        err->code = (int)code;
        snprintf(err->message, sizeof err->message, "%s", code ? inner->message : "");
    }
    return (int)code;
}

static void take_answers(void) { gsl_set_error_handler_off(); }

void api_begin(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, take_answers);
}

const char *skitter_library_version(void) { return skitter_version; }
