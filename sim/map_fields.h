/* The functions of state whose zeros divide a map, at one state. Compiled for
 * double and, for derivatives, for double complex. */
#ifndef SIM_MAP_FIELDS_H
#define SIM_MAP_FIELDS_H

#include "sim/motion.h"

enum sim_map_field {
    SIM_MAP_A_PLUS,     /* A of slip in the positive direction */
    SIM_MAP_A_MINUS,
    SIM_MAP_B,
    SIM_MAP_SLIP,       /* v_r */
    SIM_MAP_CONE_PLUS,  /* mu_s F_n - F_t of stick */
    SIM_MAP_CONE_MINUS, /* mu_s F_n + F_t */
    SIM_MAP_STEEPNESS,  /* Q_tn / Q_nn, whose inverse is the critical friction */
    SIM_MAP_GAP,
    SIM_MAP_FIELDS
};

/* at t = 0; the contact is taken as rigid */
void sim_map_fields(const struct sim_inputs *in, const double *x,
                    double field[SIM_MAP_FIELDS]);
void sim_map_fields_c(const struct sim_inputs_c *in, const double complex *x,
                      double complex field[SIM_MAP_FIELDS]);

#endif
