#include "fit/rail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_bspline.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_statistics_double.h>

static const double median_time = 2e-3, knot_time = 25e-3;
/* a motion is followed this far beyond the record (s) */
static const double beyond = 50e-3;
/* unevenness, in units of what noise would show, from which a rail is uneven */
static const double uneven = 3;
enum { MOST_KNOTS = 200 };

bool fit_rail_uneven(const struct fit_measured *measured, size_t from)
{
    if (from + 8 > measured->n)
        return false;
    double uncertainty;
    fit_measured_mean(measured, FIT_RAIL, from, &uncertainty);
    const double white = measured->noise[FIT_RAIL] / sqrt((double)(measured->n - from));
    return uncertainty > uneven * white;
}

struct medians {
    size_t n;
    gsl_vector *t, *v;
};

static void medians_free(struct medians *medians)
{
    gsl_vector_free(medians->t);
    gsl_vector_free(medians->v);
}

static enum error_code make_medians(const struct fit_measured *m, size_t from,
                                    struct medians *out, struct error *err)
{
    const size_t width = (size_t)fmax(1, round(median_time / m->period));
    double *work = malloc(width * sizeof *work);
    *out = (struct medians){.n = (m->n - from) / width};
    if (out->n < 8) {
        free(work);
        return error_set(err, ERROR_INPUT, "%s: too little of the rail's speed is recorded",
                         m->name);
    }
    out->t = gsl_vector_alloc(out->n);
    out->v = gsl_vector_alloc(out->n);
    if (!work || !out->t || !out->v) {
        free(work);
        return error_memory(err);
    }
    for (size_t i = 0; i < out->n; i++) {
        const size_t at = from + i * width;
        memcpy(work, m->v[FIT_RAIL] + at, width * sizeof *work);
        gsl_vector_set(out->v, i, gsl_stats_median(work, 1, width));
        gsl_vector_set(out->t, i,
                       m->first + ((double)at + 0.5 * (double)(width - 1)) * m->period);
    }
    free(work);
    return ERROR_OK;
}

struct fit_work {
    gsl_bspline_workspace *spline;
    gsl_vector *basis, *coefficients;
    gsl_matrix *design, *covariance;
    gsl_multifit_linear_workspace *least_squares;
};

static void work_free(struct fit_work *w)
{
    if (w->spline)
        gsl_bspline_free(w->spline);
    gsl_vector_free(w->basis);
    gsl_vector_free(w->coefficients);
    gsl_matrix_free(w->design);
    gsl_matrix_free(w->covariance);
    if (w->least_squares)
        gsl_multifit_linear_free(w->least_squares);
}

static double spline_at(struct fit_work *w, double t)
{
    double v, error;
    gsl_bspline_eval(t, w->basis, w->spline);
    gsl_multifit_linear_est(w->basis, w->coefficients, w->covariance, &v, &error);
    return v;
}

/* the spline at its knots, through which the belt is a spline again: with knots in
 * between the simulator would stop at each, since its third derivative jumps there */
static enum error_code sample_spline(struct fit_work *w, double first, double last, size_t n,
                                     struct sim_belt **belt, struct error *err)
{
    const double step = (last - first) / (double)(n - 1);
    double *t = malloc(2 * (n + 2) * sizeof *t), *v = t ? t + n + 2 : NULL;
    if (!t)
        return error_memory(err);
    for (size_t i = 0; i < n; i++) {
        t[i + 1] = fmin(first + (double)i * step, last);
        v[i + 1] = spline_at(w, t[i + 1]);
    }
    /* straight on at both ends, where the motion may go on a little longer */
    const double near = 0.2 * step, far = fmax(step, beyond);
    t[0] = first - far;
    v[0] = v[1] + far * (v[1] - spline_at(w, first + near)) / near;
    t[n + 1] = last + far;
    v[n + 1] = v[n] + far * (v[n] - spline_at(w, last - near)) / near;
    enum error_code code = sim_belt_create(t, v, n + 2, belt, err);
    free(t);
    return code;
}

static enum error_code fit_spline(const struct medians *medians, struct sim_belt **belt,
                                  struct error *err)
{
    const double first = gsl_vector_get(medians->t, 0),
                 last = gsl_vector_get(medians->t, medians->n - 1);
    const size_t most = medians->n / 4 < MOST_KNOTS ? medians->n / 4 : MOST_KNOTS;
    const double wanted = fmin((last - first) / knot_time + 2, (double)most);
    const size_t knots = wanted > 3 ? (size_t)wanted : 3, n = knots + 2;
    struct fit_work w = {gsl_bspline_alloc(4, knots), gsl_vector_alloc(n), gsl_vector_alloc(n),
                         gsl_matrix_alloc(medians->n, n), gsl_matrix_alloc(n, n),
                         gsl_multifit_linear_alloc(medians->n, n)};
    enum error_code code = ERROR_OK;
    if (!w.spline || !w.basis || !w.coefficients || !w.design || !w.covariance ||
        !w.least_squares) {
        code = error_memory(err);
    } else {
        double square;
        gsl_bspline_knots_uniform(first, last, w.spline);
        for (size_t i = 0; i < medians->n; i++) {
            gsl_vector_view row = gsl_matrix_row(w.design, i);
            gsl_bspline_eval(gsl_vector_get(medians->t, i), &row.vector, w.spline);
        }
        gsl_multifit_linear(w.design, medians->v, w.coefficients, w.covariance, &square,
                            w.least_squares);
        code = sample_spline(&w, first, last, knots, belt, err);
    }
    work_free(&w);
    return code;
}

enum error_code fit_rail_smooth(const struct fit_measured *measured, size_t from,
                                struct sim_belt **belt, struct error *err)
{
    struct medians medians;
    *belt = NULL;
    enum error_code code = make_medians(measured, from, &medians, err);
    if (!code)
        code = fit_spline(&medians, belt, err);
    medians_free(&medians);
    return code;
}
