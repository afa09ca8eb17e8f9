#include "sim/jacobian.h"

#include <complex.h>
#include <string.h>

#include "sim/contact_solve.h"
#include "sim/equations.h"

/* the motion at one state, and what its derivatives have in common */
struct frame {
    const struct sim_problem *problem;
    enum sim_mode mode;
    size_t n;
    const double *v;
    struct sim_terms terms; /* mass: factored */
    struct sim_motion motion;
    double belt_rate2; /* second derivative of the belt's speed */
};

/* derivatives in one direction */
struct change {
    struct sim_terms terms;
    double tip_n, friction, belt_rate;
};

static void set_frame(const struct sim_problem *problem, enum sim_mode mode, double t,
                      const double *x, struct frame *f)
{
    const struct sim_inputs *in = &problem->inputs;
    f->problem = problem;
    f->mode = mode;
    f->n = in->n;
    f->v = x + in->n;
    sim_motion_at(in, mode, t, x, &f->motion);
    in->model->terms(in->p, in->n, x, x + in->n, &f->terms);
    factor(in->n, f->terms.mass);
    double speed[3] = {0};
    if (in->belt)
        sim_belt_at(in->belt, t + in->belt_shift, speed);
    f->belt_rate2 = speed[2];
}

static double slope(double complex z)
{
    return cimag(z) * (1 / SIM_STEP);
}

/* the change of what the mechanism says, by complex step */
static void set_change(const struct frame *f, const double complex *p, const double complex *x,
                       const double *dv, struct change *d)
{
    const size_t n = f->n;
    struct sim_terms_c k;
    f->problem->inputs.model->terms_c(p, n, x, x + n, &k);
    d->tip_n = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            d->terms.mass[i][j] = slope(k.mass[i][j]);
        d->terms.h[i] = slope(k.h[i]);
        d->terms.w_t[i] = slope(k.w_t[i]);
        d->terms.w_n[i] = slope(k.w_n[i]);
        d->tip_n += d->terms.w_n[i] * f->v[i] + (dv ? f->terms.w_n[i] * dv[i] : 0);
    }
    d->terms.s_t = slope(k.s_t);
    d->terms.s_n = slope(k.s_n);
    d->terms.gap = slope(k.gap);
}

/* what the accelerations along the surface and off it change by, the forces held fixed */
struct lack {
    double t, n;
};

/* M d(v') = d(h) - d(M) v' + d(w) F with the forces held fixed; friction's own change too */
INLINED struct lack hold_forces(const struct frame *f, size_t n, const struct change *d, int slip,
                                double *dv)
{
    const struct sim_motion *m = &f->motion;
    const double friction = -slip * d->friction * m->force_n;
    double rhs[SIM_MAX_COORDINATES];
    for (size_t i = 0; i < n; i++) {
        rhs[i] = d->terms.h[i] + d->terms.w_t[i] * m->force_t + d->terms.w_n[i] * m->force_n +
                 f->terms.w_t[i] * friction;
        for (size_t j = 0; j < n; j++)
            rhs[i] -= d->terms.mass[i][j] * m->acceleration[j];
    }
    double mass[SIM_MAX_COORDINATES][SIM_MAX_COORDINATES];
    memcpy(mass, f->terms.mass, n * sizeof *mass);
    solve(n, mass, rhs, dv);
    return (struct lack){
        .t = dot(n, f->terms.w_t, dv) + dot(n, d->terms.w_t, m->acceleration) + d->terms.s_t -
             d->belt_rate,
        .n = dot(n, f->terms.w_n, dv) + dot(n, d->terms.w_n, m->acceleration) + d->terms.s_n};
}

/* the forces change so that the contact keeps its law */
static void change_of_forces(const struct frame *f, const struct change *d, int slip,
                             struct lack lack, double *force_t, double *force_n)
{
    const struct sim_inputs *in = &f->problem->inputs;
    const struct sim_contact *c = &f->motion.contact;
    const bool rigid = in->law == SIM_RIGID;
    *force_n = -in->stiffness * d->terms.gap - in->damping * d->tip_n;
    if (slip) {
        if (rigid)
            *force_n = -lack.n / f->motion.a;
        *force_t = -slip * in->p[SIM_FRICTION] * *force_n;
        return;
    }
    if (rigid)
        *force_n = (c->q_tn * lack.t - c->q_tt * lack.n) / (c->q_tt * c->q_nn - c->q_tn * c->q_tn);
    *force_t = -(lack.t + c->q_tn * *force_n) / c->q_tt;
}

