/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/friction.h"
#include "sim/simulate.h"
#include "sim/course.h"
#include "sim/evaluate.h"
#include "sim/extras.h"
#include "tests/sim/random_checks.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/outline.h"
#include "tests/sim/random_balance.h"

/* elastic bounces may follow each other within a microsecond */
enum { MOST_EVENTS = 1000000, MOST_STEPS = 4000000 };

/* a simulation under the eyes of the checks */
struct watch {
    const struct sim_problem *problem;
    struct random_verdict *verdict;
    bool verbose;
    double t;           /* of what came last */
    double energy;      /* there */
    double scale;       /* the largest energies so far */
    double first_scale; /* at the start */
    bool begun;
    bool ran_away;
    enum sim_mode mode; /* after the last event */
};

static enum error_code broken(struct watch *watch, struct error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static enum error_code broken(struct watch *watch, struct error *err, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(watch->verdict->why, sizeof watch->verdict->why, format, arguments);
    va_end(arguments);
    return error_set(err, ERROR_NUMERIC, "%s", watch->verdict->why);
}

static bool finite_all(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

/* ---- energy */

/* with that of a compliant contact's spring */
static double energy_of(const struct sim_problem *p, const double *x)
{
    struct sim_terms k;
    const size_t n = p->inputs.n;
    sim_terms_at(p->inputs.model, p->p, n, x, x + n, &k);
    double spring = 0;
    if (p->inputs.law == RIG_LAW_COMPLIANT && k.gap < 0)
        spring = 0.5 * p->p[SIM_CONTACT_STIFFNESS] * k.gap * k.gap;
    return sim_energy_at(p->inputs.model, p->p, n, x, x + n) + spring;
}

/* at rest, and with a law of impact that makes no energy: Stronge's, or any
 * without restitution */
static bool law_dissipates(const struct sim_problem *p)
{
    return p->inputs.law == RIG_LAW_COMPLIANT || p->impact == RIG_IMPACT_STRONGE ||
           p->p[SIM_RESTITUTION] == 0;
}

static bool belt_rests(const struct sim_problem *p)
{
    return !p->inputs.belt && p->p[SIM_BELT_SPEED] == 0;
}

static enum error_code see_energy(struct watch *watch, double t, const double *x, struct error *err)
{
    const struct sim_problem *p = watch->problem;
    const double now = energy_of(p, x), moving = random_kinetic(p, x);
    watch->scale = fmax(fmax(watch->scale, 1e-12), moving + fabs(now - moving));
    if (!watch->begun)
        watch->first_scale = watch->scale;
    const double rise = watch->begun ? (now - watch->energy) / watch->scale : 0;
    const double before = watch->energy;
    watch->begun = true;
    watch->energy = now;
    /* Newton's and Poisson's laws make energy with friction, and a belt may drive links into a
     * dead centre: what is a thousand times as fast is no mechanism any more */
    watch->ran_away = !law_dissipates(p) || !belt_rests(p) ? now > 1e6 * (1 + watch->first_scale)
                                                           : false;
    if (watch->ran_away)
        return error_set(err, ERROR_NUMERIC, "ran away");
    if (!belt_rests(p) || !law_dissipates(p) || !(watch->scale > 0))
        return ERROR_OK;
    watch->verdict->largest_rise = fmax(watch->verdict->largest_rise, rise);
    /* samples lie on the interpolant, some times rtol off (1e-9), which a stiff spring of the
     * mechanism or the contact multiplies: 1.8e-7 was seen in 1e6 mechanisms */
    if (rise > 1e-6)
        return broken(watch, err, "the energy rises from %.12g to %.12g J before t = %.9g s",
                      before, now, t);
    return ERROR_OK;
}

/* ---- samples */

/* By how much the forces may be off: the state is known to the tolerance, its forces to what they
 * change by over that, as in a stiff spring or a strong damper that has come to rest. A step is
 * held to the tolerance; what it is between its ends, and what steps add up to, are some times that
 * (dense_gap_allowed of sim/phase.c). Next to A = 0 that is much, and would excuse anything: it is
 * no more than a millionth of the load, what presses or would where each coordinate and velocity
 * is changed by all that it is */
static double uncertainty_of_force(const struct sim_problem *p, const struct sim_sample *s)
{
    const size_t n = p->inputs.n;
    const double base_t = s->motion->force_t, base_n = s->motion->force_n, some = 30;
    double sum = 0, load;
    struct sim_terms k;
    sim_terms_at(p->inputs.model, p->p, n, s->x, s->x + n, &k);
    load = fabs(k.s_n);
    for (size_t i = 0; i < n; i++)
        load += fabs(k.w_n[i] * s->motion->contact.free[i]);
    for (size_t i = 0; i < 2 * n; i++) {
        double x[SIM_MAX_STATES];
        struct sim_motion m;
        memcpy(x, s->x, 2 * n * sizeof *x);
        x[i] += some * p->rtol * (SIM_ABSOLUTE_SHARE + fabs(x[i]));
        sim_motion_at(&p->inputs, s->mode, s->t, x, &m);
        load += fabs(m.b - s->motion->b) / (some * p->rtol);
        sum += fabs(m.force_t - base_t) + p->p[SIM_STATIC_FRICTION] * fabs(m.force_n - base_n) +
               fabs(m.force_n - base_n);
    }
    const bool rigid = p->inputs.law == RIG_LAW_RIGID; /* a spring has no A to divide by */
    return rigid ? fmin(sum, 1e-6 * load / s->motion->contact.q_nn) : sum;
}

/* signs and cone of the forces, and what a closed contact keeps closed */
static const char *contact_law_broken(const struct sim_problem *p, const struct sim_sample *s,
                                      double small)
{
    const struct sim_motion *m = s->motion;
    if (s->mode == SIM_FLIGHT)
        return m->force_n != 0 || m->force_t != 0 ? "a force in flight" : NULL;
    if (m->force_n < -small)
        return "the surface pulls";
    if (s->mode == SIM_STICK)
        /* how long it has rested, only the motion knows */
        return (p->inputs.surface
                    ? fmin(m->guard[SIM_GUARD_CONE_PLUS], m->guard[SIM_GUARD_CONE_MINUS]) < -small
                    : fabs(m->force_t) > p->p[SIM_STATIC_FRICTION] * m->force_n + small)
                   ? "stick outside of the cone"
                   : NULL;
    const int sign = s->mode == SIM_SLIP_PLUS ? 1 : -1;
    if (fabs(m->force_t + sign * sim_motion_friction(&p->inputs, s->mode, m->slip) * m->force_n) >
        small)
        return "slip without its friction";
    return NULL;
}

static enum error_code see_sample(void *context, const struct sim_sample *sample, struct error *err)
{
    struct watch *watch = context;
    const struct sim_problem *p = watch->problem;
    const struct sim_motion *m = sample->motion;
    const size_t n = p->inputs.n;
    watch->verdict->samples++;
    if (!finite_all(sample->x, 2 * n) || !finite_all(m->acceleration, n))
        return broken(watch, err, "not finite at t = %.9g s", sample->t);
    if (sample->t < watch->t)
        return broken(watch, err, "the time goes back from %.17g to %.17g s", watch->t, sample->t);
    watch->t = sample->t;
    double reach = 1, speed = 1;
    for (size_t i = 0; i < n; i++) {
        reach = fmax(reach, fabs(sample->x[i]));
        speed = fmax(speed, fabs(sample->x[n + i]));
    }
    const bool rigid = p->inputs.law == RIG_LAW_RIGID, closed = sample->mode != SIM_FLIGHT;
    if (rigid)
        watch->verdict->deepest = fmax(watch->verdict->deepest, -m->gap / reach);
    if (rigid && m->gap < -1e-7 * reach)
        return broken(watch, err, "penetrates by %.3g m at t = %.9g s", -m->gap, sample->t);
    const double lowest = outline_lowest(p, sample->x);
    if (lowest < fmin(0, m->gap) - 1e-7 * reach)
        return broken(watch, err, "a body is %.3g m below the surface at t = %.9g s", -lowest,
                      sample->t);
    if (rigid && closed && (fabs(m->gap) > 1e-7 * reach || fabs(m->tip_n) > 1e-6 * speed))
        return broken(watch, err, "a closed contact is open by %.3g m, %.3g m/s at t = %.9g s",
                      m->gap, m->tip_n, sample->t);
    /* a sample lies on the interpolant of a step that the belt's own turns do not shorten */
    if (sample->mode == SIM_STICK && fabs(m->slip) > (p->inputs.belt ? 1e-5 : 1e-6) * speed)
        return broken(watch, err, "slips by %.3g m/s in stick at t = %.9g s", m->slip, sample->t);
    const int slip = sim_mode_slip(sample->mode);
    if (slip && p->p[SIM_STATIC_FRICTION] > 0 && slip * m->slip < -1e-6 * speed)
        return broken(watch, err, "slips by %.3g m/s in %s at t = %.9g s", m->slip,
                      sim_mode_word(sample->mode), sample->t);
    const double rounding = 1e-12 * (fabs(m->force_n) + fabs(m->force_t));
    const char *law = contact_law_broken(p, sample, rounding);
    if (law)
        law = contact_law_broken(p, sample, rounding + uncertainty_of_force(p, sample));
    if (law)
        return broken(watch, err, "%s (%g, %g N) at t = %.9g s", law, m->force_t, m->force_n,
                      sample->t);
    /* the last bounces before a settle are told as the contact that follows, with what they
     * press less than that taken out: right at the settle, but not before */
    if (sample->mode != watch->mode)
        return ERROR_OK;
    return see_energy(watch, sample->t, sample->x, err);
}

/* ---- events */

/* the impulses change the momentum, and nothing else does */
static double momentum_error(const struct sim_problem *p, const struct sim_event *e)
{
    const size_t n = p->inputs.n;
    struct sim_terms k;
    sim_terms_at(p->inputs.model, p->p, n, e->x, e->x + n, &k);
    double worst = 0, size = 0;
    for (size_t i = 0; i < n; i++) {
        double row = -k.w_t[i] * e->impulse_t - k.w_n[i] * e->impulse_n;
        size += fabs(k.w_t[i] * e->impulse_t) + fabs(k.w_n[i] * e->impulse_n);
        for (size_t j = 0; j < n; j++) {
            row += k.mass[i][j] * (e->x[n + j] - e->x_before[n + j]);
            size += fabs(k.mass[i][j]) * (fabs(e->x[n + j]) + fabs(e->x_before[n + j]));
        }
        /* a line contact may turn the slider back with a couple of its own */
        if (!p->inputs.model->line_contact || k.w_l[i] == 0)
            worst = fmax(worst, fabs(row));
    }
    return size > 0 ? worst / size : 0;
}

/* where the links are in line but for 0.01 rad, the rounding of the gap is much velocity */
static bool near_dead_centre(const struct sim_problem *p, const struct sim_event *e)
{
    struct sim_motion m;
    sim_motion_at(&p->inputs, SIM_STICK, e->t, e->x, &m);
    const struct sim_contact *c = &m.contact;
    return c->q_tt * c->q_nn - c->q_tn * c->q_tn < 1e-4 * c->q_tt * c->q_nn;
}

/* slip and normal velocity are known to the last digits of their terms w v, which an impulse,
 * huge near a dead centre, multiplies: a sum of n products is off by n eps of their sizes */
static double rounding_of_work(const struct sim_problem *p, const struct sim_event *e)
{
    const size_t n = p->inputs.n;
    struct sim_terms k;
    sim_terms_at(p->inputs.model, p->p, n, e->x, e->x + n, &k);
    double size = 0;
    for (size_t i = 0; i < n; i++)
        size += (fabs(k.w_t[i] * e->impulse_t) + fabs(k.w_n[i] * e->impulse_n)) *
                (fabs(e->x_before[n + i]) + fabs(e->x[n + i]));
    return (double)n * DBL_EPSILON * size;
}

/* the largest coefficient on the way from the slip before to that after */
static double most_friction(const struct sim_problem *p, const struct sim_event *e)
{
    const struct rig_surface *surface = p->inputs.surface;
    double most = p->p[SIM_STATIC_FRICTION];
    if (surface && surface->friction == RIG_FRICTION_STRIBECK)
        most += p->p[SIM_VISCOUS_FRICTION] * fmax(fabs(e->slip_before), fabs(e->slip_after));
    for (size_t i = 0;
         surface && surface->friction == RIG_FRICTION_TABLE && i < surface->friction_table.n; i++)
        most = fmax(most, p->p[SIM_FRICTION] * surface->friction_table.value[i]);
    return most;
}

static double restitution_of(const struct sim_problem *p, const struct sim_event *e)
{
    if (!p->inputs.surface)
        return p->p[SIM_RESTITUTION];
    return sim_restitution_at(p->inputs.surface, p->p, -e->normal_before);
}

static enum error_code see_impact(struct watch *watch, const struct sim_event *e, struct error *err)
{
    const struct sim_problem *p = watch->problem;
    const double mu_s = most_friction(p, e), restitution = restitution_of(p, e);
    const double speed = fabs(e->slip_before) + fabs(e->normal_before) + 1e-6;
    watch->verdict->impacts++;
    if (e->impulse_n < 0 || fabs(e->impulse_t) > (mu_s * (1 + 1e-8) + 1e-13) * e->impulse_n + 1e-14)
        return broken(watch, err, "impulses (%g, %g) outside of the cone at t = %.9g s",
                      e->impulse_t, e->impulse_n, e->t);
    if (e->normal_after < -1e-9 * speed)
        return broken(watch, err, "leaves an impact into the surface, %.3g m/s, at t = %.9g s",
                      e->normal_after, e->t);
    /* the roundings of angles and of the gap move the tip's velocity by that share of the turning
     */
    double turning = 0;
    for (size_t i = p->inputs.n; i < 2 * p->inputs.n; i++)
        turning += fabs(e->x_before[i]) + fabs(e->x[i]);
    if (p->impact == RIG_IMPACT_NEWTON && e->kind == SIM_EVENT_IMPACT &&
        fabs(e->normal_after + restitution * e->normal_before) >
            1e-8 * speed + 4 * DBL_EPSILON * turning &&
        !near_dead_centre(p, e))
        return broken(watch, err, "Newton's law at t = %.9g s", e->t);
    const double wrong = momentum_error(p, e);
    if (wrong > 1e-9)
        return broken(watch, err, "an impact's momentum is off by %.3g at t = %.9g s", wrong, e->t);
    /* P.(v + v')/2 is the work, here relative to the belt */
    const double work = 0.5 * (e->impulse_t * (e->slip_before + e->slip_after) +
                               e->impulse_n * (e->normal_before + e->normal_after));
    const double impulse = fabs(e->impulse_t) + fabs(e->impulse_n);
    if (law_dissipates(p) && work > 1e-8 * impulse * speed + rounding_of_work(p, e))
        return broken(watch, err, "an impact makes %.3g J at t = %.9g s", work, e->t);
    return ERROR_OK;
}

/* stick, slip, take-off and the rest move no energy; the last bounces of a settle do */
static bool energy_jumps(struct watch *watch, const struct sim_event *e)
{
    const struct sim_problem *p = watch->problem;
    if (e->kind == SIM_EVENT_IMPACT || e->kind == SIM_EVENT_TANGENTIAL_IMPACT ||
        e->kind == SIM_EVENT_SETTLE)
        return false;
    return fabs(energy_of(p, e->x) - energy_of(p, e->x_before)) > 1e-7 * watch->scale;
}

static enum error_code see_event(void *context, const struct sim_event *e, struct error *err)
{
    struct watch *watch = context;
    const struct sim_problem *p = watch->problem;
    if (watch->verbose)
        printf("    %.15g %s %s -> %s slip %.9g -> %.9g normal %.9g -> %.9g\n", e->t,
               sim_event_word(e->kind), sim_mode_word(e->from), sim_mode_word(e->to),
               e->slip_before, e->slip_after, e->normal_before, e->normal_after);
    if (++watch->verdict->events > MOST_EVENTS)
        return broken(watch, err, "more than %d events by t = %.9g s", MOST_EVENTS, e->t);
    if (!finite_all(e->x, 2 * p->inputs.n) || !isfinite(e->t))
        return broken(watch, err, "%s is not finite at t = %.9g s", sim_event_word(e->kind), e->t);
    if (e->t < watch->t)
        return broken(watch, err, "%s at %.17g s comes after %.17g s", sim_event_word(e->kind),
                      e->t, watch->t);
    watch->t = e->t;
    watch->mode = e->to;
    if (e->kind != SIM_EVENT_END)
        watch->verdict->last = e->kind;
    if (e->kind == SIM_EVENT_IMPACT || e->kind == SIM_EVENT_TANGENTIAL_IMPACT) {
        const enum error_code impact = see_impact(watch, e, err);
        if (impact)
            return impact;
    }
    const enum error_code code = see_energy(watch, e->t, e->x, err);
    if (!code && energy_jumps(watch, e))
        return broken(watch, err, "%s changes the energy from %.12g to %.12g J at t = %.9g s",
                      sim_event_word(e->kind), energy_of(p, e->x_before), energy_of(p, e->x), e->t);
    return code;
}

/* ---- all of it */

void random_checks_run(const struct sim_problem *problem, bool balance, bool verbose,
                       struct random_verdict *verdict)
{
    *verdict = (struct random_verdict){.last = SIM_EVENT_START};
    struct watch watch = {
        .problem = problem, .verdict = verdict, .verbose = verbose, .t = problem->t_start};
    const struct sim_sink sink = {.context = &watch, .sample = see_sample, .event = see_event};
    struct sim_statistics statistics;
    struct error err;
    const enum error_code code = sim_simulate(problem, &sink, &statistics, &err);
    verdict->steps = statistics.steps;
    verdict->stretched = statistics.stretched;
    if (watch.ran_away) {
        verdict->last = SIM_EVENT_END;
        return;
    }
    if (code && !verdict->why[0])
        snprintf(verdict->why, sizeof verdict->why, "%s", err.message);
    if (!verdict->why[0] && statistics.steps > MOST_STEPS)
        snprintf(verdict->why, sizeof verdict->why, "%ld steps", statistics.steps);
    if (!verdict->why[0] && balance)
        random_balance_run(problem, verdict);
}
