/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors: one list of codes; every failure carries a message that says what,
 * where and what to do. Library functions return the code and fill the struct;
 * none of them prints or exits. */
#ifndef LIB_BASE_ERROR_H
#define LIB_BASE_ERROR_H

#include <stdarg.h>

/* X(name, exit code of a program that ends with it, what it is) */
#define ERROR_LIST(X)                   \
    X(OK, 0, "done")                    \
    X(USAGE, 2, "wrong usage")          \
    X(INPUT, 2, "bad input")            \
    X(EXISTS, 2, "output exists")       \
    X(UNSUPPORTED, 2, "not supported")  \
    X(IO, 1, "input or output failed")  \
    X(MEMORY, 1, "out of memory")       \
    X(DEVICE, 1, "device failed")       \
    X(NUMERIC, 1, "computation failed") \
    X(INTERRUPTED, 1, "interrupted")    \
    X(GAPS, 3, "recorded with gaps")

enum error_code {
#define ERROR_ENUM(name, exit_code, text) ERROR_##name,
    ERROR_LIST(ERROR_ENUM)
#undef ERROR_ENUM
};

enum { ERROR_MESSAGE_SIZE = 1024 };

struct error {
    enum error_code code;
    char message[ERROR_MESSAGE_SIZE];
};

/* "bad input" and so on */
const char *error_text(enum error_code code);

/* exit code that a program ends with */
int error_exit_code(enum error_code code);

/* fill err (which may be NULL) and return code, so that a failure is one line:
 *     return error_set(err, ERROR_INPUT, "%s: ...", path); */
enum error_code error_set(struct error *err, enum error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* the message of a failed allocation */
enum error_code error_memory(struct error *err);

#ifdef __clang_analyzer__
/* the analyser sees one file at a time: tell it that the code comes back */
#define error_set(err, code, ...) ((error_set)((err), (code), __VA_ARGS__), (code))
#define error_memory(err) ((error_memory)(err), ERROR_MEMORY)
#endif

/* put "context: " before the message that is there. The caller has the code, which err,
 * that may be NULL, need not hold. */
void error_prefix(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* append further help, "; try ..." */
void error_append(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
