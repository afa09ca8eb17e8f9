/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-orbit: reads its arguments and calls the commands on periodic motion, its
 * stability and its bifurcations. */
#include "config.h"

#include "lib/base/gsl_answers.h"
#include "lib/cli/program.h"
#include "lib/cli/shard.h"
#include "orbit/job.h"
#include "sim/compiled.h"

static const struct orbit_settings defaults = {
    .settle = 20, .rtol = 1e-11, .step = 0.02, .max_points = 2000, .points = 61, .duration = 20};

/* ---- rows that several commands have */

#define SET OPTION_SET(struct orbit_settings), OPTION_COMPILED(struct orbit_settings)
#define RANGE(text)                                                                \
    OPTION_TEXT("parameter", 'p', "NAME", struct orbit_settings, parameter, text), \
        OPTION_TEXT("from", 0, "VALUE", struct orbit_settings, from,               \
                    "first value of the parameter, with its unit"),                \
        OPTION_TEXT("to", 0, "VALUE", struct orbit_settings, to,                   \
                    "last value of the parameter, with its unit")
#define PERIOD                                                               \
    OPTION_QUANTITY("period", 0, "TIME", struct orbit_settings, period, "s", \
                    "take the rig's start and this period as the guess, without settling")
#define QUANTITY(text)                                                   \
    OPTION_TEXT("quantity", 0, "STATE", struct orbit_settings, quantity, \
                text " (default the first velocity)")
#define POINTS(text) \
    OPTION_COUNT("points", 'n', "N", struct orbit_settings, points, 2, text " (default 61)")
#define SETTLE                                                               \
    OPTION_QUANTITY("settle", 0, "TIME", struct orbit_settings, settle, "s", \
                    "time for a motion to settle (default 20 s)")
#define STEP                                                                     \
    OPTION_NUMBER("step", 0, "X", struct orbit_settings, step,                   \
                  "longest step along a branch, of the range (default 0.02)"),   \
        OPTION_COUNT("max-points", 0, "N", struct orbit_settings, max_points, 2, \
                     "most points of one branch (default 2000)")
#define RTOL                                                   \
    OPTION_NUMBER("rtol", 0, "X", struct orbit_settings, rtol, \
                  "relative tolerance of the integration (default 1e-11)")
#define FIGURE(what)                                                  \
    OPTION_TEXT("figure", 'g', "FILE", struct orbit_settings, figure, \
                "draw " what " there, as SVG, PDF or PNG")
#define JSON OPTION_JSON(struct orbit_settings)
/* where the results of every command go */
#define RESULTS(what)                                                 \
    OPTION_OUTPUT("FILE", struct orbit_settings, output,              \
                  "write " what " there (default: standard output)"), \
        OPTION_FORCE(struct orbit_settings), OPTION_QUIET(struct orbit_settings)

/* ---- commands */

static const struct option_row equilibria_options[] = {
    SET, RANGE("tell what happens to them along this parameter"), STEP, RESULTS("them"), JSON,
};

static const struct option_row find_options[] = {
    SET,
    PERIOD,
    SETTLE,
    OPTION_TEXT("sequence", 0, "WORDS", struct orbit_settings, sequence,
                "the sequence that the orbit must have, as this command prints it"),
    RTOL,
    RESULTS("the orbit"),
    JSON,
};

static const struct option_row continue_options[] = {
    SET,
    RANGE("the parameter to follow"),
    OPTION_FLAG("equilibria", 0, struct orbit_settings, equilibria,
                "follow the equilibrium and not an orbit"),
    PERIOD,
    SETTLE,
    STEP,
    RTOL,
    RESULTS("the points, as CSV,"),
    JSON,
};

static const struct option_row curve_options[] = {
    SET,
    OPTION_LIST("axis", 'a', "AXIS", struct orbit_settings, axes,
                "the parameter of the diagrams, then the one that moves their special points"),
    POINTS("values of the first parameter in each sweep"),
    SETTLE,
    STEP,
    RTOL,
    RESULTS("the curves, as CSV,"),
    FIGURE("the curves"),
};