INLINED void column(const struct frame *f, size_t n, const struct change *d, double *out)
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

/* of the common parameters only gravity and, in slip, friction are in the acceleration */
static bool moves_acceleration(const struct frame *f, const struct sim_direction *direction)
{
    for (size_t i = SIM_OWN_PARAMETERS; i < f->problem->inputs.model->table.n_parameters; i++)
        if (direction->p[i] != 0)
            return true;
    return direction->belt_shift != 0 || direction->p[SIM_GRAVITY] != 0 ||
           (direction->p[SIM_FRICTION] != 0 && sim_mode_slip(f->mode));
}

/* what is moved in one direction: parameters, state and the belt's clock */
struct moved {
    double complex p[SIM_MAX_PARAMETERS], x[SIM_MAX_STATES], t;
};

/* a line contact has one more force: its acceleration is differentiated as a whole */
static void column_by_step(const struct frame *f, const struct moved *m, double *out)
{
    const struct sim_inputs *in = &f->problem->inputs;
    const struct sim_inputs_c inputs = {
        .model = in->model, .n = in->n, .p = m->p, .belt = in->belt,
        .belt_shift = in->belt_shift, .law = in->law, .stiffness = in->stiffness,
        .damping = in->damping};
    double complex acceleration[SIM_MAX_COORDINATES];
    sim_motion_acceleration_c(&inputs, f->mode, m->t, m->x, acceleration);
    for (size_t i = 0; i < f->n; i++)
        out[i] = slope(acceleration[i]);
}

/* d: friction and belt are set; dv: the velocities that are moved, NULL: none */
static void set_column(const struct frame *f, const struct moved *m, const double *dv,
                       struct change *d, double *out)
{
    if (f->problem->inputs.model->line_contact) {
        column_by_step(f, m, out);
        return;
    }
    set_change(f, m->p, m->x, dv, d);
    if (f->n == 2)
        column(f, 2, d, out);
    else
        column(f, f->n, d, out);
}

static void by_state(const struct frame *f, struct moved *m, struct sim_jacobian *jacobian)
{
    struct change d = {.friction = 0, .belt_rate = 0};
    for (size_t i = 0; i < 2 * f->n; i++) {
        double dv[SIM_MAX_COORDINATES] = {0};
        if (i >= f->n)
            dv[i - f->n] = 1;
        const double x = creal(m->x[i]);
        m->x[i] = __builtin_complex(x, SIM_STEP);
        set_column(f, m, dv, &d, jacobian->by_state[i]);
        m->x[i] = x;
    }
}

static void by_direction(const struct frame *f, struct moved *m, struct sim_jacobian *jacobian)
{
    const struct sim_inputs *in = &f->problem->inputs;
    memset(jacobian->by_direction, 0,
           f->problem->n_directions * sizeof *jacobian->by_direction);
    for (size_t k = 0; k < f->problem->n_directions; k++) {
        const struct sim_direction *direction = &f->problem->directions[k];
        if (!moves_acceleration(f, direction))
            continue;
        for (size_t i = 0; i < in->model->table.n_parameters; i++)
            m->p[i] = __builtin_complex(in->p[i], SIM_STEP * direction->p[i]);
        m->t = __builtin_complex(creal(m->t), SIM_STEP * direction->belt_shift);
        struct change d = {.friction = direction->p[SIM_FRICTION],
                           .belt_rate = f->belt_rate2 * direction->belt_shift};
        set_column(f, m, NULL, &d, jacobian->by_direction[k]);
    }
}

void sim_jacobian_at(const struct sim_problem *problem, enum sim_mode mode, double t,
                     const double *x, struct sim_jacobian *jacobian)
{
    const struct sim_inputs *in = &problem->inputs;
    struct frame f;
    struct moved m = {.t = t};
    set_frame(problem, mode, t, x, &f);
    for (size_t i = 0; i < in->model->table.n_parameters; i++)
        m.p[i] = in->p[i];
    for (size_t i = 0; i < 2 * in->n; i++)
        m.x[i] = x[i];
    by_state(&f, &m, jacobian);
    by_direction(&f, &m, jacobian);
}
