/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/generator/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "lib/run/write.h"
#include "tests/test.h"

static const double longest_step = 2e-5; /* s */

static const char *const roles[GENERATOR_CHANNELS] = {"rail", "tip_t", "tip_n"};

/* ---- instruments */

struct generator_instrument generator_instrument_clean(double rate)
{
    struct generator_instrument instrument = {
        .rate = rate, .bits = 24, .hum_frequency = 50, .rest = 0.1, .duration = 0.5};
    for (int c = 0; c < GENERATOR_CHANNELS; c++)
        instrument.channels[c] = (struct generator_channel){.gain = 1, .full = 10};
    return instrument;
}

struct generator_instrument generator_instrument_draw(gsl_rng *rng)
{
    struct generator_instrument instrument = generator_instrument_clean(
        round(1e3 * exp(gsl_ran_flat(rng, 0, log(50)))));
    instrument.bits = 12 + (int)gsl_rng_uniform_int(rng, 5);
    instrument.rest = gsl_ran_flat(rng, 0.15, 0.4);
    instrument.hum_frequency = 50 * (1 + gsl_ran_gaussian(rng, 1e-4));
    const double noise = exp(gsl_ran_flat(rng, log(0.3e-3), log(2e-3)));
    const double colour = gsl_ran_flat(rng, 0, 0.7), hum = gsl_ran_flat(rng, 0, 1e-3);
    for (int c = 0; c < GENERATOR_CHANNELS; c++) {
        struct generator_channel *channel = &instrument.channels[c];
        channel->full = c == GENERATOR_RAIL ? 1.25 : 5;
        channel->offset = gsl_ran_flat(rng, -20e-3, 20e-3);
        channel->drift = gsl_ran_flat(rng, -5e-3, 5e-3);
        channel->noise = noise;
        channel->colour = colour;
        channel->hum = hum * gsl_ran_flat(rng, 0.5, 1);
        channel->bandwidth = instrument.rate * gsl_ran_flat(rng, 0.25, 2);
    }
    return instrument;
}

struct generator_rail generator_rail_draw(gsl_rng *rng, double speed)
{
    static const double share[GENERATOR_WAVES] = {0.6, 0.3, 0.1};
    static const double ratio[GENERATOR_WAVES] = {1, 0.4, 2.2};
    struct generator_rail rail = {.speed = speed, .drift = gsl_ran_flat(rng, -0.02, 0.02)};
    for (int i = 0; i < GENERATOR_WAVES; i++) {
        rail.waves[i].share = 0.03 * share[i];
        rail.waves[i].frequency = ratio[i] * gsl_ran_flat(rng, 3, 5);
        rail.waves[i].phase = gsl_ran_flat(rng, 0, 2 * M_PI);
    }
    return rail;
}

/* ---- what the sensors see of the motion */

struct sensor {
    double *values;
    size_t next;
    double seen; /* behind the low-pass, at the end of the last piece */
};

struct recorder {
    const struct generator_instrument *instrument;
    double period; /* the true one */
    size_t n;
    struct sensor sensors[GENERATOR_CHANNELS];
    struct generator_recording *out;
};

/* the sensor's clean velocity at both ends of a piece */
static void aim(const struct generator_instrument *instrument, enum generator_role role,
                const struct generator_piece *piece, double out[2])
{
    const struct generator_channel *c = &instrument->channels[role];
    const double along = c->gain * cos(c->beam_angle), across = c->gain * sin(c->beam_angle);
    for (int i = 0; i < 2; i++)
        out[i] = role == GENERATOR_RAIL    ? along * piece->rail[i]
                 : role == GENERATOR_TIP_T ? along * piece->tip_t[i] + across * piece->tip_n[i]
                                           : along * piece->tip_n[i] + across * piece->tip_t[i];
}

/* y' = w (u - y) with u a straight line from `from`: y after the time t */
static double low_pass(double bandwidth, double y, double from, double slope, double t)
{
    if (bandwidth == 0)
        return from + slope * t;
    const double w = 2 * M_PI * bandwidth, lag = slope / w;
    return from + slope * t - lag + (y - from + lag) * exp(-w * t);
}

static void take_piece(void *context, const struct generator_piece *piece)
{
    struct recorder *r = context;
    const double rest = r->instrument->rest, length = piece->t[1] - piece->t[0];
    if (length <= 0)
        return;
    for (int c = 0; c < GENERATOR_CHANNELS; c++) {
        struct sensor *sensor = &r->sensors[c];
        const double bandwidth = r->instrument->channels[c].bandwidth;
        double u[2];
        aim(r->instrument, (enum generator_role)c, piece, u);
        const double slope = (u[1] - u[0]) / length;
        for (; sensor->next < r->n; sensor->next++) {
            const double at = (double)sensor->next * r->period - rest - piece->t[0];
            if (at >= length)
                break;
            sensor->values[sensor->next] = low_pass(bandwidth, sensor->seen, u[0], slope, at);
        }
        sensor->seen = low_pass(bandwidth, sensor->seen, u[0], slope, length);
    }
}

static void take_event(void *context, const struct generator_event *event)
{
    struct recorder *r = context;
    struct generator_recording *out = r->out;
    if ((out->n_events & (out->n_events + 1)) == 0) { /* room for twice as many */
        out->events = realloc(out->events, 2 * (out->n_events + 1) * sizeof *out->events);
        assert_non_null(out->events);
    }
    struct generator_event *to = &out->events[out->n_events++];
    *to = *event;
    to->t = (event->t + r->instrument->rest) / (1 + r->instrument->clock_error);
}

