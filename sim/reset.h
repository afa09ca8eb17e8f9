/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens to the state where two phases meet: the contact closes, sticks,
 * or strikes. Written once for double and double complex, so that saltation is
 * the derivative of just this code. */
#ifndef SIM_RESET_H
#define SIM_RESET_H

#include "sim/impact.h"
#include "sim/motion.h"

enum sim_reset {
    SIM_RESET_NONE,       /* the state goes on as it is */
    SIM_RESET_CLOSE,      /* gap = 0, no normal velocity (rigid): drift is taken out */
    SIM_RESET_SETTLE,     /* the same for bounces that are over: with the friction of slip */
    SIM_RESET_STICK,      /* and no slip (a compliant contact: just no slip) */
    SIM_RESET_IMPACT,     /* gap = 0 and an impact */
    SIM_RESET_TANGENTIAL, /* the same without approach, where A < 0 */
    SIM_RESET_JAM         /* the same where A has come down to zero */
};

static inline bool sim_reset_strikes(enum sim_reset reset) { return reset >= SIM_RESET_IMPACT; }

/* changes x in place; *impact is filled for impacts. False: no impulse exists */
bool sim_reset_apply(const struct sim_inputs *in, enum sim_reset reset, enum rig_impact law,
                     double t, double *x, struct sim_impact *impact);
bool sim_reset_apply_c(const struct sim_inputs_c *in, enum sim_reset reset, enum rig_impact law,
                       double complex t, double complex *x, struct sim_impact_c *impact);

#endif
