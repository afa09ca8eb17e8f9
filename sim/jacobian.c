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
    int slip; /* its direction */
    size_t n;
    double t;
    const double *x;
    struct sim_terms terms; /* mass: factored */
    struct sim_motion motion;
    double belt_rate, belt_rate2; /* derivatives of the belt's speed */
    double friction;              /* coefficient of slip, and its slopes on such a surface */
    double friction_slope;
};

SIM_SOLVE(solve_lanes, sim_vector)

/* derivatives in some directions beside each other */
struct change {
    const struct sim_terms_lanes *terms;
    sim_vector friction, belt_rate;
    /* of a compliant contact alone */
    sim_vector dv[SIM_MAX_COORDINATES], stiffness, damping;
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
    const int slip = f->slip = sim_mode_slip(mode);
    if (slip)
        f->friction = sim_motion_friction(in, mode, f->motion.slip);
    if (slip && in->surface)
        f->friction_slope = slip * sim_friction_slope(in->surface, in->p, slip * f->motion.slip);
}

/* change of the coefficient of friction by the parameters of its law, at a fixed slip */
static double friction_by_law(const struct frame *f, const struct sim_move *move)
{
    const struct sim_inputs *in = &f->problem->inputs;
    const int slip = f->slip;
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

/* the same with that of the slip, of one lane of the terms; the belt is as much faster */
static double change_of_friction(const struct frame *f, const struct sim_move *move,
                                 const struct sim_terms_lanes *terms, size_t lane, double dt,
                                 double faster)
{
    const struct sim_inputs *in = &f->problem->inputs;
    const double by_law = friction_by_law(f, move);
    if (f->friction_slope == 0)
        return by_law;
    double slip = -f->belt_rate * dt - faster;
    for (size_t i = 0; i < f->n; i++)
        slip += terms->w_t[i][lane] * f->x[f->n + i];
    if (move->x)
        slip += dot(f->n, f->terms.w_t, move->x + f->n);
    if (move->p && !in->belt)
        slip -= move->p[SIM_BELT_SPEED];
    return by_law + f->friction_slope * slip;
}

INLINED void dot_lanes(size_t n, const sim_vector *a, const double *b, sim_vector *sum)
{
    for (size_t i = 0; i < n; i++)
        *sum += a[i] * b[i];
}

/* change of the contact's accelerations along the surface and off it while the forces are fixed */
struct lack {
    sim_vector t, n;
};

/* M d(v') = d(h) - d(M) v' + d(w) F with the forces held fixed; friction's own change too */
INLINED void hold_forces(struct frame *f, size_t n, const struct change *d, int slip,
                         sim_vector *dv, struct lack *lack)
{
    const struct sim_motion *m = &f->motion;
    sim_vector rhs[SIM_MAX_COORDINATES];
    for (size_t i = 0; i < n; i++) {
        rhs[i] = d->terms->h[i];
        if (f->mode != SIM_FLIGHT)
            rhs[i] += d->terms->w_t[i] * m->force_t + d->terms->w_n[i] * m->force_n -
                      slip * m->force_n * f->terms.w_t[i] * d->friction;
        for (size_t j = 0; j < n; j++)
            rhs[i] -= d->terms->mass[i][j] * m->acceleration[j];
    }
    solve_lanes(n, f->terms.mass, rhs, dv);
    if (f->mode == SIM_FLIGHT)
        return;
    lack->t = d->terms->s_t - d->belt_rate;
    lack->n = d->terms->s_n;
    dot_lanes(n, dv, f->terms.w_t, &lack->t);
    dot_lanes(n, d->terms->w_t, m->acceleration, &lack->t);
    dot_lanes(n, dv, f->terms.w_n, &lack->n);
    dot_lanes(n, d->terms->w_n, m->acceleration, &lack->n);
}

static void change_of_spring(const struct frame *f, const struct change *d, sim_vector *force_n)
{
    const struct sim_inputs *in = &f->problem->inputs;
    sim_vector tip_n = {0};
    dot_lanes(f->n, d->terms->w_n, f->x + f->n, &tip_n);
    dot_lanes(f->n, d->dv, f->terms.w_n, &tip_n);
    *force_n = -in->p[SIM_CONTACT_STIFFNESS] * d->terms->gap - in->p[SIM_CONTACT_DAMPING] * tip_n -
               d->stiffness * f->motion.gap - d->damping * f->motion.tip_n;
}

/* the forces change so that the contact keeps its law */
INLINED void change_of_forces(const struct frame *f, const struct change *d, int slip,
                              const struct lack *lack, sim_vector *force_t, sim_vector *force_n)
{
    const struct sim_inputs *in = &f->problem->inputs;
    const struct sim_contact *c = &f->motion.contact;
    const bool rigid = in->law == RIG_LAW_RIGID;
    if (!rigid)
        change_of_spring(f, d, force_n);
    if (slip) {
        if (rigid)
            *force_n = -lack->n / f->motion.a;
        *force_t = -slip * f->friction * *force_n;
        return;
    }
    if (rigid)
        *force_n = (c->q_tn * lack->t - c->q_tt * lack->n) /
                   (c->q_tt * c->q_nn - c->q_tn * c->q_tn);
    *force_t = -(lack->t + c->q_tn * *force_n) / c->q_tt;
}

INLINED void columns_body(struct frame *f, size_t n, const struct change *d, sim_vector *out)
{
    const int slip = f->slip;
    struct lack lack;
    sim_vector force_t, force_n;
    hold_forces(f, n, d, slip, out, &lack);
    if (f->mode == SIM_FLIGHT)
        return;
    change_of_forces(f, d, slip, &lack, &force_t, &force_n);
    for (size_t i = 0; i < n; i++)
        out[i] += f->motion.contact.along_t[i] * force_t + f->motion.contact.along_n[i] * force_n;
}

SIM_INLINED void columns_of_any_body(struct frame *f, const struct change *d, sim_vector *out)
{
    if (f->n == 2)
        columns_body(f, 2, d, out);
    else
        columns_body(f, f->n, d, out);
}

/* a column of each lane */
SIM_WIDE(columns_of_any, (struct frame * f, const struct change *d, sim_vector *out), (f, d, out))

/* of the common parameters only gravity and, in slip, friction are in the acceleration, and those
 * of a compliant contact */
static bool moves_acceleration(const struct sim_problem *problem, enum sim_mode mode,
                               const struct sim_direction *direction)
{
    const struct sim_inputs *in = &problem->inputs;
    const bool slips = sim_mode_slip(mode), touches = mode != SIM_FLIGHT;
    for (size_t i = SIM_OWN_PARAMETERS; i < in->model->table.n_parameters; i++)
        if (direction->p[i] != 0)
            return true;
    if (in->law == RIG_LAW_COMPLIANT && touches &&
        (direction->p[SIM_CONTACT_STIFFNESS] != 0 || direction->p[SIM_CONTACT_DAMPING] != 0))
        return true;
    if (in->surface && slips)
        return true;
    if (direction->belt_way && touches && !slips)
        return true;
    return direction->belt_shift != 0 || direction->p[SIM_GRAVITY] != 0 ||
           (direction->p[SIM_FRICTION] != 0 && slips);
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

static void set_change(const struct frame *f, const struct sim_wish *wish, size_t group,
                       struct change *d)
{
    const size_t first = SIM_LANES * group;
    const bool spring = f->problem->inputs.law == RIG_LAW_COMPLIANT;
    d->friction = d->belt_rate = d->stiffness = d->damping = (sim_vector){0};
    if (spring)
        memset(d->dv, 0, sizeof d->dv);
    for (size_t k = 0; k < SIM_LANES && first + k < wish->count; k++) {
        const struct sim_move *move = &wish->moves[first + k];
        double way[3];
        way_at(wish->way[first + k], f->t, way);
        if (f->slip)
            d->friction[k] = change_of_friction(f, move, d->terms, k, wish->dt[first + k], way[0]);
        d->belt_rate[k] = f->belt_rate2 * wish->dt[first + k] + way[1];
        if (!spring)
            continue;
        d->stiffness[k] = move->p ? move->p[SIM_CONTACT_STIFFNESS] : 0;
        d->damping[k] = move->p ? move->p[SIM_CONTACT_DAMPING] : 0;
        for (size_t i = 0; i < f->n && move->x; i++)
            d->dv[i][k] = move->x[f->n + i];
    }
}

static void columns_by_step(const struct frame *f, const struct sim_wish *wish,
                            sim_vector (*columns)[SIM_MAX_COORDINATES])
{
    for (size_t k = 0; k < wish->count; k++) {
        double column[SIM_MAX_COORDINATES];
        column_by_step(f, &wish->moves[k], wish->dt[k], wish->way[k], column);
        for (size_t i = 0; i < f->n; i++)
            columns[k / SIM_LANES][i][k % SIM_LANES] = column[i];
    }
}

/* of each group of lanes a row for each coordinate */
static void set_columns(struct frame *f, const struct sim_wish *wish,
                        sim_vector (*columns)[SIM_MAX_COORDINATES])
{
    const struct sim_inputs *in = &f->problem->inputs;
    struct sim_terms_lanes slopes[SIM_MAX_DIRECTIONS / SIM_LANES];
    if (in->model->line_contact) {
        columns_by_step(f, wish, columns);
        return;
    }
    sim_terms_slopes(in->model, in->p, f->n, f->x, wish->count, wish->moves, slopes);
    for (size_t g = 0; g < sim_lanes_of(wish->count); g++) {
        struct change d;
        d.terms = &slopes[g];
        if (f->mode != SIM_FLIGHT) /* where there are forces */
            set_change(f, wish, g, &d);
        columns_of_any(f, &d, columns[g]);
    }
}

void sim_jacobian_begin(const struct sim_problem *problem, enum sim_mode mode,
                        struct sim_jacobian_of *of)
{
    static const double unit[2 * SIM_MAX_STATES] = {[SIM_MAX_STATES] = 1};
    struct sim_wish *by_state = &of->by_state, *by_direction = &of->by_direction;
    of->problem = problem;
    of->mode = mode;
    by_state->count = 2 * problem->inputs.n;
    for (size_t i = 0; i < by_state->count; i++) {
        /* a window on the one that has it at its i-th place */
        by_state->moves[i] = (struct sim_move){.x = unit + SIM_MAX_STATES - i};
        by_state->dt[i] = 0;
        by_state->way[i] = NULL;
    }
    by_direction->count = 0;
    for (size_t k = 0; k < problem->n_directions; k++) {
        const struct sim_direction *direction = &problem->directions[k];
        const size_t i = by_direction->count;
        if (!moves_acceleration(problem, mode, direction))
            continue;
        by_direction->moves[i] = (struct sim_move){.p = direction->p};
        by_direction->dt[i] = direction->belt_shift;
        by_direction->way[i] = direction->belt_way;
        of->moved[i] = k;
        by_direction->count++;
    }
}

void sim_jacobian_at(const struct sim_jacobian_of *of, double t, const double *x,
                     struct sim_jacobian *jacobian)
{
    const size_t states = sim_lanes_of(of->by_state.count);
    const size_t directions = sim_lanes_of(of->problem->n_directions);
    sim_vector columns[SIM_MAX_DIRECTIONS / SIM_LANES][SIM_MAX_COORDINATES];
    struct frame f;
    set_frame(of->problem, of->mode, t, x, &f);
    /* a line contact leaves alone what nobody wishes */
    memset(columns, 0, states * sizeof *columns);
    set_columns(&f, &of->by_state, columns);
    for (size_t i = 0; i < f.n; i++)
        for (size_t g = 0; g < states; g++)
            *(sim_vector *)&jacobian->by_state[i][SIM_LANES * g] = columns[g][i];
    set_columns(&f, &of->by_direction, columns);
    for (size_t i = 0; i < f.n; i++) {
        double *row = jacobian->by_direction[i];
        memset(row, 0, directions * sizeof *columns[0]);
        for (size_t k = 0; k < of->by_direction.count; k++)
            row[of->moved[k]] = columns[k / SIM_LANES][i][k % SIM_LANES];
    }
}