void generator_values(const struct generator_two_link *truth,
                      const struct generator_instrument *instrument,
                      double *values[GENERATOR_CHANNELS], size_t n,
                      struct generator_recording *recording)
{
    struct generator_two_link two_link = *truth;
    const struct generator_mechanism mechanism = generator_mechanism_two_link(&two_link);
    struct recorder recorder = {.instrument = instrument,
                                .period = (1 + instrument->clock_error) / instrument->rate,
                                .n = n,
                                .out = recording};
    const double rail = instrument->rail_moves ? generator_rail_speed(&truth->rail, 0) : 0;
    const struct generator_piece rest = {.t = {-instrument->rest - recorder.period, 0},
                                         .rail = {rail, rail}};
    recorder.sensors[GENERATOR_RAIL].seen = rail * instrument->channels[GENERATOR_RAIL].gain *
                                            cos(instrument->channels[GENERATOR_RAIL].beam_angle);
    for (int c = 0; c < GENERATOR_CHANNELS; c++)
        recorder.sensors[c].values = values[c];
    recording->start = instrument->rest / (1 + instrument->clock_error);
    take_piece(&recorder, &rest);
    const double end = (double)n * recorder.period - instrument->rest;
    const bool ended = generator_follow(&mechanism, end, fmin(longest_step, recorder.period),
                                        take_piece, take_event, &recorder);
    assert_true(ended);
    for (int c = 0; c < GENERATOR_CHANNELS; c++)
        assert_int_equal(recorder.sensors[c].next, n);
}

/* ---- what the instruments add */

void generator_spoil(const struct generator_instrument *instrument, enum generator_role role,
                     double *values, size_t n, unsigned long seed)
{
    const struct generator_channel *c = &instrument->channels[role];
    const double period = (1 + instrument->clock_error) / instrument->rate;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    assert_non_null(rng);
    gsl_rng_set(rng, GENERATOR_CHANNELS * seed + (unsigned long)role + 1);
    const double phase = gsl_ran_flat(rng, 0, 2 * M_PI);
    const double fresh = c->noise * sqrt(1 - c->colour * c->colour);
    double noise = gsl_ran_gaussian(rng, c->noise);
    for (size_t i = 0; i < n; i++) {
        const double t = (double)i * period;
        const double turn = 2 * M_PI * instrument->hum_frequency * t + phase;
        values[i] += c->offset + c->drift * t + c->hum * (sin(turn) + sin(3 * turn) / 3) + noise;
        noise = c->colour * noise + gsl_ran_gaussian(rng, fresh);
    }
    gsl_rng_free(rng);
}

/* ---- the run */

static void write_run(const char *path, const struct generator_instrument *instrument,
                      double *const values[GENERATOR_CHANNELS], size_t n, json_t *believed)
{
    struct run_channel channels[GENERATOR_CHANNELS];
    struct run_writer *writer;
    struct error err;
    const int32_t half = (int32_t)1 << (instrument->bits - 1);
    int32_t *samples = malloc(n * GENERATOR_CHANNELS * sizeof *samples);
    assert_non_null(samples);
    for (size_t c = 0; c < GENERATOR_CHANNELS; c++) {
        const double count = instrument->channels[c].full / half;
        channels[c] = (struct run_channel){.role = roles[c],
                                           .unit = "m/s",
                                           .sensitivity = 1,
                                           .origin = half,
                                           .coefficients = {0, count},
                                           .n_coefficients = 2,
                                           .count_max = 2 * (int64_t)half - 1};
        for (size_t i = 0; i < n; i++)
            samples[i * GENERATOR_CHANNELS + c] = (int32_t)lrint(
                fmin(fmax(values[c][i] / count, -half), half - 1));
    }
    const struct run_info info = {.program = "second generator",
                                  .rig = believed,
                                  .period = run_period_of_ns(llrint(1e9 / instrument->rate)),
                                  .bits = instrument->bits,
                                  .count_offset = half,
                                  .channels = channels,
                                  .n_channels = GENERATOR_CHANNELS};
    if (run_create(path, &info, RUN_FORMAT_WAV, &writer, &err) ||
        run_write_frames(writer, samples, n, &err) || run_finish(writer, RUN_COMPLETE, NULL, &err))
        fail_msg("%s", err.message);
    free(samples);
}

struct generator_recording generator_record(const char *path,
                                            const struct generator_two_link *truth,
                                            const struct generator_instrument *instrument,
                                            json_t *believed, unsigned long seed)
{
    struct generator_recording recording = {.path = strdup(path)};
    /* run.json has whole nanoseconds: of 3 kHz too */
    struct generator_instrument exact = *instrument;
    exact.rate = 1e9 / round(1e9 / instrument->rate);
    const size_t n = (size_t)((exact.rest + exact.duration) * exact.rate / (1 + exact.clock_error));
    double *values[GENERATOR_CHANNELS];
    for (int c = 0; c < GENERATOR_CHANNELS; c++) {
        values[c] = malloc(n * sizeof *values[c]);
        assert_non_null(values[c]);
    }
    generator_values(truth, &exact, values, n, &recording);
    for (int c = 0; c < GENERATOR_CHANNELS; c++)
        generator_spoil(&exact, (enum generator_role)c, values[c], n, seed);
    write_run(path, &exact, values, n, believed);
    for (int c = 0; c < GENERATOR_CHANNELS; c++)
        free(values[c]);
    return recording;
}

void generator_recording_free(struct generator_recording *recording)
{
    free(recording->path);
    free(recording->events);
    *recording = (struct generator_recording){0};
}
