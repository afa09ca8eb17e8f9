/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mechanism's tapes are known by: two mechanisms whose tapes are the same have the same,
 * whatever their names and numbers are called and are. */
#ifndef SIM_FINGERPRINT_H
#define SIM_FINGERPRINT_H

#include <stdio.h>

#include "sim/own.h"

enum error_code sim_fingerprint(const struct sim_tapes *tapes, size_t n,
                                char text[SHA256_TEXT_SIZE], struct error *err);

/* whether the series of that way are among them; the others are interpreted */
bool sim_fingerprint_compiles(const struct sim_tapes *tapes, size_t way);

/* functions of these tapes as C, called PREFIX_terms, PREFIX_outline and so on (sim/code.h);
 * `scope` is "static " or "" */
enum error_code sim_write_code(FILE *out, const char *scope, const char *prefix,
                               const struct sim_tapes *tapes, size_t n, struct error *err);

#endif
