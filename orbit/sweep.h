/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the motion settles at many values of a parameter, by brute force. */
#ifndef ORBIT_SWEEP_H
#define ORBIT_SWEEP_H

#include "orbit/attractor.h"
#include "orbit/point.h"

enum orbit_sweep_start {
    ORBIT_SWEEP_EACH, /* every value from the rig's start */
    ORBIT_SWEEP_UP,   /* each from where the one below has settled */
    ORBIT_SWEEP_DOWN  /* each from where the one above has settled */
};

struct orbit_sweep {
    const struct rig *rig;
    const char *parameter;
    double low, high;
    size_t points; /* at least 2 */
    double settle, rtol;
};

const char *orbit_sweep_word(enum orbit_sweep_start start); /* "each", "up", "down" */

double orbit_sweep_value(const struct orbit_sweep *sweep, size_t i);

/* A sweep is made of chains that do not depend on each other: for EACH one of every value,
 * for UP and DOWN a single one. */
struct orbit_chain {
    enum orbit_sweep_start start;
    size_t first, count; /* its values */
};

/* Rows first to first + count - 1 are filled, in the order of the values; a motion that cannot
 * be simulated is a row with a note. `done` is called after each, from any thread; NULL: not
 * wanted. */
enum error_code orbit_sweep_chain(const struct orbit_sweep *sweep, const struct orbit_chain *chain,
                                  struct orbit_point *rows, void (*done)(void *context),
                                  void *context, struct error *err);

#endif
