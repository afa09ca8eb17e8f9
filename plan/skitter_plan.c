/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-plan: reads its arguments and calls the plan. */
#include "config.h"

#include "lib/base/file.h"
#include "lib/base/gsl_answers.h"
#include "lib/cli/program.h"
#include "lib/measure/jump.h"
#include "plan/job.h"
#include "sim/compiled.h"

static const char *const criteria[] = {
#define CRITERION(name, word, text) word,
    PLAN_CRITERION_LIST(CRITERION)
#undef CRITERION
        NULL};

static const struct plan_settings defaults = {
    .runs = 1, .ensemble = 64, .duration = 1, .mask = MEASURE_JUMP_MASK, .repeat_cost = 1};

static const struct option_row options[] = {
    OPTION_NAMES("goal", 0, "NAMES", struct plan_settings, goal,
                 "what the runs are to find, comma-separated"),
    OPTION_LIST("vary", 'a', "NAME=LOW:HIGH[:N]", struct plan_settings, vary,
                "what can be set for each run, and its range; may be given again"),
    OPTION_COUNT("runs", 'n', "N", struct plan_settings, runs, 1, "runs to propose (default 1)"),
    OPTION_CHOICE("criterion", 0, "WHICH", struct plan_settings, criterion, criteria,
                  "d, a or c: volume, mean square, or the first of the goal (default d)"),
    OPTION_FLAG("sequential", 0, struct plan_settings, sequential,
                "each run the best after those before it, without exchanges"),
    OPTION_TEXT("fit", 0, "FILE", struct plan_settings, fit,
                "what is known so far: fit.json of skitter-fit"),
    OPTION_COUNT("ensemble", 0, "N", struct plan_settings, ensemble, 1,
                 "worlds drawn from what is known (default 64)"),
    OPTION_QUANTITY("duration", 'd', "TIME", struct plan_settings, duration, "s",
                    "length of each motion (default 1 s)"),
    OPTION_QUANTITY("rate", 0, "FREQUENCY", struct plan_settings, rate, "Hz",
                    "samples in a second, instead of the rig's"),
    OPTION_NAMES("channels", 0, "NAMES", struct plan_settings, channels,
                 "the channels that are recorded (default: all of the rig)"),
    OPTION_QUANTITY("noise", 0, "SPEED", struct plan_settings, noise, "m/s",
                    "noise of a sample, rms, instead of the rig's"),
    OPTION_QUANTITY("mask", 0, "TIME", struct plan_settings, mask, "s",
                    "velocities this soon after an impact do not count (default 1 ms)"),
    OPTION_FLAG("compare", 0, struct plan_settings, compare,
                "also without each vibrometer, and with other durations and rates"),
    OPTION_NUMBER("budget", 0, "X", struct plan_settings, budget,
                  "no more runs than cost this; a run at a new point costs 1"),
    OPTION_NUMBER("repeat-cost", 0, "X", struct plan_settings, repeat_cost,
                  "what a run costs at a point that has one already (default 1)"),
    OPTION_LIST("made", 0, "RUN", struct plan_settings, made,
                "a run that was made already, for the figure; may be given again"),
    OPTION_TEXT("figure", 'g', "FILE", struct plan_settings, figure,
                "draw what a run tells over both ranges there, as SVG, PDF or PNG"),
    OPTION_NAMES("discriminate", 0, "LAW,LAW", struct plan_settings, discriminate,
                 "find the run in which two laws of impact, or values, differ most"),
    OPTION_TEXT("check", 0, "PLAN", struct plan_settings, check,
                "compare what that plan promised with what the fit FILE found"),
    OPTION_COUNT("threads", 'j', "N", struct plan_settings, threads, 1,
                 "threads (default: one for each core)"),
    OPTION_OUTPUT("FILE", struct plan_settings, output, "write the plan there, as JSON"),
    OPTION_SET(struct plan_settings),
    OPTION_JSON(struct plan_settings),
    OPTION_COMPILED(struct plan_settings),
    OPTION_QUIET(struct plan_settings),
    OPTION_FORCE(struct plan_settings),
};

static enum error_code check_settings(const struct plan_settings *s, struct error *err)
{
    if (!s->goal && !s->discriminate)
        return error_set(err, ERROR_USAGE, "what are the runs to find? --goal NAME,...");
    if (s->runs > PLAN_MOST_RUNS)
        return error_set(err, ERROR_USAGE, "--runs: at most %d", PLAN_MOST_RUNS);
    if (!(s->duration > 0))
        return error_set(err, ERROR_USAGE, "--duration must be positive");
    if (s->rate < 0 || s->noise < 0 || s->mask < 0)
        return error_set(err, ERROR_USAGE, "--rate, --noise and --mask must not be negative");
    if (!(s->repeat_cost > 0) || s->budget < 0)
        return error_set(err, ERROR_USAGE, "--repeat-cost and --budget must be positive");
    if (s->discriminate && (s->output || s->figure || s->compare || s->sequential))
        return error_set(err, ERROR_USAGE,
                         "--discriminate prints a table, or with --json JSON; --output, --figure, "
                         "--compare and --sequential are for plans without it");
    if (s->figure && s->vary.n != 2)
        return error_set(err, ERROR_USAGE,
                         "--figure: is over two quantities, so that two --vary are needed");
    return file_vacant(s->output, s->force, err);
}

static enum error_code run(const void *given, const struct option_list *arguments,
                           struct error *err)
{
    const struct plan_settings *settings = given;
    if (settings->check)
        return plan_check(settings, arguments->items[0], err);
    enum error_code code = check_settings(settings, err);
    if (code)
        return code;
    if (settings->threads)
        program_threads(settings->threads);
    if (settings->discriminate)
        return plan_discriminate(settings, arguments->items[0], err);
    return plan_propose(settings, arguments->items[0], err);
}

static const char *const synopsis[] = {
    "[OPTION]... --goal NAMES --vary NAME=LOW:HIGH... RIG",
    "[OPTION]... --discriminate LAW,LAW --vary NAME=LOW:HIGH... RIG", "--check PLAN FIT", NULL};
static const struct option_argument arguments[] = {{"RIG", "the rig file, see skitter-rig(5)"},
                                                   {"FIT", "fit.json of skitter-fit, for --check"},
                                                   {NULL, NULL}};

static const struct program program = {
    .name = "skitter-plan",
    .summary = "Say which run of an experiment to make next.",
    .synopsis = synopsis,
    .arguments = arguments,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(options),
    .defaults = &defaults,
    .settings_size = sizeof(struct plan_settings),
    .run = run,
};

int main(int argc, char **argv)
{
    gsl_answers_begin();
    return program_main(&program, argc, argv);
}
