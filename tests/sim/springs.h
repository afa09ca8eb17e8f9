/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An impact on two springs by small steps in time: another method than the closed forms of
 * sim/bilinear.c, to judge those and what is fitted with them. */
#ifndef TESTS_SIM_SPRINGS_H
#define TESTS_SIM_SPRINGS_H

struct springs {
    double q_tt, q_tn, q_nn; /* Delassus */
    double friction, restitution, compliance;
    double slip, normal; /* of the point before, and after */
    double impulse_t, impulse_n;
};

void springs_strike(struct springs *s, double step);

#endif
