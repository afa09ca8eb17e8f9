/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/budget.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the source of that name, new if there is none; NULL without memory */
static struct fit_budget_source *source_of(struct fit_budget *budget, size_t n, const char *name,
                                           size_t length)
{
    for (size_t i = 0; i < budget->n; i++)
        if (strlen(budget->sources[i].name) == length &&
            strncmp(budget->sources[i].name, name, length) == 0)
            return &budget->sources[i];
    struct fit_budget_source *more = realloc(budget->sources, (budget->n + 1) * sizeof *more);
    if (!more)
        return NULL;
    budget->sources = more;
    struct fit_budget_source *new = &more[budget->n];
    snprintf(new->name, sizeof new->name, "%.*s", (int)length, name);
    new->u = calloc(n, sizeof *new->u);
    if (!new->u)
        return NULL;
    budget->n++;
    return new;
}

/* adds the variance that one row of the Jacobian, of variance `v`, gives to each parameter */
static void add_row(const double *row, double v, const struct fit_covariance *c, double *out)
{
    for (size_t i = 0; i < c->n; i++) {
        double moved = 0;
        for (size_t j = 0; j < c->n; j++)
            moved += c->inverse[i * c->n + j] * row[j];
        out[i] += v * moved * moved;
    }
}

static const char *name_of(const struct fit_rows *rows, size_t row, const size_t *of_prior,
                           size_t *length)
{
    static const char *const names[FIT_GROUPS] = {"events", "tip_t", "tip_n", "others", "rail", ""};
    const enum fit_group group = fit_rows_group(rows, row);
    const char *name = names[group];
    if (group == FIT_GROUP_PRIOR)
        name = rows->problem->parameters[of_prior[row - rows->prior_row]].name;
    *length = strcspn(name, "[");
    return name;
}

static enum error_code add_rows(const struct fit_rows *rows, const double *jacobian,
                                const struct fit_covariance *c, const size_t *of_prior,
                                size_t n_priors, struct fit_budget *budget, struct error *err)
{
    for (size_t row = 0; row < rows->prior_row + n_priors; row++) {
        const enum fit_group group = fit_rows_group(rows, row);
        size_t length;
        const char *name = name_of(rows, row, of_prior, &length);
        struct fit_budget_source *source = source_of(budget, c->n, name, length);
        if (!source)
            return error_memory(err);
        add_row(jacobian + row * c->n, fmax(1, c->variance[group] * c->colour[group]), c,
                source->u);
    }
    return ERROR_OK;
}

enum error_code fit_budget_make(const struct fit_rows *rows, const double *jacobian,
                                const struct fit_covariance *covariance, struct fit_budget *budget,
                                struct error *err)
{
    const struct fit_problem *problem = rows->problem;
    size_t *of_prior = calloc(problem->n + 1, sizeof *of_prior), n_priors = 0;
    *budget = (struct fit_budget){0};
    if (!of_prior)
        return error_memory(err);
    for (size_t i = 0; i < problem->n; i++)
        if (isfinite(problem->parameters[i].prior_uncertainty))
            of_prior[n_priors++] = i;
    enum error_code code = add_rows(rows, jacobian, covariance, of_prior, n_priors, budget, err);
    for (size_t s = 0; s < budget->n; s++)
        for (size_t i = 0; i < problem->n; i++)
            budget->sources[s].u[i] = sqrt(budget->sources[s].u[i]);
    free(of_prior);
    if (code)
        fit_budget_free(budget);
    return code;
}

void fit_budget_free(struct fit_budget *budget)
{
    for (size_t i = 0; i < budget->n; i++)
        free(budget->sources[i].u);
    free(budget->sources);
    *budget = (struct fit_budget){0};
}
