/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/measure.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "sim/simulate.h"

/* samples of a period, between which extremes are found by cubics */
enum { SAMPLES = 256 };
/* gap (m) and relative forces that count as none */
static const double rounding = 1e-9;
/* a motion that misses its start by more is no orbit */
static const double allowed_miss = 1e-6;

struct gauge {
    const struct orbit_system *system;
    struct orbit_measure *measure;
    bool has_last;
    double t; /* of the last point */
    double x[SIM_MAX_STATES], rate[SIM_MAX_STATES];
    double end[SIM_MAX_STATES];
};

static void widen(struct orbit_measure *measure, size_t i, double value)
{
    measure->low[i] = fmin(measure->low[i], value);
    measure->high[i] = fmax(measure->high[i], value);
}

/* extremes of the cubic with these ends and end slopes (times the width) */
static void widen_between(struct orbit_measure *measure, size_t i, double a, double b,
                          double slope_a, double slope_b)
{
    const double c3 = slope_a + slope_b - 2 * (b - a), c2 = 3 * (b - a) - 2 * slope_a - slope_b;
    const double half = c2, product = 3 * c3 * slope_a, square = half * half - product;
    if (!(square >= 0))
        return;
    /* roots of 3 c3 s^2 + 2 c2 s + slope_a, without cancellation */
    const double q = -(half + copysign(sqrt(square), half));
    const double roots[] = {q / (3 * c3), slope_a / q};
    for (size_t k = 0; k < 2; k++) {
        const double s = roots[k];
        if (s > 0 && s < 1)
            widen(measure, i, a + s * (slope_a + s * (c2 + s * c3)));
    }
}

/* one more point of a smooth stretch */
static void take_point(struct gauge *gauge, double t, enum sim_mode mode, const double *x)
{
    double rate[SIM_MAX_STATES];
    const size_t width = gauge->system->width;
    orbit_flow_rate(gauge->system, mode, x, rate);
    for (size_t i = 0; i < width; i++) {
        widen(gauge->measure, i, x[i]);
        if (gauge->has_last && t > gauge->t)
            widen_between(gauge->measure, i, gauge->x[i], x[i], gauge->rate[i] * (t - gauge->t),
                          rate[i] * (t - gauge->t));
    }
    gauge->has_last = true;
    gauge->t = t;
    memcpy(gauge->x, x, width * sizeof *x);
    memcpy(gauge->rate, rate, width * sizeof *rate);
}

static const char *broken_law(const struct orbit_system *system, const struct sim_sample *s)
{
    const struct sim_problem *problem = &system->setup->problem;
    const struct sim_motion *m = s->motion;
    const double size = 1 + fabs(m->force_n);
    if (problem->inputs.law == RIG_LAW_RIGID && m->gap < -rounding)
        return "the tip penetrates the surface";
    if (s->mode == SIM_FLIGHT)
        return NULL;
    if (m->force_n < -rounding * size)
        return "the surface pulls";
    if (s->mode == SIM_STICK &&
        fabs(m->force_t) > problem->p[SIM_STATIC_FRICTION] * m->force_n + rounding * size)
        return "stick leaves the friction cone";
    return NULL;
}

static enum error_code take_sample(void *context, const struct sim_sample *sample,
                                   struct error *err)
{
    (void)err;
    struct gauge *gauge = context;
    take_point(gauge, sample->t, sample->mode, sample->x);
    if (!gauge->measure->broken)
        gauge->measure->broken = broken_law(gauge->system, sample);
    return ERROR_OK;
}

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    (void)err;
    struct gauge *gauge = context;
    take_point(gauge, event->t, event->from, event->x_before);
    gauge->has_last = false; /* what follows is another smooth stretch */
    take_point(gauge, event->t, event->to, event->x);
    memcpy(gauge->end, event->x, gauge->system->width * sizeof *gauge->end);
    return ERROR_OK;
}

double orbit_measure_peak(const struct orbit_measure *measure, size_t state)
{
    return fmax(fabs(measure->low[state]), fabs(measure->high[state]));
}

enum error_code orbit_measure_orbit(const struct orbit_system *system,
                                    const struct orbit_place *place, struct orbit_measure *measure,
                                    struct error *err)
{
    struct sim_problem problem = system->setup->problem;
    problem.inputs.p = problem.p;
    memcpy(problem.x, place->x, system->width * sizeof *problem.x);
    problem.t_start = 0;
    problem.t_end = place->period;
    problem.rate = SAMPLES / place->period;
    problem.n_directions = 0;
    *measure = (struct orbit_measure){.broken = NULL};
    for (size_t i = 0; i < system->width; i++) {
        measure->low[i] = INFINITY;
        measure->high[i] = -INFINITY;
    }
    struct gauge gauge = {.system = system, .measure = measure};
    const struct sim_sink sink = {.context = &gauge, .sample = take_sample, .event = take_event};
    struct sim_statistics statistics;
    enum error_code code = sim_simulate(&problem, &sink, &statistics, err);
    if (code)
        return code;
    for (size_t i = 0; i < system->width; i++) {
        if (orbit_drive_is_time(&system->drive, i))
            continue; /* it does not come back */
        const double size = fmax(measure->high[i] - measure->low[i], DBL_MIN);
        measure->miss = fmax(measure->miss, fabs(gauge.end[i] - place->x[i]) / size);
    }
    if (!measure->broken && measure->miss > allowed_miss)
        measure->broken = "the motion does not come back";
    return ERROR_OK;
}
