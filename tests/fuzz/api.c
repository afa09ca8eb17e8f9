/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of the library in any order and with any numbers: bytes choose the call, its texts and its
 * numbers. Every call must come back with a code, and with a message where it has failed. */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "api/skitter.h"
#include "lib/run/repair.h"
#include "tests/fuzz/fuzz.h"

static const char rig_text[] = "model: two-link\n"
                               "parameters: {mass: 0.12 kg, length: 0.21 m, height: 0.3775 m, "
                               "stiffness: 1.35 N.m/rad, friction: 0.6}\n"
                               "start: {theta1: 32 deg}\n";
static const char result_text[] =
    "{\"results\": [{\"name\": \"friction\", \"value\": 0.6, \"uncertainty\": 0.01, "
    "\"unit\": \"1\", \"method\": \"slide\"}]}";
/* two channels of 16 bits, 1000 frames a second, four of them */
static const char signal_bytes[] = "RIFF\x34\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0"
                                   "\xe8\x03\0\0\xa0\x0f\0\0\x04\0\x10\0"
                                   "data\x10\0\0\0\x01\0\x02\0\x03\0\x04\0"
                                   "\x05\0\x06\0\x07\0\x08";

/* what the calls work on; NULL: not there */
struct desk {
    const uint8_t *at, *end;
    skitter_rig *rig;
    skitter_motion *motion;
    skitter_walk *walk;
    skitter_run *run;
    skitter_results *results;
    atomic_int asked; /* by the threads of many */
    unsigned told;    /* so many times more; 0: as often as it comes */
    struct skitter_error err;
};

/* ---- operands */

static unsigned take(struct desk *desk) { return desk->at < desk->end ? *desk->at++ : 0; }

static double take_number(struct desk *desk)
{
    static const double special[] = {NAN, INFINITY, -INFINITY, 0, -0.0, 1e308, -1e308, 1e-308};
    const unsigned kind = take(desk), value = take(desk);
    if (kind < sizeof special / sizeof *special)
        return special[kind];
    return ldexp((double)value - 128, (int)(kind % 24) - 20);
}

static const char *take_name(struct desk *desk)
{
    static const char *const names[] = {
        "friction", "theta1", "theta1_dot", "mass", "height", "belt_speed", "restitution",
        "t",        "tip_n",  "stiffness",  "",     "length", "gravity",    "no such thing"};
    return names[take(desk) % (sizeof names / sizeof *names)];
}

static int enough(void *context)
{
    struct desk *desk = context;
    return ++desk->asked > 300;
}

/* told: an answer of the desk's own, so that motions end anywhere */
static int hear_sample(void *context, const struct skitter_sample *sample)
{
    struct desk *desk = context;
    fuzz_require(sample->n == 4 && skitter_mode_word(sample->mode), "a sample has state and mode");
    return desk->told > 0 && --desk->told == 0;
}

static int hear_event(void *context, const struct skitter_event *event, const double *x, size_t n)
{
    struct desk *desk = context;
    fuzz_require(event->word && x && n == 4, "an event has a name and a state");
    return desk->told > 0 && --desk->told == 0;
}

static struct skitter_options take_options(struct desk *desk, const char **direction)
{
    *direction = take_name(desk);
    const double duration = take_number(desk);
    desk->asked = 0;
    desk->told = take(desk);
    return (struct skitter_options){.duration = duration > 0.02 ? 0.02 : duration,
                                    .rtol = take(desk) % 4 ? 1e-6 : take_number(desk),
                                    .rate = take(desk) % 2 ? 1000 : -1,
                                    .directions = direction,
                                    .n_directions = take(desk) % 2,
                                    .sample = take(desk) % 2 ? hear_sample : NULL,
                                    .event = take(desk) % 2 ? hear_event : NULL,
                                    .stop = enough,
                                    .context = desk};
}

static void came_back(const struct desk *desk, int code)
{
    fuzz_require(code == desk->err.code, "the error has the code");
    fuzz_require((code != 0) == (desk->err.message[0] != '\0'), "a failure has a message");
}

/* ---- calls */

/* reading a text takes longer than all else: mostly it is a copy of one that was read */
static void call_read(struct desk *desk)
{
    static skitter_rig *first;
    const char *path = fuzz_file((const uint8_t *)rig_text, sizeof rig_text - 1);
    const unsigned how = take(desk) % 16;
    if (!first)
        fuzz_require(skitter_rig_read(path, &first, &desk->err) == 0, "the rig can be read");
    skitter_rig_free(desk->rig);
    if (how != 0 && how != 2)
        came_back(desk, skitter_rig_copy(first, &desk->rig, &desk->err));
    else
        came_back(desk, skitter_rig_read(how ? path : "/nowhere", &desk->rig, &desk->err));
}

static void call_set(struct desk *desk)
{
    if (desk->rig)
        came_back(desk,
                  skitter_rig_set_value(desk->rig, take_name(desk), take_number(desk), &desk->err));
}

