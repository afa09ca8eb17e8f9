/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/family.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "orbit/end.h"

/* multipliers this near the unit circle may be on either side of it */
static const double on_circle = 1e-6;
/* the start stays within this share of its phase, */
static const double margin = 0.2;
/* which is no shorter than this share of the longest */
static const double long_enough = 0.4;
/* motion in a period, of the guess's size, that is none */
static const double still = 1e-4;
/* and, on a branch, where orbits may shrink to an equilibrium: then as far as rounding lets them */
static const double at_rest = 1e-6;
/* a period below this share of the first one's is that of no orbit any more */
static const double vanishing = 0.003;

/* how such a branch ends */
static const char nothing_left[] = "the orbit and its period shrink to nothing";

struct orbits {
    struct orbit_shoot shoot;
    const struct orbit_sink *sink;
    struct orbit_place before, last; /* that were told */
};

static double excess_of(size_t n, const double complex *multipliers)
{
    double excess = -1;
    for (size_t i = 0; i < n; i++)
        excess = fmax(excess, cabs(multipliers[i]) - 1);
    return excess;
}

/* the largest way of a state in a period at its first pace, of the guess's size */
static double motion_of(const struct orbit_shoot *shoot)
{
    double motion = 0;
    for (size_t i = 0; i < shoot->system->width; i++)
        motion = fmax(motion, fabs(shoot->flow.start_rate[i]) * shoot->period / shoot->scale[i]);
    return motion;
}

/* false for an equilibrium too, which comes back to itself after any time */
static bool judge(void *context, struct orbit_verdict *verdict)
{
    const struct orbits *orbits = context;
    const struct orbit_shoot *shoot = &orbits->shoot;
    const size_t width = shoot->system->width;
    double complex multipliers[SIM_MAX_STATES];
    *verdict = (struct orbit_verdict){.unstable = 0};
    if (!orbit_shoot_multipliers(shoot, multipliers))
        return false;
    for (size_t i = 0; i < orbit_shoot_multiplier_count(shoot->system); i++)
        verdict->unstable += cabs(multipliers[i]) > 1 + on_circle;
    orbit_flow_sequence(&shoot->flow, verdict->sequence);
    if (shoot->system->drive.there) /* it cannot come to rest */
        return true;
    if (shoot->flow.n_events == 0 && motion_of(shoot) < at_rest)
        return false;
    double along = 0;
    for (size_t i = 0; i < width; i++)
        along += shoot->flow.start_rate[i] * shoot->reference_rate[i] / shoot->scale[i] /
                 shoot->scale[i];
    if (shoot->flow.n_events == 0 && along < 0) { /* it came out on the other side */
        verdict->over = "the orbit shrinks to an equilibrium";
        verdict->end = ORBIT_SPECIAL_HOPF;
    } else if (shoot->period < vanishing * shoot->scale[width]) {
        verdict->over = nothing_left;
        verdict->end = ORBIT_SPECIAL_END;
    }
    return true;
}

/* by the multiplier nearest to the unit circle */
static enum orbit_special crossing(void *context)
{
    const struct orbits *orbits = context;
    double complex multipliers[SIM_MAX_STATES], nearest = 0;
    orbit_shoot_multipliers(&orbits->shoot, multipliers);
    for (size_t i = 0; i < orbit_shoot_multiplier_count(orbits->shoot.system); i++)
        if (fabs(cabs(multipliers[i]) - 1) < fabs(cabs(nearest) - 1))
            nearest = multipliers[i];
    if (fabs(cimag(nearest)) > 1e-6)
        return ORBIT_SPECIAL_TORUS;
    return creal(nearest) < 0 ? ORBIT_SPECIAL_FLIP : ORBIT_SPECIAL_BRANCHING;
}

/* all that is said of the orbit that was shot last */
static enum error_code describe(const struct orbit_shoot *shoot, const double *y,
                                struct orbit_point *point, struct error *err)
{
    *point = (struct orbit_point){.periodic = true};
    orbit_shoot_unpack(shoot, y, &point->place);
    if (shoot->closed) /* on the surface to the last bit */
        memcpy(point->place.x, shoot->flow.start, sizeof point->place.x);
    orbit_flow_sequence(&shoot->flow, point->sequence);
    point->n_values = orbit_shoot_multiplier_count(shoot->system);
    if (!orbit_shoot_multipliers(shoot, point->values))
        return error_set(err, ERROR_NUMERIC, "the multipliers cannot be computed");
    point->stability = orbit_stability_of(excess_of(point->n_values, point->values), on_circle);
    return orbit_measure_orbit(shoot->system, &point->place, &point->measure, err);
}

static enum error_code tell(void *context, const struct orbit_curve_point *curve_point,
                            enum orbit_special special, const char *note, struct error *err)
{
    struct orbits *orbits = context;
    struct orbit_point point;
    enum error_code code = describe(&orbits->shoot, curve_point->y, &point, err);
    if (code)
        return code;
    point.special = special;
    strcpy(point.note, note);
    orbits->before = orbits->last;
    orbits->last = point.place;
    return orbits->sink->point(orbits->sink->context, &point, err);
}

/* time at which the start would lie better; 0: it is good where it is */
static double better_start(const struct orbit_flow *flow, double period, bool *flies)
{
    if (flow->n_events == 0)
        return 0;
    const double first = flow->events[0].t, last = flow->events[flow->n_events - 1].t;
    const double length = first + period - last, share = (period - last) / length;
    double longest = length, begin = last;
    *flies = flow->start_mode == SIM_FLIGHT;
    for (size_t e = 0; e + 1 < flow->n_events; e++) {
        const double other = flow->events[e + 1].t - flow->events[e].t;
        if (flow->events[e].to != SIM_STICK && other > longest) {
            longest = other;
            begin = flow->events[e].t;
            *flies = flow->events[e].to == SIM_FLIGHT;
        }
    }
    if (length >= long_enough * longest && share >= margin && share <= 1 - margin)
        return 0;
    return fmod(begin + 0.5 * longest, period);
}

