/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-map bounce */
#include "lib/cli/share.h"
#include "map/region.h"

static enum error_code write_results(struct map_job *job, const struct map_region *region,
                                     struct error *err)
{
    const struct map_settings *settings = job->settings;
    enum error_code code = ERROR_OK;
    if (settings->cells)
        code = map_region_cells(job, region, err);
    if (!code && settings->figure) {
        struct map_figure figure = map_region_figure(job, region, "bouncing begins");
        code = map_job_draw(job, &figure, err);
    }
    return code ? code : map_region_border(job, region, "bounces", err);
}

enum error_code map_bounce_command(const struct map_settings *settings, const char *rig,
                                   struct error *err)
{
    static const struct map_wants wants = {
        .least_axes = 2, .most_axes = 2, .points = 100, .kind = MAP_STARTS};
    struct map_job job;
    struct map_region region = {0};
    if (settings->shard && (settings->figure || settings->json))
        return error_set(err, ERROR_USAGE,
                         "--shard gives a part of a CSV table, without --figure and --json");
    enum error_code code = map_job_open(settings, rig, &wants, &job, err);
    if (code)
        return code;
    code = map_job_ranges(&job, 2, err);
    if (!code)
        code = map_region_create(&job, MAP_OUTCOME_BOUNCES, &region, err);
    if (!code && share_rank() == 0) /* all ranks have everything */
        code = write_results(&job, &region, err);
    map_region_free(&region);
    map_job_close(&job);
    return code;
}
