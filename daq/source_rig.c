/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rig: the simulator as a device. A thread follows the motion of the rig file
 * and leaves frames in a short ring; reading takes them out at the pace of the
 * clock. Each start is a new pull of the rail, with noise of its own. */
#include "config.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_math.h>

#include "daq/pace.h"
#include "daq/random.h"
#include "daq/source.h"
#include "daq/truth.h"
#include "sim/setup.h"
#include "sim/registry.h"
#include "sim/shown.h"
#include "sim/simulate.h"

enum { AHEAD = 8192, WAVES = 3 };
/* a lab's rig is not known better than this */
static const double rtol = 1e-7;
static const double longest_skew = 1e12; /* ns, as the longest period: of one channel, too */
static const double most_frames = 1e15;  /* of what goes on and on, as an integer */

struct rig_device {
    const struct rig *rig; /* whose channels are delivered */
    struct rig *truth_rig; /* whose motion it is */
    bool own;              /* truth_rig is to be freed */
    struct daq_pace pace;
    uint64_t pulls;
    size_t n;
    double skews[RUN_CHANNELS_MAX]; /* s */
    bool skewed;
    size_t shows[RUN_CHANNELS_MAX]; /* of the truth (sim/shown.h) */

    /* while it runs */
    struct sim_setup *setup;
    struct daq_truth *truth;
    struct daq_ring *ring;
    int32_t frame[RUN_CHANNELS_MAX];
    size_t next; /* channel of a skewed frame */
    pthread_t thread;
    bool running;
    atomic_bool stop, done;
    enum error_code code;
    struct error err;
};

static double simulated(const struct rig_device *s, enum rig_simulated_key key)
{
    return s->truth_rig->simulated.values[key].value;
}

/* ---- the thread */

static enum error_code push_frame(struct rig_device *s, struct error *err)
{
    while (daq_ring_write(s->ring, s->frame, 1) == 0) {
        if (atomic_load(&s->stop))
            break;
        daq_pace_sleep(s->pace.fast ? 200000 : 20000000);
    }
    return atomic_load(&s->stop) ? error_set(err, ERROR_INTERRUPTED, "stopped") : ERROR_OK;
}

/* what the channel would show without its instrument */
static double clean(const struct rig_device *s, size_t i, const struct sim_inputs *in,
                    const struct sim_sample *sample)
{
    double value;
    sim_shown_at(in, sample->t, sample->x, sample->motion, &s->shows[i], 1, &value);
    return value;
}

static void take_channel(struct rig_device *s, size_t i, const struct sim_inputs *in,
                         const struct sim_sample *sample)
{
    s->frame[i] = daq_truth_sample(s->truth, i, sample->t, clean(s, i, in, sample));
}

/* of a skewed scan the simulator gives a sample for each channel */
static enum error_code take_sample(void *context, const struct sim_sample *sample,
                                   struct error *err)
{
    struct rig_device *s = context;
    if (s->skewed) {
        take_channel(s, s->next, &s->setup->problem.inputs, sample);
        s->next = (s->next + 1) % s->n;
        if (s->next != 0)
            return ERROR_OK;
    } else {
        for (size_t i = 0; i < s->n; i++)
            take_channel(s, i, &s->setup->problem.inputs, sample);
    }
    return push_frame(s, err);
}

/* a low-pass must know when within a frame an impact was */
static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    (void)err;
    struct rig_device *s = context;
    const struct sim_inputs *inputs = &s->setup->problem.inputs;
    struct sim_motion before, after;
    sim_motion_at(inputs, event->from, event->t, event->x_before, &before);
    sim_motion_at(inputs, event->to, event->t, event->x, &after);
    const struct sim_sample from = {.t = event->t, .x = event->x_before, .motion = &before};
    const struct sim_sample to = {.t = event->t, .x = event->x, .motion = &after};
    for (size_t i = 0; i < s->n; i++)
        daq_truth_jump(s->truth, i, event->t, clean(s, i, inputs, &from), clean(s, i, inputs, &to));
    return ERROR_OK;
}

/* at rest at the start, rail and all, until it is let go */
static enum error_code hold(struct rig_device *s, struct error *err)
{
    const struct sim_motion rest = {0};
    double x[SIM_MAX_STATES] = {0};
    struct sim_sample sample = {.x = x, .motion = &rest};
    struct sim_inputs still = s->setup->problem.inputs;
    still.belt = NULL;
    memcpy(x, s->setup->problem.x, still.n * sizeof *x);
    const double frames = simulated(s, RIG_SIMULATED_HOLD) * s->setup->problem.rate;
    const int64_t held = llround(fmin(frames, most_frames));
    enum error_code code = ERROR_OK;
    for (int64_t i = 0; !code && i < held; i++) {
        sample.t = (double)(i - held) / s->setup->problem.rate;
        for (size_t c = 0; c < s->n; c++)
            take_channel(s, c, &still, &sample);
        code = push_frame(s, err);
    }
    for (size_t c = 0; held > 0 && c < s->n; c++) /* until now */
        daq_truth_jump(s->truth, c, 0, clean(s, c, &still, &sample), clean(s, c, &still, &sample));
    return code;
}

