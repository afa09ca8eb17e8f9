/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which run two laws differ most, beside all that is unknown: the record of one law is fitted
 * with both (Gauss and Newton, from the values that are believed), and what is left over, as a
 * chi-square, says how often the wrong one of them would fit better (Atkinson and Fedorov 1975). */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_linalg.h>

#include "lib/base/json.h"
#include "lib/base/list.h"
#include "lib/base/nearest.h"
#include "lib/base/number.h"
#include "lib/base/units.h"
#include "lib/cli/progress.h"
#include "lib/cli/remark.h"
#include "lib/cli/table.h"
#include "lib/measure/jump.h"
#include "lib/measure/rail.h"
#include "plan/job.h"
#include "plan/output.h"

static const double block = 1e-3;      /* means over so long are compared (s) */
static const double start_mask = 3e-3; /* and none so near to the start */
/* with less than this a decision is a coin's: wrong in 49 of 100 */
static const double least_square = 1e-3;
enum { STEPS = 12, FINALISTS = 24, WORLDS = 32 };

/* ---- a law: an impact law, or a value of the rig */

struct law {
    char name[LIST_WORD_SIZE];
    bool is_value;
    enum rig_impact impact;
    size_t index;
    double value;
};

static enum error_code read_value(const struct plan_job *job, struct law *law, struct error *err)
{
    const struct sim_model *model = job->candidates.base.values.model;
    char *text = strchr(law->name, '=');
    *text = '\0';
    enum error_code code = sim_values_find(model, law->name, &law->index, err);
    *text = '=';
    if (!code)
        code = units_parse(text + 1, sim_values_quantity(model, law->index)->unit, &law->value,
                           err);
    law->is_value = true;
    for (size_t i = 0; !code && i < job->unknowns.n; i++)
        if (job->unknowns.list[i].index == law->index)
            code = error_set(err, ERROR_USAGE,
                             "what is decided cannot be free too; take it out of --goal, and its "
                             "uncertainty out of the rig");
    if (code)
        error_prefix(err, "--discriminate %s", law->name);
    return code;
}

static enum error_code read_law(const struct plan_job *job, struct law *law, struct error *err)
{
    struct nearest nearest = nearest_to(law->name);
    char hint[192];
    if (strchr(law->name, '='))
        return read_value(job, law, err);
    for (int i = 0; i <= RIG_IMPACT_NEWTON; i++) {
        nearest_offer(&nearest, rig_impact_name((enum rig_impact)i));
        if (strcmp(rig_impact_name((enum rig_impact)i), law->name) == 0) {
            law->impact = (enum rig_impact)i;
            return ERROR_OK;
        }
    }
    nearest_hint(&nearest, hint, sizeof hint);
    return error_set(err, ERROR_USAGE, "--discriminate %s: is no law of impact, nor NAME=VALUE%s",
                     law->name, hint);
}

static enum error_code read_laws(const struct plan_job *job, struct law laws[2], struct error *err)
{
    const char *rest = job->settings->discriminate;
    enum error_code code = list_check(rest, err);
    size_t n = 0;
    char name[LIST_WORD_SIZE];
    while (!code && list_next(&rest, name)) {
        if (n == 2)
            return error_set(err, ERROR_USAGE, "--discriminate: two laws at a time");
        memcpy(laws[n].name, name, sizeof name);
        code = read_law(job, &laws[n++], err);
    }
    return !code && n < 2 ? error_set(err, ERROR_USAGE,
                                      "--discriminate: needs two laws, as "
                                      "poisson,stronge")
                          : code;
}

static void obey(const struct law *law, struct predict_base *base)
{
    if (law->is_value)
        predict_base_set(base, law->index, law->value);
    else
        base->impact = law->impact;
}

/* ---- motions on one grid */

struct motions {
    const struct plan_candidates *c;
    struct predict_base base[2]; /* of the record, in a world, and of what is fitted to it */
    struct measure_record seen;
    double present; /* what a record has of a channel that is there */
    size_t n;       /* samples */
    struct predict_result of[2];
};

static enum error_code follow(struct motions *m, int which, bool slopes, struct error *err)
{
    const struct plan_unknowns *u = m->c->unknowns;
    const struct predict_wish wish = {.slopes = slopes,
                                      .duration = m->c->recording.duration + block,
                                      .first_sample = start_mask,
                                      .sample_period = block,
                                      .n_samples = m->n,
                                      .n_free = u->n,
                                      .free = u->free,
                                      .n_ways = m->c->recording.n_ways,
                                      .ways = m->c->recording.ways};
    return predict_run(&m->base[which], &m->seen, &wish, &m->of[which], err);
}

