/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/suspect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/residuals.h"

/* How far what is said to be exact may be off: as a share of itself, of what may be zero in rad or
 * of a clock. What lies further is not what a laboratory mistakes. */
static const double off_share = 0.1, off_angle = 0.1, off_gain = 0.1, off_clock = 0.01;
/* less than this share of what is unexplained is no suspect */
static const double least_share = 0.5;
static const double as_good = 0.99;

/* whether "theta1" is what "theta1[2]" is of; NULL: any */
static bool is(const char *only, const char *name)
{
    const size_t stem = only ? strcspn(only, "[") : 0;
    return !only || (strlen(name) == stem && strncmp(name, only, stem) == 0);
}

static void doubt(const char *only, const char *name, double off, double *uncertainty)
{
    if (is(only, name) && !(*uncertainty > 0))
        *uncertainty = off;
}

static void doubt_values(const char *only, struct rig_section *section)
{
    for (size_t i = 0; i < section->n; i++) {
        struct rig_value *value = &section->values[i];
        const struct quantity *row = &section->table[i];
        if (rig_given(value) && row->range != QUANTITY_WHOLE)
            doubt(only, row->name,
                  strcmp(row->unit, "rad") == 0 ? off_angle : off_share * fabs(value->value),
                  &value->uncertainty);
    }
}

/* the same rig, with what it takes as exact, or only that of this name, known less well: it is then
 * in the fit */
static void doubt_rig(const char *only, struct rig *rig)
{
    doubt_values(only, &rig->parameters);
    doubt_values(only, &rig->start);
    doubt(only, "clock_error", off_clock * rig->sampling.values[0].value,
          &rig->sampling.values[0].uncertainty);
    for (size_t c = 0; c < rig->n_channels; c++) {
        struct rig_channel *channel = &rig->channels[c];
        char name[RIG_NAME_SIZE + 16];
        snprintf(name, sizeof name, "%s_gain", rig_role_name(channel->role));
        doubt(only, name, off_gain * channel->sensitivity, &channel->sensitivity_uncertainty);
        snprintf(name, sizeof name, "%s_beam_angle", rig_role_name(channel->role));
        doubt(only, name, off_angle, &channel->values.values[RIG_CHANNEL_BEAM_ANGLE].uncertainty);
    }
}

static size_t find(const struct fit_problem *problem, const char *name)
{
    size_t i = 0;
    while (i < problem->n && strcmp(problem->parameters[i].name, name) != 0)
        i++;
    return i;
}

struct search {
    const struct rig *rig;
    const struct option_list *runs;
    const struct fit_request *request;
    const struct fit_problem *fitted;
    struct fit_stage stage;
    const double *p; /* the minimum */
};

/* the problem in which what was exact is not, where the fit has ended */
struct sight {
    struct fit_problem problem;
    struct fit_rows *rows;
    size_t *of; /* which parameter of the fit each is; its n: taken as exact there */
    double *p, *r, *j;
};

static void sight_free(struct sight *s)
{
    fit_rows_free(s->rows);
    free(s->of);
    free(s->p);
    free(s->r);
    free(s->j);
    fit_problem_free(&s->problem);
}

static enum error_code set_up(const struct search *search, const char *only, struct sight *s,
                              struct error *err)
{
    const struct fit_loss none = {FIT_LOSS_NONE, 1}; /* what is large is what is looked for */
    struct rig *doubted = rig_copy(search->rig);
    *s = (struct sight){.rows = NULL};
    if (!doubted)
        return error_memory(err);
    doubt_rig(only, doubted);
    enum error_code code = fit_setup(doubted, search->runs, search->request, &s->problem, err);
    rig_free(doubted);
    if (code)
        return code;
    const size_t n = s->problem.n;
    s->of = calloc(n + 1, sizeof *s->of);
    s->p = calloc(n + 1, sizeof *s->p);
    code = s->of && s->p ? ERROR_OK : error_memory(err);
    for (size_t i = 0; !code && i < n; i++) {
        s->of[i] = find(search->fitted, s->problem.parameters[i].name);
        s->p[i] = s->of[i] < search->fitted->n ? search->p[s->of[i]]
                                               : s->problem.parameters[i].start;
    }
    if (!code)
        code = fit_rows_create(&s->problem, &search->stage, &none, s->p, &s->rows, err);
    if (!code) {
        s->r = malloc((s->rows->n + 1) * sizeof *s->r);
        s->j = malloc((s->rows->n + 1) * n * sizeof *s->j);
        code = s->r && s->j ? fit_rows_evaluate(s->rows, s->p, s->r, s->j, err) : error_memory(err);
    }
    if (code)
        sight_free(s);
    return code;
}

static double squares(const struct sight *s)
{
    double sum = 0;
    for (size_t row = 0; row < s->rows->n; row++)
        sum += s->r[row] * s->r[row];
    return sum;
}

