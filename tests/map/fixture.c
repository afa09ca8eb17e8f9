/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/map/fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/registry.h"
#include "tests/test.h"

static struct rig *read_rig(const struct map_fixture *fixture)
{
    char path[1024];
    struct error err = {0};
    struct rig *rig;
    snprintf(path, sizeof path, "%s/data/%s.yaml", getenv("TOP_SRCDIR"), fixture->rig);
    if (rig_read(path, sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    for (size_t i = 0; fixture->set[i]; i++)
        if (rig_set(rig, fixture->set[i], &err))
            fail_msg("%s", err.message);
    return rig;
}

struct map_place *map_fixture_place(const struct map_fixture *fixture)
{
    struct rig *rig = read_rig(fixture);
    struct error err = {0};
    struct map_axis axes[MAP_MAX_AXES];
    struct map_place *place;
    size_t n = 0;
    for (; fixture->axes[n]; n++)
        if (map_axis_read(sim_registry_find(rig->model->name), rig_coordinates(rig),
                          fixture->axes[n], &axes[n], &err))
            fail_msg("%s", err.message);
    if (map_place_create(rig, 0, fixture->points, axes, n, &place, &err))
        fail_msg("%s", err.message);
    rig_free(rig);
    return place;
}

struct map_line map_fixture_line(const struct map_place *place)
{
    struct error err = {0};
    struct map_line line = {.place = place};
    for (size_t k = 0; k < place->n_axes; k++)
        line.at[k] = map_place_value(place, &place->axes[k]);
    if (map_place_range(place, 0, line.at, &line.low, &line.high, &err))
        fail_msg("%s", err.message);
    return line;
}

void map_fixture_near(const char *what, double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance * (1 + fabs(b))))
        fail_msg("%s: %.17g instead of %.17g", what, a, b);
}
