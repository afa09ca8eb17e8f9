/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/slopes.h"

#include <math.h>

#include "sim/equations.h"
#include "sim/evaluate.h"
#include "sim/terms_slopes.h"

/* p and x moved by the step in one direction; t, which only the belt and the age of a contact look
 * at, by dt */
struct moved {
    struct sim_inputs_c inputs;
    double complex p[SIM_MAX_PARAMETERS];
    double complex x[SIM_MAX_STATES];
    double complex t;
};

static double complex moved_by(double value, double slope)
{
    return __builtin_complex(value, SIM_STEP * slope);
}

/* along a direction of parameters and belt, NULL: none; dx may be NULL: not moved */
static void move(const struct sim_problem *problem, double t, const double *x, double dt,
                 const struct sim_direction *direction, const double *dx, struct moved *m)
{
    const struct sim_inputs *in = &problem->inputs;
    for (size_t i = 0; i < in->model->table.n_parameters; i++)
        m->p[i] = moved_by(in->p[i], direction ? direction->p[i] : 0);
    for (size_t i = 0; i < 2 * in->n; i++)
        m->x[i] = moved_by(x[i], dx ? dx[i] : 0);
    m->t = moved_by(t, dt);
    m->inputs = sim_motion_inputs_c(in, m->p);
    m->inputs.way = direction ? direction->belt_way : NULL;
    m->inputs.moved = __builtin_complex(0.0, SIM_STEP);
}

static double slope(double complex z) { return cimag(z) / SIM_STEP; }

/* x' in a mode */
static void rate(const struct sim_problem *problem, enum sim_mode mode, double t, const double *x,
                 double *dx)
{
    const size_t n = problem->inputs.n;
    struct sim_motion motion;
    sim_motion_at(&problem->inputs, mode, t, x, &motion);
    for (size_t i = 0; i < n; i++) {
        dx[i] = x[n + i];
        dx[n + i] = motion.acceleration[i];
    }
}

/* since: change of the time when stick began */
static double guard_slope(const struct sim_problem *problem, const struct sim_slopes_event *event,
                          double dt, double since, const struct sim_direction *direction,
                          const double *dx)
{
    struct moved m;
    struct sim_motion_c motion;
    move(problem, event->t, event->x_before, dt, direction, dx, &m);
    m.inputs.since = moved_by(problem->inputs.since, since);
    sim_motion_at_c(&m.inputs, event->before, m.t, m.x, &motion);
    return slope(motion.guard[event->guard]);
}

double sim_slopes_guard_rate(const struct sim_problem *problem, enum sim_mode mode,
                             enum sim_guard guard, double t, const double *x)
{
    double dx[SIM_MAX_STATES];
    const struct sim_slopes_event event = {.t = t, .before = mode, .guard = guard, .x_before = x};
    rate(problem, mode, t, x, dx);
    return guard_slope(problem, &event, 1, 0, NULL, dx);
}

/* dt = -(g_x dx + g_p dp) / g', g' along the motion */
static bool time_slopes_of(const struct sim_problem *problem, const struct sim_slopes_event *event,
                           const double *rate_before, const double *slopes, double *time_slopes)
{
    const size_t width = 2 * problem->inputs.n;
    const double speed = guard_slope(problem, event, 1, 0, NULL, rate_before);
    for (size_t d = 0; d < problem->n_directions; d++) {
        const struct sim_direction *direction = &problem->directions[d];
        /* the belt's clock moves, but nothing gets older by that */
        const double belt = direction->belt_shift;
        const double since = problem->since_slopes ? problem->since_slopes[d] : 0;
        double g = guard_slope(problem, event, belt, since + belt, direction, slopes + width * d);
        time_slopes[d] = -g / speed;
        if (!isfinite(time_slopes[d]))
            return false;
    }
    return true;
}

