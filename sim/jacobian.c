/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/jacobian.h"

#include <complex.h>
#include <string.h>

#include "sim/contact_solve.h"
#include "sim/equations.h"
#include "sim/evaluate.h"
#include "sim/friction.h"
#include "sim/terms_slopes.h"

/* the motion at one state, and what its derivatives have in common */
struct frame {
    const struct sim_problem *problem;
    enum sim_mode mode;
    size_t n;
    double t;
    const double *x;
    struct sim_terms terms; /* mass: factored */
    struct sim_motion motion;
    double belt_rate, belt_rate2; /* derivatives of the belt's speed */
    double friction;              /* coefficient of slip, and its slopes on such a surface */
    double friction_slope;
};

/* derivatives in one direction */
struct change {
    const struct sim_terms *terms;
    const double *dv; /* NULL: not moved */
    double friction, belt_rate;
    double stiffness, damping; /* of a compliant contact */
};

static void set_frame(const struct sim_problem *problem, enum sim_mode mode, double t,
                      const double *x, struct frame *f)
{
    const struct sim_inputs *in = &problem->inputs;
    f->problem = problem;
    f->mode = mode;
    f->n = in->n;
    f->t = t;
    f->x = x;
    sim_terms_at(in->model, in->p, in->n, x, x + in->n, &f->terms);
    factor(in->n, f->terms.mass);
    if (mode == SIM_FLIGHT) { /* no forces: the acceleration is all there is */
        solve(in->n, f->terms.mass, f->terms.h, f->motion.acceleration);
        f->motion.force_t = f->motion.force_n = 0;
    } else {
        sim_motion_at(in, mode, t, x, &f->motion);
    }
    double speed[3] = {0};
    if (in->belt)
        sim_belt_at(in->belt, t + in->belt_shift, speed);
    f->belt_rate = speed[1];
    f->belt_rate2 = speed[2];
    f->friction = f->friction_slope = 0;
    const int slip = sim_mode_slip(mode);
    if (slip)
        f->friction = sim_motion_friction(in, mode, f->motion.slip);
    if (slip && in->surface)
        f->friction_slope = slip * sim_friction_slope(in->surface, in->p, slip * f->motion.slip);
}

/* change of the coefficient of friction by the parameters of its law, at a fixed slip */
static double friction_by_law(const struct frame *f, const struct sim_move *move)
{
    const struct sim_inputs *in = &f->problem->inputs;
    const int slip = sim_mode_slip(f->mode);
    double complex p[SIM_OWN_PARAMETERS];
    if (!move->p || !slip)
        return 0;
    if (!in->surface)
        return move->p[SIM_FRICTION];
    for (size_t i = 0; i < SIM_OWN_PARAMETERS; i++)
        p[i] = __builtin_complex(in->p[i], SIM_STEP * move->p[i]);
    return cimag(sim_friction_at_c(in->surface, p, slip * f->motion.slip)) / SIM_STEP;
}

/* speed and acceleration of a way at t; NULL: none */
static void way_at(const struct sim_belt *way, double t, double speed[3])
{
    memset(speed, 0, 3 * sizeof *speed);
    if (way)
        sim_belt_at(way, t, speed);
}

/* the same with that of the slip; the belt is as much faster */
static double change_of_friction(const struct frame *f, const struct sim_move *move,
                                 const struct sim_terms *terms, double dt, double faster)
{
    const struct sim_inputs *in = &f->problem->inputs;
    const double by_law = friction_by_law(f, move);
    if (f->friction_slope == 0)
        return by_law;
    double slip = dot(f->n, terms->w_t, f->x + f->n) - f->belt_rate * dt - faster;
    if (move->x)
        slip += dot(f->n, f->terms.w_t, move->x + f->n);
    if (move->p && !in->belt)
        slip -= move->p[SIM_BELT_SPEED];
    return by_law + f->friction_slope * slip;
}

/* change of the contact's accelerations along the surface and off it while the forces are fixed */
struct lack {
    double t, n;
};

