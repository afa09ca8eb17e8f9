/* skitter-map bounce */
#include "sim/map_region.h"

static enum error_code write_border(const struct sim_map_job *job,
                                    const struct sim_map_region *region, struct error *err)
{
    const char *const names[] = {"curve", job->place->axes[0].quantity->name,
                                 job->place->axes[1].quantity->name};
    struct sim_map_table *table;
    enum error_code code = sim_map_job_table(job, names, 3, &table, err);
    for (size_t i = 0; !code && i < region->border.n; i++)
        sim_map_table_row(table, (struct sim_map_cell[]){
            SIM_MAP_WORD("bounces"), SIM_MAP_NUMBER(region->border.points[i].at[0]),
            SIM_MAP_NUMBER(region->border.points[i].at[1])});
    return sim_map_table_close(table, code, err);
}

enum error_code sim_map_bounce_command(const struct sim_map_settings *settings,
                                       const char *rig, struct error *err)
{
    static const struct sim_map_wants wants = {
        .least_axes = 2, .most_axes = 2, .points = 100, .kind = SIM_MAP_STARTS};
    struct sim_map_job job;
    struct sim_map_region region = {0};
    enum error_code code = sim_map_job_open(settings, rig, &wants, &job, err);
    if (code)
        return code;
    code = sim_map_job_ranges(&job, 2, err);
    if (!code)
        code = sim_map_region_create(&job, SIM_MAP_OUTCOME_BOUNCES, &region, err);
    if (!code && settings->cells)
        code = sim_map_region_cells(&job, &region, err);
    if (!code && settings->figure) {
        const struct sim_map_figure figure =
            sim_map_region_figure(&job, &region, "bouncing begins");
        code = sim_map_job_draw(&job, &figure, err);
    }
    if (!code)
        code = write_border(&job, &region, err);
    sim_map_region_free(&region);
    sim_map_job_close(&job);
    return code;
}
