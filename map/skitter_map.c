/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-map: reads its arguments and calls the maps. */
#include "config.h"

#include "lib/base/gsl_answers.h"
#include "lib/cli/program.h"
#include "map/job.h"
#include "sim/compiled.h"

static const struct map_settings defaults = {.duration = 0.5, .flight = 5e-3, .rtol = 1e-8};

/* ---- rows that several commands have */

#define AXIS(text) OPTION_LIST("axis", 'a', "AXIS", struct map_settings, axes, text)
#define FIGURE(what)                                                \
    OPTION_TEXT("figure", 'g', "FILE", struct map_settings, figure, \
                "draw " what " there, as SVG, PDF or PNG")
#define CELLS                                                     \
    OPTION_TEXT("cells", 'c', "FILE", struct map_settings, cells, \
                "write every point of the plane there, as CSV")
#define SLIP                                                                         \
    OPTION_CHOICE("slip", 0, "DIRECTION", struct map_settings, slip, map_slip_words, \
                  "plus or minus instead of the direction in which each state slips (auto)")
#define WATCH                                                                    \
    OPTION_QUANTITY("duration", 'd', "TIME", struct map_settings, duration, "s", \
                    "length of each motion (default 0.5 s)"),                    \
        OPTION_QUANTITY("flight", 0, "TIME", struct map_settings, flight, "s",   \
                        "the shortest flight that is a bounce (default 5 ms)"),  \
        OPTION_NUMBER("rtol", 0, "X", struct map_settings, rtol,                 \
                      "relative tolerance of the integration (default 1e-8)")
/* the rig of every command, and where its results go */
#define COMMON(what)                                                             \
    OPTION_OUTPUT("FILE", struct map_settings, output,                           \
                  "write " what " there (default: standard output)"),            \
        OPTION_SET(struct map_settings), OPTION_JSON(struct map_settings),       \
        OPTION_COMPILED(struct map_settings), OPTION_QUIET(struct map_settings), \
        OPTION_FORCE(struct map_settings)

/* ---- commands */

static const struct option_row critical_options[] = {
    AXIS("what to go over; a second one: the least over the first, by the second"),
    FIGURE("it"),
    COMMON("the table"),
};

static const struct option_row paradox_options[] = {
    AXIS("what to go over (default: the configuration)"),
    OPTION_LIST("at", 0, "NAME=VALUES", struct map_settings, at,
                "a table over these values, comma-separated; may be given again"),
    FIGURE("it"),
    COMMON("the table"),
};

static const struct option_row modes_options[] = {
    AXIS("one of the two axes of the plane; the first is x"),
    SLIP,
    OPTION_TEXT("motion", 'm', "FROM:TO", struct map_settings, motion,
                "lay the rig's own motion between these times over the figure"),
    OPTION_LIST("trajectory", 't', "FILE", struct map_settings, trajectories,
                "lay a trajectory of skitter-sim over the figure; may be given again"),
    OPTION_LIST("run", 0, "DIR", struct map_settings, runs,
                "lay a recorded run over the figure; may be given again"),
    CELLS,
    FIGURE("the plane"),
    COMMON("the curves"),
};

static const struct option_row singular_options[] = {
    AXIS("the coordinate, and to narrow the search its velocity"),
    SLIP,
    COMMON("the table"),
};

static const struct option_row jamming_options[] = {
    AXIS("the coordinate, then its velocity"),
    SLIP,
    WATCH,
    CELLS,
    FIGURE("the starts that jam"),
    COMMON("the answers"),
};

static const struct option_row bounce_options[] = {
    AXIS("one of the two axes of the plane; the first is x"),
    WATCH,
    OPTION_SHARD(struct map_settings),
    CELLS,
    FIGURE("the plane"),
    COMMON("the curve"),
};

static const struct option_row limit_options[] = {
    AXIS("contact_stiffness=LOW:HIGH:N (default 1e4 to 1e12 N/m, 9 points)"),
    OPTION_QUANTITY("duration", 'd', "TIME", struct map_settings, duration, "s",
                    "length of each motion at most (default 0.5 s)"),
    OPTION_NUMBER("rtol", 0, "X", struct map_settings, rtol,
                  "relative tolerance of the integration (default 1e-8)"),
    COMMON("the table"),
};

static enum error_code check(const struct map_settings *settings, struct error *err)
{
    if (!(settings->duration > 0))
        return error_set(err, ERROR_USAGE, "--duration must be positive");
    if (!(settings->flight > 0))
        return error_set(err, ERROR_USAGE, "--flight must be positive");
    if (!(settings->rtol >= 1e-14 && settings->rtol <= 1e-2))
        return error_set(err, ERROR_USAGE, "--rtol must be between 1e-14 and 1e-2");
    return ERROR_OK;
}

#define RUN(command)                                                                             \
    static enum error_code run_##command(const void *settings,                                   \
                                         const struct option_list *arguments, struct error *err) \
    {                                                                                            \
        enum error_code code = check(settings, err);                                             \
        return code ? code : map_##command##_command(settings, arguments->items[0], err);        \
    }
RUN(critical)
RUN(paradox)
RUN(modes)
RUN(singular)
RUN(jamming)
RUN(bounce)
RUN(limit)

static const char *const synopsis[] = {"[OPTION]... RIG", NULL};
static const struct option_argument rig_argument[] = {OPTION_RIG_ARGUMENT, {NULL, NULL}};

/* ranks: whether those of MPI share the work */
#define COMMAND(word, ranks, text)                                                         \
    &(const struct program)                                                                \
    {                                                                                      \
        .name = "skitter-map " #word, .summary = (text), .synopsis = synopsis,             \
        .arguments = rig_argument, .min_arguments = 1, .max_arguments = 1,                 \
        OPTION_ROWS(word##_options), .defaults = &defaults,                                \
        .settings_size = sizeof(struct map_settings), .run = run_##word, .shared = (ranks) \
    }

static const struct program *const commands[] = {
    COMMAND(critical, false, "the friction from which on slip is paradoxical"),
    COMMAND(paradox, false, "the configurations in which slip is paradoxical"),
    COMMAND(modes, false, "what the contact does over a plane of states or parameters"),
    COMMAND(singular, false, "points where A and B vanish, and what slip does near them"),
    COMMAND(jamming, false, "when slip jams, and how fast and long it must be to"),
    COMMAND(bounce, true, "what starts do over a plane: slide, stick, bounce or jam"),
    COMMAND(limit, false, "what a contact on ever stiffer springs tends to"),
    NULL,
};

static const struct program program = {
    .name = "skitter-map",
    .summary = "Find where the Painlevé paradox, jamming and bouncing live.",
    .commands = commands,
};

int main(int argc, char **argv)
{
    gsl_answers_begin();
    return program_main(&program, argc, argv);
}
