/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What skitter-plan --output wrote: the runs to make, and what they promise. */
#ifndef LIB_RIG_PLANNED_H
#define LIB_RIG_PLANNED_H

#include <jansson.h>

#include "lib/base/error.h"

/* *file: the whole, to be given back with json_decref; its "plan" has the arrays "goal", whose
 * members have a name and a unit, and "runs" */
enum error_code planned_read(const char *path, json_t **file, struct error *err);

#endif