/* M d(v') = d(h) - d(M) v' + d(w) F with the forces held fixed; friction's own change too */
INLINED struct lack hold_forces(struct frame *f, size_t n, const struct change *d, int slip,
                                double *dv)
{
    const struct sim_motion *m = &f->motion;
    const double friction = -slip * d->friction * m->force_n;
    double rhs[SIM_MAX_COORDINATES];
    for (size_t i = 0; i < n; i++) {
        rhs[i] = d->terms->h[i] + d->terms->w_t[i] * m->force_t + d->terms->w_n[i] * m->force_n +
                 f->terms.w_t[i] * friction;
        for (size_t j = 0; j < n; j++)
            rhs[i] -= d->terms->mass[i][j] * m->acceleration[j];
    }
    solve(n, f->terms.mass, rhs, dv);
    return (struct lack){.t = dot(n, f->terms.w_t, dv) + dot(n, d->terms->w_t, m->acceleration) +
                              d->terms->s_t - d->belt_rate,
                         .n = dot(n, f->terms.w_n, dv) + dot(n, d->terms->w_n, m->acceleration) +
                              d->terms->s_n};
}

static double change_of_spring(const struct frame *f, const struct change *d)
{
    const struct sim_inputs *in = &f->problem->inputs;
    double tip_n = dot(f->n, d->terms->w_n, f->x + f->n);
    if (d->dv)
        tip_n += dot(f->n, f->terms.w_n, d->dv);
    return -in->p[SIM_CONTACT_STIFFNESS] * d->terms->gap - in->p[SIM_CONTACT_DAMPING] * tip_n -
           d->stiffness * f->motion.gap - d->damping * f->motion.tip_n;
}

/* the forces change so that the contact keeps its law */
static void change_of_forces(const struct frame *f, const struct change *d, int slip,
                             struct lack lack, double *force_t, double *force_n)
{
    const struct sim_inputs *in = &f->problem->inputs;
    const struct sim_contact *c = &f->motion.contact;
    const bool rigid = in->law == RIG_LAW_RIGID;
    *force_n = rigid ? 0 : change_of_spring(f, d);
    if (slip) {
        if (rigid)
            *force_n = -lack.n / f->motion.a;
        *force_t = -slip * f->friction * *force_n;
        return;
    }
    if (rigid)
        *force_n = (c->q_tn * lack.t - c->q_tt * lack.n) / (c->q_tt * c->q_nn - c->q_tn * c->q_tn);
    *force_t = -(lack.t + c->q_tn * *force_n) / c->q_tt;
}

INLINED void column(struct frame *f, size_t n, const struct change *d, double *out)
{
    const int slip = sim_mode_slip(f->mode);
    const struct lack lack = hold_forces(f, n, d, slip, out);
    if (f->mode == SIM_FLIGHT)
        return;
    double force_t, force_n;
    change_of_forces(f, d, slip, lack, &force_t, &force_n);
    for (size_t i = 0; i < n; i++)
        out[i] += f->motion.contact.along_t[i] * force_t + f->motion.contact.along_n[i] * force_n;
}

/* of the common parameters only gravity and, in slip, friction are in the acceleration, and those
 * of a compliant contact */
static bool moves_acceleration(const struct frame *f, const struct sim_direction *direction)
{
    for (size_t i = SIM_OWN_PARAMETERS; i < f->problem->inputs.model->table.n_parameters; i++)
        if (direction->p[i] != 0)
            return true;
    const bool spring = f->problem->inputs.law == RIG_LAW_COMPLIANT && f->mode != SIM_FLIGHT;
    if (spring &&
        (direction->p[SIM_CONTACT_STIFFNESS] != 0 || direction->p[SIM_CONTACT_DAMPING] != 0))
        return true;
    if (f->problem->inputs.surface && sim_mode_slip(f->mode))
        return true;
    if (direction->belt_way && f->mode != SIM_FLIGHT && !sim_mode_slip(f->mode))
        return true;
    return direction->belt_shift != 0 || direction->p[SIM_GRAVITY] != 0 ||
           (direction->p[SIM_FRICTION] != 0 && sim_mode_slip(f->mode));
}

