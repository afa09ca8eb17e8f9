/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of the library in any order and with any numbers: bytes choose the call, its texts and its
 * numbers. Every call must come back with a code, and with a message where it has failed. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "api/skitter.h"
#include "tests/fuzz/fuzz.h"

static const char rig_text[] = "model: two-link\n"
                               "parameters: {mass: 0.12 kg, length: 0.21 m, height: 0.3775 m, "
                               "stiffness: 1.35 N.m/rad, friction: 0.6}\n"
                               "start: {theta1: 32 deg}\n";

/* what the calls work on; NULL: not there */
struct desk {
    const uint8_t *at, *end;
    skitter_rig *rig;
    skitter_motion *motion;
    skitter_walk *walk;
    int asked;
    unsigned told; /* so many times more; 0: as often as it comes */
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

static void call_read(struct desk *desk)
{
    skitter_rig_free(desk->rig);
    const char *path = fuzz_file((const uint8_t *)rig_text, sizeof rig_text - 1);
    came_back(desk, skitter_rig_read(take(desk) ? path : "/nowhere", &desk->rig, &desk->err));
}

static void call_set(struct desk *desk)
{
    if (desk->rig)
        came_back(desk,
                  skitter_rig_set_value(desk->rig, take_name(desk), take_number(desk), &desk->err));
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
    options.stop = NULL; /* it counts in one thread */
    options.duration = fmin(options.duration, 1e-3);
    const struct skitter_table table = {names, 2, &values[0][0], 3};
    came_back(desk, skitter_simulate_all(desk->rig, &options, &table, motions, errors, &desk->err));
    for (int i = 0; i < 3; i++)
        skitter_motion_free(motions[i]);
}

/* what can be said without a run: a fit that works is too slow here */
static void call_fit(struct desk *desk)
{
    const char *const runs[] = {"/nowhere"}, *prior = take_name(desk), *bound = take_name(desk);
    skitter_results *results;
    if (!desk->rig)
        return;
    const struct skitter_fit_request request = {.runs = runs,
                                                .n_runs = take(desk) % 2,
                                                .free = take_name(desk),
                                                .priors = &prior,
                                                .n_priors = take(desk) % 2,
                                                .bounds = &bound,
                                                .n_bounds = take(desk) % 2,
                                                .until = take_number(desk)};
    const int code = skitter_fit(desk->rig, &request, &results, &desk->err);
    came_back(desk, code);
    fuzz_require(code != 0 && !results, "there is nothing to fit to");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const calls[])(struct desk *) = {call_read, call_set,  call_simulate, call_look,
                                                   call_walk, call_step, call_contact,  call_impact,
                                                   call_many, call_fit};
    struct desk desk = {.at = data, .end = data + size};
    while (desk.at < desk.end)
        calls[take(&desk) % (sizeof calls / sizeof *calls)](&desk);
    skitter_walk_close(desk.walk);
    skitter_motion_free(desk.motion);
    skitter_rig_free(desk.rig);
    return 0;
}
