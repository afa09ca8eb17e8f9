/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-calib: reads its arguments and calls the room. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "calib/bounce.h"
#include "calib/channels.h"
#include "calib/impacts.h"
#include "calib/pendulum.h"
#include "calib/rail.h"
#include "calib/slide.h"
#include "calib/stick_slip.h"
#include "lib/base/gsl_answers.h"
#include "lib/cli/program.h"
#include "lib/cli/remark.h"

/* what all commands take; the others begin with it */
struct settings {
    bool json, quiet, force;
    const char *output, *figure, *channel;
    double from, until;
};

struct channels_settings {
    struct settings common;
    double rest;
    const char *values;
};

struct pendulum_settings {
    struct settings common;
    double mass, mass_u, length, length_u, gravity, gravity_u, centre, centre_u, radius;
    bool no_spring;
};

struct slide_settings {
    struct settings common;
    double gravity, gravity_u, incline, incline_u;
};

struct stick_slip_settings {
    struct settings common;
    double mass, stiffness, speed, gravity, gravity_u;
    const char *score;
};

struct impacts_settings {
    struct settings common;
    const char *laws, *score;
    double gyration;
    long folds;
    bool flagged;
};

struct rail_settings {
    struct settings common;
    double bandwidth;
    const char *spline;
};

static const struct settings common_defaults = {.from = NAN, .until = NAN};

#define DEFAULT_STRETCH .common = {.from = NAN, .until = NAN}
static const struct channels_settings channels_defaults = {DEFAULT_STRETCH, .rest = NAN};
static const struct pendulum_settings pendulum_defaults = {
    DEFAULT_STRETCH, .mass = NAN,      .mass_u = NAN, .length = NAN,   .length_u = NAN,
    .gravity = NAN,  .gravity_u = NAN, .centre = NAN, .centre_u = NAN, .radius = NAN};
static const struct slide_settings slide_defaults = {
    DEFAULT_STRETCH, .gravity = NAN, .gravity_u = NAN, .incline = NAN, .incline_u = NAN};
static const struct stick_slip_settings stick_slip_defaults = {
    DEFAULT_STRETCH, .mass = NAN, .stiffness = NAN, .speed = NAN, .gravity = NAN, .gravity_u = NAN};
static const struct impacts_settings impacts_defaults = {DEFAULT_STRETCH, .gyration = NAN,
                                                         .folds = 5};
static const struct rail_settings rail_defaults = {DEFAULT_STRETCH, .bandwidth = 50};

/* ---- options */

#define STRETCH_OPTIONS(type, prefix)                                                            \
    OPTION_QUANTITY("from", 0, "TIME", type, prefix from, "s", "use the run from that time on"), \
        OPTION_QUANTITY("until", 0, "TIME", type, prefix until, "s",                             \
                        "use the run up to that time")
#define CHANNEL_OPTION(type, prefix, text) \
    OPTION_TEXT("channel", 'c', "ROLE", type, prefix channel, text)
#define OUTPUT_OPTIONS(type, prefix)                                                     \
    OPTION_OUTPUT("FILE", type, prefix output,                                           \
                  "write the results there, for rig files to include"),                  \
        OPTION_TEXT("figure", 0, "FILE", type, prefix figure,                            \
                    "draw data, fit and residuals (.svg, .pdf or .png)"),                \
        OPTION_FLAG("json", 0, type, prefix json, "results on standard output as JSON"), \
        OPTION_FLAG("quiet", 'q', type, prefix quiet,                                    \
                    "no progress and no remarks; errors are still shown"),               \
        OPTION_FLAG("force", 'f', type, prefix force, "overwrite output that exists")
#define GRAVITY_OPTIONS(type)                                                              \
    OPTION_QUANTITY("gravity", 'g', "ACCELERATION", type, gravity, "m/s2",                 \
                    "acceleration of gravity (default: the rig's)"),                       \
        OPTION_QUANTITY("gravity-uncertainty", 0, "ACCELERATION", type, gravity_u, "m/s2", \
                        "its standard uncertainty")

static const struct option_row channels_options[] = {
    OPTION_QUANTITY("rest", 'r', "TIME", struct channels_settings, rest, "s",
                    "the rig is at rest for so long at the start (default: up to the trigger, "
                    "or the quietest 0.2 s)"),
    OPTION_TEXT("values", 0, "FILE", struct channels_settings, values,
                "write the converted values with flags there, as CSV"),
    STRETCH_OPTIONS(struct channels_settings, common.),
    OUTPUT_OPTIONS(struct channels_settings, common.),
};

