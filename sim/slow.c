/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/slow.h"

#include <float.h>
#include <math.h>

static double growth(const struct sim_singular *flow) { return flow->value[1] - flow->value[0]; }

/* x' with a force */
static void rates(size_t width, const struct sim_singular *flow, double force, double *out)
{
    for (size_t i = 0; i < width; i++)
        out[i] = flow->u[i] - force * flow->w[i];
}

/* The time in which central differences have most digits: that in which the state changes by the
 * cubic root of a rounding. 0: it does not change at all */
static double short_time(size_t width, const double *x, const double *rate)
{
    double fastest = 0;
    for (size_t i = 0; i < width; i++)
        fastest = fmax(fastest, fabs(rate[i]) / (1 + fabs(x[i])));
    return fastest > 0 ? cbrt(DBL_EPSILON) / fastest : 0;
}

static void moved(size_t width, const double *x, const double *rate, double time, double *out)
{
    for (size_t i = 0; i < width; i++)
        out[i] = x[i] + time * rate[i];
}

void sim_slow_at(const struct sim_inputs *in, enum sim_mode mode, double t, const double *x,
                 struct sim_slow *out)
{
    const size_t width = 2 * in->n;
    sim_singular_at(in, mode, t, x, &out->flow);
    out->force = out->flow.lift / growth(&out->flow);
    rates(width, &out->flow, out->force, out->rates);
    const double time = short_time(width, x, out->rates);
    if (!(time > 0))
        return;
    struct sim_singular later, sooner;
    double y[SIM_MAX_STATES];
    moved(width, x, out->rates, time, y);
    sim_singular_at(in, mode, t, y, &later);
    moved(width, x, out->rates, -time, y);
    sim_singular_at(in, mode, t, y, &sooner);
    const double change = later.lift / growth(&later) - sooner.lift / growth(&sooner);
    out->force += out->flow.a * change / (2 * time) / (growth(&out->flow) - out->flow.value[0]);
    rates(width, &out->flow, out->force, out->rates);
}

double sim_slow_error(const struct sim_inputs *in, enum sim_mode mode, double t, const double *x,
                      const struct sim_slow *slow)
{
    const size_t width = 2 * in->n;
    const double time = short_time(width, x, slow->rates), g = growth(&slow->flow);
    struct sim_slow later, sooner;
    double y[SIM_MAX_STATES], change = 0;
    if (time > 0) {
        moved(width, x, slow->rates, time, y);
        sim_slow_at(in, mode, t, y, &later);
        moved(width, x, slow->rates, -time, y);
        sim_slow_at(in, mode, t, y, &sooner);
        change = (later.force - sooner.force) / (2 * time);
    }
    /* by how much A F' misses g F - lift, over g */
    return slow->force - (slow->flow.lift + slow->flow.a * change) / g;
}
