/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/simulate.h"
#include "sim/course.h"
#include "sim/evaluate.h"
#include "sim/belt.h"
#include "sim/extras.h"
#include "tests/sim/random_balance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double random_kinetic(const struct sim_problem *p, const double *x)
{
    const double *v = x + p->inputs.n;
    struct sim_terms k;
    sim_terms_at(p->inputs.model, p->p, p->inputs.n, x, x + p->inputs.n, &k);
    double sum = 0;
    for (size_t i = 0; i < p->inputs.n; i++)
        for (size_t j = 0; j < p->inputs.n; j++)
            sum += 0.5 * v[i] * k.mass[i][j] * v[j];
    return sum;
}

enum { PARTS = 128 };

struct phase {
    const struct sim_problem *problem;
    double energy[PARTS + 1], power[PARTS + 1], scale;
    double known; /* the state's tolerance in terms of energy */
    int n;
    bool cut; /* an event inside */
};

/* By how much the energy may be off: the state is known to its tolerance, and the energy to what it
 * changes by over that, much where a motion is slow and a spring stiff */
static double uncertainty(const struct sim_problem *p, const double *x, double energy)
{
    const size_t n = p->inputs.n;
    double sum = 0;
    for (size_t i = 0; i < 2 * n; i++) {
        double moved[SIM_MAX_STATES];
        memcpy(moved, x, 2 * n * sizeof *x);
        moved[i] += p->rtol * (SIM_ABSOLUTE_SHARE + fabs(x[i]));
        sum += fabs(sim_energy_at(p->inputs.model, p->p, n, moved, moved + n) - energy);
    }
    return sum;
}

static enum error_code phase_sample(void *context, const struct sim_sample *s, struct error *err)
{
    (void)err;
    struct phase *phase = context;
    const struct sim_problem *p = phase->problem;
    const size_t n = p->inputs.n;
    if (phase->n > PARTS)
        return ERROR_OK;
    const double e = sim_energy_at(p->inputs.model, p->p, n, s->x, s->x + n);
    const double moving = random_kinetic(p, s->x);
    phase->energy[phase->n] = e;
    if (phase->n == 0 || phase->n == PARTS)
        phase->known += uncertainty(p, s->x, e);
    phase->scale = fmax(phase->scale, moving + fabs(e - moving));
    phase->power[phase->n++] = s->motion->force_t * s->motion->tip_t +
                               s->motion->force_n * s->motion->tip_n -
                               sim_dissipation_at(p->inputs.model, p->p, n, s->x, s->x + n);
    return ERROR_OK;
}

static enum error_code phase_event(void *context, const struct sim_event *e, struct error *err)
{
    (void)err;
    struct phase *phase = context;
    phase->cut |= e->kind != SIM_EVENT_START && e->kind != SIM_EVENT_END;
    return ERROR_OK;
}

/* Boole's rule over every step-th sample */
static double boole(const struct phase *phase, int step, double dt)
{
    static const double weights[] = {14, 32, 12, 32};
    double sum = 0;
    for (int i = 0; i <= PARTS; i += step)
        sum += (i == 0 || i == PARTS ? 7 : weights[i / step % 4]) * phase->power[i];
    return sum * dt * step * 2 / 45;
}

/* Follow the phase that begins at (t, x) to `end`. By how much the change of the energy is not the
 * work, in shares of the energies; NaN: the quadrature cannot tell */
static double imbalance(const struct sim_problem *problem, double t, const double *x, double end)
{
    struct sim_problem part = *problem;
    struct phase phase = {.problem = &part, .scale = 1e-12};
    const struct sim_sink sink = {.context = &phase, .sample = phase_sample, .event = phase_event};
    struct sim_statistics statistics;
    struct error err;
    part.inputs.p = part.p;
    memcpy(part.x, x, sizeof part.x);
    part.t_start = t;
    part.t_end = t + (end - t) * (1 - 1e-6); /* not the event itself */
    part.rate = PARTS / (part.t_end - part.t_start);
    if (sim_simulate(&part, &sink, &statistics, &err) || phase.cut || phase.n != PARTS + 1)
        return NAN;
    /* the quadrature's own error is told by its coarser selves; where these differ a
     * transient is too short for it, and it says nothing */
    const double dt = 1 / part.rate;
    const double fine = boole(&phase, 1, dt), coarse = boole(&phase, 2, dt);
    const double unsure = fabs(fine - coarse) + fabs(coarse - boole(&phase, 4, dt)) + phase.known;
    const double change = phase.energy[PARTS] - phase.energy[0];
    if (!(unsure < 1e-6 * phase.scale) || statistics.steps > PARTS / 2)
        return NAN;
    return fmax(0, fabs(change - fine) - unsure) / phase.scale;
}

/* does the energy change by the work? */
static void see_balance(const struct sim_problem *problem, double t, const double *x, double end,
                        struct random_verdict *verdict)
{
    const double off = imbalance(problem, t, x, end);
    if (isnan(off))
        return;
    verdict->balanced++;
    verdict->largest_error = fmax(verdict->largest_error, off);
    if (off > 1e-6)
        snprintf(verdict->why, sizeof verdict->why,
                 "from t = %.9g to %.9g s energy and work differ by %.3g of the energy", t, end,
                 off);
}

struct phases {
    const struct sim_problem *problem;
    double t, x[SIM_MAX_STATES]; /* of the event before */
    struct random_verdict *verdict;
};

static enum error_code next_phase(void *context, const struct sim_event *e, struct error *err)
{
    (void)err;
    struct phases *phases = context;
    const struct sim_problem *p = phases->problem;
    /* a kink of the belt may be a thrust between two samples, which no quadrature sees */
    double end = e->t;
    if (p->inputs.belt) {
        const double shift = p->inputs.belt_shift;
        int order;
        end = fmin(end, sim_belt_next_jump(p->inputs.belt, phases->t + shift, &order) - shift);
    }
    if (end - phases->t > 1e-3)
        see_balance(p, phases->t, phases->x, end, phases->verdict);
    phases->t = e->t;
    memcpy(phases->x, e->x, 2 * p->inputs.n * sizeof(double));
    return ERROR_OK;
}

void random_balance_run(const struct sim_problem *problem, struct random_verdict *verdict)
{
    struct phases phases = {.problem = problem, .verdict = verdict, .t = problem->t_start};
    memcpy(phases.x, problem->x, sizeof phases.x);
    const struct sim_sink sink = {.context = &phases, .event = next_phase};
    struct sim_statistics statistics;
    struct error err;
    sim_simulate(problem, &sink, &statistics, &err);
}