/* What a fit leaves out: samples next to a jump that the record shows, and next to anything that
 * happens in the motion that is fitted. */
static bool masked(const struct motions *m, double t)
{
    const struct predict_recording *r = &m->c->recording;
    const double settling = MEASURE_SETTLING * r->period;
    for (size_t i = 0; i < m->of[0].events.n; i++) {
        const struct measure_event *event = &m->of[0].events.list[i];
        const double after = t - event->t;
        if (event->kind == MEASURE_EVENT_JUMP && event->size >= MEASURE_JUMP_SEEN &&
            after > -fmin(r->mask, block) - 0.5 * block &&
            after < fmax(r->mask, settling) + 0.5 * block)
            return true;
    }
    for (size_t i = 0; i < m->of[1].n_changes; i++) {
        const double after = t - m->of[1].changes[i].t;
        if (after > -1.5 * block && after < fmax(block, settling) + 0.5 * block)
            return true;
    }
    return false;
}

/* ---- least squares of a law to the record */

struct normal {
    size_t n; /* unknowns: values, extras, the rail's ways */
    double matrix[PLAN_MOST * PLAN_MOST], right[PLAN_MOST];
    double square;
};

static void add_row(struct normal *e, const double *row, double r, double weight)
{
    for (size_t i = 0; i < e->n; i++) {
        for (size_t j = 0; j <= i; j++)
            e->matrix[i * e->n + j] += weight * row[i] * row[j];
        e->right[i] -= weight * row[i] * r;
    }
    e->square += weight * r * r;
}

/* Unknowns beside the mechanism's values are small, and the instruments' (enum predict_extra) and
 * the rail's ways are followed by their derivatives alone. */
static double linear(const struct motions *m, const double *moved, const double *row)
{
    const size_t n = m->c->unknowns->n, all = n + PREDICT_EXTRAS + m->c->recording.n_ways;
    double sum = 0;
    for (size_t k = n; k < all; k++)
        sum += moved[k] * row[k];
    return sum;
}

/* derivatives of the motion, in their columns */
static void put_slopes(const struct motions *m, const double *slopes, double *row)
{
    const size_t n = m->c->unknowns->n, n_ways = m->c->recording.n_ways;
    memcpy(row, slopes, n * sizeof *row);
    memcpy(row + n + PREDICT_EXTRAS, slopes + n, n_ways * sizeof *row);
}

static void add_sample(const struct motions *m, const double *moved, int channel, size_t i,
                       struct normal *e)
{
    const struct predict_recording *r = &m->c->recording;
    const struct predict_result *b = &m->of[1];
    const size_t c = (size_t)channel;
    const double rate = b->rate[channel][i], t = start_mask + (double)i * block;
    double row[PLAN_MOST] = {0}, *extra = row + m->c->unknowns->n;
    put_slopes(m, b->slopes[channel] + i * b->n_directions, row);
    extra[PREDICT_TIME_OFFSET] = extra[PREDICT_LAG_T + c] = -rate;
    extra[PREDICT_OFFSET_T + c] = 1;
    extra[PREDICT_DRIFT_T + c] = t;
    extra[PREDICT_GAIN_T + c] = b->tip[channel][i];
    extra[PREDICT_ANGLE_T + c] = b->tip[1 - channel][i];
    extra[PREDICT_CLOCK] = rate * t;
    const double shown = b->tip[channel][i] + linear(m, moved, row);
    add_row(e, row, shown - m->of[0].tip[channel][i],
            block / r->period / (r->noise[channel] * r->noise[channel]));
}

/* a jump that both motions have, `off` apart, known to u */
static void add_jump(const struct motions *m, const double *moved, double *row, double t,
                     double off, double u, struct normal *e)
{
    double *extra = row + m->c->unknowns->n;
    extra[PREDICT_TIME_OFFSET] = 1;
    extra[PREDICT_LAG_T] = extra[PREDICT_LAG_N] = 0.5 * M_LN2;
    extra[PREDICT_CLOCK] = -t;
    add_row(e, row, off + linear(m, moved, row), 1 / (u * u));
}

