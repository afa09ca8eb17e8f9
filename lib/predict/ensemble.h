/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The band that uncertain values leave: rigs are drawn from the values and their covariance, and
 * each is followed through its own events. To first order a band holds between impacts only,
 * since a value that is a little other moves an impact, and next to it the velocity by all of
 * the jump. Between the PREDICT_ENSEMBLE_OUT-th lowest and highest of so many members lies one
 * more draw in 95 of 100 cases, whatever the distribution is (Wilks 1941). */
#ifndef LIB_PREDICT_ENSEMBLE_H
#define LIB_PREDICT_ENSEMBLE_H

#include "lib/measure/record.h"
#include "lib/predict/predict.h"

enum { PREDICT_ENSEMBLE = 79, PREDICT_ENSEMBLE_OUT = 2 };

/* values that are known with an uncertainty, by the index of sim_values_index */
struct predict_uncertain {
    size_t n; /* SIM_MAX_DIRECTIONS - 1 at the most */
    size_t index[SIM_MAX_DIRECTIONS];
    double covariance[SIM_MAX_DIRECTIONS][SIM_MAX_DIRECTIONS];
};

/* on the samples of a wish */
struct predict_ensemble {
    double *middle[2], *half[2]; /* tip_t and tip_n: the band is middle - half to middle + half;
                                    NaN where most members have ended */
    double *event_uncertainty;   /* of the time of each event, from those members that have it,
                                    NaN: fewer than half of them */
};

/* `expected`: the events of the values themselves. The same for any number of threads. */
enum error_code predict_ensemble_make(const struct predict_base *base,
                                      const struct measure_record *seen,
                                      const struct predict_wish *wish,
                                      const struct predict_uncertain *uncertain,
                                      const struct measure_events *expected,
                                      struct predict_ensemble *ensemble, struct error *err);
void predict_ensemble_free(struct predict_ensemble *ensemble);

#endif