bool sim_slopes_jump(const struct sim_problem *problem, const struct sim_slopes_event *event,
                     double *slopes, double *time_slopes)
{
    const size_t width = 2 * problem->inputs.n;
    double before[SIM_MAX_STATES], after[SIM_MAX_STATES];
    rate(problem, event->before, event->t, event->x_before, before);
    rate(problem, event->after, event->t, event->x_after, after);
    if (event->timed && !time_slopes_of(problem, event, before, slopes, time_slopes))
        return false;
    for (size_t d = 0; d < problem->n_directions; d++) {
        double *dx = slopes + width * d;
        struct moved m;
        struct sim_impact_c impact;
        /* along the moving event before, through the reset, and back to a fixed time */
        for (size_t i = 0; i < width; i++)
            dx[i] += before[i] * time_slopes[d];
        move(problem, event->t, event->x_before, time_slopes[d] + problem->directions[d].belt_shift,
             &problem->directions[d], dx, &m);
        if (!sim_reset_apply_c(&m.inputs, event->reset, problem->impact, m.t, m.x, &impact))
            return false;
        for (size_t i = 0; i < width; i++)
            dx[i] = slope(m.x[i]) - after[i] * time_slopes[d];
    }
    return true;
}

struct sim_slopes_lift sim_slopes_normal(const struct sim_problem *problem, double t,
                                         const double *x, const double *slopes,
                                         const double *time_slopes, size_t d)
{
    const size_t width = 2 * problem->inputs.n;
    double dx[SIM_MAX_STATES];
    rate(problem, SIM_FLIGHT, t, x, dx);
    for (size_t i = 0; i < width; i++)
        dx[i] = slopes[width * d + i] + dx[i] * time_slopes[d];
    struct moved m;
    struct sim_motion_c motion;
    move(problem, t, x, time_slopes[d] + problem->directions[d].belt_shift, &problem->directions[d],
         dx, &m);
    sim_motion_at_c(&m.inputs, SIM_FLIGHT, m.t, m.x, &motion);
    return (struct sim_slopes_lift){.normal = slope(motion.tip_n), .lift = slope(motion.b)};
}

void sim_slopes_motion(const struct sim_problem *problem, enum sim_mode mode, double t,
                       const double *x, const double *dx, size_t d, struct sim_motion *change)
{
    const struct sim_direction *direction = &problem->directions[d];
    struct moved m;
    struct sim_motion_c motion;
    move(problem, t, x, direction->belt_shift, direction, dx, &m);
    sim_motion_at_c(&m.inputs, mode, m.t, m.x, &motion);
    *change = (struct sim_motion){.tip_t = slope(motion.tip_t),
                                  .tip_n = slope(motion.tip_n),
                                  .slip = slope(motion.slip),
                                  .slip_rate = slope(motion.slip_rate),
                                  .gap = slope(motion.gap),
                                  .gap_rate2 = slope(motion.gap_rate2),
                                  .force_t = slope(motion.force_t),
                                  .force_n = slope(motion.force_n)};
    for (size_t i = 0; i < problem->inputs.n; i++)
        change->acceleration[i] = slope(motion.acceleration[i]);
}

void sim_slopes_tip(const struct sim_problem *problem, const double *x, const double *slopes,
                    double velocity[2], double *tip_t, double *tip_n)
{
    const struct sim_inputs *in = &problem->inputs;
    const size_t n = in->n;
    struct sim_move moves[SIM_MAX_DIRECTIONS];
    struct sim_terms terms;
    struct sim_terms_lanes changes[SIM_MAX_DIRECTIONS / SIM_LANES];
    for (size_t d = 0; d < problem->n_directions; d++)
        moves[d] = (struct sim_move){.p = problem->directions[d].p, .x = slopes + 2 * n * d};
    sim_terms_at(in->model, in->p, n, x, x + n, &terms);
    velocity[0] = velocity[1] = 0;
    for (size_t i = 0; i < n; i++) {
        velocity[0] += terms.w_t[i] * x[n + i];
        velocity[1] += terms.w_n[i] * x[n + i];
    }
    if (problem->n_directions)
        sim_terms_slopes(in->model, in->p, n, x, problem->n_directions, moves, changes);
    for (size_t d = 0; d < problem->n_directions; d++) {
        const struct sim_terms_lanes *change = &changes[d / SIM_LANES];
        const size_t lane = d % SIM_LANES;
        const double *dv = moves[d].x + n;
        tip_t[d] = tip_n[d] = 0;
        for (size_t i = 0; i < n; i++) {
            tip_t[d] += change->w_t[i][lane] * x[n + i] + terms.w_t[i] * dv[i];
            tip_n[d] += change->w_n[i][lane] * x[n + i] + terms.w_n[i] * dv[i];
        }
    }
}
