/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A record as fitted values would have it, with noise of its own. */
#ifndef FIT_REPLICA_H
#define FIT_REPLICA_H

#include <gsl/gsl_rng.h>

#include "fit/problem.h"

/* Of the record of a run: the same samples in use, the same ones lost. What it borrows from the
 * original (name, flags, rig) must live as long; measure_record_free gives back its own. */
enum error_code fit_replica_make(const struct fit_problem *problem, size_t run, const double *p,
                                 gsl_rng *rng, struct measure_record *replica, struct error *err);

#endif