/* a text of any bytes after a name that there may be */
static void call_assign(struct desk *desk)
{
    char text[32];
    int used = snprintf(text, sizeof text, "%s=", take_name(desk));
    const int end = used + (int)(take(desk) % 12);
    while (used < end)
        text[used++] = (char)take(desk);
    text[used] = '\0';
    if (desk->rig)
        came_back(desk, skitter_rig_set(desk->rig, text, &desk->err));
}

static void call_quantity(struct desk *desk)
{
    struct skitter_quantity quantity;
    if (!desk->rig)
        return;
    fuzz_require(skitter_rig_model(desk->rig) && skitter_rig_rate(desk->rig) > 0,
                 "a rig has a model and a rate");
    if (skitter_rig_quantity(desk->rig, take(desk), &quantity) == SKITTER_OK)
        fuzz_require(quantity.name && quantity.unit && !isinf(quantity.value),
                     "a quantity has name, unit and value");
}

static void call_simulate(struct desk *desk)
{
    const char *direction;
    if (!desk->rig)
        return;
    const struct skitter_options options = take_options(desk, &direction);
    if (take(desk) % 4 == 0) {
        came_back(desk, skitter_simulate(desk->rig, &options, NULL, &desk->err));
        return;
    }
    skitter_motion_free(desk->motion);
    came_back(desk, skitter_simulate(desk->rig, &options, &desk->motion, &desk->err));
}

static void call_look(struct desk *desk)
{
    if (!desk->motion)
        return;
    const double *column = skitter_motion_column(desk->motion, take_name(desk));
    const size_t n = skitter_motion_samples(desk->motion), i = take(desk);
    if (column && n)
        fuzz_require(column[n - 1] == column[n - 1] || isnan(column[n - 1]), "the last is there");
    const struct skitter_event *event = skitter_motion_event(desk->motion, i);
    fuzz_require((event != NULL) == (i < skitter_motion_events(desk->motion)),
                 "events are counted");
    fuzz_require(!event || skitter_mode_word(event->to), "an event leads to a mode");
    size_t states;
    const double *state = skitter_motion_event_state(desk->motion, i, &states);
    fuzz_require((event != NULL) == (state != NULL) && (!state || states == 4),
                 "an event has a state");
    const double *slopes = skitter_motion_event_slopes(desk->motion, i);
    fuzz_require(!slopes || event, "only events have slopes");
    const char *name = skitter_motion_column_name(desk->motion, i);
    fuzz_require(!name || n == 0 || skitter_motion_column(desk->motion, name),
                 "a column has its name");
    const uint8_t *modes = skitter_motion_modes(desk->motion);
    fuzz_require(n == 0 || skitter_mode_word(modes[n - 1]), "a sample has a mode");
}

static void call_walk(struct desk *desk)
{
    const char *direction;
    if (!desk->rig)
        return;
    struct skitter_options options = take_options(desk, &direction);
    options.n_directions = 0; /* direction does not live as long as the walk */
    skitter_walk_close(desk->walk);
    came_back(desk, skitter_walk_open(desk->rig, &options, &desk->walk, &desk->err));
}

static void call_step(struct desk *desk)
{
    struct skitter_place place;
    if (!desk->walk)
        return;
    came_back(desk, skitter_walk_to(desk->walk, take_number(desk), &place, &desk->err));
    fuzz_require(place.t >= 0 && place.t <= 0.02 && place.n == 4, "a walk stays in its time");
}

static void call_contact(struct desk *desk)
{
    struct skitter_contact contact;
    double x[6];
    if (!desk->rig)
        return;
    for (int i = 0; i < 6; i++)
        x[i] = take_number(desk);
    const size_t n = take(desk) % 7;
    const int mode = (int)(take(desk) % 7) - 1;
    came_back(desk,
              skitter_contact_at(desk->rig, take_number(desk), x, n, mode, &contact, &desk->err));
}

static void call_impact(struct desk *desk)
{
    static const char *const laws[] = {"poisson", "stronge", "newton", "none"};
    struct skitter_impact impact = {0};
    double *const in[] = {&impact.q_tt,     &impact.q_tn,           &impact.q_nn,
                          &impact.friction, &impact.slip,           &impact.restitution,
                          &impact.normal,   &impact.static_friction};
    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        *in[i] = take_number(desk);
    came_back(desk, skitter_impact_solve(laws[take(desk) % 4], &impact, &desk->err));
}

static void call_many(struct desk *desk)
{
    const char *names[2] = {take_name(desk), take_name(desk)}, *direction;
    skitter_motion *motions[3];
    double values[3][2];
    struct skitter_error errors[3];
    if (!desk->rig)
        return;
    for (int i = 0; i < 6; i++)
        values[i / 2][i % 2] = take_number(desk);
    struct skitter_options options = take_options(desk, &direction);
    options.duration = fmin(options.duration, 1e-3);
    const struct skitter_table table = {names, 2, &values[0][0], 3};
    came_back(desk, skitter_simulate_all(desk->rig, &options, &table, motions, errors, &desk->err));
    for (int i = 0; i < 3; i++)
        skitter_motion_free(motions[i]);
}

