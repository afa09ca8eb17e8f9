/* What the commands of skitter-map share: settings, the rig with its axes, and
 * the ways to results and figures. */
#ifndef SIM_MAP_JOB_H
#define SIM_MAP_JOB_H

#include "common/options.h"
#include "common/progress.h"
#include "sim/map_figure.h"
#include "sim/map_modes.h"
#include "sim/map_outcome.h"
#include "sim/map_table.h"

struct sim_map_settings {
    struct option_list set, axes, at, trajectories, runs;
    const char *output, *cells, *figure, *motion, *shard;
    int slip; /* index in sim_map_slip_words */
    double duration, flight, rtol;
    bool json, quiet, force;
};

extern const char *const sim_map_slip_words[]; /* "auto", "plus", "minus", NULL */
enum sim_map_slip sim_map_settings_slip(const struct sim_map_settings *settings);

struct sim_map_job {
    const struct sim_map_settings *settings;
    struct rig *rig;
    const struct sim_model *model;
    size_t n; /* coordinates */
    struct sim_map_place *place;
    double at[SIM_MAP_MAX_AXES]; /* the rig's own values of the axes */
    struct gnuplot *plot; /* NULL: no figure is wanted */
    char title[256];
};

/* what a command wants of its axes */
struct sim_map_wants {
    size_t least_axes, most_axes;
    bool coordinate; /* fill up with the configuration's coordinate and its velocity */
    size_t points;   /* of an axis that does not say */
    enum sim_map_points kind;
    bool friction_in_title;
};

enum error_code sim_map_job_open(const struct sim_map_settings *settings, const char *rig,
                                 const struct sim_map_wants *wants, struct sim_map_job *job,
                                 struct error *err);
void sim_map_job_close(struct sim_map_job *job);

/* fill in the ranges that were not given, or say that one is needed */
enum error_code sim_map_job_ranges(struct sim_map_job *job, size_t n, struct error *err);

/* the configuration axis of the job, between its ends; others at job->at */
enum error_code sim_map_job_line(const struct sim_map_job *job, struct sim_map_line *line,
                                 struct error *err);

/* a place of the same rig with another axis alone */
enum error_code sim_map_job_other(const struct sim_map_job *job, const char *axis,
                                  struct sim_map_place **place, struct error *err);

/* a table of the results, as the settings say */
enum error_code sim_map_job_table(const struct sim_map_job *job, const char *const *names,
                                  size_t n, struct sim_map_table **table,
                                  struct error *err);

/* outcomes over rows of the plane, with progress */
enum error_code sim_map_job_outcomes(const struct sim_map_job *job,
                                     const struct sim_map_rows *rows,
                                     const struct sim_map_watch *watch,
                                     struct sim_map_motion **motions, struct error *err);

struct sim_map_figure sim_map_job_figure(const struct sim_map_job *job);
enum error_code sim_map_job_draw(struct sim_map_job *job, const struct sim_map_figure *figure,
                                 struct error *err);

/* the commands; rig is the path */
typedef enum error_code sim_map_command(const struct sim_map_settings *settings,
                                        const char *rig, struct error *err);
sim_map_command sim_map_critical_command, sim_map_paradox_command, sim_map_modes_command,
    sim_map_singular_command, sim_map_jamming_command, sim_map_bounce_command;

#endif
