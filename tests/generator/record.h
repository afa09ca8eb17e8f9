/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Run directories of the second generator: a motion of the two-link rig (motion.h) as imperfect
 * instruments show it.
 *
 *     struct generator_two_link truth = generator_two_link_of_paper();
 *     struct generator_instrument instrument = generator_instrument_clean(10e3);
 *     instrument.channels[GENERATOR_TIP_T].noise = 1e-3;
 *     struct generator_recording recording =
 *         generator_record("dir/run-1", &truth, &instrument, believed, seed);
 *     ... recording.events: what truly happened, in the record's own time
 *     generator_recording_free(&recording);
 */
#ifndef TESTS_GENERATOR_RECORD_H
#define TESTS_GENERATOR_RECORD_H

#include <gsl/gsl_rng.h>
#include <jansson.h>

#include "tests/generator/motion.h"

enum generator_role { GENERATOR_RAIL, GENERATOR_TIP_T, GENERATOR_TIP_N, GENERATOR_CHANNELS };

/* What one vibrometer makes of a velocity u of its direction and w of the other one:
 *     low-pass of gain (u cos(beam_angle) + w sin(beam_angle))
 *     + offset + drift t + hum sin(2 pi f t + phase) + noise,
 * rounded to a count and cut off at `full`. All in m/s at the output; none of it is in run.json
 * but `full`, so that whoever reads believes gain 1 and no angle. */
struct generator_channel {
    double gain;       /* truth over what is believed of the sensitivity */
    double beam_angle; /* rad; the rail's other direction does not move */
    double bandwidth;  /* Hz, of a low-pass of first order; 0: none */
    double offset;
    double drift;  /* m/s per s */
    double hum;    /* amplitude of the fundamental; a third as much of the third harmonic */
    double noise;  /* rms of a sample */
    double colour; /* of the noise: what a sample keeps of the one before, AR(1) */
    double full;   /* m/s at the converter's ends */
};

struct generator_instrument {
    double rate;        /* Hz, as run.json says it */
    double clock_error; /* the true period is (1 + clock_error) / rate */
    int bits;           /* of the converter, 8 to 24 */
    double hum_frequency;
    double rest;     /* s before the motion; need not be a whole number of periods */
    double duration; /* s of the motion that is recorded */
    bool rail_moves; /* already in the rest, with the speed that it has at the start */
    struct generator_channel channels[GENERATOR_CHANNELS];
};

/* nothing wrong: 24 bits for 10 m/s, 0.1 s of rest, 0.5 s of motion, 50 Hz but no hum */
struct generator_instrument generator_instrument_clean(double rate);

/* A laboratory's: 1 to 50 kHz, 12 to 16 bits, offsets up to 20 mm/s, noise of 0.3 to 2 mm/s with
 * colour up to 0.7, hum up to 1 mm/s, drift up to 5 mm/s2, bandwidth from a quarter of the rate
 * up; gain, angle and clock as they should be. */
struct generator_instrument generator_instrument_draw(gsl_rng *rng);

/* an uneven rail of this mean speed: 3 % of ripple around 4 Hz, up to 2 %/s of drift */
struct generator_rail generator_rail_draw(gsl_rng *rng, double speed);

struct generator_recording {
    char *path;
    double start;                   /* of the motion, s in the record's time */
    struct generator_event *events; /* times likewise: instrument.rest is added, the clock's error
                                     * taken in; velocities as they truly are */
    size_t n_events;
};

/* Writes the run `path`, which must not exist; fails the test when it cannot. `believed`: the rig
 * for run.json, as rig_to_json gives it; may be NULL. The same seed gives the same bytes. */
struct generator_recording generator_record(const char *path,
                                            const struct generator_two_link *truth,
                                            const struct generator_instrument *instrument,
                                            json_t *believed, unsigned long seed);
void generator_recording_free(struct generator_recording *recording);

/* The clean values of one channel at n times `period` apart, the first `rest` before the start;
 * for tests that need no run. */
void generator_values(const struct generator_two_link *truth,
                      const struct generator_instrument *instrument,
                      double *values[GENERATOR_CHANNELS], size_t n,
                      struct generator_recording *recording);

/* noise, hum, drift and offset of a channel, added to n values; `stream` tells channels apart */
void generator_spoil(const struct generator_instrument *instrument, enum generator_role role,
                     double *values, size_t n, unsigned long seed);

#endif
