#include <float.h>
#include <math.h>
#include <string.h>

#include "sim/course.h"
#include "sim/reset.h"
#include "sim/residual.h"
#include "sim/slopes.h"

/* a dip of the gap this close to the surface is told as a graze (m) */
static const double graze_gap = 1e-10;
/* rounding in a guard */
static const double guard_noise = 4e-15;
/* gap, and velocities, that a contact phase may drift before it is set right */
static const double drift_allowed = 1e-13;

/* ---- smooth motion */

bool sim_phase_rhs(void *context, double t, const double *y, double *dy)
{
    struct sim_course *course = context;
    const double *acceleration = course->motion.acceleration;
    sim_motion_at(&course->problem->inputs, course->mode, t, y, &course->motion);
    double sum = 0;
    for (size_t i = 0; i < course->n; i++) {
        dy[i] = y[course->n + i];
        dy[course->n + i] = acceleration[i];
        sum += fabs(acceleration[i]);
    }
    if (!isfinite(sum))
        return false;
    if (course->problem->n_directions)
        sim_slopes_rate(course->problem, course->mode, t, y, y + course->width, dy + course->width);
    return true;
}

static enum error_code give_sample(struct sim_course *course, double t, const double *y)
{
    struct sim_motion motion;
    sim_motion_at(&course->problem->inputs, course->mode, t, y, &motion);
    struct sim_sample sample = {.t = t, .mode = course->mode, .x = y, .motion = &motion};
    if (course->problem->n_directions)
        sample.slopes = y + course->width;
    return course->sink->sample(course->sink->context, &sample, course->err);
}

static double sample_time(const struct sim_course *course, long i)
{
    const struct sim_problem *p = course->problem;
    const long n = p->offsets ? (long)p->n_offsets : 1, scan = i / n;
    return p->t_start + p->phase + (double)scan / p->rate +
           (p->offsets ? p->offsets[i % n] : 0);
}

/* the samples of the last step that come before t_stop; the value at an event
 * is the one after it */
static enum error_code give_samples(struct sim_course *course, double t_stop)
{
    if (!course->sink->sample || course->problem->rate <= 0)
        return ERROR_OK;
    double y[SIM_COURSE_TOTAL];
    for (double t; (t = sample_time(course, course->next_sample)) < t_stop; course->next_sample++) {
        sim_dop853_dense(course->ode, t, course->total, y);
        enum error_code code = give_sample(course, t, y);
        if (code)
            return code;
    }
    return ERROR_OK;
}

enum error_code sim_phase_last_sample(struct sim_course *course)
{
    if (!course->sink->sample || course->problem->rate <= 0)
        return ERROR_OK;
    if (sample_time(course, course->next_sample) > course->t + 1e-9 / course->problem->rate)
        return ERROR_OK;
    course->next_sample++;
    return give_sample(course, course->t, course->y);
}

/* take the drift out of a rigid contact */
static bool correct_drift(struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    if (course->mode == SIM_FLIGHT || (in->law == SIM_COMPLIANT && course->mode != SIM_STICK))
        return true;
    const double t = sim_dop853_time(course->ode);
    memcpy(course->y, sim_dop853_state(course->ode), course->total * sizeof *course->y);
    struct sim_motion m;
    sim_motion_at(in, course->mode, t, course->y, &m);
    double drift = course->mode == SIM_STICK ? fabs(m.slip) : 0;
    if (in->law == SIM_RIGID)
        drift = fmax(drift, fmax(fabs(m.gap), fabs(m.tip_n)));
    if (drift <= drift_allowed)
        return true;
    double x[SIM_MAX_STATES];
    memcpy(x, course->y, course->width * sizeof *x);
    enum sim_reset reset = course->mode == SIM_STICK ? SIM_RESET_STICK : SIM_RESET_CLOSE;
    struct sim_impact unused;
    sim_reset_apply(in, reset, course->problem->impact, t, course->y, &unused);
    if (course->problem->n_directions) {
        double none[SIM_MAX_DIRECTIONS] = {0};
        struct sim_slopes_event event = {.t = t, .before = course->mode, .after = course->mode,
                                         .reset = reset, .x_before = x, .x_after = course->y};
        sim_slopes_jump(course->problem, &event, course->y + course->width, none);
    }
    return sim_dop853_replace(course->ode, course->y);
}

/* ---- looking for events */

struct watch {
    struct sim_course *course;
    size_t n;
    enum sim_guard guards[SIM_GUARDS];
};

static void fill_point(const struct watch *watch, const struct sim_motion *m,
                       struct sim_search_point *point)
{
    const struct sim_inputs *in = &watch->course->problem->inputs;
    for (size_t i = 0; i < watch->n; i++) {
        const enum sim_guard guard = watch->guards[i];
        point->value[i] = m->guard[guard];
        point->rate[i] = NAN;
        if (guard == SIM_GUARD_GAP)
            point->rate[i] = m->tip_n;
        if (guard == SIM_GUARD_LIFT && in->law == SIM_COMPLIANT)
            point->rate[i] = -m->tip_n - in->damping / in->stiffness * m->gap_rate2;
        if (guard == SIM_GUARD_SLIP)
            point->rate[i] = sim_mode_slip(watch->course->mode) * m->slip_rate;
    }
}

static void point_at(const struct watch *watch, const double *x,
                     struct sim_search_point *point)
{
    struct sim_motion m;
    sim_motion_at(&watch->course->problem->inputs, watch->course->mode, point->t, x, &m);
    fill_point(watch, &m, point);
}

