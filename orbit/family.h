/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Periodic orbits as a family to follow: where along the orbit its start lies,
 * what is judged of it and what is told. */
#ifndef ORBIT_FAMILY_H
#define ORBIT_FAMILY_H

#include "orbit/branch.h"

/* a periodic orbit at a guess, by Newton's method at the guess's parameter */
enum error_code orbit_family_find(struct orbit_system *system, struct orbit_place *guess,
                                  struct orbit_point *point, struct error *err);

/* the branch through the guess */
enum error_code orbit_family_follow(struct orbit_system *system, struct orbit_place *guess,
                                    const struct orbit_range *range, const struct orbit_sink *sink,
                                    struct orbit_follow_report *report, struct error *err);

#endif