static const struct option_row pendulum_options[] = {
    OPTION_QUANTITY("mass", 'm', "MASS", struct pendulum_settings, mass, "kg",
                    "mass of the link (default: the rig's)"),
    OPTION_QUANTITY("mass-uncertainty", 0, "MASS", struct pendulum_settings, mass_u, "kg",
                    "its standard uncertainty"),
    OPTION_QUANTITY("length", 'l', "LENGTH", struct pendulum_settings, length, "m",
                    "length of the link (default: the rig's)"),
    OPTION_QUANTITY("length-uncertainty", 0, "LENGTH", struct pendulum_settings, length_u, "m",
                    "its standard uncertainty"),
    GRAVITY_OPTIONS(struct pendulum_settings),
    OPTION_FLAG("no-spring", 0, struct pendulum_settings, no_spring,
                "gravity alone drives it: find the inertia, not a stiffness"),
    OPTION_QUANTITY("centre", 0, "LENGTH", struct pendulum_settings, centre, "m",
                    "pivot to centre of mass, with --no-spring (default half the length)"),
    OPTION_QUANTITY("centre-uncertainty", 0, "LENGTH", struct pendulum_settings, centre_u, "m",
                    "its standard uncertainty"),
    OPTION_QUANTITY("radius", 0, "LENGTH", struct pendulum_settings, radius, "m",
                    "pivot to the spot whose velocity is measured (default the length)"),
    CHANNEL_OPTION(struct pendulum_settings, common.,
                   "role of the channel (default angle, velocity or tip_t)"),
    STRETCH_OPTIONS(struct pendulum_settings, common.),
    OUTPUT_OPTIONS(struct pendulum_settings, common.),
};

static const struct option_row slide_options[] = {
    OPTION_QUANTITY("incline", 'i', "ANGLE", struct slide_settings, incline, "rad",
                    "slope, downhill positive (default: the channel angle, or level)"),
    OPTION_QUANTITY("incline-uncertainty", 0, "ANGLE", struct slide_settings, incline_u, "rad",
                    "its standard uncertainty"),
    GRAVITY_OPTIONS(struct slide_settings),
    CHANNEL_OPTION(struct slide_settings, common.,
                   "role of the channel (default velocity or tip_t)"),
    STRETCH_OPTIONS(struct slide_settings, common.),
    OUTPUT_OPTIONS(struct slide_settings, common.),
};

static const struct option_row bounce_options[] = {
    CHANNEL_OPTION(struct settings, , "role of the channel (default tip_n or velocity)"),
    STRETCH_OPTIONS(struct settings, ),
    OUTPUT_OPTIONS(struct settings, ),
};

static const struct option_row rail_options[] = {
    OPTION_TEXT("spline", 's', "FILE", struct rail_settings, spline,
                "write the smooth speed there, as the table of a rig's belt"),
    OPTION_QUANTITY("bandwidth", 'b', "FREQUENCY", struct rail_settings, bandwidth, "Hz",
                    "of the smooth speed (default 50 Hz)"),
    CHANNEL_OPTION(struct rail_settings, common., "role of the channel (default rail or velocity)"),
    STRETCH_OPTIONS(struct rail_settings, common.),
    OUTPUT_OPTIONS(struct rail_settings, common.),
};

static const struct option_row stick_slip_options[] = {
    OPTION_QUANTITY("mass", 'm', "MASS", struct stick_slip_settings, mass, "kg",
                    "mass of the slider (default: the rig's)"),
    OPTION_QUANTITY("stiffness", 'k', "STIFFNESS", struct stick_slip_settings, stiffness, "N/m",
                    "of the spring that pulls it (default: the rig's)"),
    OPTION_QUANTITY("pull", 'p', "SPEED", struct stick_slip_settings, speed, "m/s",
                    "speed at which the spring's end is pulled (default: the rig's belt_speed)"),
    GRAVITY_OPTIONS(struct stick_slip_settings),
    OPTION_TEXT("score", 's', "RUN", struct stick_slip_settings, score,
                "predict that run with the friction found"),
    CHANNEL_OPTION(struct stick_slip_settings, common., "role of the channel (default force)"),
    STRETCH_OPTIONS(struct stick_slip_settings, common.),
    OUTPUT_OPTIONS(struct stick_slip_settings, common.),
};

