/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/singular.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/singular.h"

static enum sim_mode mode_of(int slip) { return slip > 0 ? SIM_SLIP_PLUS : SIM_SLIP_MINUS; }

static const char *type_of(const double value[2])
{
    if (value[0] * value[1] < 0)
        return "saddle";
    if (value[0] > 0 && value[1] > 0)
        return "unstable node";
    if (value[0] < 0 && value[1] < 0)
        return "stable node";
    return "degenerate";
}

/* component of a direction of the state along an axis of the plane */
static void project(const struct map_place *place, const double *direction, double vector[2])
{
    for (size_t k = 0; k < 2; k++)
        vector[k] = direction[place->axes[k].index];
    const double length = hypot(vector[0], vector[1]);
    const bool turn = vector[0] < 0 || (vector[0] == 0 && vector[1] < 0);
    for (size_t k = 0; k < 2; k++)
        vector[k] /= turn ? -length : length;
}

static void linearise(const struct map_line *line, struct map_singular *point)
{
    struct sim_problem problem;
    struct sim_singular flow;
    double at[MAP_MAX_AXES];
    memcpy(at, line->at, sizeof at);
    at[0] = point->at[0];
    at[1] = point->at[1];
    map_place_start(line->place, at, &problem);
    problem.inputs.law = RIG_LAW_RIGID;
    sim_singular_at(&problem.inputs, mode_of(point->slip), 0, problem.x, &flow);
    memcpy(point->value, flow.value, sizeof flow.value);
    const double share = flow.lift / (flow.value[0] - flow.value[1]);
    double first[SIM_MAX_STATES] = {0};
    for (size_t i = 0; i < 2 * problem.inputs.n; i++)
        first[i] = isfinite(share) ? flow.u[i] + share * flow.w[i] : flow.w[i];
    project(line->place, first, point->vector[0]);
    project(line->place, flow.w, point->vector[1]);
    point->type = type_of(point->value);
    point->jams = point->value[0] < point->value[1] && point->value[1] < 0;
}

/* velocities where B vanishes: it is quadratic in them */
static size_t velocities(const struct map_line *line, double coordinate, double roots[2])
{
    double at[MAP_MAX_AXES], b[3], field[MAP_FIELDS];
    memcpy(at, line->at, sizeof at);
    at[0] = coordinate;
    for (int i = 0; i < 3; i++) {
        at[1] = i - 1;
        if (!map_place_fields(line->place, at, field))
            return 0;
        b[i] = field[MAP_B];
    }
    const double c2 = 0.5 * (b[2] + b[0]) - b[1], c1 = 0.5 * (b[2] - b[0]), c0 = b[1];
    const double size = fmax(fabs(c0), fmax(fabs(c1), fabs(c2)));
    if (fabs(c2) <= 1e-13 * size) { /* linear, but for rounding */
        roots[0] = -c0 / c1;
        return fabs(c1) > 1e-13 * size ? 1 : 0;
    }
    const double discriminant = c1 * c1 - 4 * c0 * c2;
    if (discriminant < 0)
        return 0;
    const double half = -0.5 * (c1 + copysign(sqrt(discriminant), c1));
    roots[0] = half / c2;
    roots[1] = half == 0 ? -roots[0] : c0 / half;
    return 2;
}

/* a step of Newton's method takes out what rounding left of B */
static double polish(const struct map_line *line, double coordinate, double velocity)
{
    struct map_line along_velocity = *line;
    along_velocity.axis = 1;
    along_velocity.field = MAP_B;
    along_velocity.at[0] = coordinate;
    double value, slope;
    for (int i = 0; i < 3; i++)
        if (map_line_at(&along_velocity, velocity, &value, &slope) && slope != 0)
            velocity -= value / slope;
    return velocity;
}

static int compare(const void *a, const void *b)
{
    const struct map_singular *p = a, *q = b;
    for (size_t k = 0; k < 2; k++)
        if (p->at[k] != q->at[k])
            return p->at[k] < q->at[k] ? -1 : 1;
    return 0;
}

static bool wanted(const struct map_line *line, const struct map_singular *point,
                   enum map_slip slip)
{
    double at[MAP_MAX_AXES], field[MAP_FIELDS];
    const struct map_axis *velocity = &line->place->axes[1];
    if (velocity->ranged && (point->at[1] < velocity->low || point->at[1] > velocity->high))
        return false;
    memcpy(at, line->at, sizeof at);
    at[0] = point->at[0];
    at[1] = point->at[1];
    return slip != MAP_SLIP_AUTO ||
           (map_place_fields(line->place, at, field) && point->slip * field[MAP_SLIP] > 0);
}

static size_t points_of(const struct map_line *line, int direction, enum map_slip slip,
                        struct map_singular *out)
{
    double roots[MAP_MAX_ROOTS], velocity[2];
    struct map_line a = *line;
    a.axis = 0;
    a.at[1] = 0;
    a.field = direction > 0 ? MAP_A_PLUS : MAP_A_MINUS;
    const size_t n_roots = map_line_roots(&a, roots);
    size_t n = 0;
    for (size_t i = 0; i < n_roots; i++) {
        const size_t n_velocities = velocities(line, roots[i], velocity);
        for (size_t j = 0; j < n_velocities; j++) {
            struct map_singular point = {.slip = direction};
            point.at[0] = roots[i];
            point.at[1] = polish(line, roots[i], velocity[j]);
            if (wanted(line, &point, slip)) {
                linearise(line, &point);
                out[n++] = point;
            }
        }
    }
    return n;
}

size_t map_singular_points(const struct map_line *line, enum map_slip slip,
                           struct map_singular out[MAP_MAX_SINGULAR])
{
    size_t n = 0;
    if (slip != MAP_SLIP_MINUS)
        n = points_of(line, 1, slip, out);
    if (slip != MAP_SLIP_PLUS)
        n += points_of(line, -1, slip, out + n);
    qsort(out, n, sizeof *out, compare);
    return n;
}
