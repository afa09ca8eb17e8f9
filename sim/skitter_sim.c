/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-sim: reads its arguments and calls the simulator. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/gsl_answers.h"
#include "lib/base/interrupt.h"
#include "lib/base/json.h"
#include "lib/base/list.h"
#include "lib/cli/program.h"
#include "lib/cli/table.h"
#include "lib/cli/progress.h"
#include "lib/cli/remark.h"
#include "lib/base/stream.h"
#include "lib/rig/description.h"
#include "lib/figure/file.h"
#include "sim/compiled.h"
#include "sim/picture.h"
#include "sim/setup.h"
#include "sim/registry.h"
#include "sim/simulate.h"
#include "sim/table.h"

static const char *const contact_words[] = {"rigid", "compliant", NULL};
static const char *const impact_words[] = {"poisson", "stronge", "newton", "bilinear", NULL};
static const char *const indeterminate_words[] = {"slide", "lift", NULL};
enum { NOT_GIVEN = -1 };

struct settings {
    struct option_list set;
    double duration, rate, rtol;
    const char *output, *events, *figure;
    int contact, impact, indeterminate;
    const char *sensitivity;
    bool json, quiet, force, compiled;
};

static const struct settings defaults = {
    .duration = 2, .rtol = 1e-9, .contact = NOT_GIVEN, .impact = NOT_GIVEN};

static const struct option_row options[] = {
    OPTION_SET(struct settings),
    OPTION_COMPILED(struct settings),
    OPTION_QUANTITY("duration", 'd', "TIME", struct settings, duration, "s",
                    "length of the motion (default 2 s)"),
    OPTION_QUANTITY("rate", 'r', "RATE", struct settings, rate, "Hz",
                    "samples of the trajectory (default the rig's)"),
    OPTION_OUTPUT("FILE", struct settings, output, "write the trajectory there, as CSV"),
    OPTION_TEXT("events", 'e', "FILE", struct settings, events,
                "write the events there, as CSV (default: standard output)"),
    OPTION_TEXT("figure", 'g', "FILE", struct settings, figure,
                "draw the motion there, as .svg, .pdf or .png"),
    OPTION_CHOICE("contact", 0, "LAW", struct settings, contact, contact_words,
                  "rigid or compliant (default the rig's)"),
    OPTION_CHOICE("impact", 0, "LAW", struct settings, impact, impact_words,
                  "restitution after poisson, stronge, newton or bilinear (default the rig's)"),
    OPTION_CHOICE("indeterminate", 0, "WAY", struct settings, indeterminate, indeterminate_words,
                  "slip that comes into A < 0, B > 0 goes on (slide, default) or lets go (lift)"),
    OPTION_NUMBER("rtol", 0, "X", struct settings, rtol,
                  "relative tolerance of the integration (default 1e-9)"),
    OPTION_NAMES("sensitivity", 0, "NAMES", struct settings, sensitivity,
                 "derivatives by these parameters and start values, comma-separated"),
    OPTION_JSON(struct settings),
    OPTION_QUIET(struct settings),
    OPTION_FORCE(struct settings),
};

/* impacts in a row, each faster than the one before */
struct row {
    long n;
    double from, to; /* when */
    double speed;    /* of the last approach */
};

/* fewer that grow are no chatter */
enum { CHATTER = 4 };

/* where samples and events go */
struct outputs {
    const struct sim_setup *setup;
    struct stream *trajectory, *events;
    struct table table; /* of the events on standard output; no file: they go elsewhere */
    FILE *trajectory_file, *event_file; /* NULL: not wanted */
    json_t *json;                       /* NULL: not wanted */
    struct sim_picture *picture;        /* NULL: not wanted */
    bool told;                          /* an event has been written */
    long driven;                        /* impacts that left faster than they came */
    double first_driven;                /* the time of the first */
    struct row now, longest;            /* bounces that grow: reverse chatter */
    struct progress progress;
};