/* move the start along the orbit when an event comes near it; the phase
 * condition follows the orbit in any case */
static enum error_code settle(void *context, struct orbit_curve_point *point, double *tangent,
                              struct error *err)
{
    struct orbits *orbits = context;
    struct orbit_shoot *shoot = &orbits->shoot;
    const size_t width = shoot->system->width;
    struct orbit_place place;
    struct orbit_flow flow;
    bool flies = false;
    orbit_shoot_unpack(shoot, point->y, &place);
    const double shift = better_start(&shoot->flow, place.period, &flies);
    if (!(shift > 0)) {
        orbit_shoot_refer(shoot, shoot->flow.start, shoot->flow.start_rate, place.period);
        return ERROR_OK;
    }
    enum error_code code = orbit_flow_run(shoot->system, shoot->closed, place.x, shift, true, &flow,
                                          err);
    if (code || flow.slopes_why)
        return code; /* without derivatives there: another time */
    const double *scale = shoot->scale;
    double moved[SIM_MAX_STATES] = {0}, norm = 0;
    for (size_t i = 0; i < width; i++) {
        moved[i] = flow.by_parameter[i] * tangent[width + 1] * scale[width + 1] / scale[i];
        for (size_t j = 0; j < width; j++)
            moved[i] += flow.by_x[i][j] * tangent[j] * scale[j] / scale[i];
    }
    memcpy(tangent, moved, width * sizeof *moved);
    for (size_t i = 0; i < width + 2; i++)
        norm += tangent[i] * tangent[i];
    for (size_t i = 0; i < width + 2; i++)
        tangent[i] /= sqrt(norm);
    memcpy(place.x, flow.end, width * sizeof *flow.end);
    shoot->closed = !flies && shoot->system->setup->problem.inputs.law == RIG_LAW_RIGID;
    orbit_shoot_refer(shoot, flow.end, flow.end_rate, place.period);
    orbit_shoot_pack(shoot, &place, point->y);
    /* the tangent again, from the equations at the new start */
    double residual[ORBIT_MAX_UNKNOWNS], along[ORBIT_MAX_UNKNOWNS];
    memcpy(along, tangent, sizeof along);
    code = shoot->curve.evaluate(shoot, point->y, residual, point->jacobian, err);
    if (!code && !orbit_curve_tangent(&shoot->curve, point, along, tangent))
        code = error_set(err, ERROR_NUMERIC, "the branch has no direction");
    return code;
}

/* an equilibrium comes back to itself after any time: that is not what is looked for */
static enum error_code find_start(struct orbit_shoot *shoot, struct orbit_system *system,
                                  struct orbit_place *guess, double value_scale,
                                  struct orbit_curve_point *point, struct error *err)
{
    enum error_code code = orbit_shoot_begin(shoot, system, guess, value_scale, err);
    if (!code)
        code = orbit_shoot_solve(shoot, guess, point, err);
    if (code)
        return code;
    if (shoot->flow.n_events > 0 || motion_of(shoot) > still)
        return ERROR_OK;
    return error_set(err, ERROR_NUMERIC,
                     "Newton's method leads from the guess to an equilibrium and not to an "
                     "orbit; give a start and a --period nearer to the orbit");
}

enum error_code orbit_family_find(struct orbit_system *system, struct orbit_place *guess,
                                  struct orbit_point *point, struct error *err)
{
    struct orbit_shoot shoot;
    struct orbit_curve_point found;
    enum error_code code = find_start(&shoot, system, guess, 1, &found, err);
    return code ? code : describe(&shoot, found.y, point, err);
}

/* orbits that have shrunk to an equilibrium: the branch goes on to it */
static enum error_code end_of_orbits(const struct orbits *orbits, const struct orbit_range *range,
                                     struct orbit_follow_report *report, struct error *err)
{
    struct orbit_system *system = orbits->shoot.system;
    struct orbit_point end;
    if (strcmp(report->why, nothing_left) != 0 ||
        !orbit_end_find(system, &orbits->before, &orbits->last, range, &end))
        return ERROR_OK;
    report->points++;
    snprintf(report->why, sizeof report->why,
             "the orbit and its period shrink to the equilibrium, at its %s point, %s = %.10g",
             orbit_special_word(end.special), orbit_system_parameter(system), end.place.value);
    return orbits->sink->point(orbits->sink->context, &end, err);
}

enum error_code orbit_family_follow(struct orbit_system *system, struct orbit_place *guess,
                                    const struct orbit_range *range, const struct orbit_sink *sink,
                                    struct orbit_follow_report *report, struct error *err)
{
    struct orbits orbits = {.sink = sink};
    struct orbit_curve_point start;
    const double size = range->high - range->low;
    enum error_code code = find_start(&orbits.shoot, system, guess, size, &start, err);
    if (code)
        return code;
    const struct orbit_family family = {.curve = &orbits.shoot.curve,
                                        .context = &orbits,
                                        .judge = judge,
                                        .crossing = crossing,
                                        .tell = tell,
                                        .settle = settle};
    const struct orbit_follow_settings settings = {.low = range->low / size,
                                                   .high = range->high / size,
                                                   .direction = range->direction,
                                                   .step = range->step,
                                                   .max_points = range->max_points};
    code = orbit_follow(&family, &settings, &start, report, err);
    return code ? code : end_of_orbits(&orbits, range, report, err);
}