/* FILE in the scratch directory */
static const char *scratch(char path[PATH_MAX], const char *file)
{
    fuzz_require(snprintf(path, PATH_MAX, "%s/%s", fuzz_directory(), file) < PATH_MAX,
                 "the scratch directory has a short name");
    return path;
}

static void put(const char *file, const char *data, size_t size)
{
    char path[PATH_MAX];
    FILE *stream = fopen(scratch(path, file), "wb");
    fuzz_require(stream && fwrite(data, 1, size, stream) == size && fclose(stream) == 0,
                 "a file can be written");
}

/* a run and a result file, once */
static void make_files(void)
{
    static bool made;
    char path[PATH_MAX];
    struct run_repair_report report;
    if (made)
        return;
    made = true;
    put("result.json", result_text, sizeof result_text - 1);
    fuzz_require(mkdir(scratch(path, "run"), 0700) == 0, "a directory can be made");
    put("run/signal.wav", signal_bytes, sizeof signal_bytes);
    fuzz_require(run_repair(path, &report, NULL) == ERROR_OK, "a run is made of the signal");
}

/* what can be said without a run, or of one whose channels have no roles: a fit that works is too
 * slow here */
static void call_fit(struct desk *desk)
{
    char path[PATH_MAX];
    const char *const runs[] = {take(desk) % 4 ? "/nowhere" : scratch(path, "run")};
    const char *prior = take_name(desk), *bound = take_name(desk);
    skitter_results *results;
    if (!desk->rig)
        return;
    const struct skitter_fit_request request = {.runs = runs,
                                                .n_runs = take(desk) % 2,
                                                .free = take(desk) % 2 ? take_name(desk) : NULL,
                                                .priors = &prior,
                                                .n_priors = take(desk) % 2,
                                                .bounds = &bound,
                                                .n_bounds = take(desk) % 2,
                                                .until = take_number(desk)};
    const int code = skitter_fit(desk->rig, &request, &results, &desk->err);
    came_back(desk, code);
    fuzz_require(code != 0 && !results, "there is nothing to fit to");
}

static void call_run(struct desk *desk)
{
    char path[PATH_MAX];
    double values[8];
    struct skitter_channel channel;
    int64_t frame, lost;
    if (!desk->run) {
        const char *name = scratch(path, take(desk) % 4 ? "run" : "no run");
        came_back(desk, skitter_run_open(name, &desk->run, &desk->err));
        return;
    }
    const size_t i = take(desk) % 4;
    const bool is_there = skitter_run_channel(desk->run, i, &channel) == SKITTER_OK;
    fuzz_require(is_there == (i < 2) && skitter_run_frames(desk->run) == 4 &&
                     skitter_run_period(desk->run) == 1e-3,
                 "the run is the one that was written");
    (void)skitter_run_gap(desk->run, take(desk), &frame, &lost);
    static const int64_t firsts[] = {0, 1, 3, 4, 5, -1, INT64_MAX, INT64_MIN};
    const int64_t first = firsts[take(desk) % 8], count = take(desk) % 9;
    const int code = skitter_run_read(desk->run, i, first, count, values, &desk->err);
    came_back(desk, code);
    fuzz_require(code != 0 || (i < 2 && first >= 0 && first <= 4 - count),
                 "no frames come from beyond the run");
    if (take(desk) % 4 == 0) {
        skitter_run_close(desk->run);
        desk->run = NULL;
    }
}

static void call_results(struct desk *desk)
{
    char path[PATH_MAX];
    struct skitter_result result;
    const char *name = scratch(path, take(desk) % 4 ? "result.json" : "no result");
    skitter_results_free(desk->results);
    came_back(desk, skitter_results_read(name, &desk->results, &desk->err));
    if (!desk->results)
        return;
    const size_t i = take(desk);
    const bool is_there = skitter_results_get(desk->results, i, &result) == SKITTER_OK;
    fuzz_require(is_there == (i < 1) && skitter_results_text(desk->results),
                 "the results are those that were written");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const calls[])(struct desk *) = {
        call_read,   call_set,  call_simulate, call_look,   call_walk,     call_step, call_contact,
        call_impact, call_many, call_fit,      call_assign, call_quantity, call_run,  call_results};
    make_files();
    struct desk desk = {.at = data, .end = data + size};
    while (desk.at < desk.end)
        calls[take(&desk) % (sizeof calls / sizeof *calls)](&desk);
    skitter_walk_close(desk.walk);
    skitter_motion_free(desk.motion);
    skitter_run_close(desk.run);
    skitter_results_free(desk.results);
    skitter_rig_free(desk.rig);
    return 0;
}
