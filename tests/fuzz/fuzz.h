/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the harnesses share. A harness is one function that hands an input to the library:
 * libFuzzer calls it (`make fuzz`), or tests/fuzz/replay.c with the corpus (`make check`).
 * It must come back; and where the library promises something of what it took (what is
 * printed reads back), fuzz_require says so. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* the input as a text in a block of its own, so that reading beyond it is seen;
 * the caller frees it */
char *fuzz_text(const uint8_t *data, size_t size);

/* the name of a file in memory that holds the input, until the next call. It has no
 * ending of its own. */
const char *fuzz_file(const uint8_t *data, size_t size);

/* a scratch directory of the process, removed when it ends in order */
const char *fuzz_directory(void);

/* makes DIRECTORY/NAME, always the same one, the file in memory of fuzz_file; returns it */
const char *fuzz_link(const char *name);

/* stops the process, as a sanitizer would, unless it holds */
void fuzz_require(bool holds, const char *what);

#ifdef __clang_analyzer__
/* the analyser sees one file at a time: tell it that nothing goes on after a failure */
#include <stdlib.h>
#define fuzz_require(holds, what) ((holds) ? (void)0 : abort())
#endif

#endif
