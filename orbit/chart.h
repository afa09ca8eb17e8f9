/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart of two parameters: the curves along which the special points of a bifurcation diagram
 * (fold, Hopf, paradox, grazing, ...) lie when a second parameter moves, and the points of
 * codimension two, where two such curves meet.
 *
 * At each value of the second parameter the whole diagram over the first one is made, so that no
 * branch has to be known beforehand and none is lost where curves turn; each special point is
 * located on its branch as in a diagram. Points that follow each other from value to value are a
 * curve. Where two curves change sides between two values, the value at which they meet is found
 * by bracketing, with a diagram for each trial; so is the value at which a curve ends, which may
 * be on another curve. */
#ifndef ORBIT_CHART_H
#define ORBIT_CHART_H

#include "orbit/diagram.h"

/* one special point: `first` and `second` are the values of the two parameters */
struct orbit_chart_point {
    double first, second;
    bool periodic; /* of an orbit; else of an equilibrium */
    enum orbit_special special;
    int curve; /* from 1 on, along the second parameter; 0: not on a curve */
};

/* two curves cross, or the first ends in the second: codimension two */
struct orbit_chart_meeting {
    double first, second;
    int curves[2];
};

struct orbit_chart {
    struct orbit_chart_point *points; /* by `second`, then by kind, then by `first` */
    size_t n, room;
    int curves;
    struct orbit_chart_meeting *meetings;
    size_t n_meetings;
    size_t failed;    /* values of the second parameter without a diagram, */
    struct error why; /* and why, for the first of them */
};

struct orbit_chart_request {
    const struct rig *rig;
    struct orbit_sweep sweep; /* of the first parameter; its rig is not looked at */
    struct orbit_range range; /* of the first parameter */
    const char *second;       /* name of the second parameter */
    double low, high;         /* and its range */
    size_t values;            /* of it, at least 2 */
    size_t state;             /* as orbit_diagram_make */
    int halvings;             /* that locate the end of a curve; 0: 20 */
    void (*done)(void *context, size_t values); /* after each value, from any thread; may be NULL */
    void *context;
};

/* a value at which no diagram can be made is left out and counted */
enum error_code orbit_chart_make(const struct orbit_chart_request *request,
                                 struct orbit_chart *chart, struct error *err);
void orbit_chart_free(struct orbit_chart *chart);

/* any point of a curve: what it is a curve of */
const struct orbit_chart_point *orbit_chart_of_curve(const struct orbit_chart *chart, int curve);

#endif
