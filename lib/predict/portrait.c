/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/predict/portrait.h"

#include <math.h>
#include <stdlib.h>

#include "sim/evaluate.h"
#include "sim/setup.h"

enum { POINTS = 5000 };
static const double singular = 0.02; /* of the determinant, beside the squares of K */

/* v of K^T v = (t, n) at q; false where K has no inverse */
static bool solve(const struct sim_setup *setup, const double *q, double t, double n, double *v)
{
    struct sim_terms terms;
    const double at_rest[2] = {0, 0};
    sim_terms_at(setup->model, setup->problem.p, 2, q, at_rest, &terms);
    const double *wt = terms.w_t, *wn = terms.w_n;
    const double det = wt[0] * wn[1] - wt[1] * wn[0];
    const double size = hypot(wt[0], wt[1]) * hypot(wn[0], wn[1]);
    v[0] = (t * wn[1] - n * wt[1]) / det;
    v[1] = (n * wt[0] - t * wn[0]) / det;
    return fabs(det) > singular * size;
}

/* one step of the midpoint rule between two samples */
static bool step(const struct sim_setup *setup, const struct measure_record *m, size_t i, double *q,
                 double *v)
{
    const double *t = m->v[MEASURE_TIP_T], *n = m->v[MEASURE_TIP_N];
    if (!solve(setup, q, t[i], n[i], v))
        return false;
    const double half[2] = {q[0] + 0.5 * m->period * v[0], q[1] + 0.5 * m->period * v[1]};
    double middle[2];
    if (!solve(setup, half, 0.5 * (t[i] + t[i + 1]), 0.5 * (n[i] + n[i + 1]), middle))
        return false;
    q[0] += m->period * middle[0];
    q[1] += m->period * middle[1];
    return true;
}

static void integrate(const struct sim_setup *setup, const struct measure_record *m, size_t first,
                      struct predict_curve *curve)
{
    double q[2] = {setup->problem.x[0], setup->problem.x[1]}, v[2];
    const size_t every = curve->every = (m->n - first) / POINTS + 1;
    for (size_t i = first; i + 1 < m->n; i++) {
        const double before[2] = {q[0], q[1]};
        if (!step(setup, m, i, q, v))
            return;
        if ((i - first) % every == 0) {
            curve->x[curve->n] = before[0];
            curve->more[0][curve->n] = before[1];
            curve->y[curve->n++] = v[0];
        }
    }
}

enum error_code predict_portrait_measured(const struct rig *rig,
                                          const struct measure_record *measured, size_t first,
                                          struct predict_curve *curve, struct error *err)
{
    *curve = (struct predict_curve){0};
    struct sim_setup *setup;
    if (rig_coordinates(rig) != 2 || !measured->v[MEASURE_TIP_T] || !measured->v[MEASURE_TIP_N])
        return ERROR_OK;
    enum error_code code = sim_setup_create(rig, 0, 1e-8, NULL, 0, &setup, err);
    if (code)
        return code;
    curve->x = malloc((POINTS + 1) * sizeof *curve->x);
    curve->y = malloc((POINTS + 1) * sizeof *curve->y);
    curve->more[0] = malloc((POINTS + 1) * sizeof *curve->y);
    curve->n_more = 1;
    if (curve->x && curve->y && curve->more[0])
        integrate(setup, measured, first, curve);
    else
        code = error_memory(err);
    sim_setup_free(setup);
    return code;
}
