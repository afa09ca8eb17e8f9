/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/corner.h"

#include <stdlib.h>
#include <string.h>

#include "tests/sim/linear.h"
#include "tests/sim/random_checks.h"
#include "tests/test.h"

struct sim_problem *corner_contact(double q_tt, double q_tn, double q_nn, double b_t, double b_n)
{
    static struct sim_problem problem;
    linear_contact(q_tt, q_tn, q_nn, b_t, b_n, &problem);
    return &problem;
}

void corner_laws(struct sim_problem *p, double friction, double static_friction, double restitution)
{
    p->p[SIM_FRICTION] = friction;
    p->p[SIM_STATIC_FRICTION] = static_friction;
    p->p[SIM_RESTITUTION] = restitution;
}

void corner_start(struct sim_problem *p, double x, double y, double u, double v)
{
    const double start[] = {x, y, u, v};
    memcpy(p->x, start, sizeof start);
}

struct recording *corner_run(const struct sim_problem *problem)
{
    struct sim_problem sampled;
    struct random_verdict verdict;
    recording_restart(problem, problem->t_start, problem->x, &sampled);
    if (sampled.rate <= 0)
        sampled.rate = 100;
    random_checks_run(&sampled, true, false, &verdict);
    if (verdict.why[0])
        fail_msg("%s", verdict.why);
    return recording_run(problem);
}

const struct recorded_event *corner_last(const struct recording *r)
{
    return &r->events[r->n_events - 1];
}

void corner_assert_kinds(const struct recording *r, const char *kinds)
{
    char *have = recording_kinds(r);
    assert_string_equal(have, kinds);
    free(have);
}
