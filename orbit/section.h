/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Poincare sections at events, and the largest Lyapunov exponent. */
#ifndef ORBIT_SECTION_H
#define ORBIT_SECTION_H

#include "orbit/flow.h"

struct orbit_crossing {
    double t;
    double x[SIM_MAX_STATES]; /* after the event */
};

struct orbit_section {
    enum sim_event_kind kind;
    struct orbit_crossing *crossings;
    size_t n, room;
};

/* every event of section->kind in a motion of that duration from x */
enum error_code orbit_section_take(const struct orbit_system *system, const double *x,
                                   double duration, struct orbit_section *section,
                                   struct error *err);
void orbit_section_free(struct orbit_section *section);

/* the kind by its word; ERROR_INPUT with those there are */
enum error_code orbit_section_kind(const char *word, enum sim_event_kind *kind, struct error *err);

/* Mean growth rate of a small change of the state across the motion, 1/s, from
 * x over `chunks` stretches of that duration in all; -INFINITY when the motion
 * forgets every change. The change along the motion, which neither grows nor
 * shrinks, is taken out. On an orbit: log(largest multiplier) / period. */
enum error_code orbit_section_exponent(const struct orbit_system *system, const double *x,
                                       double duration, size_t chunks, double *exponent,
                                       struct error *err);

#endif
