/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The residuals of a campaign's fit for another's least squares, through pipes: the
 * same simulator, the same rows, the same stages; only the search is the peer's.
 * All numbers binary, as the machine has them. First it tells
 *     int32 n, int32 stages, then start, low and high (n doubles each);
 * then it answers
 *     'S' int32 stage, p     rows of a stage at p:   int32 their number
 *     'R' p                  residuals:              int32 1, or 0 for a failure; doubles
 *     'T'                    Skitter's own search:   seconds, cost, evaluations, p
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "fit/setup.h"
#include "fit/stages.h"
#include "tests/bench/serve.h"
#include "tests/fit/fixture.h"
#include "tests/test.h"

static struct error err;
static const struct fit_control control = {.loss = {FIT_LOSS_HUBER, 3}};

struct server {
    struct fit_problem problem;
    struct fit_plan plan;
    struct fit_rows *rows;
    double *p, *r;
};

static void need(enum error_code code)
{
    if (code) {
        fprintf(stderr, "bench: %s\n", err.message);
        exit(1);
    }
}

static void tell(const void *data, size_t size) { fwrite(data, size, 1, stdout); }

static void tell_int(int32_t value) { tell(&value, sizeof value); }

static bool hear(void *data, size_t size) { return fread(data, size, 1, stdin) == 1; }

static void greet(const struct server *server)
{
    const struct fit_problem *problem = &server->problem;
    tell_int((int32_t)problem->n);
    tell_int((int32_t)server->plan.n);
    for (size_t i = 0; i < problem->n; i++)
        tell(&problem->parameters[i].start, sizeof(double));
    for (size_t i = 0; i < problem->n; i++)
        tell(&problem->parameters[i].low, sizeof(double));
    for (size_t i = 0; i < problem->n; i++)
        tell(&problem->parameters[i].high, sizeof(double));
}

static bool new_stage(struct server *server)
{
    int32_t stage;
    if (!hear(&stage, sizeof stage) || !hear(server->p, server->problem.n * sizeof(double)) ||
        stage < 0 || (size_t)stage >= server->plan.n)
        return false;
    fit_rows_free(server->rows);
    free(server->r);
    need(fit_rows_create(&server->problem, &server->plan.stages[stage], &control.loss, server->p,
                         &server->rows, &err));
    server->r = calloc(server->rows->n, sizeof(double));
    tell_int((int32_t)server->rows->n);
    return server->r != NULL;
}

static bool residuals(struct server *server)
{
    if (!server->rows || !hear(server->p, server->problem.n * sizeof(double)))
        return false;
    tell_int(fit_rows_evaluate(server->rows, server->p, server->r, NULL, &err) == ERROR_OK);
    tell(server->r, server->rows->n * sizeof(double));
    return true;
}

static bool own_search(struct server *server)
{
    for (size_t i = 0; i < server->problem.n; i++)
        server->p[i] = server->problem.parameters[i].start;
    struct fit_path path = {.p = server->p};
    const double begin = bench_now();
    need(fit_stages_follow(&server->problem, &server->plan, &control, 0, &path, &err));
    const double told[] = {bench_now() - begin, path.last.cost, (double)path.evaluations};
    tell(told, sizeof told);
    tell(server->p, server->problem.n * sizeof(double));
    return true;
}

static void serve(struct server *server)
{
    static const struct {
        int letter;
        bool (*answer)(struct server *);
    } requests[] = {{'S', new_stage}, {'R', residuals}, {'T', own_search}};
    bool fine = true;
    greet(server);
    for (int letter; fine && fflush(stdout) == 0 && (letter = getchar()) != EOF;) {
        fine = false;
        for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
            if (requests[i].letter == letter)
                fine = requests[i].answer(server);
    }
}

int main(void)
{
    gsl_set_error_handler_off();
    struct fixture_campaign campaign = fixture_campaign(0, NULL);
    const char *priors[] = {FIXTURE_PRIOR};
    const struct option_list runs = {campaign.runs, FIXTURE_RUNS};
    const struct fit_request request = {
        .free = FIXTURE_FREE, .own = "theta1", .priors = {priors, 1}};
    struct server server = {0};
    need(fit_setup(campaign.rig, &runs, &request, &server.problem, &err));
    need(fit_plan_make(&server.problem, NULL, FIT_MASK, &server.plan, &err));
    server.p = calloc(server.problem.n, sizeof(double));
    if (server.p)
        serve(&server);
    fit_rows_free(server.rows);
    free(server.p);
    free(server.r);
    fit_problem_free(&server.problem);
    fixture_campaign_free(&campaign);
    return 0;
}