static const struct option_row impacts_options[] = {
    OPTION_QUANTITY("gyration", 'g', "LENGTH", struct impacts_settings, gyration, "m",
                    "radius of gyration of the body (default: from the table)"),
    OPTION_NAMES("laws", 'l', "LAW,...", struct impacts_settings, laws,
                 "try these laws only, like stronge,bilinear+gyration"),
    OPTION_TEXT("score", 's', "TABLE", struct impacts_settings, score,
                "apply the law found to that table too"),
    OPTION_COUNT("folds", 0, "N", struct impacts_settings, folds, 2,
                 "parts that are left out in turn (default 5)"),
    OPTION_FLAG("flagged", 0, struct impacts_settings, flagged, "fit impacts that are flagged too"),
    OUTPUT_OPTIONS(struct impacts_settings, common.),
};

/* ---- what all commands do */

struct job {
    struct calib_wishes wishes;
    struct measure_channels input;
    struct calib_output *output;
};

static struct calib_wishes wishes_of(const struct settings *settings)
{
    return (struct calib_wishes){.output = settings->output,
                                 .figure = settings->figure,
                                 .json = settings->json,
                                 .quiet = settings->quiet,
                                 .force = settings->force};
}

static enum error_code job_begin(const struct settings *settings, const char *program,
                                 const char *dir, struct job *job, struct error *err)
{
    *job = (struct job){.wishes = wishes_of(settings)};
    enum error_code code = calib_output_check(&job->wishes, err);
    if (!code)
        code = measure_channels_read(dir, settings->from, settings->until, &job->input, err);
    if (code)
        return code;
    if (job->input.run->warning[0] && !settings->quiet)
        remark(true, program, "%s", job->input.run->warning);
    job->output = calloc(1, sizeof *job->output);
    if (!job->output) {
        measure_channels_free(&job->input);
        return error_memory(err);
    }
    job->output->program = program;
    job->output->source = job->input.run->dir;
    job->output->sha256 = job->input.run->sha256;
    return ERROR_OK;
}

static void job_end(struct job *job)
{
    free(job->output);
    measure_channels_free(&job->input);
}

/* figure, result file and print, in that order */
#define FINISH(job, draw, what)                                               \
    do {                                                                      \
        struct figure figure = {0};                                           \
        if ((job).wishes.figure)                                              \
            draw(&(what), &figure);                                           \
        code = calib_output_write((job).output, &(job).wishes, &figure, err); \
        figure_free(&figure);                                                 \
    } while (0)

/* ---- commands */

static enum error_code run_channels(const void *given, const struct option_list *arguments,
                                    struct error *err)
{
    const struct channels_settings *settings = given;
    struct job job;
    struct calib_channels channels;
    enum error_code code = job_begin(&settings->common, "skitter-calib channels",
                                     arguments->items[0], &job, err);
    if (code)
        return code;
    code = calib_channels_find(&job.input, settings->rest, &channels, job.output, err);
    if (!code) {
        if (settings->values)
            code = calib_channels_write(&channels, settings->values, job.wishes.force, err);
        if (!code && !job.wishes.json)
            calib_channels_print(&channels, stdout);
        if (!code)
            FINISH(job, calib_channels_draw, channels);
        calib_channels_free(&channels);
    }
    job_end(&job);
    return code;
}

static enum error_code run_pendulum(const void *given, const struct option_list *arguments,
                                    struct error *err)
{
    const struct pendulum_settings *s = given;
    const struct calib_pendulum_settings settings = {.channel = s->common.channel,
                                                     .mass = {s->mass, s->mass_u},
                                                     .length = {s->length, s->length_u},
                                                     .gravity = {s->gravity, s->gravity_u},
                                                     .centre = {s->centre, s->centre_u},
                                                     .radius = s->radius,
                                                     .no_spring = s->no_spring};
    const double lengths[] = {s->mass, s->length, s->gravity, s->centre, s->radius};
    for (size_t i = 0; i < 5; i++)
        if (lengths[i] <= 0)
            return error_set(err, ERROR_USAGE,
                             "--mass, --length, --gravity, --centre and --radius are positive");
    struct job job;
    struct calib_pendulum pendulum;
    enum error_code code = job_begin(&s->common, "skitter-calib pendulum", arguments->items[0],
                                     &job, err);
    if (code)
        return code;
    code = calib_pendulum_find(&job.input, &settings, &pendulum, job.output, err);
    if (!code) {
        FINISH(job, calib_pendulum_draw, pendulum);
        for (size_t i = 0; i < pendulum.n_budgets && !code && !job.wishes.json; i++)
            calib_budget_print(&pendulum.budgets[i], stdout);
        calib_pendulum_free(&pendulum);
    }
    job_end(&job);
    return code;
}

