/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tape: a straight-line program over numbered slots, made from a graph of operations
 * (sim/graph.h). It is evaluated in double, and with derivatives in some directions at once,
 * exact to rounding (forward mode). A slot that no output needs is not computed; slots that
 * depend on fixed inputs alone are computed when those change, and not at every call. */
#ifndef SIM_TAPE_H
#define SIM_TAPE_H

#include <complex.h>

#include "lib/base/error.h"
#include "sim/graph.h"

/* directions that are taken at once, as many as fill a vector */
enum { SIM_TAPE_LANES = 4 };

struct sim_tape;

/* nodes that somebody has computed already: they are inputs too, moving ones that come behind
 * the others, as inputs[i] counts (from the first moving one) */
struct sim_tape_known {
    size_t n;
    const sim_node *nodes;
    const uint16_t *inputs;
};

/* outputs: nodes of the graph; input i of the graph is fixed[i], moving[i - n_fixed]; known may be
 * NULL: none */
enum error_code sim_tape_create(const struct sim_graph *graph, const sim_node *outputs,
                                size_t n_outputs, const struct sim_tape_known *known,
                                struct sim_tape **tape, struct error *err);
void sim_tape_free(struct sim_tape *tape); /* NULL is allowed */

/* operations at each call, those of fixed slots apart */
size_t sim_tape_length(const struct sim_tape *tape);

/* how many inputs are fixed */
size_t sim_tape_fixed(const struct sim_tape *tape);

/* what the inputs are: the moving ones in two pieces, the second from input n_fixed + n on, and
 * what is known from n_fixed + 2 n on */
struct sim_tape_inputs {
    const double *fixed;
    const double *moving, *moving_too;
    size_t n;
    const double *known;
};

struct sim_tape_inputs_c {
    const double complex *fixed;
    const double complex *moving, *moving_too;
    size_t n;
    const double complex *known;
};

void sim_tape_values(const struct sim_tape *tape, const struct sim_tape_inputs *in,
                     double *outputs);

/* the values of all slots */
void sim_tape_slots(const struct sim_tape *tape, const struct sim_tape_inputs *in, double *slots);

/* the values, and derivatives in up to SIM_TAPE_LANES directions: directions are inputs that
 * move by so much (n is that of `in`); NULL pieces do not move. slopes[i] is that of output i,
 * with zeros in the lanes beyond `count`. outputs NULL: more directions at the inputs of the call
 * just before, whose values are known. */
void sim_tape_slopes(const struct sim_tape *tape, const struct sim_tape_inputs *in, size_t count,
                     const struct sim_tape_inputs *directions, double *outputs,
                     double (*slopes)[SIM_TAPE_LANES]);

#endif
