/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long after an impact the velocities tell of the instrument: reflecting paper flutters. */
#ifndef FIT_FLUTTER_H
#define FIT_FLUTTER_H

#include "fit/residuals.h"

/* From the residuals at p, the rails where they stand: the time after a jump until which these are
 * larger than they are long after one, plus a millisecond; 0: no longer than the rows leave out
 * (s). */
enum error_code fit_flutter(struct fit_rows *rows, const double *p, double *time,
                            struct error *err);

#endif
