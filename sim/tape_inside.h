/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a tape consists of; private to sim/tape.c, which makes and interprets it, and sim/emit.c,
 * which writes it as C. */
#ifndef SIM_TAPE_INSIDE_H
#define SIM_TAPE_INSIDE_H

#include <stddef.h>
#include <stdint.h>

/* slots and fixed inputs of the largest tape: six coordinates with all that there may be
 * around them take some two thousand slots */
enum { SIM_TAPE_MAX_SLOTS = 8192, SIM_TAPE_MAX_FIXED = 64 };

enum sim_tape_kind {
    SIM_TAPE_LINEAR,
    SIM_TAPE_PRODUCT,
    SIM_TAPE_SQUARE,
    SIM_TAPE_QUOTIENT,
    SIM_TAPE_ROOT,
    SIM_TAPE_SINE_COSINE
};

struct sim_tape_op {
    enum sim_tape_kind kind;
    uint16_t out, a, b; /* the cosine's slot is out + 1 */
    uint16_t n;         /* terms of a sum */
    uint32_t first;
    double constant;
};

struct sim_tape_term {
    double factor;
    uint32_t slot;
};

struct sim_tape_load {
    uint16_t slot, input;
};

/* constants, fixed inputs and fixed slots come first: the first n_kept slots */
struct sim_tape {
    unsigned long serial; /* no other tape of this process has it */
    size_t n_slots, n_kept, n_fixed;
    struct sim_tape_op *ops; /* fixed ones first */
    size_t n_ops, n_kept_ops;
    struct sim_tape_term *terms;
    size_t n_terms;
    struct sim_tape_load *loads; /* inputs; fixed ones first */
    size_t n_loads, n_kept_loads;
    struct sim_tape_load *constants;
    double *constant_values;
    size_t n_constants;
    uint16_t *outputs;
    size_t n_outputs;
};

#endif