static void evaluate_dense(void *context, struct sim_search_point *point)
{
    const struct watch *watch = context;
    double x[SIM_MAX_STATES];
    sim_dop853_dense(watch->course->ode, point->t, watch->course->width, x);
    point_at(watch, x, point);
}

static void begin_search(struct watch *watch, struct sim_search *search,
                         struct sim_search_point *from)
{
    struct sim_course *course = watch->course;
    watch->n = sim_motion_guards(&course->problem->inputs, course->mode, watch->guards);
    *search = (struct sim_search){.n = watch->n, .evaluate = evaluate_dense,
                                  .context = watch, .noise = guard_noise};
    from->t = course->t;
    point_at(watch, course->y, from);
    for (size_t i = 0; i < watch->n; i++) {
        search->fresh[i] = from->value[i] <= SIM_FRESH_VALUE;
        search->graze[i] = watch->guards[i] == SIM_GUARD_GAP ? graze_gap : -1;
    }
}

/* no first step may jump over a small bounce */
static double longest_first_step(const struct sim_course *course)
{
    double longest = course->problem->t_end - course->t;
    if (course->mode == SIM_FLIGHT) {
        struct sim_motion m;
        sim_motion_at(&course->problem->inputs, SIM_FLIGHT, course->t, course->y, &m);
        if (m.tip_n > SIM_SOFT_TOUCH && m.b < 0)
            longest = fmin(longest, 2.2 * m.tip_n / -m.b);
    }
    return longest;
}

static enum error_code phase_failed(struct sim_course *course)
{
    return error_set(course->err, ERROR_NUMERIC,
                     "the %s phase cannot be continued at t = %.12g s: the forces have no "
                     "finite value beyond; everything up to then is kept",
                     sim_mode_word(course->mode), sim_dop853_time(course->ode));
}

static enum error_code phase_stopped(struct sim_course *course)
{
    return error_set(course->err, ERROR_INTERRUPTED,
                     "interrupted at t = %.9g s; everything up to then is kept", course->t);
}

/* the forces that a phase begins with are checked independently */
static void check_solution(struct sim_course *course)
{
    const struct sim_inputs *in = &course->problem->inputs;
    struct sim_motion motion;
    sim_motion_at(in, course->mode, course->t, course->y, &motion);
    double residual = sim_residual(in, course->mode, course->t, course->y, &motion);
    course->statistics->worst_residual = fmax(course->statistics->worst_residual, residual);
}

/* the state at the event: the step is taken again to end there, since the dense
 * output that found it is less exact, and its time is set right to first order */
static void arrive(struct sim_course *course, const struct sim_met *met)
{
    sim_dop853_dense(course->ode, course->t, course->total, course->y);
    const double length = course->t - sim_dop853_time_before(course->ode);
    if (met->at_start || met->result == SIM_SEARCH_GRAZE || length < 1e-9 ||
        !sim_dop853_shorten(course->ode, course->t))
        return;
    const double *y = sim_dop853_state(course->ode), *rate = sim_dop853_rate(course->ode);
    const double late = course->motion.guard[met->guard] /
                        sim_slopes_guard_rate(course->problem, course->mode, met->guard, course->t, y);
    const double shift = fabs(late) < 1e-3 * length ? -late : 0;
    for (size_t i = 0; i < course->total; i++)
        course->y[i] = y[i] + rate[i] * shift;
    course->t += shift;
}

/* follow one mode until a guard is met or the time is over */
enum error_code sim_phase_follow(struct sim_course *course, struct sim_met *met)
{
    struct watch watch = {.course = course};
    struct sim_search search;
    struct sim_search_point from, to;
    *met = (struct sim_met){.result = SIM_SEARCH_NONE};
    check_solution(course);
    begin_search(&watch, &search, &from);
    if (!sim_dop853_start(course->ode, course->t, course->y, longest_first_step(course)))
        return phase_failed(course);
    while (course->t < course->problem->t_end) {
        if (course->sink->stop && course->sink->stop())
            return phase_stopped(course);
        if (!sim_dop853_step(course->ode, course->problem->t_end))
            return phase_failed(course);
        struct sim_search_found found;
        to.t = sim_dop853_time(course->ode);
        search.time_tolerance = fmax(1e-13, 8 * DBL_EPSILON * fabs(to.t));
        fill_point(&watch, &course->motion, &to); /* the last stage is the end */
        met->result = sim_search_first(&search, &from, &to, &found);
        double stop = met->result ? found.t : to.t;
        enum error_code code = give_samples(course, stop);
        if (code)
            return code;
        course->t = stop;
        if (met->result) {
            met->guard = watch.guards[found.guard];
            met->at_start = found.at_start;
            arrive(course, met);
            for (size_t i = 0; i < watch.n; i++)
                met->together |= i != found.guard && found.together[i];
            return ERROR_OK;
        }
        memcpy(course->y, sim_dop853_state(course->ode), course->total * sizeof *course->y);
        if (!correct_drift(course))
            return phase_failed(course);
        from = to;
    }
    return ERROR_OK;
}

enum error_code sim_phase_advance(struct sim_course *course, double t_to)
{
    if (!sim_dop853_start(course->ode, course->t, course->y, t_to - course->t))
        return phase_failed(course);
    while (sim_dop853_time(course->ode) < t_to) {
        if (!sim_dop853_step(course->ode, t_to))
            return phase_failed(course);
        enum error_code code = give_samples(course, sim_dop853_time(course->ode));
        if (code)
            return code;
    }
    memcpy(course->y, sim_dop853_state(course->ode), course->total * sizeof *course->y);
    course->t = t_to;
    return ERROR_OK;
}
