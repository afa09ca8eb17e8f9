/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daq/truth.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_math.h>

#include "daq/channel.h"
#include "daq/random.h"
#include "lib/measure/lowpass.h"

static const double most_frames = 1e15; /* of a dropout without end, as an integer */

struct channel {
    struct daq_random random;
    double volts_per_unit; /* sign and beam included */
    double noise;          /* V, rms */
    double range;          /* V */
    bool flutters;
    bool begun;
    double last;          /* clean value of the frame before */
    double rate;          /* of its low-pass, 1/s; 0: none */
    bool passes;          /* the low-pass is at work: */
    double t, input;      /* when, and what it was fed */
    double shown;         /* and shows */
    double swung;         /* flutter of the frame before */
    double complex swing; /* of the paper against the tip; its real part is seen */
    int64_t dropout;      /* frames that are left of one */
};

struct daq_truth {
    size_t n;
    double flutter, offset;
    double complex swing_step; /* a frame of the paper's free swing */
    double dropout_chance;     /* that one begins in a frame */
    double dropout_frames;     /* mean length */
    int64_t bits;
    struct channel channels[];
};

static void fill_channel(const struct rig_channel *from, double noise, struct daq_random *seeds,
                         struct channel *to)
{
    to->random = daq_random_seed(daq_random_bits(seeds));
    to->rate = measure_lowpass_rate(daq_channel_value(from, RIG_CHANNEL_BANDWIDTH));
    to->range = daq_channel_value(from, RIG_CHANNEL_RANGE);
    to->volts_per_unit = daq_channel_value(from, RIG_CHANNEL_SIGN) *
                         cos(daq_channel_value(from, RIG_CHANNEL_BEAM_ANGLE)) / from->sensitivity;
    /* only vibrometers are noisy, and only the tip carries paper */
    to->noise = strcmp(from->unit, "m/s") == 0 ? noise / from->sensitivity : 0;
    to->flutters = from->role == RIG_ROLE_TIP_T || from->role == RIG_ROLE_TIP_N;
}

enum error_code daq_truth_create(const struct rig *rig, const struct rig_section *simulated,
                                 int64_t bits, double period, uint64_t seed,
                                 struct daq_truth **truth, struct error *err)
{
    const struct rig_value *key = simulated->values;
    const double frequency = key[RIG_SIMULATED_FLUTTER_FREQUENCY].value;
    if (key[RIG_SIMULATED_FLUTTER].value > 0 && frequency * period >= 0.5)
        return error_set(err, ERROR_INPUT,
                         "%s: simulated.flutter_frequency is %.9g Hz; at this rate it must be "
                         "below %.9g Hz",
                         rig->path, frequency, 0.5 / period);
    struct daq_truth *new = calloc(1, sizeof *new + rig->n_channels * sizeof *new->channels);
    if (!new)
        return error_memory(err);
    new->n = rig->n_channels;
    new->bits = bits;
    new->offset = key[RIG_SIMULATED_OFFSET].value;
    new->flutter = key[RIG_SIMULATED_FLUTTER].value;
    new->swing_step = cexp(
        period * (-1 / key[RIG_SIMULATED_FLUTTER_DECAY].value + I * 2 * M_PI * frequency));
    new->dropout_chance = -expm1(-key[RIG_SIMULATED_DROPOUT_RATE].value * period);
    new->dropout_frames = key[RIG_SIMULATED_DROPOUT_TIME].value / period;
    struct daq_random seeds = daq_random_seed(seed);
    for (size_t i = 0; i < new->n; i++)
        fill_channel(&rig->channels[i], key[RIG_SIMULATED_NOISE].value, &seeds, &new->channels[i]);
    *truth = new;
    return ERROR_OK;
}

void daq_truth_free(struct daq_truth *truth) { free(truth); }

/* the paper is an oscillator that the tip shakes: each change of the tip's
 * velocity throws it the other way, and it swings out by itself */
static double flutter(const struct daq_truth *truth, struct channel *c, double value)
{
    if (!c->begun)
        c->last = value;
    c->begun = true;
    c->swing = c->swing * truth->swing_step + (value - c->last);
    c->last = value;
    return -truth->flutter * creal(c->swing);
}

/* no light comes back: the decoder gives 0 */
static bool dropped(const struct daq_truth *truth, struct channel *c)
{
    if (c->dropout == 0 && truth->dropout_chance > 0 &&
        daq_random_uniform(&c->random) <= truth->dropout_chance)
        c->dropout = 1 + (int64_t)fmin(most_frames, -truth->dropout_frames *
                                                        log(daq_random_uniform(&c->random)));
    if (c->dropout == 0)
        return false;
    c->dropout--;
    return true;
}

/* on to t in a straight line; it has shown the first value for long */
static double pass(struct channel *c, double t, double value)
{
    c->shown = c->passes ? measure_lowpass_line(c->rate, t - c->t, c->input, value, c->shown)
                         : value;
    c->passes = true;
    c->t = t;
    c->input = value;
    return c->shown;
}

void daq_truth_jump(struct daq_truth *truth, size_t channel, double t, double before, double after)
{
    struct channel *c = &truth->channels[channel];
    if (c->rate > 0)
        pass(c, t, before + c->swung);
    c->input = after + c->swung;
}

int32_t daq_truth_sample(struct daq_truth *truth, size_t channel, double t, double value)
{
    struct channel *c = &truth->channels[channel];
    if (c->flutters && truth->flutter > 0)
        value += c->swung = flutter(truth, c, value);
    if (c->rate > 0)
        value = pass(c, t, value);
    double volts = dropped(truth, c) ? 0 : c->volts_per_unit * value;
    volts += truth->offset;
    if (c->noise > 0)
        volts += c->noise * daq_random_normal(&c->random);
    const double top = ldexp(1, (int)truth->bits) - 1;
    const double count = rint((volts / c->range + 1) * 0.5 * top);
    return (int32_t)((int64_t)fmin(fmax(count, 0), top) - (INT64_C(1) << (truth->bits - 1)));
}
