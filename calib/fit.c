/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>

#include "lib/measure/noise.h"

enum { ITERATIONS = 100 };

static const double coarse = 1e-2, fine = 1e-10; /* gain of a step that ends a fit */
static const double hopeless = 4;

/* what GSL hands back to the two functions below */
struct job {
    const struct calib_fit *fit;
    size_t n;        /* points used now */
    double *samples; /* of the model */
    double *slopes[CALIB_SWING_PARAMETERS];
    double *room;
};

static enum error_code job_make(struct job *job, const struct calib_fit *fit, struct error *err)
{
    *job = (struct job){.fit = fit, .n = fit->n};
    job->room = malloc((CALIB_SWING_PARAMETERS + 1) * fit->n * sizeof *job->room);
    if (!job->room)
        return error_memory(err);
    job->samples = job->room;
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
        job->slopes[i] = fit->free[i] ? job->room + (i + 1) * fit->n : NULL;
    return ERROR_OK;
}

static void unpack(const struct calib_fit *fit, const gsl_vector *x, double *parameters)
{
    size_t next = 0;
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
        parameters[i] = fit->free[i] ? gsl_vector_get(x, next++) : fit->parameters[i];
}

/* false for a frequency that samples cannot show */
static bool follow(struct job *job, const gsl_vector *x, bool slopes)
{
    double parameters[CALIB_SWING_PARAMETERS];
    unpack(job->fit, x, parameters);
    const double turn = parameters[CALIB_SWING_OMEGA] * job->fit->swing.period;
    if (!(turn > 0 && turn < M_PI))
        return false;
    calib_swing_follow(&job->fit->swing, parameters, job->n, job->samples,
                       slopes ? job->slopes : NULL);
    return true;
}

static int residual(const gsl_vector *x, void *context, gsl_vector *f)
{
    struct job *job = context;
    const bool possible = follow(job, x, false);
    for (size_t i = 0; i < job->n; i++) /* infinite: GSL takes a shorter step */
        gsl_vector_set(f, i, possible ? job->samples[i] - job->fit->points[i] : INFINITY);
    return GSL_SUCCESS;
}

static int jacobian(const gsl_vector *x, void *context, gsl_matrix *matrix)
{
    struct job *job = context;
    if (!follow(job, x, true))
        return GSL_EDOM;
    size_t column = 0;
    for (size_t p = 0; p < CALIB_SWING_PARAMETERS; p++) {
        if (!job->slopes[p])
            continue;
        for (size_t i = 0; i < job->n; i++)
            gsl_matrix_set(matrix, i, column, job->slopes[p][i]);
        column++;
    }
    return GSL_SUCCESS;
}

static size_t count_free(const struct calib_fit *fit)
{
    size_t n = 0;
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
        n += fit->free[i];
    return n;
}

/* Until a step takes less than `precision` of the sum of squares: what is left
 * to gain is then far below what noise decides. False when it does not get there. */
static bool descend(gsl_multifit_nlinear_workspace *work, double precision)
{
    double last = gsl_blas_dnrm2(gsl_multifit_nlinear_residual(work));
    for (int i = 0; i < ITERATIONS && isfinite(last); i++) {
        const int status = gsl_multifit_nlinear_iterate(work);
        const double now = gsl_blas_dnrm2(gsl_multifit_nlinear_residual(work));
        if (status == GSL_ENOPROG) /* at the bottom, as far as rounding lets it see */
            return isfinite(now);
        if (status != GSL_SUCCESS)
            return false;
        if (!(last * last - now * now > precision * now * now))
            return isfinite(now);
        last = now;
    }
    return false;
}

/* one fit over job->n points */
static enum error_code solve(struct calib_fit *fit, struct job *job, double precision,
                             struct error *err)
{
    const size_t p = count_free(fit);
    gsl_multifit_nlinear_parameters parameters = gsl_multifit_nlinear_default_parameters();
    gsl_multifit_nlinear_workspace *work = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust,
                                                                      &parameters, job->n, p);
    gsl_vector *x = gsl_vector_alloc(p);
    enum error_code code = ERROR_OK;
    if (!work || !x) {
        code = error_memory(err);
    } else {
        size_t next = 0;
        for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
            if (fit->free[i])
                gsl_vector_set(x, next++, fit->parameters[i]);
        gsl_multifit_nlinear_fdf system = {
            .f = residual, .df = jacobian, .n = job->n, .p = p, .params = job};
        gsl_multifit_nlinear_init(x, &system, work);
        fit->converged = descend(work, precision);
        unpack(fit, gsl_multifit_nlinear_position(work), fit->parameters);
        const double norm = gsl_blas_dnrm2(gsl_multifit_nlinear_residual(work));
        fit->square_sum = norm * norm;
    }
    gsl_vector_free(x);
    if (work)
        gsl_multifit_nlinear_free(work);
    return code;
}

enum error_code calib_fit_grow(struct calib_fit *fit, size_t first, double rival, struct error *err)
{
    struct job job;
    enum error_code code = job_make(&job, fit, err);
    for (size_t n = first; !code; n *= 2) {
        job.n = 1.5 * (double)n < (double)fit->n ? n : fit->n;
        code = solve(fit, &job, coarse, err);
        if (job.n == fit->n)
            break;
    }
    if (!code && fit->converged && !(fit->square_sum > hopeless * rival))
        code = solve(fit, &job, fine, err);
    free(job.room);
    return code;
}

enum error_code calib_fit_judge(struct calib_fit *fit, double *residuals, struct error *err)
{
    struct job job;
    struct measure_noise noise;
    enum error_code code = job_make(&job, fit, err);
    if (code)
        return code;
    calib_swing_follow(&fit->swing, fit->parameters, fit->n, job.samples, job.slopes);
    for (size_t i = 0; i < fit->n; i++)
        residuals[i] = fit->points[i] - job.samples[i];
    double *columns[CALIB_SWING_PARAMETERS];
    size_t place[CALIB_SWING_PARAMETERS], p = 0, omega = 0;
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
        if (fit->free[i]) {
            omega = i == CALIB_SWING_OMEGA ? p : omega;
            place[p] = i;
            columns[p++] = job.slopes[i];
        }
    double covariance[CALIB_SWING_PARAMETERS * CALIB_SWING_PARAMETERS];
    double naive[CALIB_SWING_PARAMETERS * CALIB_SWING_PARAMETERS];
    code = measure_noise_fit(residuals, fit->n, p, &noise, err);
    if (!code)
        code = measure_noise_covariance(&noise, columns, p, fit->n, covariance, naive, err);
    free(job.room);
    if (code)
        return code;
    memset(fit->covariance, 0, sizeof fit->covariance);
    for (size_t r = 0; r < p; r++)
        for (size_t c = 0; c < p; c++)
            fit->covariance[place[r] * CALIB_SWING_PARAMETERS + place[c]] = covariance[r * p + c];
    const double real = covariance[omega * p + omega];
    fit->effective = real > 0 ? (double)fit->n * naive[omega * p + omega] / real : (double)fit->n;
    return ERROR_OK;
}
