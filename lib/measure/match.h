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

/* scale: of each seen event (s). Only simulated jumps of MEASURE_JUMP_SURE and more
 * cost something when alone. The arrays are the caller's, of lengths n_seen, n_simulated. */
enum error_code measure_match_events(const struct measure_event *seen, const double *scale,
                                     size_t n_seen, const struct measure_event *simulated,
                                     size_t n_simulated, double limit, struct measure_match *match,
                                     struct error *err);

#endif