/* J^T J, and behind each of its rows -J^T r */
static double *normal_equations(const struct sight *s)
{
    const size_t n = s->problem.n;
    double *a = calloc(n * (n + 1) + 1, sizeof *a);
    for (size_t row = 0; a && row < s->rows->n; row++) {
        const double *j = &s->j[row * n];
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; j[i] != 0 && k < n; k++)
                a[i * (n + 1) + k] += j[i] * j[k];
            a[i * (n + 1) + n] -= j[i] * s->r[row];
        }
    }
    return a;
}

/* Eliminates all but the last of the m unknowns in `which` from the equations, in b, room for m
 * rows of m + 1: its step, and the sum of squares that this takes away beside the steps of the
 * others. */
static bool last_step(const double *a, size_t n, const size_t *which, size_t m, double *b,
                      double *step, double *gain)
{
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k <= m; k++)
            b[i * (m + 1) + k] = a[which[i] * (n + 1) + (k < m ? which[k] : n)];
    for (size_t k = 0; k + 1 < m; k++) {
        const double pivot = b[k * (m + 1) + k];
        for (size_t i = k + 1; pivot > 0 && i < m; i++) { /* 0: the rows say nothing of it */
            const double factor = b[i * (m + 1) + k] / pivot;
            for (size_t c = k; c <= m; c++)
                b[i * (m + 1) + c] -= factor * b[k * (m + 1) + c];
        }
    }
    const double *last = &b[(m - 1) * (m + 1)];
    *step = last[m] / last[m - 1];
    *gain = last[m] * *step;
    return last[m - 1] > 0 && isfinite(*gain);
}

/* The held values by the sum of squares that one step of each takes away, the best first; names:
 * room for PLACES. */
enum { PLACES = 3 };
struct candidate {
    char name[64];
    double gain;
};

static void rank(const char *name, double gain, struct candidate list[PLACES])
{
    size_t at = PLACES;
    while (at > 0 && gain > list[at - 1].gain)
        at--;
    if (at == PLACES)
        return;
    memmove(&list[at + 1], &list[at], (PLACES - 1 - at) * sizeof *list);
    snprintf(list[at].name, sizeof list[at].name, "%s", name);
    list[at].gain = gain;
}

static enum error_code rank_all(const struct sight *s, size_t fitted, struct candidate list[PLACES],
                                struct error *err)
{
    const size_t n = s->problem.n;
    double *a = normal_equations(s), *b = malloc((n + 1) * (n + 1) * sizeof *b);
    size_t *which = calloc(n + 1, sizeof *which), m = 0;
    const bool room = a && b && which;
    for (size_t i = 0; room && i < n; i++)
        if (s->of[i] < fitted)
            which[m++] = i;
    for (size_t i = 0; room && i < n; i++) {
        double step, gain;
        which[m] = i;
        if (s->of[i] == fitted && last_step(a, n, which, m + 1, b, &step, &gain))
            rank(s->problem.parameters[i].name, gain, list);
    }
    free(a);
    free(b);
    free(which);
    return room ? ERROR_OK : error_memory(err);
}

/* the fit once more with that one free: how much it then explains */
static enum error_code try(const struct search *search, const char *name,
                           const struct fit_control *control, struct fit_suspect *suspect,
                           struct error *err)
{
    struct sight s;
    struct fit_solution solution;
    enum error_code code = set_up(search, name, &s, err);
    if (code)
        return code;
    const double before = squares(&s) - (double)s.rows->n;
    code = fit_stages_finish(s.rows, control, 0, s.p, &solution, err);
    if (!code)
        code = fit_rows_evaluate(s.rows, s.p, s.r, NULL, err);
    const double after = code ? before : squares(&s) - (double)s.rows->n;
    const size_t k = find(&s.problem, name);
    if (!code && k < s.problem.n && before > 0 && before - after > least_share * before) {
        snprintf(suspect->name, sizeof suspect->name, "%s", name);
        snprintf(suspect->unit, sizeof suspect->unit, "%s", s.problem.parameters[k].unit);
        suspect->value = s.p[k];
        suspect->share = (before - after) / before;
    }
    sight_free(&s);
    return code;
}

enum error_code fit_suspect_find(const struct rig *rig, const struct option_list *runs,
                                 const struct fit_request *request,
                                 const struct fit_suspect_case *of,
                                 const struct fit_control *control, struct fit_suspect *suspect,
                                 struct error *err)
{
    struct search search = {rig, runs, request, of->problem, *of->last, of->p};
    struct candidate list[PLACES] = {{"", 0}};
    struct sight s;
    search.stage.rail = false; /* the rail as recorded: what is unexplained is much more */
    *suspect = (struct fit_suspect){.share = 0};
    enum error_code code = set_up(&search, NULL, &s, err);
    if (code)
        return code;
    code = rank_all(&s, of->problem->n, list, err);
    sight_free(&s);
    if (!code && *list[0].name)
        code = try(&search, list[0].name, control, suspect, err);
    /* what takes as much away cannot be told from it */
    for (size_t i = 1; !code && *suspect->name && i < PLACES; i++)
        if (list[i].gain > as_good * list[0].gain)
            snprintf(suspect->others + strlen(suspect->others),
                     sizeof suspect->others - strlen(suspect->others), " or %s", list[i].name);
    return code;
}
