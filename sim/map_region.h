/* What starts do over a plane, and the border of one of the outcomes: for
 * skitter-map bounce and jamming. */
#ifndef SIM_MAP_REGION_H
#define SIM_MAP_REGION_H

#include "sim/map_job.h"

struct sim_map_region {
    struct shard shard;
    struct sim_map_rows rows;       /* those of the shard */
    struct sim_map_motion *motions; /* row by row */
    unsigned char *classes;         /* their outcomes */
    struct sim_map_curve border;
    char *key; /* a text that another region would not have */
};

/* settings->shard says how much of it */
enum error_code sim_map_region_create(const struct sim_map_job *job,
                                      enum sim_map_outcome outcome,
                                      struct sim_map_region *region, struct error *err);
void sim_map_region_free(struct sim_map_region *region);

/* the border to settings->output; first column: `word` */
enum error_code sim_map_region_border(const struct sim_map_job *job,
                                      const struct sim_map_region *region, const char *word,
                                      struct error *err);

/* to settings->cells */
enum error_code sim_map_region_cells(const struct sim_map_job *job,
                                     const struct sim_map_region *region, struct error *err);

/* cells and border; points into both */
struct sim_map_figure sim_map_region_figure(const struct sim_map_job *job,
                                            const struct sim_map_region *region,
                                            const char *border);

#endif
