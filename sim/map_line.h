/* One field along one axis of a map: its zeros and its extrema. Zeros are
 * bracketed on a grid, dips between two values of one sign included, and found
 * by Newton's method inside the bracket to the last digits. */
#ifndef SIM_MAP_LINE_H
#define SIM_MAP_LINE_H

#include "sim/map_place.h"

struct sim_map_line {
    const struct sim_map_place *place;
    size_t axis;
    enum sim_map_field field;
    double at[SIM_MAP_MAX_AXES]; /* of the other axes */
    double low, high;
};

enum { SIM_MAP_MAX_ROOTS = 32 };

/* false: not defined there */
bool sim_map_line_at(const struct sim_map_line *line, double x, double *value, double *slope);

/* zeros in increasing order; returns how many */
size_t sim_map_line_roots(const struct sim_map_line *line, double roots[SIM_MAP_MAX_ROOTS]);

/* places between the ends where the slope vanishes */
size_t sim_map_line_extrema(const struct sim_map_line *line,
                            double extrema[SIM_MAP_MAX_ROOTS]);

/* the zero between two points of opposite sign, one of which may be zero */
double sim_map_line_root(const struct sim_map_line *line, double low, double high);

#endif
