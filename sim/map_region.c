#include "sim/map_region.h"

#include <stdlib.h>

static const struct sim_map_class outcome_classes[SIM_MAP_OUTCOMES] = {
    [SIM_MAP_OUTCOME_NONE] = {"out of reach", "#ffffff"},
    [SIM_MAP_OUTCOME_SLIDES] = {"slides", "#e5f2d8"},
    [SIM_MAP_OUTCOME_STICKS] = {"sticks", "#d9d9d9"},
    [SIM_MAP_OUTCOME_BOUNCES] = {"bounces", "#cfe8f7"},
    [SIM_MAP_OUTCOME_TIPS] = {"tips over", "#fde2a8"},
    [SIM_MAP_OUTCOME_JAMS] = {"jams", "#f3b6a6"},
    [SIM_MAP_OUTCOME_FAILS] = {"cannot be followed", "#000000"},
};

/* borders to this share of a step of the grid */
static const double precision = 1e-7;

enum error_code sim_map_region_create(const struct sim_map_job *job,
                                      enum sim_map_outcome outcome,
                                      struct sim_map_region *region, struct error *err)
{
    const struct sim_map_settings *settings = job->settings;
    const size_t n = job->place->axes[0].n * job->place->axes[1].n;
    const struct sim_map_watch watch = {
        .duration = settings->duration, .flight = settings->flight, .rtol = settings->rtol};
    *region = (struct sim_map_region){0};
    enum error_code code = sim_map_job_outcomes(job, &watch, &region->motions, err);
    if (!code)
        code = sim_map_outcome_border(job->place, &watch, region->motions, outcome, precision,
                                      &region->border, err);
    if (!code) {
        region->classes = malloc(n);
        code = region->classes ? ERROR_OK : error_memory(err);
    }
    for (size_t k = 0; !code && k < n; k++)
        region->classes[k] = (unsigned char)region->motions[k].outcome;
    if (code)
        sim_map_region_free(region);
    return code;
}

void sim_map_region_free(struct sim_map_region *region)
{
    free(region->motions);
    free(region->classes);
    sim_map_curve_free(&region->border);
    *region = (struct sim_map_region){0};
}

enum error_code sim_map_region_cells(const struct sim_map_job *job,
                                     const struct sim_map_region *region, struct error *err)
{
    const char *const names[] = {job->place->axes[0].quantity->name,
                                 job->place->axes[1].quantity->name, "outcome",
                                 "longest_flight", "impacts"};
    const size_t nx = job->place->axes[0].n, ny = job->place->axes[1].n;
    struct sim_map_table *table;
    enum error_code code = sim_map_table_open(job->settings->cells, job->settings->force,
                                              false, names, 5, &table, err);
    if (code)
        return code;
    for (size_t j = 0; j < ny; j++)
        for (size_t i = 0; i < nx; i++) {
            const struct sim_map_motion *m = &region->motions[j * nx + i];
            double at[2];
            sim_map_grid_at(job->place, i, j, at);
            sim_map_table_row(table, (struct sim_map_cell[]){
                SIM_MAP_NUMBER(at[0]), SIM_MAP_NUMBER(at[1]),
                SIM_MAP_WORD(sim_map_outcome_word(m->outcome)), SIM_MAP_NUMBER(m->flight),
                SIM_MAP_NUMBER((double)m->impacts)});
        }
    return sim_map_table_close(table, code, err);
}

struct sim_map_figure sim_map_region_figure(const struct sim_map_job *job,
                                            const struct sim_map_region *region,
                                            const char *border)
{
    struct sim_map_figure figure = sim_map_job_figure(job);
    figure.cells = region->classes;
    figure.n_classes = SIM_MAP_OUTCOMES;
    for (size_t c = 0; c < SIM_MAP_OUTCOMES; c++)
        figure.classes[c] = outcome_classes[c];
    sim_map_figure_add(&figure, border, SIM_MAP_DOTS, "#000000", &region->border);
    return figure;
}