static void *follow_motion(void *argument)
{
    struct rig_device *s = argument;
    const struct sim_sink sink = {.context = s, .sample = take_sample, .event = take_event};
    struct sim_statistics statistics;
    s->code = hold(s, &s->err);
    if (!s->code)
        s->code = sim_simulate(&s->setup->problem, &sink, &statistics, &s->err);
    atomic_store(&s->done, true);
    return NULL;
}

/* ---- start */

/* a rail that is pulled by hand: three waves whose phases the seed chooses */
static enum error_code make_rail(struct rig_device *s, uint64_t seed, struct error *err)
{
    static const double share[WAVES] = {0.6, 0.3, 0.1}, ratio[WAVES] = {1, 0.37, 2.3};
    const double ripple = simulated(s, RIG_SIMULATED_RAIL_RIPPLE);
    const double drift = simulated(s, RIG_SIMULATED_RAIL_DRIFT);
    const double speed = s->setup->problem.p[SIM_BELT_SPEED];
    if (s->setup->belt || speed == 0 || (ripple == 0 && drift == 0))
        return ERROR_OK;
    struct daq_random random = daq_random_seed(seed);
    struct sim_belt_wave waves[WAVES];
    for (size_t i = 0; i < WAVES; i++)
        waves[i] = (struct sim_belt_wave){.amplitude = speed * ripple * share[i],
                                          .frequency = simulated(s, RIG_SIMULATED_RAIL_FREQUENCY) *
                                                       ratio[i],
                                          .phase = 2 * M_PI * daq_random_uniform(&random)};
    enum error_code code = sim_belt_create_waves(speed, speed * drift, waves, WAVES,
                                                 &s->setup->belt, err);
    s->setup->problem.inputs.belt = s->setup->belt;
    return code;
}

/* what the model that is fitted later does not have */
static enum error_code make_motion(struct rig_device *s, uint64_t seed, double period,
                                   struct error *err)
{
    enum error_code code = sim_setup_create(s->truth_rig, 0, rtol, NULL, 0, &s->setup, err);
    if (code)
        return code;
    struct sim_problem *problem = &s->setup->problem;
    problem->rate = 1 / period;
    problem->t_end = s->setup->belt ? sim_belt_last(s->setup->belt) : 1e9;
    if (simulated(s, RIG_SIMULATED_CONTACT_STIFFNESS) > 0) {
        problem->inputs.law = RIG_LAW_COMPLIANT;
        problem->p[SIM_CONTACT_STIFFNESS] = simulated(s, RIG_SIMULATED_CONTACT_STIFFNESS);
        problem->p[SIM_CONTACT_DAMPING] = simulated(s, RIG_SIMULATED_CONTACT_DAMPING);
    }
    if (s->skewed) {
        problem->offsets = s->skews;
        problem->n_offsets = s->n;
    }
    return make_rail(s, seed, err);
}

static void release(struct rig_device *s)
{
    sim_setup_free(s->setup);
    daq_truth_free(s->truth);
    daq_ring_free(s->ring);
    s->setup = NULL;
    s->truth = NULL;
    s->ring = NULL;
}

static enum error_code rig_start(struct daq_source *source, struct error *err)
{
    struct rig_device *s = source->state;
    /* seeds of pulls and of rigs are far apart */
    struct daq_random seeds = daq_random_seed((uint64_t)simulated(s, RIG_SIMULATED_SEED) +
                                              (s->pulls++ << 32));
    const uint64_t rail_seed = daq_random_bits(&seeds), noise_seed = daq_random_bits(&seeds);
    const double period = run_period(&source->info);
    enum error_code code = make_motion(s, rail_seed, period, err);
    if (!code)
        code = daq_truth_create(s->rig, &s->truth_rig->simulated, source->info.bits, period,
                                noise_seed, &s->truth, err);
    if (!code)
        code = daq_ring_create(AHEAD, s->n, &s->ring, err);
    s->next = 0;
    atomic_store(&s->stop, false);
    atomic_store(&s->done, false);
    daq_pace_start(&s->pace, period, s->pace.fast); /* the thread looks at it */
    if (!code && pthread_create(&s->thread, NULL, follow_motion, s) != 0)
        code = error_set(err, ERROR_MEMORY, "no thread can be made for the simulated rig");
    if (code) {
        release(s);
        return code;
    }
    s->running = true;
    return ERROR_OK;
}

