/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a rig file must know of a mechanism: its name and its tables. The
 * equations are the simulator's business (sim/model.h). */
#ifndef LIB_RIG_MECHANISM_H
#define LIB_RIG_MECHANISM_H

#include <stddef.h>
#include <stdint.h>

#include "lib/base/quantity.h"

struct rig_description;

struct mechanism {
    const char *name;  /* "two-link", as in rig files */
    const char *title; /* one line */
    const struct quantity *parameters;
    size_t n_parameters;
    /* state: the coordinates first, then their velocities (name_dot), all in
     * one table so that a start can be read from it */
    const struct quantity *states;
    size_t n_coordinates; /* states has twice as many rows */
    /* name of the parameter that says how many coordinates are used
     * ("links"), or NULL when all of them are */
    const char *size_parameter;
    /* of the entry MECHANISM_MAKER, which has nothing else: makes a mechanism from what a rig
     * file describes (lib/rig/description.h), for the description to keep */
    enum error_code (*make)(struct rig_description *description, struct error *err);
    /* what else can be shown of a motion, by the names that a description gave */
    const struct quantity *outputs;
    size_t n_outputs;
    const struct rig_description *description; /* what it was made from; or NULL */
    const char *source; /* the same as JSON, where it was compiled into the program; or NULL */
};

/* number of the entry of a registry that makes mechanisms, NULL when it makes none */
#define MECHANISM_MAKER SIZE_MAX

/* the mechanisms there are: the i-th, NULL after the last. The simulator has one, and
 * whoever reads a rig hands it in, so that rig files need no simulator. */
typedef const struct mechanism *mechanism_registry(size_t i);

#endif