static enum error_code take_sample(void *context, const struct sim_sample *sample,
                                   struct error *err)
{
    struct outputs *outputs = context;
    progress_update(&outputs->progress, sample->t);
    if (outputs->picture && sim_picture_sample(outputs->picture, sample, err))
        return err->code;
    if (!outputs->trajectory_file)
        return ERROR_OK;
    sim_table_trajectory_row(outputs->setup, sample, outputs->trajectory_file);
    if (ferror(outputs->trajectory_file))
        return error_set(err, ERROR_IO,
                         "the trajectory cannot be written at t = %.9g s; is the disk full?",
                         sample->t);
    return ERROR_OK;
}

static bool stop(void *context)
{
    (void)context;
    return interrupt_seen();
}

static json_t *event_json(const struct sim_setup *setup, const struct sim_event *event)
{
    struct sim_table_energy energy;
    sim_table_energies(setup, event, &energy);
    json_t *object = json_pack(
        "{s:f, s:s, s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "t", event->t,
        "event", sim_event_word(event->kind), "from", sim_mode_word(event->from), "to",
        sim_mode_word(event->to), "slip_before", event->slip_before, "normal_before",
        event->normal_before, "slip_after", event->slip_after, "normal_after", event->normal_after,
        "impulse_t", event->impulse_t, "impulse_n", event->impulse_n, "energy_before",
        energy.before, "energy_after", energy.after, "normal_work", event->normal_work,
        "friction_heat", energy.heat);
    const size_t width = 2 * setup->problem.inputs.n;
    json_object_set_new(object, "state", json_numbers(event->x, width));
    if (setup->n_directions) {
        json_object_set_new(object, "time_derivatives",
                            json_numbers(event->time_slopes, setup->n_directions));
        json_object_set_new(object, "state_derivatives",
                            json_numbers(event->state_slopes, setup->n_directions * width));
    }
    return object;
}

/* Bounces that friction makes higher and higher, out of contact: reverse chatter */
static void see_chatter(struct outputs *outputs, const struct sim_event *event)
{
    struct row *now = &outputs->now;
    const bool bounce = event->kind == SIM_EVENT_IMPACT && event->to == SIM_FLIGHT &&
                        event->normal_after > -event->normal_before;
    if (!bounce || !(-event->normal_before > now->speed))
        *now = (struct row){0};
    if (!bounce)
        return;
    if (now->n++ == 0)
        now->from = event->t;
    now->to = event->t;
    now->speed = -event->normal_before;
    if (now->n > outputs->longest.n)
        outputs->longest = *now;
}

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    struct outputs *outputs = context;
    if (outputs->picture && sim_picture_event(outputs->picture, event, err))
        return err->code;
    if (outputs->json)
        json_array_append_new(outputs->json, event_json(outputs->setup, event));
    if (outputs->event_file) {
        if (!outputs->told) /* not before: a start that is refused prints nothing */
            sim_table_event_header(outputs->setup, outputs->event_file);
        sim_table_event_row(outputs->setup, event, outputs->event_file);
        outputs->told = true;
    }
    /* restitution is never above 1: what is gained, friction has turned from slip to normal */
    if (event->kind == SIM_EVENT_IMPACT && event->normal_after > -event->normal_before &&
        outputs->driven++ == 0)
        outputs->first_driven = event->t;
    see_chatter(outputs, event);
    progress_update(&outputs->progress, event->t);
    if (outputs->event_file && ferror(outputs->event_file))
        return error_set(err, ERROR_IO, "the events cannot be written; is the disk full?");
    return ERROR_OK;
}

static enum error_code open_outputs(const struct settings *settings, const struct sim_setup *setup,
                                    const char *title, struct outputs *outputs, struct error *err)
{
    enum error_code code = figure_file_check(settings->figure, settings->force, err);
    if (code)
        return code;
    outputs->setup = setup;
    if (settings->figure) {
        outputs->picture = sim_picture_begin(setup, title);
        if (!outputs->picture)
            return error_memory(err);
    }
    if (settings->output) {
        code = stream_open(settings->output, settings->force, &outputs->trajectory, err);
        if (code)
            return code;
        outputs->trajectory_file = stream_file(outputs->trajectory);
        sim_table_trajectory_header(setup, outputs->trajectory_file);
    }
    if (settings->events) {
        code = stream_open(settings->events, settings->force, &outputs->events, err);
        if (code)
            return code;
        outputs->event_file = stream_file(outputs->events);
    } else if (!settings->json) {
        code = table_begin(&outputs->table, stdout, false, err);
        outputs->event_file = outputs->table.file;
    }
    if (settings->json)
        outputs->json = json_array();
    return code;
}

