/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/belt.h"

#include <math.h>
#include <stdlib.h>

/* of the smoothed rail (lib/measure/rail.h); no half wave is shorter */
static const double knot_time = 25e-3;

struct span {
    double from, length, samples;
};

static struct span span_of(const struct fit_run *run)
{
    const struct measure_record *m = &run->measured;
    const size_t first = measure_detect_first(m, &run->detected);
    const double samples = m->whole > first ? (double)(m->whole - first) : 1;
    return (struct span){.from = m->first + (double)first * m->period,
                         .length = samples * m->period,
                         .samples = samples};
}

int fit_belt_modes(const struct fit_run *run)
{
    return run->belt ? (int)fmin(FIT_BELT_MODES, 1 + span_of(run).length / knot_time) : 0;
}

double fit_belt_uncertainty(const struct fit_run *run, int mode)
{
    const struct measure_record *m = &run->measured;
    const struct measure_background *background = &m->background[MEASURE_RAIL];
    const struct span span = span_of(run);
    if (mode == FIT_BELT_GAIN)
        return run->rail_gain > 0 ? run->rail_gain : 0;
    const double noise = fmax(measure_noise_slow(&background->noise), m->noise[MEASURE_RAIL]);
    const double own = noise * sqrt((mode > 0 ? 2 : 1) / span.samples);
    /* a drift t is length / 2 and odd cosines, the first of them 4 length / pi^2 */
    const double drift = fit_run_drift(run, MEASURE_RAIL) * span.length;
    if (mode == 0)
        return hypot(hypot(own, run->detected.rest[MEASURE_RAIL].uncertainty), 0.5 * drift);
    return mode % 2 ? hypot(own, 4 * drift / (M_PI * M_PI * mode * mode)) : own;
}

static double mode_at(const struct span *span, int mode, double t, double speed)
{
    return mode == FIT_BELT_GAIN ? speed : cos(mode * M_PI * (t - span->from) / span->length);
}

/* how many points the belt goes through; t and v may be NULL */
static size_t points_of(const struct sim_belt *belt, double *t, double *v)
{
    const double end = sim_belt_last(belt);
    size_t n = 0;
    for (double at = sim_belt_first(belt);; at = fmin(sim_belt_piece_end(belt, at), end)) {
        double speed[3];
        sim_belt_at(belt, at, speed);
        if (t && v) {
            t[n] = at;
            v[n] = speed[0];
        }
        n++;
        if (at >= end)
            return n;
    }
}

enum error_code fit_belt_move(const struct fit_run *run, int first, const double *amount, int n,
                              struct sim_belt **belt, struct error *err)
{
    const struct span span = span_of(run);
    const size_t points = points_of(run->belt, NULL, NULL);
    double *t = calloc(2 * points, sizeof *t), *v = t ? t + points : NULL;
    *belt = NULL;
    if (!t)
        return error_memory(err);
    points_of(run->belt, t, v);
    for (size_t i = 0; i < points; i++) {
        const double speed = v[i];
        for (int k = 0; k < n; k++)
            v[i] += amount[k] * mode_at(&span, first + k, t[i], speed);
    }
    enum error_code code = sim_belt_create(SIM_BELT_SPLINE, t, v, points, belt, err);
    free(t);
    return code;
}
