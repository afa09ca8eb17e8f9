/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "map/region.h"

#include <stdio.h>
#include <stdlib.h>

#include "lib/base/version.h"

static const struct map_class outcome_classes[MAP_OUTCOMES] = {
    [MAP_OUTCOME_NONE] = {"out of reach", "#ffffff"},
    [MAP_OUTCOME_SLIDES] = {"slides", "#e5f2d8"},
    [MAP_OUTCOME_STICKS] = {"sticks", "#d9d9d9"},
    [MAP_OUTCOME_BOUNCES] = {"bounces", "#cfe8f7"},
    [MAP_OUTCOME_TIPS] = {"tips over", "#fde2a8"},
    [MAP_OUTCOME_JAMS] = {"jams", "#f3b6a6"},
    [MAP_OUTCOME_FAILS] = {"cannot be followed", "#000000"},
};

/* borders to this share of a step of the grid */
static const double precision = 1e-7;

static enum error_code make_key(const struct map_job *job, enum map_outcome outcome, char **key,
                                struct error *err)
{
    const struct map_settings *s = job->settings;
    char *text = rig_to_text(job->rig);
    size_t size;
    FILE *out = text ? open_memstream(key, &size) : NULL;
    if (!out) {
        free(text);
        return error_memory(err);
    }
    fprintf(out, "%s %s %.17g %.17g %.17g", skitter_version, map_outcome_word(outcome), s->duration,
            s->flight, s->rtol);
    for (size_t k = 0; k < 2; k++) {
        const struct map_axis *axis = &job->place->axes[k];
        fprintf(out, " %s %.17g %.17g %zu", axis->quantity->name, axis->low, axis->high, axis->n);
    }
    fprintf(out, " %s", text);
    free(text);
    return fclose(out) ? error_memory(err) : ERROR_OK;
}

static enum error_code fill(const struct map_job *job, enum map_outcome outcome,
                            struct map_region *region, struct error *err)
{
    const struct map_settings *settings = job->settings;
    const size_t n = job->place->axes[0].n * job->place->axes[1].n;
    const struct map_scan scan = {.place = job->place,
                                  .rows = region->rows,
                                  .watch = {.duration = settings->duration,
                                            .flight = settings->flight,
                                            .rtol = settings->rtol}};
    enum error_code code = map_job_outcomes(job, &scan, &region->motions, err);
    if (!code)
        code = map_outcome_border(&scan, region->motions, outcome, precision, &region->border, err);
    if (!code) {
        region->classes = malloc(n);
        code = region->classes ? ERROR_OK : error_memory(err);
    }
    for (size_t k = 0; !code && k < n; k++)
        region->classes[k] = (unsigned char)region->motions[k].outcome;
    return code;
}

enum error_code map_region_create(const struct map_job *job, enum map_outcome outcome,
                                  struct map_region *region, struct error *err)
{
    *region = (struct map_region){0};
    enum error_code code = shard_read(job->settings->shard, &region->shard, err);
    shard_block(&region->shard, job->place->axes[1].n, &region->rows.first, &region->rows.end);
    if (!code)
        code = make_key(job, outcome, &region->key, err);
    if (!code)
        code = fill(job, outcome, region, err);
    if (code)
        map_region_free(region);
    return code;
}

void map_region_free(struct map_region *region)
{
    free(region->motions);
    free(region->classes);
    free(region->key);
    map_curve_free(&region->border);
    *region = (struct map_region){0};
}

enum error_code map_region_border(const struct map_job *job, const struct map_region *region,
                                  const char *word, struct error *err)
{
    const char *const names[] = {"curve", job->place->axes[0].quantity->name,
                                 job->place->axes[1].quantity->name};
    const struct map_part part = {region->shard, region->key, region->border.n};
    struct map_table *table;
    enum error_code code = map_table_open_part(map_job_target(job), &part, names, 3, &table, err);
    if (code)
        return code;
    for (size_t i = 0; i < region->border.n; i++) {
        const struct map_point *p = &region->border.points[i];
        map_table_row_at(
            table, p->piece,
            (struct map_cell[]){MAP_WORD(word), MAP_NUMBER(p->at[0]), MAP_NUMBER(p->at[1])});
    }
    return map_table_close(table, code, err);
}

enum error_code map_region_cells(const struct map_job *job, const struct map_region *region,
                                 struct error *err)
{
    const char *const names[] = {job->place->axes[0].quantity->name,
                                 job->place->axes[1].quantity->name, "outcome", "longest_flight",
                                 "impacts"};
    const size_t nx = job->place->axes[0].n;
    const struct map_part part = {region->shard, region->key,
                                  nx * (region->rows.end - region->rows.first)};
    struct map_table *table;
    enum error_code code = map_table_open_part(map_job_cells(job), &part, names, 5, &table, err);
    if (code)
        return code;
    for (size_t j = region->rows.first; j < region->rows.end; j++)
        for (size_t i = 0; i < nx; i++) {
            const struct map_motion *m = &region->motions[j * nx + i];
            double at[2];
            map_grid_at(job->place, i, j, at);
            map_table_row_at(table, j,
                             (struct map_cell[]){MAP_NUMBER(at[0]), MAP_NUMBER(at[1]),
                                                 MAP_WORD(map_outcome_word(m->outcome)),
                                                 MAP_NUMBER(m->flight),
                                                 MAP_NUMBER((double)m->impacts)});
        }
    return map_table_close(table, code, err);
}

struct map_figure map_region_figure(const struct map_job *job, const struct map_region *region,
                                    const char *border)
{
    struct map_figure figure = map_job_figure(job);
    map_figure_cells(&figure, region->classes, outcome_classes, MAP_OUTCOMES);
    map_figure_add(&figure, border, MAP_DOTS, "#000000", &region->border);
    return figure;
}
