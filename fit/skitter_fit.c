/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-fit: reads its arguments and calls the fit. */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "lib/base/file.h"
#include "lib/base/gsl_answers.h"
#include "lib/base/interrupt.h"
#include "lib/base/json.h"
#include "lib/base/list.h"
#include "lib/base/shown.h"
#include "lib/cli/fold.h"
#include "lib/cli/program.h"
#include "lib/cli/remark.h"
#include "lib/cli/share.h"
#include "lib/base/stream.h"
#include "lib/figure/file.h"
#include "fit/compare_output.h"
#include "fit/output.h"
#include "fit/search.h"
#include "fit/setup.h"
#include "fit/looks_figure.h"
#include "fit/suggest.h"
#include "fit/suspect.h"
#include "sim/compiled.h"
#include "sim/registry.h"

static const char *const loss_words[] = {
#define WORD(name, word) word,
    FIT_LOSS_LIST(WORD)
#undef WORD
        NULL};

/* in the order of enum fit_rail_source */
static const char *const rail_words[] = {"auto", "constant", "recorded", NULL};

struct settings {
    const char *free, *own, *from_run, *stages, *profile, *output, *rig, *compare, *figure;
    struct option_list set, prior, bounds, leave_out, start_at;
    long starts, threads, bootstrap, posterior;
    int loss, rail;
    double width, until, misfit, mask;
    bool json, quiet, force, compiled, suggest;
};

static const struct settings defaults = {
    .starts = FIT_STARTS, .loss = FIT_LOSS, .width = FIT_WIDTH, .misfit = FIT_MISFIT, .mask = NAN};

