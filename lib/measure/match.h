/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seen events against simulated ones: paired in order, kind with kind, at least
 * cost; what has no partner is penalised by how far it is from one. */
#ifndef LIB_MEASURE_MATCH_H
#define LIB_MEASURE_MATCH_H

#include "lib/base/error.h"
#include "lib/measure/events.h"

#define MEASURE_NO_PARTNER ((size_t)-1)

/* r = d / sqrt(1 + (d / limit)^2) of a distance d in units of a scale: grows
 * like d near zero and never beyond the limit. *slope = dr/dd. */
double measure_match_saturate(double d, double limit, double *slope);

struct measure_match {
    size_t *partner; /* of each seen event, MEASURE_NO_PARTNER when missed */
    int *spurious;   /* of each simulated event: large enough to be seen, but was not */
};

/* how far apart is far */
struct measure_match_rule {
    double start; /* of the motion in the times of seen events; simulated ones have 0 there */
    const double *scale; /* of each seen event (s); NULL: all have same_scale */
    double same_scale;
    double limit; /* of measure_match_saturate */
};

/* Only simulated jumps of MEASURE_JUMP_SURE and more cost something when alone. */
enum error_code measure_match_events(const struct measure_events *seen,
                                     const struct measure_events *simulated,
                                     const struct measure_match_rule *rule,
                                     struct measure_match *match, struct error *err);
void measure_match_free(struct measure_match *match);

#endif
