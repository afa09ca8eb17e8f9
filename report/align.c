/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/align.h"

#include <math.h>

enum { ROUNDS = 4 }; /* each a simulation; a run has one more, of its whole motion */
static const double block_time = 5e-3, huber = 3;
/* what is left out before an impact, and the window's bounds (s) */
static const double margin = 2e-3, shortest = 20e-3, longest = 0.2;

struct sums {
    double gradient, curvature; /* of the weighed squares, by the shift */
    double scatter;             /* of the blocks' gradients */
    double squares[2];
    size_t n[2];
};

/* of a residual in units of its noise */
static double weight(double r) { return fabs(r) > huber ? huber / fabs(r) : 1; }

static struct sums add_up(const struct measure_record *m, const struct predict_motion *p,
                          double window)
{
    struct sums sums = {0};
    const size_t block = (size_t)fmax(1, block_time / m->period);
    double part = 0;
    const size_t length = (size_t)(window / m->period);
    const size_t end = p->first + (length < p->n ? length : p->n);
    for (size_t i = p->first; i < end; i++) {
        for (int c = 0; c < 2; c++) {
            if (!m->v[c] || m->lost[i] || !isfinite(p->tip[c][i]))
                continue;
            const double off = p->tip[c][i] - m->v[c][i];
            const double r = off / m->noise[c], slope = -p->rate[c][i] / m->noise[c];
            part += weight(r) * r * slope;
            sums.curvature += weight(r) * slope * slope;
            sums.squares[c] += off * off;
            sums.n[c]++;
        }
        if ((i + 1) % block == 0 || i + 1 == end) {
            sums.gradient += part;
            sums.scatter += part * part;
            part = 0;
        }
    }
    return sums;
}

static void take_rms(const struct sums *sums, double rms[2])
{
    for (int c = 0; c < 2; c++)
        rms[c] = sums->n[c] ? sqrt(sums->squares[c] / (double)sums->n[c]) : NAN;
}

static double misfit(const struct measure_record *m, const struct sums *sums)
{
    double sum = 0;
    for (int c = 0; c < 2; c++)
        if (m->v[c])
            sum += sums->squares[c] / (m->noise[c] * m->noise[c]);
    return sum;
}

/* until the first impact */
static double find_window(const struct measure_events *seen, const struct measure_events *expected)
{
    double window = longest;
    for (size_t i = 1; i < seen->n; i++)
        if (seen->list[i].kind == MEASURE_EVENT_JUMP)
            window = fmin(window, seen->list[i].t - seen->list[0].t - margin);
    for (size_t i = 0; i < expected->n; i++)
        if (expected->list[i].kind == MEASURE_EVENT_JUMP)
            window = fmin(window, expected->list[i].t - margin);
    return fmax(window, shortest);
}

/* one evaluation; the window is found by the first */
static enum error_code evaluate(const struct predict_mechanism *mechanism,
                                const struct measure_record *m, const struct measure_events *seen,
                                double t, double *window, struct sums *sums, struct error *err)
{
    struct predict_motion p;
    enum error_code code = predict_motion_velocities(mechanism, m, t, &p, err);
    if (!code) {
        if (*window == 0)
            *window = find_window(seen, &p.events);
        *sums = add_up(m, &p, *window);
    }
    predict_motion_free(&p);
    return code;
}

enum error_code report_align(const struct predict_mechanism *mechanism,
                             const struct measure_record *measured,
                             const struct measure_events *seen, struct report_alignment *out,
                             struct error *err)
{
    const struct measure_event *start = &seen->list[0];
    /* what comes after the longest window is not looked at: no need to follow it */
    struct measure_record head = *measured;
    const double end = (start->t + longest + 2 * REPORT_ALIGN_LIMIT - head.first) / head.period;
    if (end < (double)head.n)
        head.n = (size_t)end;
    const double prior = pow(fmax(start->uncertainty, measured->period), -2);
    double t = start->t, least = INFINITY;
    *out = (struct report_alignment){.before = t,
                                     .before_uncertainty = start->uncertainty,
                                     .after = t,
                                     .after_uncertainty = start->uncertainty};
    for (int round = 0; round < ROUNDS; round++) {
        struct sums sums = {0};
        enum error_code code = evaluate(mechanism, &head, seen, t, &out->window, &sums, err);
        if (code)
            return code;
        if (round == 0)
            take_rms(&sums, out->rms_before);
        const double off = t - start->t, here = misfit(measured, &sums) + prior * off * off;
        const double curvature = sums.curvature + prior;
        if (!(here < least))
            break; /* the last one was better */
        least = here;
        out->after = t;
        out->moved = round > 0;
        take_rms(&sums, out->rms_after);
        out->after_uncertainty = sqrt(fmax(sums.scatter + prior, curvature)) / curvature;
        const double step = -(sums.gradient + prior * off) / curvature;
        t += step;
        if (fabs(t - start->t) > REPORT_ALIGN_LIMIT || fabs(step) < 1e-7)
            break;
    }
    return ERROR_OK;
}