/* impact times, as long as both motions have them in the same order, and a start that jumps */
static void add_impacts(const struct motions *m, const double *moved, struct normal *e)
{
    const struct measure_events *a = &m->of[0].events, *b = &m->of[1].events;
    const double period = m->c->recording.period, place = MEASURE_JUMP_PLACE * period;
    if (m->of[0].n_changes > 1 && m->of[0].changes[1].t <= MEASURE_TOGETHER) {
        double row[PLAN_MOST] = {0};
        add_jump(m, moved, row, 0, 0, hypot(period / sqrt(12), place), e);
    }
    for (size_t i = 0; i < a->n && i < b->n; i++) {
        double row[PLAN_MOST] = {0};
        if (a->list[i].kind != MEASURE_EVENT_JUMP || b->list[i].kind != MEASURE_EVENT_JUMP)
            return;
        if (a->list[i].size < MEASURE_JUMP_SEEN)
            continue;
        put_slopes(m, m->of[1].event_slopes + i * m->of[1].n_directions, row);
        add_jump(m, moved, row, b->list[i].t, b->list[i].t - a->list[i].t,
                 hypot(measure_jump_uncertainty(a->list[i].size, period), place), e);
    }
}

/* What was known before: `moved` is by how much each unknown is off from it. Extras that are known
 * are not moved at all. */
static void add_known(const struct plan_unknowns *u, const double *moved, struct normal *e)
{
    for (size_t i = 0; i < e->n; i++) {
        const bool extra = i >= u->n && i < u->n + PREDICT_EXTRAS;
        const double known = i < u->n ? u->list[i].uncertainty : extra ? u->extra_u[i - u->n] : 1;
        double row[PLAN_MOST] = {0};
        if (extra && known == 0)
            for (size_t j = 0; j < e->n; j++)
                e->matrix[(i > j ? i : j) * e->n + (i > j ? j : i)] = e->right[i] = 0;
        if (!(known > 0) || !isfinite(known))
            continue;
        row[i] = 1;
        add_row(e, row, moved[i], 1 / (known * known));
    }
}