static const struct option_row options[] = {
    OPTION_NAMES("free", 0, "NAMES", struct settings, free,
                 "parameters to fit, one value for all runs; none: check a prediction"),
    OPTION_FLAG("suggest", 0, struct settings, suggest,
                "fit nothing: say what the runs determine, and what is held and why"),
    OPTION_TEXT("compare", 0, "LAW,LAW...", struct settings, compare,
                "rank laws of contact, as coulomb,stribeck or poisson,stronge+power"),
    OPTION_TEXT("figure", 'g', "FILE", struct settings, figure,
                "draw what --profile, --bootstrap, --posterior or --compare found"),
    OPTION_NAMES("own", 0, "NAMES", struct settings, own,
                 "parameters and start values to fit for each run by itself"),
    OPTION_LIST("prior", 'p', "NAME=VALUE+-U", struct settings, prior,
                "Gaussian knowledge of a parameter; NAME+-U is around its start"),
    OPTION_LIST("bounds", 'b', "NAME=LOW..HIGH", struct settings, bounds,
                "where to look for a parameter"),
    OPTION_LIST("set", 's', "NAME=VALUE", struct settings, set,
                "set a parameter of the rig before the fit; may be given again"),
    OPTION_COMPILED(struct settings),
    OPTION_LIST("leave-out", 0, "RUN", struct settings, leave_out,
                "a run among those given that is not to count; may be given again"),
    OPTION_NAMES("from-run", 0, "NAMES", struct settings, from_run,
                 "parameters that are taken from the rig recorded with each run"),
    OPTION_CHOICE("rail", 0, "HOW", struct settings, rail, rail_words,
                  "speed of the rail: auto, constant or recorded (default auto)"),
    OPTION_COUNT("starts", 'n', "N", struct settings, starts, 1,
                 "number of starts in the bounds (default 8)"),
    OPTION_COUNT("threads", 'j', "N", struct settings, threads, 1,
                 "threads (default: one for each core)"),
    OPTION_NAMES("stages", 0, "NAMES", struct settings, stages,
                 "stages of the fit (default events,velocities,all)"),
    OPTION_CHOICE("loss", 0, "LOSS", struct settings, loss, loss_words,
                  "none, huber or cauchy (default huber)"),
    OPTION_NUMBER("width", 0, "X", struct settings, width,
                  "residual, in units of the noise, from which the loss bends (default 3)"),
    OPTION_LIST("start-at", 0, "[RUN=]TIME", struct settings, start_at,
                "when the motion starts, or trigger, where it is not found; may be given again"),
    OPTION_QUANTITY("until", 0, "TIME", struct settings, until, "s",
                    "use no more than this of each motion"),
    OPTION_QUANTITY(
        "mask", 0, "TIME", struct settings, mask, "s",
        "leave out this much of the velocities after an impact (default: 1 ms and more)"),
    OPTION_NUMBER("misfit", 0, "X", struct settings, misfit,
                  "share of a velocity that may stay unexplained (default 0.1)"),
    OPTION_NAMES("profile", 0, "NAMES", struct settings, profile,
                 "profile likelihood of these shared parameters; of two also together; all for "
                 "all of them"),
    OPTION_COUNT("bootstrap", 0, "N", struct settings, bootstrap, 2,
                 "make as many records of the fitted values and fit these"),
    OPTION_COUNT("posterior", 0, "N", struct settings, posterior, 4,
                 "sample the posterior with as many steps of its walkers"),
    OPTION_OUTPUT("FILE", struct settings, output,
                  "write everything there, as JSON; rig files can include it"),
    OPTION_TEXT("rig", 0, "FILE", struct settings, rig, "write the rig with the new values there"),
    OPTION_JSON(struct settings),
    OPTION_QUIET(struct settings),
    OPTION_FORCE(struct settings),
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct watcher {
    const struct fit_problem *problem;
    bool on;
    double shown;
};

/* one line on a terminal: start, stage, iteration, cost, values */
static bool watch(void *context, size_t start, const char *stage, size_t iteration, double cost,
                  const double *p)
{
    struct watcher *watcher = context;
    if (!watcher->on)
        return interrupt_seen();
#pragma omp critical(skitter_fit_watch)
    if (now() > watcher->shown + 0.1) {
        watcher->shown = now();
        char line[160];
        int used = snprintf(line, sizeof line, "start %zu, %s %zu: cost %.6g", start + 1, stage,
                            iteration, cost);
        for (size_t i = 0; i < watcher->problem->n && i < 4 && (size_t)used < sizeof line; i++)
            if (watcher->problem->parameters[i].run == FIT_SHARED)
                used += snprintf(line + used, sizeof line - (size_t)used, "  %s %.5g",
                                 watcher->problem->parameters[i].name, p[i]);
        /* a line that wraps could not be cleared */
        shown_escape(line, sizeof line);
        fprintf(stderr, "\r\033[K%.*s", (int)fold_screen(stderr) - 1, line);
    }
    return interrupt_seen();
}

static void watch_end(const struct watcher *watcher)
{
    if (watcher->on)
        fputs("\r\033[K", stderr);
}

/* ---- the job */

static bool wants_profile(const char *names, const char *name)
{
    return strcmp(names, "all") == 0 || list_has(names, name);
}

static enum error_code make_profiles(const struct settings *settings,
                                     const struct fit_control *control, struct fit_report *report,
                                     struct fit_profile *profiles, struct error *err)
{
    const struct fit_problem *problem = report->problem;
    const struct fit_verdict *verdict = report->verdict;
    enum error_code code = ERROR_OK;
    report->profiles = profiles;
    for (size_t i = 0; !code && !interrupt_seen() && settings->profile && i < problem->n; i++) {
        if (problem->parameters[i].run != FIT_SHARED || !problem->parameters[i].asked ||
            !wants_profile(settings->profile, problem->parameters[i].name))
            continue;
        const struct fit_profile_wish wish = {.stage = &report->plan->stages[report->plan->n - 1],
                                              .p = report->p,
                                              .parameter = i,
                                              .uncertainty = verdict->covariance.uncertainty[i],
                                              .variance = fit_output_variance(verdict)};
        code = fit_profile_make(problem, &wish, control, &profiles[report->n_profiles], err);
        if (!code)
            report->n_profiles++;
    }
    if (code == ERROR_INTERRUPTED)
        code = ERROR_OK;
    return code;
}

/* where the looks are while they are told */
struct looked {
    struct fit_bootstrap bootstrap;
    struct fit_posterior posterior;
    struct fit_plane plane;
};

/* the two parameters of --profile A,B; false: not two */
static bool find_pair(const struct settings *settings, const struct fit_problem *problem,
                      size_t pair[2])
{
    size_t n = 0;
    for (size_t i = 0; settings->profile && i < problem->n; i++) {
        const struct fit_parameter *parameter = &problem->parameters[i];
        if (parameter->run != FIT_SHARED || !list_has(settings->profile, parameter->name))
            continue;
        if (n < 2)
            pair[n] = i;
        n++;
    }
    return n == 2;
}

static enum error_code look_closer(const struct settings *settings,
                                   const struct fit_request *request, const struct rig *rig,
                                   const struct fit_control *control, struct fit_report *report,
                                   struct looked *looked, struct error *err)
{
    const struct fit_problem *problem = report->problem;
    const struct fit_covariance *covariance = &report->verdict->covariance;
    const struct fit_stage *last = &report->plan->stages[report->plan->n - 1];
    struct fit_plane_wish plane = {.stage = last,
                                   .p = report->p,
                                   .uncertainty = covariance->uncertainty,
                                   .variance = fit_output_variance(report->verdict)};
    const struct fit_bootstrap_wish bootstrap = {.rig = rig,
                                                 .request = request,
                                                 .stage = last,
                                                 .p = report->p,
                                                 .replicas = (size_t)settings->bootstrap,
                                                 .stop = interrupt_seen};
    const struct fit_posterior_wish posterior = {.stage = last,
                                                 .p = report->p,
                                                 .covariance = covariance,
                                                 .steps = (size_t)settings->posterior,
                                                 .stop = interrupt_seen};
    enum error_code code = ERROR_OK;
    if (!interrupt_seen() && find_pair(settings, problem, plane.parameters)) {
        code = fit_plane_make(problem, &plane, control, &looked->plane, err);
        report->looks.plane = code ? NULL : &looked->plane;
    }
    if (!code && settings->bootstrap && !interrupt_seen()) {
        code = fit_bootstrap_make(problem, &bootstrap, control, &looked->bootstrap, err);
        report->looks.bootstrap = code ? NULL : &looked->bootstrap;
    }
    if (!code && settings->posterior && !interrupt_seen()) {
        code = fit_posterior_make(problem, &posterior, control, &looked->posterior, err);
        report->looks.posterior = code ? NULL : &looked->posterior;
    }
    return code == ERROR_INTERRUPTED ? ERROR_OK : code;
}

static enum error_code write_rig(const struct settings *settings, const struct fit_report *report,
                                 struct rig *rig, struct error *err)
{
    struct stream *stream;
    enum error_code code = fit_output_rig(report, rig, err);
    if (!code)
        code = rig_move(rig, settings->rig, err);
    if (!code)
        code = stream_open(settings->rig, settings->force, &stream, err);
    if (code)
        return code;
    code = rig_print(rig, stream_file(stream), err);
    if (!code)
        return stream_commit(stream, err);
    stream_abandon(stream);
    return code;
}

/* NULL: not written */
static void tell_written(const char *output, const char *rig, const char *figure)
{
    if (output || rig || figure)
        remark(false, "skitter-fit", "written: %s%s%s%s%s", output ? output : "",
               output && (rig || figure) ? ", " : "", rig ? rig : "", rig && figure ? ", " : "",
               figure ? figure : "");
}

static enum error_code write_outputs(const struct settings *settings,
                                     const struct fit_report *report, struct rig *rig,
                                     struct error *err)
{
    enum error_code code = ERROR_OK;
    json_t *json = fit_output_json(report);
    char *text = json_text(json);
    json_decref(json);
    if (!text)
        return error_memory(err);
    if (settings->output) {
        const size_t size = strlen(text);
        text[size] = '\n'; /* in place of the null byte */
        code = stream_write_whole(settings->output, text, size + 1, settings->force, err);
        text[size] = '\0';
    }
    if (settings->json)
        puts(text);
    else
        fit_output_print(report, stdout);
    free(text);
    if (!code && settings->rig && report->verdict->usable)
        code = write_rig(settings, report, rig, err);
    const bool drawn = settings->figure && fit_looks_any(report);
    if (!code && drawn)
        code = fit_looks_figure(report, settings->figure, settings->force, err);
    if (!code && !settings->quiet)
        tell_written(settings->output, report->verdict->usable ? settings->rig : NULL,
                     drawn ? settings->figure : NULL);
    return code;
}

static enum error_code conclude(const struct settings *settings, const struct fit_report *report,
                                struct error *err)
{
    if (report->interrupted)
        return error_set(err, ERROR_INTERRUPTED,
                         "interrupted: what was written is the best so far");
    const bool told = !settings->json && isatty(STDOUT_FILENO); /* a person has read why */
    if (!report->verdict->usable && told)
        return error_set(err, ERROR_NUMERIC, "no usable value, for the reasons above");
    if (!report->verdict->usable)
        return error_set(err, ERROR_NUMERIC, "no usable value: %s", report->verdict->why);
    return ERROR_OK;
}

/* What was taken as exact may be what is wrong: the verdict itself knows of runs and priors only.
 * That it cannot be told is no failure. */
static enum error_code find_suspect(const struct rig *rig, const struct option_list *runs,
                                    const struct fit_request *request,
                                    const struct fit_problem *problem,
                                    const struct fit_control *control, struct fit_found *found,
                                    struct error *err)
{
    const struct fit_suspect_case of = {problem, &found->plan.stages[found->plan.n - 1], found->p};
    struct fit_suspect suspect;
    struct error failure = {0};
    if (found->verdict.explained || !found->verdict.usable || interrupt_seen())
        return ERROR_OK;
    const enum error_code code = fit_suspect_find(rig, runs, request, &of, control, &suspect,
                                                  &failure);
    if (code == ERROR_MEMORY)
        return error_memory(err);
    const bool unit = strcmp(suspect.unit, "1") != 0;
    if (!code && *suspect.name)
        snprintf(found->verdict.suspect, sizeof found->verdict.suspect,
                 "look at %s%s, taken as exact: %s = %.4g%s%s explains %.0f %% of what is left; "
                 "measure it again, state its uncertainty in the rig file or free it",
                 suspect.name, suspect.others, suspect.name, suspect.value, unit ? " " : "",
                 unit ? suspect.unit : "", 100 * suspect.share);
    return ERROR_OK;
}

static enum error_code fit(const struct settings *settings, const struct option_list *runs,
                           const struct fit_request *request, const struct fit_problem *problem,
                           struct rig *rig, struct error *err)
{
    struct watcher watcher = {.problem = problem,
                              .on = !settings->quiet && isatty(STDERR_FILENO) && share_rank() == 0};
    const struct fit_control control = {
        .loss = {(enum fit_loss_kind)settings->loss, settings->width},
        .watch = watch,
        .context = &watcher};
    struct fit_found found;
    enum error_code code = fit_search(problem, settings->stages, settings->mask,
                                      (size_t)settings->starts, &control, &found, err);
    watch_end(&watcher);
    if (share_rank() > 0) { /* what is left is for the first rank, failures too */
        if (!code)
            fit_found_free(&found);
        return ERROR_OK;
    }
    if (!code)
        code = fit_search_judge(problem, settings->misfit, &control, &found, err);
    if (code)
        return code;
    code = find_suspect(rig, runs, request, problem, &control, &found, err);
    struct fit_report report = {.problem = problem,
                                .plan = &found.plan,
                                .starts = &found.starts,
                                .verdict = &found.verdict,
                                .p = found.p};
    struct looked looked = {0};
    struct fit_profile *profiles = calloc(problem->n + 1, sizeof *profiles);
    if (!code)
        code = profiles ? make_profiles(settings, &control, &report, profiles, err)
                        : error_memory(err);
    if (!code && found.verdict.usable)
        code = look_closer(settings, request, rig, &control, &report, &looked, err);
    watch_end(&watcher);
    report.interrupted = interrupt_seen();
    if (!code)
        code = write_outputs(settings, &report, rig, err);
    if (!code)
        code = conclude(settings, &report, err);
    fit_bootstrap_free(&looked.bootstrap);
    fit_posterior_free(&looked.posterior);
    free(profiles);
    fit_found_free(&found);
    return code;
}

static enum error_code write_comparison(const struct settings *settings,
                                        const struct fit_compare *compare, struct error *err)
{
    json_t *json = fit_compare_json(compare);
    char *text = json ? json_text(json) : NULL;
    json_decref(json);
    if (!text)
        return error_memory(err);
    const size_t size = strlen(text);
    enum error_code code = ERROR_OK;
    if (settings->output) {
        text[size] = '\n'; /* in place of the null byte */
        code = stream_write_whole(settings->output, text, size + 1, settings->force, err);
        text[size] = '\0';
    }
    if (!code && settings->figure)
        code = fit_compare_figure(compare, settings->figure, settings->force, err);
    if (!code && settings->json)
        puts(text);
    else if (!code)
        code = fit_compare_print(compare, err);
    free(text);
    return code;
}

/* Ends with 1 where no law can be told from another. */
static enum error_code compare(const struct settings *settings, const struct rig *rig,
                               const struct option_list *runs, const struct fit_request *request,
                               struct error *err)
{
    const struct fit_problem none = {0};
    struct watcher watcher = {.problem = &none,
                              .on = !settings->quiet && isatty(STDERR_FILENO) && share_rank() == 0};
    const struct fit_control control = {
        .loss = {(enum fit_loss_kind)settings->loss, settings->width},
        .watch = watch,
        .context = &watcher};
    const struct fit_compare_wish wish = {.laws = settings->compare,
                                          .request = request,
                                          .runs = runs,
                                          .stages = settings->stages,
                                          /* the same rows for all laws */
                                          .mask = isfinite(settings->mask) ? settings->mask
                                                                           : FIT_MASK,
                                          .misfit = settings->misfit,
                                          .starts = (size_t)settings->starts};
    struct fit_compare found;
    char doubt[1024] = "";
    interrupt_watch();
    enum error_code code = fit_compare_make(rig, &wish, &control, &found, err);
    watch_end(&watcher);
    if (!code && share_rank() == 0) {
        code = write_comparison(settings, &found, err);
        fit_compare_doubt(&found, doubt, sizeof doubt);
    }
    fit_compare_free(&found);
    return code || !*doubt ? code : error_set(err, ERROR_NUMERIC, "%s", doubt);
}

/* what was clipped or lost is not fitted, and who reads the result should know */
static void warn_of_runs(const struct fit_problem *problem)
{
    for (size_t i = 0; i < problem->n_runs; i++) {
        const struct measure_record *m = &problem->runs[i].measured;
        const struct measure_channels *channels = &m->channels;
        if (m->cut_at > 0 && (double)m->n * m->period > m->cut_at - 2 * m->period)
            remark(
                true, "skitter-fit",
                "%s: samples are missing at %.6g s, and times after it are not known; the motion "
                "is used until there",
                m->name, m->cut_at);
        char text[MEASURE_FLAG_TEXT];
        for (size_t c = 0; c < channels->n_list; c++)
            if (measure_channel_clipped(channels, &channels->list[c], text))
                remark(true, "skitter-fit", "%s: %s; they are left out", channels->run->dir, text);
    }
}

static enum error_code check_profiles(const struct settings *settings, struct error *err)
{
    const char *rest = settings->profile;
    if (!rest || strcmp(rest, "all") == 0)
        return ERROR_OK;
    for (char name[LIST_WORD_SIZE]; list_next(&rest, name);)
        if (!list_has(settings->free, name))
            return error_set(err, ERROR_USAGE,
                             "--profile %s: is no parameter in --free, which has one value for "
                             "all runs",
                             name);
    return ERROR_OK;
}

static enum error_code check_settings(const struct settings *settings, struct error *err)
{
    if (!(settings->width > 0))
        return error_set(err, ERROR_USAGE, "--width must be positive");
    if (!(settings->misfit > 0))
        return error_set(err, ERROR_USAGE, "--misfit must be positive");
    if (settings->mask < 0)
        return error_set(err, ERROR_USAGE, "--mask must not be negative");
    if (settings->until < 0)
        return error_set(err, ERROR_USAGE, "--until must be positive");
    if (settings->figure && !settings->compare && !settings->profile && !settings->bootstrap &&
        !settings->posterior)
        return error_set(err, ERROR_USAGE,
                         "--figure draws what --profile, --bootstrap or --posterior finds, or "
                         "--compare: give one of them");
    if (settings->compare && (settings->rig || settings->profile || settings->bootstrap ||
                              settings->posterior || settings->suggest))
        return error_set(err, ERROR_USAGE,
                         "--compare fits several laws: --rig, --profile, --bootstrap, --posterior "
                         "and --suggest are for one");
    enum error_code code = check_profiles(settings, err);
    if (!code)
        code = figure_file_check(settings->figure, settings->force, err);
    if (!code)
        code = file_vacant(settings->output, settings->force, err);
    return code ? code : file_vacant(settings->rig, settings->force, err);
}

/* "runs/003/" is "runs/003" */
static bool same_path(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    while (n > 1 && a[n - 1] == '/')
        n--;
    while (m > 1 && b[m - 1] == '/')
        m--;
    return n == m && strncmp(a, b, n) == 0;
}

/* a run that counts twice would make all uncertainties too small */
static enum error_code check_twice(const struct option_list *arguments, struct error *err)
{
    for (size_t i = 1; i < arguments->n; i++)
        for (size_t k = 1; k < i; k++)
            if (same_path(arguments->items[i], arguments->items[k]))
                return error_set(err, ERROR_USAGE, "%s: is given twice; each run counts once",
                                 arguments->items[i]);
    return ERROR_OK;
}

/* the runs that are given but for those that are left out; the caller frees the items */
static enum error_code choose_runs(const struct settings *settings,
                                   const struct option_list *arguments, struct option_list *runs,
                                   struct error *err)
{
    enum error_code code = check_twice(arguments, err);
    if (code)
        return code;
    runs->items = calloc(arguments->n, sizeof *runs->items);
    if (!runs->items)
        return error_memory(err);
    for (size_t k = 0; k < settings->leave_out.n; k++) {
        bool found = false;
        for (size_t i = 1; i < arguments->n; i++)
            found |= same_path(settings->leave_out.items[k], arguments->items[i]);
        if (!found)
            return error_set(err, ERROR_USAGE, "--leave-out %s: is not among the runs",
                             settings->leave_out.items[k]);
    }
    for (size_t i = 1; i < arguments->n; i++) {
        bool left = false;
        for (size_t k = 0; k < settings->leave_out.n; k++)
            left |= same_path(settings->leave_out.items[k], arguments->items[i]);
        if (!left)
            runs->items[runs->n++] = arguments->items[i];
    }
    return runs->n > 0 ? ERROR_OK
                       : error_set(err, ERROR_USAGE, "--leave-out leaves no run to fit to");
}

/* and what is taken as exact for want of an uncertainty: who reads the result should know */
static void say_free(const struct fit_suggestions *suggestions)
{
    char exact[512] = "";
    size_t used = 0;
    for (size_t i = 0; i < suggestions->n && used < sizeof exact; i++)
        if (suggestions->list[i].why == FIT_SUGGEST_MEASURED)
            used += (size_t)snprintf(exact + used, sizeof exact - used, "%s%s", used ? ", " : "",
                                     suggestions->list[i].name);
    remark(false, "skitter-fit", "free: %s, which the runs determine; --suggest explains it",
           suggestions->free);
    if (used)
        remark(false, "skitter-fit",
               "taken as exact: %s; the rig file can state how well each is "
               "known",
               exact);
}

/* What is to be free where nobody says it; *done: to say it was all that was asked for. The caller
 * frees the suggestions, to which request->free points. */
static enum error_code suggest(const struct settings *settings, const struct rig *rig,
                               const struct option_list *runs, struct fit_request *request,
                               struct fit_suggestions *suggestions, bool *done, struct error *err)
{
    *done = settings->suggest;
    if (*done) {
        const enum error_code code = fit_suggest_make(rig, runs, request, suggestions, err);
        return code || share_rank() > 0 ? code
                                        : fit_output_suggestions(suggestions, settings->json, err);
    }
    const enum error_code code = fit_suggest_choose(rig, runs, request, suggestions, err);
    if (!code && suggestions->free && !settings->quiet && share_rank() == 0)
        say_free(suggestions);
    return code;
}

static enum error_code run(const void *given, const struct option_list *arguments,
                           struct error *err)
{
    const struct settings *settings = given;
    struct rig *rig;
    enum error_code code = check_settings(settings, err);
    if (!code)
        code = rig_load(arguments->items[0], settings->set.items, settings->set.n, sim_registry,
                        &rig, err);
    if (code)
        return code;
    struct option_list runs = {NULL, 0};
    if (settings->compiled)
        code = sim_compiled_load(rig, err);
    if (!code)
        code = choose_runs(settings, arguments, &runs, err);
    struct fit_request request = {.free = settings->free,
                                  .own = settings->own,
                                  .from_run = settings->from_run,
                                  .priors = settings->prior,
                                  .bounds = settings->bounds,
                                  .start_at = settings->start_at,
                                  .until = settings->until,
                                  .rail = (enum fit_rail_source)settings->rail};
    struct fit_problem problem;
    struct fit_suggestions suggestions = {0};
    bool done = false;
    if (!code)
        code = suggest(settings, rig, &runs, &request, &suggestions, &done, err);
    if (!code && settings->threads)
        program_threads(settings->threads);
    if (!code && settings->compare) {
        code = compare(settings, rig, &runs, &request, err);
        done = true;
    }
    if (!code && !done)
        code = fit_setup(rig, &runs, &request, &problem, err);
    if (!code && !done) {
        if (!settings->quiet && share_rank() == 0)
            warn_of_runs(&problem);
        interrupt_watch(); /* Ctrl-C asks the search to end with the best so far */
        code = fit(settings, &runs, &request, &problem, rig, err);
        fit_problem_free(&problem);
    }
    fit_suggest_free(&suggestions);
    free(runs.items);
    rig_free(rig);
    return code;
}

static const char *const synopsis[] = {"[OPTION]... RIG RUN...", NULL};
static const struct option_argument arguments[] = {{"RIG", "the rig file, see skitter-rig(5)"},
                                                   {"RUN", "a run directory, see skitter-run(5)"},
                                                   {NULL, NULL}};

static const struct program program = {
    .name = "skitter-fit",
    .summary = "Find the parameters of a rig from its runs.",
    .synopsis = synopsis,
    .arguments = arguments,
    .min_arguments = 2,
    .max_arguments = SIZE_MAX,
    OPTION_ROWS(options),
    .defaults = &defaults,
    .settings_size = sizeof(struct settings),
    .run = run,
    .shared = true,
};

int main(int argc, char **argv)
{
    gsl_answers_begin();
    return program_main(&program, argc, argv);
}
