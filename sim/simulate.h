/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event-driven simulation: smooth phases of flight, slip and stick, joined by events. On
 * failure the sink has had everything up to the failure. */
#ifndef SIM_SIMULATE_H
#define SIM_SIMULATE_H

#include "sim/problem.h"

enum error_code sim_simulate(const struct sim_problem *problem, const struct sim_sink *sink,
                             struct sim_statistics *statistics, struct error *err);

/* A motion that is followed piece by piece, as far as the problem's t_end at most. The mode of
 * contact is kept from piece to piece: in the paradox the state alone does not determine it. */
struct sim_walk;

/* problem and sink are copied, but not what they point to; `err` must live as long as the call */
enum error_code sim_walk_open(const struct sim_problem *problem, const struct sim_sink *sink,
                              struct sim_walk **walk, struct error *err);

/* On to t, a time behind which changes nothing. A settling that is under way at t is finished. */
enum error_code sim_walk_to(struct sim_walk *walk, double t, struct error *err);

struct sim_walk_place {
    double t;
    enum sim_mode mode;
    const double *x;      /* valid until the next call */
    const double *slopes; /* as those of a sample; NULL without directions */
    bool over;            /* by an event beyond which the model has nothing to say */
};
struct sim_walk_place sim_walk_place(const struct sim_walk *walk);

void sim_walk_close(struct sim_walk *walk); /* NULL is allowed */

#endif
