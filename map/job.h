/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands of skitter-map share: settings, the rig with its axes, and
 * the ways to results and figures. */
#ifndef MAP_JOB_H
#define MAP_JOB_H

#include "lib/cli/options.h"
#include "lib/cli/progress.h"
#include "map/figure.h"
#include "map/modes.h"
#include "map/outcome.h"
#include "map/table.h"

struct map_settings {
    struct option_list set, axes, at, trajectories, runs;
    const char *output, *cells, *figure, *motion, *shard;
    int slip; /* index in map_slip_words */
    double duration, flight, rtol;
    bool json, quiet, force, compiled;
};

extern const char *const map_slip_words[]; /* "auto", "plus", "minus", NULL */
enum map_slip map_settings_slip(const struct map_settings *settings);

struct map_job {
    const struct map_settings *settings;
    struct rig *rig;
    const struct sim_model *model;
    size_t n; /* coordinates */
    struct map_place *place;
    double at[MAP_MAX_AXES]; /* the rig's own values of the axes */
    char title[256];
};

/* what a command wants of its axes */
struct map_wants {
    size_t least_axes, most_axes;
    bool coordinate; /* fill up with the configuration's coordinate and its velocity */
    size_t points;   /* of an axis that does not say */
    enum map_points kind;
    bool friction_in_title;
};

enum error_code map_job_open(const struct map_settings *settings, const char *rig,
                             const struct map_wants *wants, struct map_job *job, struct error *err);
void map_job_close(struct map_job *job);

/* fill in the ranges that were not given, or say that one is needed */
enum error_code map_job_ranges(struct map_job *job, size_t n, struct error *err);

/* the configuration axis of the job, between its ends; others at job->at */
enum error_code map_job_line(const struct map_job *job, struct map_line *line, struct error *err);

/* the same for what singular points decide, which is so for Coulomb's friction alone */
enum error_code map_job_coulomb_line(const struct map_job *job, struct map_line *line,
                                     struct error *err);

/* a place of the same rig with another axis alone */
enum error_code map_job_other(const struct map_job *job, const char *axis, struct map_place **place,
                              struct error *err);

/* where the settings want the results, and every point of the plane */
struct map_target map_job_target(const struct map_job *job);
struct map_target map_job_cells(const struct map_job *job);

/* a table of the results there */
enum error_code map_job_table(const struct map_job *job, const char *const *names, size_t n,
                              struct map_table **table, struct error *err);

/* outcomes over rows of the plane, with progress */
enum error_code map_job_outcomes(const struct map_job *job, const struct map_scan *scan,
                                 struct map_motion **motions, struct error *err);

struct map_figure map_job_figure(const struct map_job *job);
/* to settings->figure; the figure is gone either way */
enum error_code map_job_draw(const struct map_job *job, struct map_figure *figure,
                             struct error *err);

/* the commands; rig is the path */
typedef enum error_code map_command(const struct map_settings *settings, const char *rig,
                                    struct error *err);
map_command map_critical_command, map_paradox_command, map_modes_command, map_singular_command,
    map_jamming_command, map_bounce_command, map_limit_command;

#endif
