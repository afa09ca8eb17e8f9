/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of branches as JSON. */
#ifndef ORBIT_JSON_H
#define ORBIT_JSON_H

#include <jansson.h>

#include "orbit/point.h"

/* everything that the CSV has, with names for the states */
json_t *orbit_json_point(const struct orbit_system *system, const struct orbit_point *point);

/* events and monodromy matrix of an orbit, to add to it */
void orbit_json_flow(const struct orbit_system *system, const struct orbit_flow *flow,
                     json_t *object);

/* print with 17 digits; the reference is given away */
void orbit_json_print(json_t *json, FILE *out);

#endif
