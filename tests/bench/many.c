/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one motion of many costs, on one core:
 *     tests/bench/many DATA map|sweep [REPEATS]
 * map: starts of a bounce map of the rig of Zhao 2008, 2 s each; sweep: the simple oscillator of
 * Leine 2002 for 10 s at values of friction. Prints the least processor time of the repeats. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/rig/rig.h"
#include "map/outcome.h"
#include "sim/registry.h"
#include "sim/simulate.h"

struct many {
    const char *name, *rig, *axes[2];
    double duration;
};

static const struct many cases[] = {
    {"map", "zhao-2008.yaml", {"theta1=0deg:37deg:30", "belt_speed=-0.5m/s:-0.01m/s:30"}, 2},
    {"sweep", "leine-2002-simple.yaml", {"friction=0.2:1.2:60", "gravity=9.8m/s2:9.82m/s2:2"}, 10},
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static enum error_code run(const struct many *many, const char *data, int repeats,
                           struct error *err)
{
    char path[1024];
    struct rig *rig;
    struct map_axis axes[2];
    struct map_place *place = NULL;
    snprintf(path, sizeof path, "%s/%s", data, many->rig);
    enum error_code code = rig_read(path, sim_registry, &rig, err);
    if (code)
        return code;
    for (size_t k = 0; !code && k < 2; k++)
        code = map_axis_read(sim_registry_of(rig->model), rig_coordinates(rig), many->axes[k],
                             &axes[k], err);
    if (!code)
        code = map_place_create(rig, many->duration, MAP_STARTS, axes, 2, &place, err);
    double least = 1e9;
    for (int r = 0; !code && r < repeats; r++) {
        const struct map_scan scan = {
            .place = place,
            .rows = {0, axes[1].n},
            .watch = {.duration = many->duration, .flight = 5e-3, .rtol = 1e-8}};
        struct map_motion *motions;
        const double start = seconds();
        code = map_outcome_grid(&scan, NULL, &motions, err);
        const double took = seconds() - start;
        if (!code)
            free(motions);
        least = took < least ? took : least;
    }
    if (!code)
        printf("%-7s %.1f us a motion of %g s\n", many->name,
               least * 1e6 / (double)(axes[0].n * axes[1].n), many->duration);
    map_place_free(place);
    rig_free(rig);
    return code;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err;
        if (strcmp(argv[2], cases[i].name) != 0)
            continue;
        if (run(&cases[i], argv[1], argc > 3 ? atoi(argv[3]) : 5, &err)) {
            fprintf(stderr, "%s\n", err.message);
            return 1;
        }
    }
    return 0;
}