static const struct option_row diagram_options[] = {
    SET,
    RANGE("the parameter of the diagram"),
    QUANTITY("the state whose largest modulus is drawn"),
    POINTS("values of the parameter in each sweep"),
    SETTLE,
    STEP,
    RTOL,
    RESULTS("the points, as CSV,"),
    FIGURE("the diagram"),
};

static const struct option_row phase_options[] = {
    SET,
    RANGE("the parameter along which motions are looked for"),
    QUANTITY("the velocity of the plane"),
    POINTS("values of the parameter in each sweep"),
    SETTLE,
    STEP,
    RTOL,
    RESULTS("the motions, as CSV,"),
    FIGURE("the plane"),
};

static const struct option_row poincare_options[] = {
    SET,
    OPTION_TEXT(
        "event", 'e', "EVENT", struct orbit_settings, event,
        "the section: impact, stick, takeoff, ... (default the first of them met), or drive, "
        "once in each of its periods (default of a driven rig)"),
    SETTLE,
    OPTION_QUANTITY("duration", 'd', "TIME", struct orbit_settings, duration, "s",
                    "length of the motion that is looked at (default 20 s)"),
    QUANTITY("the state whose return map is drawn"),
    RTOL,
    RESULTS("the section, as CSV,"),
    FIGURE("the return map"),
    JSON,
};

static const struct option_row sweep_options[] = {
    SET,
    RANGE("the parameter to sweep"),
    POINTS("values of the parameter"),
    OPTION_CHOICE("start", 0, "WORD", struct orbit_settings, start, orbit_start_words,
                  "each from the rig's start (default), or up, down or both from where the "
                  "value before has settled"),
    SETTLE,
    RTOL,
    OPTION_SHARD(struct orbit_settings),
    OPTION_FLAG("resume", 0, struct orbit_settings, resume,
                "go on with a sweep that was interrupted"),
    RESULTS("the points, as CSV,"),
};

static const char *const of_a_rig[] = {"[OPTION]... RIG", NULL};
static const char *const along[] = {"-p NAME --from VALUE --to VALUE [OPTION]... RIG", NULL};
static const char *const over[] = {"-a NAME=LOW:HIGH -a NAME=LOW:HIGH[:POINTS] [OPTION]... RIG",
                                   NULL};
static const char *const of_a_rig_or_along[] = {
    "[OPTION]... RIG", "-p NAME --from VALUE --to VALUE [OPTION]... RIG", NULL};
static const struct option_argument rig_argument[] = {OPTION_RIG_ARGUMENT, {NULL, NULL}};

/* ranks: whether those of MPI share the work */
#define COMMAND(word, lines, ranks, text)                                              \
    &(const struct program)                                                            \
    {                                                                                  \
        .name = "skitter-orbit " #word, .summary = (text), .synopsis = (lines),        \
        .arguments = rig_argument, .min_arguments = 1, .max_arguments = 1,             \
        OPTION_ROWS(word##_options), .defaults = &defaults,                            \
        .settings_size = sizeof(struct orbit_settings), .run = orbit_##word##_command, \
        .shared = (ranks)                                                              \
    }

static const struct program *const commands[] = {
    COMMAND(equilibria, of_a_rig_or_along, false,
            "find equilibria, their eigenvalues, Hopf and paradox points"),
    COMMAND(find, of_a_rig, false,
            "find a periodic orbit, its sequence and its Floquet multipliers"),
    COMMAND(continue, along, false, "follow orbits or equilibria along a parameter, stable or not"),
    COMMAND(curve, over, false,
            "follow folds, Hopf, paradox and grazing points as a second parameter moves"),
    COMMAND(diagram, along, false, "draw a bifurcation diagram: branches and brute-force sweeps"),
    COMMAND(phase, along, false, "draw the motions that exist side by side in a phase plane"),
    COMMAND(poincare, of_a_rig, false,
            "section a motion at an event; return map and Lyapunov exponent"),
    COMMAND(sweep, along, true, "find where the motion settles at many values of a parameter"),
    NULL,
};

static const struct program program = {
    .name = "skitter-orbit",
    .summary = "Follow periodic motions and equilibria and their stability.",
    .commands = commands,
};

int main(int argc, char **argv)
{
    gsl_answers_begin();
    return program_main(&program, argc, argv);
}
