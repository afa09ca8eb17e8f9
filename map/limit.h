/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rigid limit: what a paradoxical start does on ever stiffer springs, and the impact without
 * collision that it tends to (Zhao 2015). */
#ifndef MAP_LIMIT_H
#define MAP_LIMIT_H

#include "lib/base/error.h"
#include "sim/problem.h"

enum { MAP_LIMIT_MAX = 64 };

/* the columns */
enum map_limit_column {
    MAP_LIMIT_SLIP_TIME,    /* until the slip stops, s: Zhao 2015 (34) */
    MAP_LIMIT_STICK_TIME,   /* from there to the end of stick: (61) */
    MAP_LIMIT_STICK_SCALED, /* times sqrt(stiffness), which has a limit */
    MAP_LIMIT_FORCE,        /* normal force where the slip stops: (46), (49) */
    MAP_LIMIT_NORMAL,       /* normal velocity of the tip where the contact opens */
    MAP_LIMIT_COLUMNS
};

struct map_limit_row {
    double stiffness;
    double value[MAP_LIMIT_COLUMNS]; /* NaN: it did not come to that */
};

/* The problem with the compliant law at one stiffness, until the contact opens */
enum error_code map_limit_at(const struct sim_problem *problem, double stiffness,
                             struct map_limit_row *row, struct error *err);

/* by stiffnesses in a geometric row, the stiffest last: the power of 1/stiffness with which a
 * column goes, and what it goes to (Aitken's delta squared; NaN where nothing settles) */
double map_limit_order(const struct map_limit_row *rows, size_t n, enum map_limit_column column);
double map_limit_value(const struct map_limit_row *rows, size_t n, enum map_limit_column column);

/* normal velocity after the rigid tangential impact under Stronge's law with e = 1: a spring
 * without damper gives back the normal work. NaN: the start is not inconsistent */
double map_limit_rigid(const struct sim_problem *problem);

#endif
