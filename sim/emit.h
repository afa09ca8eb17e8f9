/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tape written as C: the operations in the order in which the outputs ask for them, with the
 * arithmetic of the interpreter (sim/tape.c), so that both give the same bits. */
#ifndef SIM_EMIT_H
#define SIM_EMIT_H

#include <stdio.h>

#include "sim/tape.h"

/* a tape with the places of its outputs: i goes to place[i] and to mirror[i] */
struct sim_emit {
    const struct sim_tape *tape;
    const char *name;
    size_t n; /* coordinates */
    const uint16_t *place, *mirror;
};

/* a number that reads back as the same double */
void sim_emit_number(FILE *out, double value);

/* " + FACTOR * ", or what is shorter; `first`: nothing is before it */
void sim_emit_factor(FILE *out, double factor, bool first);

/* Sine and cosine, a slot and the next, of what is the same in call after call: they are computed
 * when it changes. Its name is written between the two */
void sim_emit_turn_begin(FILE *out, unsigned slot);
void sim_emit_turn_end(FILE *out, unsigned slot);

/* the same of an angle of the state */
void sim_emit_turned_begin(FILE *out, unsigned slot);
void sim_emit_turned_end(FILE *out, unsigned slot);

/* what every file with such functions begins with */
void sim_emit_head(FILE *out);

/* what NAME below does, which says all that a tape is */
enum error_code sim_emit_fingerprint(FILE *out, const struct sim_emit *emit, struct error *err);

/* NAME, a sim_code_values, and NAME_c; `scope` is "static " or "" */
enum error_code sim_emit_values(FILE *out, const char *scope, const struct sim_emit *emit,
                                struct error *err);

/* NAME_slopes, a sim_code_slopes */
enum error_code sim_emit_slopes(FILE *out, const char *scope, const struct sim_emit *emit,
                                struct error *err);

#endif