/* the figure of what was obtained; a failure before it stays the one that is told */
static enum error_code write_figure(const struct settings *settings, struct outputs *outputs,
                                    bool keep, enum error_code code, struct error *err)
{
    struct error late;
    if (outputs->picture && keep &&
        sim_picture_write(outputs->picture, settings->figure, settings->force, &late) && !code) {
        *err = late;
        code = late.code;
    }
    sim_picture_free(outputs->picture);
    return code;
}

/* What was obtained is kept even when the motion could not be followed to its end. A failure to
 * keep it is added to the message there is */
static enum error_code close_outputs(struct outputs *outputs, bool keep, enum error_code code,
                                     struct error *err)
{
    struct stream *streams[] = {outputs->trajectory, outputs->events};
    for (size_t i = 0; i < 2; i++) {
        struct error late;
        if (!keep || !streams[i]) {
            stream_abandon(streams[i]);
        } else if (stream_commit(streams[i], &late)) {
            if (code)
                error_append(err, "; but %s", late.message);
            else
                *err = late;
            code = err->code;
        }
    }
    struct error late;
    if (outputs->table.file &&
        table_end(&outputs->table, sim_table_unit, &outputs->setup->model->table, &late) && !code) {
        *err = late;
        code = late.code;
    }
    return code;
}

static void print_json(const struct sim_setup *setup, json_t *events,
                       const struct sim_statistics *statistics)
{
    json_t *states = json_array(), *directions = json_array();
    for (size_t i = 0; i < 2 * setup->problem.inputs.n; i++)
        json_array_append_new(states, json_string(sim_setup_state(setup, i)));
    for (size_t i = 0; i < setup->n_directions; i++)
        json_array_append_new(directions, json_string(setup->direction_names[i]));
    json_t *whole = json_pack(
        "{s:s, s:o, s:o, s:O, s:{s:I, s:I, s:I, s:f}}", "model", setup->model->table.name, "states",
        states, "derivatives_by", directions, "events", events, "statistics", "evaluations",
        (json_int_t)statistics->evaluations, "steps", (json_int_t)statistics->steps, "events",
        (json_int_t)statistics->events, "worst_residual", statistics->worst_residual);
    if (statistics->slopes_why) {
        json_object_set_new(whole, "derivatives_end", json_real(statistics->slopes_end));
        json_object_set_new(whole, "derivatives_why", json_string(statistics->slopes_why));
    }
    json_print(whole, stdout);
    putchar('\n');
    json_decref(whole);
}

/* det Q below this share of Q_tt Q_nn multiplies impulses, and rounding, by a thousand */
static const double nearly_singular = 1e-6;

/* of a mechanism with one coordinate beside the clock Q is singular everywhere, and harmless */
static bool moves_one_way(const struct sim_setup *setup)
{
    const struct rig_description *described = setup->model->table.description;
    return setup->problem.inputs.n == 1u + (described && described->has_clock);
}

static void tell_remarks(const struct outputs *outputs, const struct sim_statistics *statistics)
{
    if (outputs->driven)
        remark(false, "skitter-sim",
               "friction has driven %ld impact%s off faster than the approach, the "
               "first at t = %.9g s; see normal_work and friction_heat of the events",
               outputs->driven, outputs->driven > 1 ? "s" : "", outputs->first_driven);
    if (outputs->longest.n >= CHATTER)
        remark(false, "skitter-sim",
               "reverse chatter: from t = %.9g to %.9g s friction makes each of %ld bounces "
               "higher than the one before",
               outputs->longest.from, outputs->longest.to, outputs->longest.n);
    if (statistics->least_det < nearly_singular && !moves_one_way(outputs->setup))
        remark(true, "skitter-sim",
               "warning: at t = %.9g s an impact of %.3g N.s meets a nearly singular "
               "contact (det Q = %.2g Q_tt Q_nn: links in line); towards such a place impulses "
               "grow beyond all bounds, and what follows depends on the last digits of the state",
               statistics->least_det_time, statistics->least_det_impulse, statistics->least_det);
    if (statistics->floor)
        remark(false, "skitter-sim", "the motion ends early: %s meets the surface",
               statistics->floor);
    if (statistics->slopes_why)
        remark(false, "skitter-sim", "derivatives end at t = %.9g s: %s", statistics->slopes_end,
               statistics->slopes_why);
}