static enum error_code run_slide(const void *given, const struct option_list *arguments,
                                 struct error *err)
{
    const struct slide_settings *s = given;
    const struct calib_slide_settings settings = {.channel = s->common.channel,
                                                  .gravity = {s->gravity, s->gravity_u},
                                                  .incline = {s->incline, s->incline_u}};
    struct job job;
    struct calib_slide slide;
    enum error_code code = job_begin(&s->common, "skitter-calib slide", arguments->items[0], &job,
                                     err);
    if (code)
        return code;
    code = calib_slide_find(&job.input, &settings, &slide, job.output, err);
    if (!code) {
        FINISH(job, calib_slide_draw, slide);
        if (!code && !job.wishes.json) {
            calib_budget_print(&slide.kinetic, stdout);
            calib_friction_speed_print(&slide.by_speed, slide.kinetic.value, stdout);
        }
        calib_slide_free(&slide);
    }
    job_end(&job);
    return code;
}

static enum error_code run_bounce(const void *given, const struct option_list *arguments,
                                  struct error *err)
{
    const struct settings *settings = given;
    struct job job;
    struct calib_bounce bounce;
    enum error_code code = job_begin(settings, "skitter-calib bounce", arguments->items[0], &job,
                                     err);
    if (code)
        return code;
    code = calib_bounce_find(&job.input, settings->channel, &bounce, job.output, err);
    if (!code) {
        FINISH(job, calib_bounce_draw, bounce);
        if (!code && !job.wishes.json) {
            putchar('\n');
            calib_bounce_print(&bounce, stdout);
        }
        calib_bounce_free(&bounce);
    }
    job_end(&job);
    return code;
}

static enum error_code run_rail(const void *given, const struct option_list *arguments,
                                struct error *err)
{
    const struct rail_settings *settings = given;
    if (!(settings->bandwidth > 0))
        return error_set(err, ERROR_USAGE, "--bandwidth must be positive");
    struct job job;
    struct calib_rail rail;
    enum error_code code = job_begin(&settings->common, "skitter-calib rail", arguments->items[0],
                                     &job, err);
    if (code)
        return code;
    code = calib_rail_find(&job.input, settings->common.channel, settings->bandwidth, &rail,
                           job.output, err);
    if (!code) {
        if (settings->spline)
            code = calib_rail_write(&rail, settings->spline, job.wishes.force, err);
        if (!code)
            FINISH(job, calib_rail_draw, rail);
        if (!code && !job.wishes.json)
            calib_rail_print(&rail, stdout);
        calib_rail_free(&rail);
    }
    job_end(&job);
    return code;
}

static enum error_code run_stick_slip(const void *given, const struct option_list *arguments,
                                      struct error *err)
{
    const struct stick_slip_settings *s = given;
    const struct calib_puller puller = {.mass = {s->mass, NAN},
                                        .stiffness = {s->stiffness, NAN},
                                        .speed = {s->speed, NAN},
                                        .gravity = {s->gravity, s->gravity_u}};
    if (s->mass <= 0 || s->stiffness <= 0 || s->gravity <= 0)
        return error_set(err, ERROR_USAGE, "--mass, --stiffness and --gravity are positive");
    struct job job;
    struct calib_stick_slip found;
    enum error_code code = job_begin(&s->common, "skitter-calib stick-slip", arguments->items[0],
                                     &job, err);
    if (code)
        return code;
    code = calib_stick_slip_find(&job.input, s->common.channel, &puller, &found, job.output, err);
    if (!code) {
        FINISH(job, calib_stick_slip_draw, found);
        if (!code && !job.wishes.json)
            calib_stick_slip_print(&found, stdout);
        if (!code && s->score)
            code = calib_stick_slip_score(&found, s->score, s->common.channel,
                                          job.wishes.json ? stderr : stdout, err);
        calib_stick_slip_free(&found);
    }
    job_end(&job);
    return code;
}

