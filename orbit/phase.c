/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/phase.h"

#include <math.h>
#include <string.h>

#include "orbit/family.h"
#include "sim/simulate.h"

enum { SAMPLES = 2000 };

/* extremes that differ by less than this share are those of the same orbit */
static const double same = 1e-5;

static bool alike(const struct orbit_system *system, const struct orbit_point *a,
                  const struct orbit_point *b)
{
    if (a->periodic != b->periodic)
        return false;
    for (size_t i = 0; i < system->width; i++) {
        const double size = 1e-6 + fmax(orbit_measure_peak(&a->measure, i),
                                        orbit_measure_peak(&b->measure, i));
        if (fabs(a->measure.low[i] - b->measure.low[i]) > same * size ||
            fabs(a->measure.high[i] - b->measure.high[i]) > same * size)
            return false;
    }
    return true;
}

/* branches overlap: each motion once */
static void add(const struct orbit_system *system, const struct orbit_point *point,
                struct orbit_phase *phase)
{
    for (size_t i = 0; i < phase->n; i++)
        if (alike(system, &phase->points[i], point))
            return;
    if (phase->n < ORBIT_MAX_BRANCHES)
        phase->points[phase->n++] = *point;
}

/* Newton's method from the nearer of two points beside the value; one that leads
 * elsewhere adds nothing */
static void find_between(struct orbit_system *system, const struct orbit_point *a,
                         const struct orbit_point *b, double value, struct orbit_phase *phase)
{
    const bool first = fabs(a->place.value - value) <= fabs(b->place.value - value);
    const struct orbit_point *nearer = first ? a : b;
    struct orbit_place guess = nearer->place;
    struct orbit_point point;
    struct error unused;
    enum orbit_balance kinds[3];
    enum error_code code;
    guess.value = value;
    orbit_equilibrium_kinds(system, kinds);
    if (nearer->periodic)
        code = orbit_family_find(system, &guess, &point, &unused);
    else
        code = orbit_equilibrium_find(system, kinds[0], guess.x, &point, &unused);
    if (!code && strcmp(point.sequence, nearer->sequence) == 0)
        add(system, &point, phase);
}

static void find_on(struct orbit_system *system, const struct orbit_branch *branch, double value,
                    struct orbit_phase *phase)
{
    for (size_t i = 0; i + 1 < branch->n; i++) {
        const struct orbit_point *a = &branch->points[i], *b = a + 1;
        if ((a->place.value - value) * (b->place.value - value) <= 0 && a->periodic == b->periodic)
            find_between(system, a, b, value, phase);
    }
}

enum error_code orbit_phase_find(struct orbit_system *system, const struct orbit_diagram *diagram,
                                 double value, struct orbit_phase *phase, struct error *err)
{
    static const char *const kinds[] = {"orbit", "equilibrium"};
    enum error_code code = orbit_system_set(system, value, err);
    phase->n = 0;
    for (size_t k = 0; !code && k < 2; k++)
        for (size_t b = 0; b < diagram->n; b++)
            if (strcmp(diagram->branches[b].kind, kinds[k]) == 0)
                find_on(system, &diagram->branches[b], value, phase);
    return code;
}

/* ---- paths */

struct walk {
    orbit_phase_sink *sink;
    void *context;
};

static enum error_code take_sample(void *context, const struct sim_sample *sample,
                                   struct error *err)
{
    const struct walk *walk = context;
    return walk->sink(walk->context, sample->t, sample->mode, sample->x, err);
}

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    const struct walk *walk = context;
    if (event->kind == SIM_EVENT_START)
        return ERROR_OK; /* a sample is there */
    enum error_code code = walk->sink(walk->context, event->t, event->from, event->x_before, err);
    if (!code && event->kind != SIM_EVENT_END)
        code = walk->sink(walk->context, event->t, event->to, event->x, err);
    return code;
}

enum error_code orbit_phase_walk(const struct orbit_system *system, const struct orbit_point *point,
                                 orbit_phase_sink *sink, void *context, struct error *err)
{
    if (!point->periodic)
        return sink(context, 0, SIM_STICK, point->place.x, err);
    struct sim_problem problem = system->setup->problem;
    problem.inputs.p = problem.p;
    memcpy(problem.x, point->place.x, system->width * sizeof *problem.x);
    problem.t_start = 0;
    problem.t_end = point->place.period;
    problem.rate = SAMPLES / point->place.period;
    problem.n_directions = 0;
    struct walk walk = {.sink = sink, .context = context};
    const struct sim_sink to = {.context = &walk, .sample = take_sample, .event = take_event};
    struct sim_statistics statistics;
    return sim_simulate(&problem, &to, &statistics, err);
}
