/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An independent check on a contact solution: the equation of motion and the
 * complementarity conditions, put together again from the model's terms and
 * not from the code that solved them. */
#ifndef SIM_RESIDUAL_H
#define SIM_RESIDUAL_H

#include "sim/motion.h"

/* largest violation, relative to the sizes of the terms it is the balance of:
 * M v' = h + w F, 0 <= F_n, F_n gap'' = 0 (rigid), the friction law of the
 * mode, gap and gap' closed (rigid contact). 0 is perfect. */
double sim_residual(const struct sim_inputs *in, enum sim_mode mode, double t, const double *x,
                    const struct sim_motion *motion);

#endif
