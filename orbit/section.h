/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Poincare sections at events or at every period of the drive, and the largest Lyapunov exponent.
 */
#ifndef ORBIT_SECTION_H
#define ORBIT_SECTION_H

#include "orbit/flow.h"

struct orbit_crossing {
    double t;
    double x[SIM_MAX_STATES]; /* after the event */
};

struct orbit_section {
    bool drive; /* once in each of its periods; else at */
    enum sim_event_kind kind;
    struct orbit_crossing *crossings;
    size_t n, room;
};

/* every crossing of the section in a motion of that duration from x */
enum error_code orbit_section_take(const struct orbit_system *system, const double *x,
                                   double duration, struct orbit_section *section,
                                   struct error *err);
void orbit_section_free(struct orbit_section *section);

/* the section by its word; ERROR_INPUT with those there are */
enum error_code orbit_section_choose(const struct orbit_system *system, const char *word,
                                     struct orbit_section *section, struct error *err);
const char *orbit_section_word(const struct orbit_section *section);

/* Mean growth rate of a small change of the state across the motion, 1/s, from
 * x over `chunks` stretches of that duration in all; -INFINITY when the motion
 * forgets every change. The change along the motion, which neither grows nor
 * shrinks, is taken out, and so is that of a drive's clock. On an orbit: log(largest multiplier) /
 * period. */
enum error_code orbit_section_exponent(const struct orbit_system *system, const double *x,
                                       double duration, size_t chunks, double *exponent,
                                       struct error *err);

#endif
