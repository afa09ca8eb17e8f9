/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of state whose zeros divide a map, at one state. Compiled for
 * double and, for derivatives, for double complex. */
#ifndef MAP_FIELDS_H
#define MAP_FIELDS_H

#include "sim/motion.h"

enum map_field {
    MAP_A_PLUS, /* A of slip in the positive direction */
    MAP_A_MINUS,
    MAP_B,
    MAP_SLIP,       /* v_r */
    MAP_CONE_PLUS,  /* mu_s F_n - F_t of stick */
    MAP_CONE_MINUS, /* mu_s F_n + F_t */
    MAP_STEEPNESS,  /* Q_tn / Q_nn, whose inverse is the critical friction */
    MAP_GAP,
    MAP_FIELDS
};

/* at t = 0; the contact is taken as rigid */
void map_fields(const struct sim_inputs *in, const double *x, double field[MAP_FIELDS]);
void map_fields_c(const struct sim_inputs_c *in, const double complex *x,
                  double complex field[MAP_FIELDS]);

#endif
