/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/problem.h"

#include <math.h>
#include <stdlib.h>

void fit_problem_free(struct fit_problem *problem)
{
    for (size_t i = 0; i < problem->n_runs; i++) {
        measure_record_free(&problem->runs[i].measured);
        measure_events_free(&problem->runs[i].detected.events);
        sim_belt_free(problem->runs[i].belt);
        measure_rail_free(&problem->runs[i].rail);
        free(problem->runs[i].rail_off);
    }
    for (size_t i = 0; i < problem->n; i++)
        free(problem->parameters[i].name);
    free(problem->runs);
    free(problem->parameters);
    *problem = (struct fit_problem){0};
}

double fit_run_noise(const struct fit_run *run, int channel)
{
    const struct measure_record *m = &run->measured;
    const double slow = measure_noise_slow(&m->background[channel].noise);
    return fmax(slow, m->noise[channel]) * run->excess[channel];
}

double fit_run_drift(const struct fit_run *run, int channel)
{
    const struct measure_record *m = &run->measured;
    const double slow = fmax(measure_noise_slow(&m->background[channel].noise), m->noise[channel]);
    return measure_background_drift(&m->background[channel], slow, m->period);
}

void fit_problem_bounds(enum quantity_range range, double value, double *low, double *high)
{
    const double width = value != 0 ? fabs(value) : 0.1;
    *low = value - width;
    *high = value + width;
    if (range == QUANTITY_POSITIVE || range == QUANTITY_NON_NEGATIVE) {
        *low = value / 3;
        *high = value != 0 ? 3 * value : width;
    } else if (range == QUANTITY_FRACTION) {
        *low = 0;
        *high = 1;
    }
}