/* ---- the device */

/* the delay from channel to channel, as the card would be set */
static enum error_code set_skew(struct daq_source *source, struct rig_device *s, struct error *err)
{
    const double asked = round(1e9 * simulated(s, RIG_SIMULATED_SKEW));
    const double scan = asked * (double)(s->n - 1);
    if (!(1e-9 * scan < run_period(&source->info)) || asked > longest_skew)
        return error_set(err, ERROR_INPUT,
                         "%s: simulated.skew of %.9g ns is too long: a scan of %zu channels "
                         "must fit into %.9g s",
                         s->truth_rig->path, asked, s->n, run_period(&source->info));
    const int64_t skew_ns = (int64_t)asked;
    for (size_t i = 0; i < s->n; i++) {
        source->channels[i].skew_ns = (int64_t)i * skew_ns;
        s->skews[i] = 1e-9 * (double)source->channels[i].skew_ns;
    }
    s->skewed = skew_ns > 0;
    return ERROR_OK;
}

/* what the channels show of the true motion */
static enum error_code find_shown(struct rig_device *s, struct error *err)
{
    const struct sim_model *model = sim_registry_of(s->truth_rig->model);
    for (size_t i = 0; i < s->n; i++) {
        const struct rig_channel *channel = &s->rig->channels[i];
        s->shows[i] = sim_shown_channel(model, channel);
        if (channel->shows && s->shows[i] == SIM_SHOWN_NOTHING)
            return error_set(err, ERROR_INPUT,
                             "%s: channels[%zu].shows: the mechanism of %s has no %s; give it "
                             "such an output",
                             s->rig->path, i, s->truth_rig->path, channel->shows->name);
    }
    return ERROR_OK;
}

static enum error_code rig_open(const struct daq_request *request, struct daq_source *source,
                                struct error *err)
{
    struct rig_device *s = calloc(1, sizeof *s);
    if (!s)
        return error_memory(err);
    source->state = s;
    s->rig = request->rig;
    s->pace.fast = source->patient = request->fast;
    s->own = *request->place != '\0';
    if (s->own) {
        enum error_code code = rig_read(request->place, sim_registry, &s->truth_rig, err);
        if (code)
            return code;
    } else {
        s->truth_rig = (struct rig *)request->rig;
    }
    s->n = s->rig->n_channels;
    daq_source_name(source, s->truth_rig->path, "simulated rig");
    const int64_t bits = (int64_t)simulated(s, RIG_SIMULATED_BITS);
    enum error_code code = daq_source_from_rig(source, s->rig, bits, err);
    if (!code)
        code = find_shown(s, err);
    return code ? code : set_skew(source, s, err);
}

static void rig_stop(struct daq_source *source)
{
    struct rig_device *s = source->state;
    if (!s->running)
        return;
    atomic_store(&s->stop, true);
    pthread_join(s->thread, NULL);
    s->running = false;
    release(s);
}

static enum error_code rig_read_frames(struct daq_source *source, bool wait, int32_t *samples,
                                       size_t room, struct daq_read *got, struct error *err)
{
    struct rig_device *s = source->state;
    *got = (struct daq_read){0};
    const size_t due = daq_pace_due(&s->pace, wait, room);
    const bool done = atomic_load(&s->done); /* before looking: what it left is there */
    const int32_t *piece;
    size_t found;
    while (got->frames < due && (found = daq_ring_peek(s->ring, 0, &piece)) > 0) {
        if (found > due - got->frames)
            found = due - got->frames;
        memcpy(samples + got->frames * s->n, piece, found * s->n * sizeof *samples);
        daq_ring_consume(s->ring, found);
        got->frames += found;
    }
    s->pace.given += (int64_t)got->frames;
    if (due > 0 && got->frames == 0 && done) {
        if (s->code) {
            *err = s->err;
            return s->code;
        }
        got->end = true;
        got->why = "the simulated motion has come to its end";
    } else if (due > 0 && got->frames == 0 && wait) {
        daq_pace_sleep(200000);
    }
    return ERROR_OK;
}

static void rig_close(struct daq_source *source)
{
    struct rig_device *s = source->state;
    rig_stop(source);
    if (s->own)
        rig_free(s->truth_rig);
    free(s);
}

const struct daq_driver daq_source_rig = {
    .name = "rig",
    .place = "RIG.yaml",
    .example = "rig:",
    .doc = "the simulator as a device; without a file, the rig that is recorded",
    .open = rig_open,
    .start = rig_start,
    .read = rig_read_frames,
    .stop = rig_stop,
    .close = rig_close,
};