/* a step of Gauss and Newton, with Marquardt's damping; false: singular */
static bool solve(const struct normal *e, double damping, double *step)
{
    double a[PLAN_MOST * PLAN_MOST], length[PLAN_MOST], b[PLAN_MOST];
    for (size_t i = 0; i < e->n; i++)
        length[i] = e->matrix[i * e->n + i] > 0 ? sqrt(e->matrix[i * e->n + i]) : 1;
    for (size_t i = 0; i < e->n; i++) {
        b[i] = e->right[i] / length[i];
        for (size_t j = 0; j < e->n; j++)
            a[i * e->n + j] = e->matrix[(i > j ? i : j) * e->n + (i > j ? j : i)] /
                              (length[i] * length[j]);
        a[i * e->n + i] = 1 + damping + 1e-12;
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(a, e->n, e->n);
    gsl_vector_view right = gsl_vector_view_array(b, e->n), x = gsl_vector_view_array(step, e->n);
    if (gsl_linalg_cholesky_decomp1(&matrix.matrix) ||
        gsl_linalg_cholesky_solve(&matrix.matrix, &right.vector, &x.vector))
        return false;
    for (size_t i = 0; i < e->n; i++)
        step[i] /= length[i];
    return true;
}

/* velocities: false: impact times alone, since velocities across an impact have false minima */
static enum error_code equations(struct motions *m, const struct predict_base *from,
                                 const double *moved, bool velocities, struct normal *e,
                                 struct error *err)
{
    const struct plan_unknowns *u = m->c->unknowns;
    m->base[1] = *from;
    for (size_t i = 0; i < u->n; i++) {
        const double value = sim_values_get(&from->values, u->free[i]) + moved[i];
        if (quantity_check(sim_values_quantity(from->values.model, u->free[i]), value, NULL))
            return error_set(err, ERROR_INPUT, "out of range");
        predict_base_set(&m->base[1], u->free[i], value);
    }
    enum error_code code = follow(m, 1, true, err);
    if (!code && !m->of[1].smooth)
        code = error_set(err, ERROR_NUMERIC, "a graze");
    if (code)
        return code;
    *e = (struct normal){.n = u->n + PREDICT_EXTRAS + m->c->recording.n_ways};
    for (size_t i = 0; velocities && i < m->n; i++)
        for (int c = 0; c < 2; c++)
            if (m->c->recording.noise[c] > 0 && !masked(m, start_mask + (double)i * block))
                add_sample(m, moved, c, i, e);
    add_impacts(m, moved, e);
    add_known(u, moved, e);
    return ERROR_OK;
}

/* what a whole step would still take off, as a share: a minimum has none of it left */
static bool settled(const struct normal *e)
{
    double step[PLAN_MOST], gain = 0;
    if (!solve(e, 0, step))
        return false;
    for (size_t i = 0; i < e->n; i++)
        gain += step[i] * e->right[i];
    return gain < 0.01 * fmax(e->square, 1);
}

/* Levenberg and Marquardt, from `moved`; at its end *now has the equations there */
static enum error_code descend(struct motions *m, const struct predict_base *from, bool velocities,
                               double *moved, struct normal *now, struct error *err)
{
    double step[PLAN_MOST], tried[PLAN_MOST], damping = 1e-3;
    struct error failure = {0};
    struct normal *next = malloc(sizeof *next);
    if (!next)
        return error_memory(err);
    enum error_code code = equations(m, from, moved, velocities, now, err);
    for (int k = 0; !code && k < STEPS && !settled(now) && solve(now, damping, step); k++) {
        for (size_t i = 0; i < now->n; i++)
            tried[i] = moved[i] + step[i];
        if (!equations(m, from, tried, velocities, next, &failure) && next->square < now->square) {
            memcpy(moved, tried, now->n * sizeof *moved);
            *now = *next;
            damping *= 0.1;
        } else {
            damping = fmax(10 * damping, 1e-3);
        }
    }
    free(next);
    return code;
}

/* a channel cannot show it */
static bool clipped(const struct motions *m)
{
    const struct predict_recording *r = &m->c->recording;
    for (int c = 0; c < 2; c++)
        for (size_t i = 0; r->noise[c] > 0 && i < m->of[0].n_samples; i++)
            if (fabs(m->of[0].tip[c][i]) > r->most[c])
                return true;
    return false;
}

/* What a fit that begins at `from` leaves over of the record; an error where it finds no minimum.
 */
static enum error_code leave(struct motions *m, const struct predict_base *from, double *square,
                             struct error *err)
{
    double moved[PLAN_MOST] = {0};
    struct normal *now = calloc(1, sizeof *now);
    if (!now)
        return error_memory(err);
    enum error_code code = descend(m, from, false, moved, now, err);
    if (!code)
        code = descend(m, from, true, moved, now, err);
    if (!code && !settled(now))
        code = error_set(err, ERROR_NUMERIC, "no minimum is found");
    *square = now->square;
    free(now);
    return code;
}

/* ---- over the grid */

struct verdict {
    size_t run;
    double square; /* in the world that is believed */
    double wrong;  /* share of wrong decisions, mean over the worlds */
};

/* what a run's own channel tells better than it can be set, the rail's speed, is no belief */
static void measure(const struct plan_unknowns *u, const struct predict_base *truth,
                    struct predict_base *believed)
{
    for (size_t i = 0; i < u->n; i++)
        if (u->list[i].own && u->list[i].spread > u->list[i].uncertainty)
            predict_base_set(believed, u->free[i], sim_values_get(&truth->values, u->free[i]));
}

/* What each law leaves over of a record of the first one in a world. Fits begin at what is
 * believed: where a motion in between is another one, the true law is not found either. */
static enum error_code meet(const struct plan_candidates *c, const struct law laws[2], size_t run,
                            size_t world, double squares[2], struct error *err)
{
    struct motions m = {.c = c, .seen = {.period = c->recording.period}};
    struct predict_base believed;
    m.n = (size_t)fmax(1, (c->recording.duration - start_mask) / block - 1);
    for (int k = 0; k < 2; k++) {
        m.seen.noise[k] = c->recording.noise[k];
        m.seen.v[k] = c->recording.noise[k] > 0 ? &m.present : NULL;
    }
    enum error_code code = ERROR_INPUT;
    if (plan_candidates_enter(c, run, world, &m.base[0]) &&
        plan_candidates_enter(c, run, 0, &believed)) {
        measure(c->unknowns, &m.base[0], &believed);
        obey(&laws[0], &m.base[0]);
        code = follow(&m, 0, false, err);
    }
    if (!code && clipped(&m))
        code = error_set(err, ERROR_NUMERIC, "a channel would be clipped");
    for (int k = 0; !code && k < 2; k++) {
        struct predict_base from = believed;
        obey(&laws[k], &from);
        code = leave(&m, &from, &squares[k], err);
    }
    for (int k = 0; k < 2; k++)
        predict_result_free(&m.of[k]);
    return code;
}

/* How often the wrong law fits better: the difference of the two chi-squares has the mean x[1] -
 * x[0] and the variance of 4 times the square between the two fits, their sum. A true law that is
 * found leaves nothing over. */
static double wrong_share(const double x[2])
{
    const double sum = x[0] + x[1];
    return sum > 0 ? gsl_cdf_ugaussian_Q(0.5 * (x[1] - x[0]) / sqrt(sum)) : 0.5;
}

static int by_square(const void *a, const void *b)
{
    const struct verdict *x = a, *y = b;
    if (x->square != y->square)
        return x->square < y->square ? 1 : -1;
    return x->run < y->run ? -1 : x->run > y->run;
}

static int by_wrong(const void *a, const void *b)
{
    const struct verdict *x = a, *y = b;
    if (x->wrong != y->wrong)
        return x->wrong < y->wrong ? -1 : 1;
    return by_square(a, b);
}

/* how many of the best are judged in all worlds: at least those that are shown */
static size_t finalists(const struct plan_candidates *c, size_t shown)
{
    const size_t wanted = shown > FINALISTS ? shown : FINALISTS;
    return c->n < wanted ? c->n : wanted;
}

static enum error_code search(struct plan_candidates *c, const struct law laws[2], size_t shown,
                              struct verdict *all, struct error *err)
{
    const size_t worlds = c->members < WORLDS ? c->members : WORLDS;
    enum error_code code = ERROR_OK;
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < c->n; i++) {
        struct error failure = {0};
        double squares[2] = {0};
        const enum error_code own = meet(c, laws, i, 0, squares, &failure);
        all[i] = (struct verdict){.run = i, .square = own ? -1 : squares[1], .wrong = 1};
        if (own == ERROR_MEMORY)
#pragma omp critical(plan_discriminate)
            code = error_memory(err);
    }
    qsort(all, c->n, sizeof *all, by_square);
    const size_t last = finalists(c, shown);
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < last; i++) {
        double sum = 0;
        for (size_t w = 0; w < worlds; w++) {
            struct error failure = {0};
            double squares[2] = {0};
            const enum error_code own = meet(c, laws, all[i].run, w, squares, &failure);
            sum += own ? 0.5 : wrong_share(squares); /* nothing is decided: a coin is thrown */
        }
        all[i].wrong = sum / (double)worlds;
    }
    qsort(all, last, sizeof *all, by_wrong);
    return code;
}

