/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every C test includes: cmocka and the headers it wants before it. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifdef __clang_analyzer__
/* cmocka's assertions leave by longjmp, which the analyser does not know */
#include <stdlib.h>
#undef assert_non_null
#define assert_non_null(pointer) \
    do {                         \
        if (!(pointer))          \
            abort();             \
    } while (0)
#endif

#endif
