/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Or 2012's own answers for the inverted pendulum on a slider, in closed form. */
#ifndef MAP_IPOS_H
#define MAP_IPOS_H

#include "map/job.h"

struct map_ipos {
    double mu_min; /* after (17) */
    double mu_c;   /* (26) */
    /* these are NaN while friction <= mu_min */
    double theta[2];           /* (18), the lower first */
    double rate;               /* theta' at the corner point p_c, the positive one */
    double least_speed;        /* (31): sliding faster than this does not end before p_c */
    double cone;               /* theta = -gamma, where C of (20) vanishes */
    double least_force;        /* lemma 5.2: f_n is no less on the way from R1+ to p_c */
    double least_length;       /* proposition 5.3, for a slider off its hinge too */
    double least_length_rough; /* (38) */
};

/* a place of the model ipos, at the rig's own start */
void map_ipos(const struct map_place *place, struct map_ipos *out);

/* figure 5: the line C = 0, and the border of R1+ (A, B, C > 0 in the paper's letters), out of
 * which a start may jam */
struct map_ipos_curves {
    struct map_curve cone, region;
};

/* into a figure over theta and theta_dot; nothing for other axes and models. The curves, zero
 * before, must last until it is drawn */
enum error_code map_ipos_overlay(const struct map_job *job, struct map_ipos_curves *curves,
                                 struct map_figure *figure, struct error *err);
void map_ipos_curves_free(struct map_ipos_curves *curves);

#endif
