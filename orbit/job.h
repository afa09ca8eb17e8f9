/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands of skitter-orbit share: settings, the rig, the parameter
 * and its range, where results go. */
#ifndef ORBIT_JOB_H
#define ORBIT_JOB_H

#include "lib/cli/options.h"
#include "lib/base/stream.h"
#include "lib/cli/table.h"
#include "orbit/attractor.h"
#include "orbit/family.h"
#include "orbit/sweep.h"

struct orbit_settings {
    struct option_list set, axes;
    const char *parameter, *from, *to;
    const char *output, *figure, *quantity, *sequence, *event, *shard;
    double settle, period, rtol, step, duration;
    long points, max_points;
    int start; /* enum orbit_start_choice */
    bool equilibria, json, quiet, force, resume, compiled;
};

/* which sweeps; index in orbit_start_words */
enum orbit_start_choice { ORBIT_START_EACH, ORBIT_START_UP, ORBIT_START_DOWN, ORBIT_START_BOTH };
extern const char *const orbit_start_words[];

struct orbit_job {
    const struct orbit_settings *settings;
    struct rig *rig;
    struct orbit_system *system;
    double own;      /* value of the parameter in the rig */
    double from, to; /* NaN when not given */
    struct stream *stream;
    FILE *out; /* the stream's, or standard output's table */
    struct table table;
};

/* the rig of the first argument; `range` asks for --parameter, --from and --to */
enum error_code orbit_job_open(const struct orbit_settings *settings, const char *path, bool range,
                               struct orbit_job *job, struct error *err);
void orbit_job_close(struct orbit_job *job);

/* before a long computation: ERROR_EXISTS for an output or a figure that is there
 * already and not to be replaced, ERROR_USAGE for a figure of no known format */
enum error_code orbit_job_vacant(const struct orbit_job *job, struct error *err);

/* open the output; to be ended by orbit_job_keep, or orbit_job_close drops it */
enum error_code orbit_job_output(struct orbit_job *job, struct error *err);
enum error_code orbit_job_keep(struct orbit_job *job, struct error *err);

/* a guess of an orbit at the system's parameters: the rig's start if --period
 * is given, else where the motion settles; ERROR_NUMERIC with what is there
 * instead when that is no orbit */
enum error_code orbit_job_guess(const struct orbit_job *job, struct orbit_place *guess,
                                struct error *err);

/* the range of a branch that goes from --from to --to */
struct orbit_range orbit_job_range(const struct orbit_job *job);

/* the sweep over that range */
struct orbit_sweep orbit_job_sweep(const struct orbit_job *job);

/* the rig's start at --from, to look for an equilibrium from */
struct orbit_place orbit_job_start(const struct orbit_job *job);

/* row of a state by name */
enum error_code orbit_job_state(const struct orbit_job *job, const char *name, size_t *state,
                                struct error *err);

/* the commands; settings are struct orbit_settings, the argument is the rig file */
typedef enum error_code orbit_command(const void *settings, const struct option_list *arguments,
                                      struct error *err);
orbit_command orbit_equilibria_command, orbit_find_command, orbit_continue_command,
    orbit_curve_command, orbit_diagram_command, orbit_phase_command, orbit_poincare_command,
    orbit_sweep_command;

#endif
