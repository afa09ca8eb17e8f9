/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quantity as text with its standard uncertainty: "0.12(1) kg" (the digits in brackets count
 * in the last place, GUM 7.2.2), "9.8 m/s2 +- 0.01", "9.8 +- 0.01 m/s2", "32 deg +- 0.2 deg". */
#ifndef LIB_RIG_UNCERTAIN_H
#define LIB_RIG_UNCERTAIN_H

#include "lib/base/error.h"

/* both in `unit`; *uncertainty is NaN where the text has none */
enum error_code rig_uncertain_parse(const char *text, const char *unit, double *value,
                                    double *uncertainty, struct error *err);

#endif