/* a line contact has one more force: its acceleration is differentiated as a whole */
static void column_by_step(const struct frame *f, const struct sim_move *move, double dt,
                           const struct sim_belt *way, double *out)
{
    const struct sim_inputs *in = &f->problem->inputs;
    double complex p[SIM_MAX_PARAMETERS], x[SIM_MAX_STATES], acceleration[SIM_MAX_COORDINATES];
    for (size_t i = 0; i < in->model->table.n_parameters; i++)
        p[i] = __builtin_complex(in->p[i], move->p ? SIM_STEP * move->p[i] : 0);
    for (size_t i = 0; i < 2 * f->n; i++)
        x[i] = __builtin_complex(f->x[i], move->x ? SIM_STEP * move->x[i] : 0);
    struct sim_inputs_c inputs = sim_motion_inputs_c(in, p);
    inputs.way = way;
    inputs.moved = __builtin_complex(0.0, SIM_STEP);
    sim_motion_acceleration_c(&inputs, f->mode, __builtin_complex(f->t, SIM_STEP * dt), x,
                              acceleration);
    for (size_t i = 0; i < f->n; i++)
        out[i] = cimag(acceleration[i]) / SIM_STEP;
}

/* the columns that are wanted: what is moved, and where they go */
struct wish {
    size_t count;
    struct sim_move moves[SIM_MAX_STATES + SIM_MAX_DIRECTIONS];
    double dt[SIM_MAX_STATES + SIM_MAX_DIRECTIONS];                  /* of the belt's clock */
    const struct sim_belt *way[SIM_MAX_STATES + SIM_MAX_DIRECTIONS]; /* of its speed */
    double *out[SIM_MAX_STATES + SIM_MAX_DIRECTIONS];
};

static void add(struct wish *wish, struct sim_move move, double dt, const struct sim_belt *way,
                double *out)
{
    wish->moves[wish->count] = move;
    wish->dt[wish->count] = dt;
    wish->way[wish->count] = way;
    wish->out[wish->count++] = out;
}

static void set_columns(struct frame *f, const struct wish *wish)
{
    const struct sim_inputs *in = &f->problem->inputs;
    struct sim_terms slopes[SIM_MAX_STATES + SIM_MAX_DIRECTIONS];
    if (!in->model->line_contact)
        sim_terms_slopes(in->model, in->p, f->n, f->x, wish->count, wish->moves, slopes);
    for (size_t k = 0; k < wish->count; k++) {
        const struct sim_move *move = &wish->moves[k];
        double way[3];
        way_at(wish->way[k], f->t, way);
        const struct change d = {
            .terms = &slopes[k],
            .dv = move->x ? move->x + f->n : NULL,
            .friction = change_of_friction(f, move, &slopes[k], wish->dt[k], way[0]),
            .stiffness = move->p ? move->p[SIM_CONTACT_STIFFNESS] : 0,
            .damping = move->p ? move->p[SIM_CONTACT_DAMPING] : 0,
            .belt_rate = f->belt_rate2 * wish->dt[k] + way[1]};
        if (in->model->line_contact)
            column_by_step(f, move, wish->dt[k], wish->way[k], wish->out[k]);
        else if (f->n == 2)
            column(f, 2, &d, wish->out[k]);
        else
            column(f, f->n, &d, wish->out[k]);
    }
}

void sim_jacobian_at(const struct sim_problem *problem, enum sim_mode mode, double t,
                     const double *x, struct sim_jacobian *jacobian)
{
    const size_t states = 2 * problem->inputs.n;
    double unit[2 * SIM_MAX_STATES] = {[SIM_MAX_STATES] = 1};
    struct frame f;
    struct wish wish;
    wish.count = 0;
    set_frame(problem, mode, t, x, &f);
    for (size_t i = 0; i < states; i++) /* a window on the one that has it at its i-th place */
        add(&wish, (struct sim_move){.x = unit + SIM_MAX_STATES - i}, 0, NULL,
            jacobian->by_state[i]);
    memset(jacobian->by_direction, 0, problem->n_directions * sizeof *jacobian->by_direction);
    for (size_t k = 0; k < problem->n_directions; k++) {
        const struct sim_direction *direction = &problem->directions[k];
        if (moves_acceleration(&f, direction))
            add(&wish, (struct sim_move){.p = direction->p}, direction->belt_shift,
                direction->belt_way, jacobian->by_direction[k]);
    }
    set_columns(&f, &wish);
}
