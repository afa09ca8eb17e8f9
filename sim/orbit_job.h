/* What the commands of skitter-orbit share: settings, the rig, the parameter
 * and its range, where results go. */
#ifndef SIM_ORBIT_JOB_H
#define SIM_ORBIT_JOB_H

#include "common/options.h"
#include "common/stream.h"
#include "sim/orbit_attractor.h"
#include "sim/orbit_family.h"

struct orbit_settings {
    struct option_list set;
    const char *parameter, *from, *to;
    const char *output, *figure, *quantity, *sequence, *event, *shard;
    double settle, period, rtol, step, duration;
    long points, max_points;
    int start;
    bool equilibria, json, quiet, force, resume;
};

extern const struct orbit_settings orbit_defaults;

#define ORBIT_OPTION_SET                                                      \
    OPTION_LIST("set", 's', "NAME=VALUE", struct orbit_settings, set,         \
                "set a parameter or start value; may be given again")
#define ORBIT_OPTION_PARAMETER(text)                                          \
    OPTION_TEXT("parameter", 'p', "NAME", struct orbit_settings, parameter, text)
#define ORBIT_OPTION_RANGE                                                    \
    OPTION_TEXT("from", 0, "VALUE", struct orbit_settings, from,              \
                "first value of the parameter, with its unit"),               \
    OPTION_TEXT("to", 0, "VALUE", struct orbit_settings, to,                  \
                "last value of the parameter, with its unit")
#define ORBIT_OPTION_SETTLE                                                   \
    OPTION_QUANTITY("settle", 0, "TIME", struct orbit_settings, settle, "s",  \
                    "time for a motion to settle (default 20 s)")
#define ORBIT_OPTION_RTOL                                                     \
    OPTION_NUMBER("rtol", 0, "X", struct orbit_settings, rtol,                \
                  "relative tolerance of the integration (default 1e-11)")
#define ORBIT_OPTION_STEP                                                     \
    OPTION_NUMBER("step", 0, "X", struct orbit_settings, step,                \
                  "longest step along a branch, of the range (default 0.02)"), \
    OPTION_COUNT("max-points", 0, "N", struct orbit_settings, max_points, 2,  \
                 "most points of one branch (default 2000)")
#define ORBIT_OPTION_OUTPUT                                                   \
    OPTION_TEXT("output", 'o', "FILE", struct orbit_settings, output,         \
                "write the points there, as CSV (default: standard output)")

struct orbit_job {
    const struct orbit_settings *settings;
    struct rig *rig;
    struct orbit_system *system;
    double from, to; /* NaN when not given */
    struct stream *stream;
    FILE *out; /* the stream's, or standard output */
};

/* the rig of the first argument; `range` asks for --parameter, --from and --to */
enum error_code orbit_job_open(const struct orbit_settings *settings, const char *path,
                               bool range, struct orbit_job *job, struct error *err);
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

/* the rig's start at --from, to look for an equilibrium from */
struct orbit_place orbit_job_start(const struct orbit_job *job);

/* row of a state by name */
enum error_code orbit_job_state(const struct orbit_job *job, const char *name, size_t *state,
                                struct error *err);

extern const struct program orbit_equilibria_command, orbit_find_command,
    orbit_continue_command, orbit_diagram_command, orbit_poincare_command,
    orbit_sweep_command;

#endif