/* a table, where the other commands have a run */
static enum error_code run_impacts(const void *given, const struct option_list *arguments,
                                   struct error *err)
{
    const struct impacts_settings *s = given;
    const struct calib_impacts_settings settings = {
        .laws = s->laws,
        .gyration = s->gyration,
        .choice = {.flagged = s->flagged, .folds = (size_t)s->folds},
        .quiet = s->common.quiet};
    if (s->gyration <= 0)
        return error_set(err, ERROR_USAGE, "--gyration is positive");
    struct job job = {.wishes = wishes_of(&s->common)};
    enum error_code code = calib_output_check(&job.wishes, err);
    if (code)
        return code;
    struct calib_impacts *impacts = calloc(1, sizeof *impacts);
    job.output = calloc(1, sizeof *job.output);
    if (!impacts || !job.output) {
        code = error_memory(err);
    } else {
        job.output->program = "skitter-calib impacts";
        code = calib_impacts_find(arguments->items[0], &settings, impacts, job.output, err);
    }
    if (!code) {
        FINISH(job, calib_impacts_draw, *impacts);
        if (!code && !job.wishes.json)
            calib_impacts_print(impacts, stdout);
        if (!code && s->score)
            code = calib_impacts_score(impacts, s->score, job.wishes.json ? stderr : stdout, err);
        calib_impacts_free(impacts);
    }
    free(impacts);
    free(job.output);
    return code;
}

/* ---- tables */

static const char *const run_synopsis[] = {"[OPTION]... RUN", NULL};
static const struct option_argument run_argument[] = {
    {"RUN", "the run directory, see skitter-run(5)"}, {NULL, NULL}};
static const char *const table_synopsis[] = {"[OPTION]... TABLE", NULL};
static const struct option_argument table_argument[] = {
    {"TABLE", "measured impacts, a row each, as CSV"}, {NULL, NULL}};

#define COMMAND(word, text, what, rows, before, type) \
    NAMED_COMMAND(word, #word, text, what, rows, before, type)
#define NAMED_COMMAND(word, says, text, what, rows, before, type)                \
    static const struct program word##_command = {.name = "skitter-calib " says, \
                                                  .summary = (text),             \
                                                  .synopsis = what##_synopsis,   \
                                                  .arguments = what##_argument,  \
                                                  .min_arguments = 1,            \
                                                  .max_arguments = 1,            \
                                                  OPTION_ROWS(rows),             \
                                                  .defaults = &(before),         \
                                                  .settings_size = sizeof(type), \
                                                  .run = run_##word}

COMMAND(channels, "Convert channels; find offset, noise, delay and dropouts.", run,
        channels_options, channels_defaults, struct channels_settings);
COMMAND(pendulum, "Find frequency, stiffness and damping from a free swing.", run, pendulum_options,
        pendulum_defaults, struct pendulum_settings);
COMMAND(slide, "Find friction from a block that slides.", run, slide_options, slide_defaults,
        struct slide_settings);
NAMED_COMMAND(stick_slip, "stick-slip", "Find friction from a slider that a spring pulls.", run,
              stick_slip_options, stick_slip_defaults, struct stick_slip_settings);
COMMAND(bounce, "Find restitution from impacts.", run, bounce_options, common_defaults,
        struct settings);
COMMAND(rail, "Find speed, drift and ripple of the rail.", run, rail_options, rail_defaults,
        struct rail_settings);

COMMAND(impacts, "Find the law of impact from a table of impacts.", table, impacts_options,
        impacts_defaults, struct impacts_settings);

static const struct program *const commands[] = {
    &channels_command, &pendulum_command, &slide_command, &stick_slip_command,
    &bounce_command,   &impacts_command,  &rail_command,  NULL};

static const struct program program = {
    .name = "skitter-calib",
    .summary = "Turn recorded runs into calibrated numbers with honest uncertainty.",
    .commands = commands,
};

int main(int argc, char **argv)
{
    gsl_answers_begin();
    return program_main(&program, argc, argv);
}
