/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Or 2012's own answers for the inverted pendulum on a slider, in closed form. */
#ifndef MAP_IPOS_H
#define MAP_IPOS_H

#include "map/place.h"

struct map_ipos {
    double mu_min; /* after (17) */
    double mu_c;   /* (26) */
    /* these are NaN while friction <= mu_min */
    double theta[2];           /* (18), the lower first */
    double rate;               /* theta' at the corner point p_c, the positive one */
    double least_speed;        /* (31): sliding faster than this does not end before p_c */
    double least_length;       /* proposition 5.3, for a slider off its hinge too */
    double least_length_rough; /* (38) */
};

/* a place of the model ipos, at the rig's own start */
void map_ipos(const struct map_place *place, struct map_ipos *out);

#endif
