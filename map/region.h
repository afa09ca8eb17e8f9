/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What starts do over a plane, and the border of one of the outcomes: for
 * skitter-map bounce and jamming. */
#ifndef MAP_REGION_H
#define MAP_REGION_H

#include "map/job.h"

struct map_region {
    struct shard shard;
    struct map_rows rows;       /* those of the shard */
    struct map_motion *motions; /* row by row */
    unsigned char *classes;     /* their outcomes */
    struct map_curve border;
    char *key; /* a text that another region would not have */
};

/* settings->shard says how much of it */
enum error_code map_region_create(const struct map_job *job, enum map_outcome outcome,
                                  struct map_region *region, struct error *err);
void map_region_free(struct map_region *region);

/* the border to settings->output; first column: `word` */
enum error_code map_region_border(const struct map_job *job, const struct map_region *region,
                                  const char *word, struct error *err);

/* to settings->cells */
enum error_code map_region_cells(const struct map_job *job, const struct map_region *region,
                                 struct error *err);

/* cells and border */
struct map_figure map_region_figure(const struct map_job *job, const struct map_region *region,
                                    const char *border);

#endif