static enum error_code simulate(const struct settings *settings, struct sim_setup *setup,
                                const char *title, struct error *err)
{
    struct outputs outputs = {0};
    enum error_code code = open_outputs(settings, setup, title, &outputs, err);
    if (code) {
        sim_picture_free(outputs.picture);
        return close_outputs(&outputs, false, code, err);
    }
    struct sim_sink sink = {.context = &outputs,
                            .event = take_event,
                            .stop = stop,
                            .sample = outputs.trajectory_file || outputs.picture ? take_sample
                                                                                 : NULL};
    struct sim_statistics statistics;
    progress_start(&outputs.progress, "simulating", "s", settings->duration, settings->quiet);
    interrupt_watch();
    code = sim_simulate(&setup->problem, &sink, &statistics, err);
    progress_end(&outputs.progress);
    const bool keep = !code || code == ERROR_NUMERIC || code == ERROR_INTERRUPTED;
    code = close_outputs(&outputs, keep, code, err);
    code = write_figure(settings, &outputs, keep, code, err);
    if (outputs.json && keep)
        print_json(setup, outputs.json, &statistics);
    json_decref(outputs.json);
    if (!settings->quiet)
        tell_remarks(&outputs, &statistics);
    return code;
}

static enum error_code check_settings(const struct settings *settings, struct error *err)
{
    if (!(settings->duration > 0))
        return error_set(err, ERROR_USAGE, "--duration must be positive");
    if (!(settings->rtol >= 1e-14 && settings->rtol <= 1e-2))
        return error_set(err, ERROR_USAGE, "--rtol must be between 1e-14 and 1e-2");
    if (settings->rate < 0)
        return error_set(err, ERROR_USAGE, "--rate must be positive");
    return ERROR_OK;
}

static enum error_code run_rig(const struct settings *settings, struct rig *rig, struct error *err)
{
    if (settings->contact != NOT_GIVEN)
        rig->law = (enum rig_law)settings->contact;
    if (settings->impact != NOT_GIVEN)
        rig->impact = (enum rig_impact)settings->impact;
    enum error_code code = rig_impact_fits(rig, err);
    if (code)
        return code;
    char words[SIM_MAX_DIRECTIONS + 1][LIST_WORD_SIZE];
    const char *names[SIM_MAX_DIRECTIONS + 1], *rest = settings->sensitivity;
    size_t n = 0;
    for (; n <= SIM_MAX_DIRECTIONS && list_next(&rest, words[n]); n++)
        names[n] = words[n];
    struct sim_setup *setup;
    code = sim_setup_create(rig, settings->duration, settings->rtol, names, n, &setup, err);
    if (!code) {
        setup->problem.indeterminate = (enum rig_indeterminate)settings->indeterminate;
        if (settings->rate > 0)
            setup->problem.rate = settings->rate;
        code = simulate(settings, setup, rig->title, err);
        sim_setup_free(setup);
    }
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
    if (settings->compiled)
        code = sim_compiled_load(rig, err);
    if (!code)
        code = run_rig(settings, rig, err);
    rig_free(rig);
    return code;
}

static const char *const synopsis[] = {"[OPTION]... RIG", NULL};
static const struct option_argument arguments[] = {OPTION_RIG_ARGUMENT, {NULL, NULL}};

static const struct program program = {
    .name = "skitter-sim",
    .summary = "Simulate slip, stick, impact and flight of a mechanism.",
    .synopsis = synopsis,
    .arguments = arguments,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(options),
    .defaults = &defaults,
    .settings_size = sizeof(struct settings),
    .run = run,
};

int main(int argc, char **argv)
{
    gsl_answers_begin();
    return program_main(&program, argc, argv);
}
