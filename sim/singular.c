/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/singular.h"

#include <float.h>
#include <math.h>

#include "sim/equations.h"

/* Newton's steps double the digits: more than these many means that there is no such point */
enum { NEWTON_STEPS = 8 };

/* derivative of A_s and B along a direction of the state */
static void along(const struct sim_inputs *in, enum sim_mode mode, double t, const double *x,
                  const double *direction, double *a, double *b)
{
    double complex p[SIM_MAX_PARAMETERS], z[SIM_MAX_STATES];
    for (size_t i = 0; i < in->model->table.n_parameters; i++)
        p[i] = in->p[i];
    for (size_t i = 0; i < 2 * in->n; i++)
        z[i] = x[i] + SIM_STEP * I * direction[i];
    struct sim_inputs_c inputs = sim_motion_inputs_c(in, p);
    inputs.law = RIG_LAW_RIGID;
    struct sim_motion_c m;
    sim_motion_at_c(&inputs, mode, t, z, &m);
    *a = cimag(m.a) / SIM_STEP;
    *b = cimag(m.b) / SIM_STEP;
}

double sim_singular_rate(const struct sim_inputs *in, enum sim_mode mode, double t, const double *x)
{
    double u[SIM_MAX_STATES] = {0}, a, b;
    for (size_t i = 0; i < in->n; i++)
        u[i] = x[in->n + i];
    along(in, mode, t, x, u, &a, &b);
    return a;
}

void sim_singular_at(const struct sim_inputs *in, enum sim_mode mode, double t, const double *x,
                     struct sim_singular *out)
{
    const size_t n = in->n;
    struct sim_motion m;
    sim_motion_at(in, mode, t, x, &m);
    const double mu = sim_mode_slip(mode) * sim_motion_friction(in, mode, m.slip);
    *out = (struct sim_singular){.a = m.a, .b = m.b};
    for (size_t i = 0; i < n; i++) {
        out->u[i] = x[n + i];
        out->u[n + i] = m.contact.free[i];
        out->w[n + i] = -(m.contact.along_n[i] - mu * m.contact.along_t[i]);
    }
    double none;
    along(in, mode, t, x, out->u, &out->value[0], &out->lift);
    along(in, mode, t, x, out->w, &none, &out->value[1]);
}

bool sim_singular_ahead(const struct sim_inputs *in, enum sim_mode mode, int sign, double *t,
                        double *x, struct sim_singular *out)
{
    const size_t width = 2 * in->n;
    for (int k = 0; k < NEWTON_STEPS; k++) {
        sim_singular_at(in, mode, *t, x, out);
        if (!(sign * out->value[0] < 0 && sign * out->value[1] < 0))
            return false;
        const double time = -out->a / out->value[0];
        const double impulse = -(out->b + out->lift * time) / out->value[1];
        double change = 0, size = 0;
        for (size_t i = 0; i < width; i++) {
            const double step = out->u[i] * time + out->w[i] * impulse;
            x[i] += step;
            change = fmax(change, fabs(step));
            size = fmax(size, fabs(x[i]));
        }
        *t += time;
        if (change <= sqrt(DBL_EPSILON) * size) /* its square is what is left */
            return true;
    }
    return false;
}

enum sim_singular_end sim_singular_end(const struct sim_singular *point, int sign, double force_n)
{
    const double growth = sign * (point->value[1] - point->value[0]), lift = sign * point->lift;
    if (growth >= 0 && growth * force_n > lift)
        return SIM_SINGULAR_JAM;
    return growth < 0 && lift < 0 ? SIM_SINGULAR_PASS : SIM_SINGULAR_LIFT;
}
