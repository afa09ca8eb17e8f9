/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/belt.h"

#include <math.h>
#include <stdlib.h>

/* a way that moves the rail by less than this share of what the widest one does is none */
static const double least_share = 1e-3;
/* motions are followed this far beyond what is used of the record (s) */
static const double margin = 50e-3;

/* the belt as it stands, times `whole`, and one standard uncertainty of a way times `part`, by a
 * clock that begins at `start` */
struct mixture {
    double whole, part, start;
    size_t way;
};

static enum error_code make_mixture(const struct fit_run *run, const struct mixture *of,
                                    struct sim_belt **belt, struct error *err)
{
    const struct measure_rail *rail = &run->rail;
    double *v = malloc(2 * rail->n * sizeof *v), *const t = v + rail->n;
    *belt = NULL;
    if (!v)
        return error_memory(err);
    for (size_t i = 0; i < rail->n; i++) {
        t[i] = rail->t[i] - of->start;
        v[i] = rail->v[i];
        for (size_t k = 0; of->whole != 0 && k < rail->n_ways; k++)
            v[i] += run->rail_off[k] * rail->ways[k * rail->n + i];
        v[i] *= of->whole;
        if (of->part != 0)
            v[i] += of->part * rail->ways[of->way * rail->n + i];
    }
    enum error_code code = sim_belt_create(SIM_BELT_SPLINE, t, v, rail->n, belt, err);
    free(v);
    return code;
}

enum error_code fit_belt_make(const struct fit_run *run, double gain, struct sim_belt **belt,
                              struct error *err)
{
    return make_mixture(run, &(struct mixture){.whole = 1 + gain}, belt, err);
}

enum error_code fit_belt_gain(const struct fit_run *run, double start, struct sim_belt **belt,
                              struct error *err)
{
    return make_mixture(run, &(struct mixture){.whole = 1, .start = start}, belt, err);
}

enum error_code fit_belt_way(const struct fit_run *run, size_t way, double gain, double start,
                             struct sim_belt **belt, struct error *err)
{
    const struct mixture of = {.part = 1 + gain, .way = way, .start = start};
    return make_mixture(run, &of, belt, err);
}

enum error_code fit_belt_renew(struct fit_run *run, struct error *err)
{
    struct sim_belt *belt;
    enum error_code code = fit_belt_make(run, 0, &belt, err);
    if (code)
        return code;
    sim_belt_free(run->belt);
    run->belt = belt;
    predict_base_drive(&run->base, run->belt);
    return ERROR_OK;
}

enum error_code fit_belt_take(struct fit_run *run, size_t from, struct error *err)
{
    enum error_code code = measure_rail_smooth(&run->measured, from, &run->rail, err);
    if (code)
        return code;
    run->rail_off = calloc(run->rail.n_ways + 1, sizeof *run->rail_off);
    return run->rail_off ? fit_belt_renew(run, err) : error_memory(err);
}

/* the most that a way moves the rail while the motion is looked at */
static double reach(const struct fit_run *run, size_t way)
{
    const struct measure_rail *rail = &run->rail;
    const struct measure_record *m = &run->measured;
    const double end = m->first + (double)m->n * m->period + margin;
    double most = 0;
    for (size_t i = 0; i < rail->n && (i == 0 || rail->t[i - 1] < end); i++)
        most = fmax(most, fabs(rail->ways[way * rail->n + i]));
    return most;
}

bool fit_belt_counts(const struct fit_run *run, size_t way)
{
    double widest = 0;
    for (size_t k = 0; k < run->rail.n_ways; k++)
        widest = fmax(widest, reach(run, k));
    return reach(run, way) > least_share * widest;
}