/* ---- telling */

/* runs of this kind after which one decision in a hundred is wrong */
static double enough(double square)
{
    const double wanted = 2 * gsl_cdf_ugaussian_Qinv(0.01);
    return fmax(1, ceil(wanted * wanted / square));
}

static const char *unit_of(const void *context, const char *column)
{
    const struct plan_candidates *c = context;
    for (size_t a = 0; a < c->n_axes; a++)
        if (strcmp(column, c->axes[a].quantity->name) == 0)
            return c->axes[a].quantity->unit;
    return NULL;
}

static enum error_code print(const struct plan_job *job, const struct verdict *all,
                             struct error *err)
{
    const struct plan_candidates *c = &job->candidates;
    struct table table;
    enum error_code code = table_begin(&table, stdout, job->settings->json, err);
    if (code)
        return code;
    fputs("place", table.file);
    for (size_t a = 0; a < c->n_axes; a++)
        fprintf(table.file, ",%s", c->axes[a].quantity->name);
    fputs(",chi_square,wrong,runs_for_1_percent\n", table.file);
    size_t shown = 0;
    while (shown < (size_t)job->settings->runs && shown < c->n && all[shown].square > least_square)
        shown++;
    for (size_t i = 0; i < shown; i++) {
        const double row[] = {all[i].square, all[i].wrong, enough(all[i].square)};
        fprintf(table.file, "%zu", i + 1);
        number_columns(c->list[all[i].run].at, c->n_axes, table.file);
        number_columns(row, 3, table.file);
        fputc('\n', table.file);
    }
    code = table_end(&table, unit_of, c, err);
    for (size_t i = 0; !code && !job->settings->json && i < shown; i++)
        plan_output_record(job, all[i].run, i + 1);
    return code;
}

enum error_code plan_discriminate(const struct plan_settings *settings, const char *rig,
                                  struct error *err)
{
    struct plan_job *job = malloc(sizeof *job);
    struct law laws[2] = {{{0}, false, RIG_IMPACT_POISSON, 0, 0}};
    enum error_code code = job ? plan_job_open(settings, rig, job, err) : error_memory(err);
    if (code) {
        free(job);
        return code;
    }
    code = plan_job_candidates(job, err);
    struct verdict *all = code ? NULL : calloc(job->candidates.n, sizeof *all);
    if (!code && !all)
        code = error_memory(err);
    if (!code)
        code = read_laws(job, laws, err);
    if (!code)
        code = search(&job->candidates, laws, (size_t)settings->runs, all, err);
    if (!code && !(all[0].square > least_square))
        code = error_set(err, ERROR_NUMERIC, "no run of this range tells %s from %s", laws[0].name,
                         laws[1].name);
    if (!code)
        code = print(job, all, err);
    free(all);
    plan_job_close(job);
    free(job);
    return code;
}
