/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the maps share: a rig of data/, changed, with axes on it. */
#ifndef TESTS_MAP_FIXTURE_H
#define TESTS_MAP_FIXTURE_H

#include "map/line.h"
#include "map/singular.h"

/* settings and axes as on the command line, at most 4 each, NULL after the last */
struct map_fixture {
    const char *rig; /* "zhao-2008": of data/ */
    const char *set[5];
    const char *axes[MAP_MAX_AXES + 1];
    enum map_points points;
};

/* fails the test when it cannot */
struct map_place *map_fixture_place(const struct map_fixture *fixture);

/* axis 0 of the place, over its range or as far as the mechanism reaches; the
 * other axes stand where the rig has them */
struct map_line map_fixture_line(const struct map_place *place);

/* fail unless |a - b| <= tolerance * (1 + |b|) */
void map_fixture_near(const char *what, double a, double b, double tolerance);

#endif
