/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of measured impacts of one free planar body: its velocities before and after, and the
 * point that touched, relative to its centre. Everything is per unit of mass: a velocity is
 * measured by the norm sqrt(vx^2 + vy^2 + k^2 omega^2) of its energy. */
#ifndef CALIB_IMPACT_TABLE_H
#define CALIB_IMPACT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"
#include "lib/base/sha256.h"

enum { CALIB_VELOCITIES = 3 }; /* along the surface, away from it, rotation */

struct calib_impact_row {
    double before[CALIB_VELOCITIES], after[CALIB_VELOCITIES];
    /* velocities of the point: vx + arm[0] omega along the surface, vy + arm[1] omega away */
    double arm[2];
    bool flagged; /* by those who measured it */
    long line;
};

/* Of arm = (-y, x), as mechanics has it, and of the table's signs: x, y and the rotation may be
 * of opposite handedness in a table, and only one choice lets an impulse at the point explain
 * the change of velocity. */
struct calib_impact_hands {
    double y, x;        /* +1 as usual, -1 reversed */
    double unexplained; /* median share of the change that no impulse at the point explains */
};

struct calib_impact_table {
    const char *path;
    char sha256[SHA256_TEXT_SIZE];
    struct calib_impact_row *rows; /* those whose point approaches the surface */
    size_t n, n_flagged;
    size_t left_out; /* rows that do not approach, or with a number missing */
    double gyration; /* k, m: given, or that which keeps angular momentum best */
    bool gyration_given;
    struct calib_impact_hands usual, used;
};

/* `gyration` NaN where it is not known */
enum error_code calib_impact_table_read(const char *path, double gyration,
                                        struct calib_impact_table *table, struct error *err);
void calib_impact_table_free(struct calib_impact_table *table);

/* of a velocity in that norm */
double calib_impact_norm(const double velocity[CALIB_VELOCITIES], double gyration);

#endif
